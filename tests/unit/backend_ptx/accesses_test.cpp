#include "translate.hpp"

namespace yyshader::test {
namespace {

constexpr std::string_view buffers = R"(features f16
struct S {
  a: vec3<f32>,
  b: f32,
  c: vec2<f32>,
}
global u: S uniform(read) group(0) binding(0)
global a: array<f32> storage(read) group(0) binding(1)
global o: array<f32> storage(read_write) group(0) binding(2)
global v: array<vec4<f32>> storage(read_write) group(0) binding(3)
global h: array<f16> storage(read_write) group(0) binding(4)
)";

std::string kernel(std::string_view body) {
  return to_ptx(std::string(buffers) + "function f(i: u32 builtin(local_invocation_index)) {\n" + std::string(body) +
                "}\nentry e compute(64, 1, 1) = f\n");
}

TEST(PtxAccesses, FourElementsAreOneLoad) {
  const std::string ptx = kernel(R"(
  pending %0 = load4(@a, multiply($i, 4u))
  store index_ref(@v, $i) = %0
)");
  EXPECT_EQ(count(ptx, "ld.global.nc.v4.b32"), 1U) << ptx;
  EXPECT_EQ(count(ptx, "st.global.v4.b32"), 1U);
  expect_assembles(ptx);
}

TEST(PtxAccesses, NeighboursAreJoinedWhereAlignmentIsProven) {
  const std::string aligned = kernel(R"(
  let k = multiply($i, 4u)
  pending %0 = load(index_ref(@a, %k))
  pending %1 = load(index_ref(@a, add(%k, 1u)))
  pending %2 = load(index_ref(@a, add(%k, 2u)))
  pending %3 = load(index_ref(@a, add(%k, 3u)))
  store index_ref(@o, $i) = add(add(%0, %1), add(%2, %3))
)");
  EXPECT_EQ(count(aligned, "ld.global.nc.v4.b32"), 1U) << aligned;
  const std::string unknown = kernel(R"(
  pending %0 = load(index_ref(@a, $i))
  pending %1 = load(index_ref(@a, add($i, 1u)))
  store index_ref(@o, $i) = add(%0, %1)
)");
  EXPECT_EQ(count(unknown, ".v2"), 0U) << unknown;
  EXPECT_EQ(count(unknown, "+4]"), 1U);
  // The index is scaled once for both buffers.
  EXPECT_EQ(count(unknown, "mul.wide.s32"), 1U) << unknown;
  expect_assembles(aligned);
}

TEST(PtxAccesses, StructsLieAsInWgsl) {
  const std::string ptx = kernel(R"(
  let s = load(@u)
  store index_ref(@o, $i) = add(extract.1(%s), add(extract.2(extract.0(%s)), extract.1(extract.2(%s))))
)");
  EXPECT_EQ(count(ptx, "+8]"), 1U) << ptx;  // a.z and b at 8 and 12, aligned to 8
  EXPECT_EQ(count(ptx, "ld.global.nc.v2.b32"), 1U);
  EXPECT_EQ(count(ptx, "+20]"), 1U);
}

TEST(PtxAccesses, ReadsAreSharedUntilSomethingMayWrite) {
  const std::string shared = kernel(R"(
  pending %0 = load(index_ref(@o, $i))
  store index_ref(@v, $i) = construct<vec4<f32>>(%0, 0.0f, 0.0f, 0.0f)
  pending %1 = load(index_ref(@o, $i))
  store index_ref(@o, add($i, 64u)) = %1
)");
  EXPECT_EQ(count(shared, "ld.global.b32"), 1U) << shared;  // v is another buffer
  const std::string written = kernel(R"(
  pending %0 = load(index_ref(@o, $i))
  store index_ref(@o, bit_xor($i, 1u)) = %0
  pending %1 = load(index_ref(@o, $i))
  store index_ref(@o, add($i, 64u)) = %1
)");
  EXPECT_EQ(count(written, "ld.global.b32"), 2U) << written;
  const std::string met = kernel(R"(
  store index_ref(@o, $i) = 2.0f
  pending %0 = load(index_ref(@o, $i))
  store index_ref(@o, add($i, 64u)) = %0
  pending storage_barrier()
  pending %1 = load(index_ref(@o, $i))
  store index_ref(@o, add($i, 128u)) = %1
)");
  EXPECT_EQ(count(met, "ld.global.b32"), 1U) << met;  // what was just written is known; not behind a barrier
}

TEST(PtxAccesses, WhatLiesBesideAStoreIsNotReadAgain) {
  const auto reads = [](std::string_view store, std::string_view again) {
    const std::string ptx = kernel("  let x = load(index_ref(@o, $i))\n" + std::string(store) + "  pending %0 = load(" +
                                   std::string(again) + ")\n  store index_ref(@o, 0u) = add(%x, %0)\n");
    return count(ptx, "ld.global.b32");
  };
  const std::string_view same = "index_ref(@o, $i)";
  EXPECT_EQ(reads("  store index_ref(@o, add($i, 1u)) = 2.0f\n", same), 1U);
  EXPECT_EQ(reads("  store index_ref(@o, add($i, 1u)) = 2.0f\n", "index_ref(@o, add($i, 1u))"), 1U);
  EXPECT_EQ(reads("  store index_ref(@o, add($i, 1u)) = 2.0f\n  store index_ref(@o, add($i, 2u)) = 3.0f\n",
                  "index_ref(@o, add($i, 1u))"),
            1U);
  // It may be the same element, or another thread's.
  EXPECT_EQ(reads("  store index_ref(@o, bit_xor($i, 1u)) = 2.0f\n", same), 2U);
  EXPECT_EQ(reads("  store index_ref(@o, add($i, 1u)) = 2.0f\n  pending storage_barrier()\n", same), 2U);
}

TEST(PtxAccesses, HalvesTakeTwoBytes) {
  const std::string ptx = kernel(R"(
  pending %0 = load(index_ref(@h, add($i, 3u)))
  store index_ref(@h, $i) = multiply(%0, 1.5h)
)");
  EXPECT_EQ(count(ptx, "+6]"), 1U) << ptx;
  EXPECT_EQ(count(ptx, "mul.f16"), 1U);
  EXPECT_EQ(count(ptx, "mov.b16"), 1U);
  expect_assembles(ptx);
}

TEST(PtxAccesses, SmallArraysAndConstantIndicesStayInRegisters) {
  const std::string ptx = kernel(R"(
  let x = construct<array<f32, 4>>(1.0f, 2.0f, convert<f32>($i), 4.0f)
  store index_ref(@o, $i) = add(index(%x, bit_and($i, 3u)), index(%x, 2u))
)");
  EXPECT_EQ(count(ptx, ".local"), 0U) << ptx;
  EXPECT_EQ(count(ptx, "selp"), 3U);
  expect_assembles(ptx);
}

TEST(PtxAccesses, LargeArraysWithComputedIndicesGoToMemory) {
  std::string body = "  let x = construct<array<f32, 20>>(convert<f32>($i)";
  for (int i = 1; i < 20; ++i) body += ", " + std::to_string(i) + ".0f";
  const std::string ptx = kernel(body + ")\n  store index_ref(@o, $i) = index(%x, remainder($i, 20u))\n");
  EXPECT_EQ(count(ptx, ".local .align 16 .b8"), 1U) << ptx;
  expect_assembles(ptx, true);
}

}  // namespace
}  // namespace yyshader::test
