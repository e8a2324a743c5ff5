// Workgroup memory is zero at the start of each workgroup (spec 2.5), written out unless it is proven needless.

#include <string>

#include "translate.hpp"

namespace yyshader::test {
namespace {

/// The body of a kernel of 8 × 4 × 1 invocations with these statements, up to where `stop` stands.
std::string kernel(const std::string& statements, const std::string& size = "8, 4, 1") {
  const std::string text = to_msl(R"(
struct 对 { 甲: f32, 乙: array<u32, 2>, }
global 出: array<u32> storage(read_write) group(0) binding(0)
global 块: array<u32, 32> workgroup(read_write)
global 大: array<vec2<f32>, 100> workgroup(read_write)
global 小: array<i32, 5> workgroup(read_write)
global 单: u32 workgroup(read_write)
global 对: 对 workgroup(read_write)
global 原: array<atomic<u32>, 32> workgroup(read_write)
function 等后读(序: u32) -> u32 {
  statement workgroup_barrier()
  inlined %0 = load(index_ref(@块, $序))
  return %0
}
function 读(序: u32) -> u32 {
  inlined %0 = load(index_ref(@块, $序))
  return %0
}
function 主(序: u32 builtin(local_invocation_index), 局: vec3<u32> builtin(local_invocation_id)) {
)" + statements + "\n}\nentry 入口 compute(" +
                                  size + ") = 主\n");
  const std::size_t start = text.find('\n', text.find("kernel void")) + 1;
  return text.substr(start, text.rfind("}\n") - start);
}

const std::string read_block = R"(
  inlined %9 = load(index_ref(@块, 3u))
  store index_ref(@出, 0u) = %9)";

bool zeroes(const std::string& text, const std::string& name) {
  return text.find("threadgroup_barrier") != std::string::npos &&
         text.substr(0, text.find("threadgroup_barrier")).find(name + "[序] = 0u") != std::string::npos;
}

TEST(MslWorkgroup, ZeroesWhatMightBeReadFirst) {
  EXPECT_EQ(kernel(R"(
  inlined %0 = load(index_ref(@块, $序))
  inlined %1 = load(index_ref(@大, $序))
  inlined %2 = load(index_ref(@小, 0u))
  inlined %3 = load(@单)
  inlined %4 = load(@对)
  inlined %5 = atomic_load(index_ref(@原, 0u))
  store index_ref(@出, $序) = add(add(add(%0, convert<u32>(extract.0(%1))), add(convert<u32>(%2), %3)), )"
                   R"(add(convert<u32>(extract.0(%4)), %5))
)"),
            R"(  threadgroup array<uint, 32> 块;
  threadgroup array<float2, 100> 大;
  threadgroup array<int, 5> 小;
  threadgroup uint 单;
  threadgroup 对 对_2;
  threadgroup array<atomic_uint, 32> 原;
)" + std::string(R"(  块[序] = 0u;
  uint 临时 = 序;
  while (true) {
    if (临时 < 100u) {
      大[临时] = float2(0.0f, 0.0f);
      临时 = 临时 + 32u;
      continue;
    } else {
      break;
    }
  }
  if (序 < 5u) {
    小[序] = int(0);
  } else {
  }
  atomic_store_explicit(&原[序], 0u, memory_order_relaxed);
  if (序 == 0u) {
    单 = 0u;
    对_2.甲 = 0.0f;
    uint 临时_2 = 0u;
    while (true) {
      if (临时_2 < 2u) {
        对_2.乙[临时_2] = 0u;
        临时_2 = 临时_2 + 1u;
        continue;
      } else {
        break;
      }
    }
  } else {
  }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  出[序] = ((块[序] + uint(clamp(大[序].x, 0.0f, 4294967040.0f))) + (uint(小[0u]) + 单)) + (uint(clamp(对_2.甲, 0.0f, )"
                 R"(4294967040.0f)) + atomic_load_explicit(&原[0u], memory_order_relaxed));
)"));
}

// The index comes as a parameter of its own when the program has none.
TEST(MslWorkgroup, AsksForTheIndex) {
  const std::string text = to_msl(R"(
global 单: u32 workgroup(read_write)
global 出: array<u32> storage(read_write) group(0) binding(0)
function 主(号: vec3<u32> builtin(global_invocation_id)) {
  inlined %0 = load(@单)
  store index_ref(@出, 0u) = %0
}
entry 入口 compute(8, 1, 1) = 主
)");
  EXPECT_NE(
      text.find(
          "(uint3 号 [[thread_position_in_grid]], uint 局部调用序 [[thread_index_in_threadgroup]], device uint* 出"),
      std::string::npos)
      << text;
}

TEST(MslWorkgroup, OneInvocationNeedsNoBarrier) {
  EXPECT_EQ(kernel("inlined %0 = load(@单)\nstore index_ref(@出, 0u) = %0", "1, 1, 1"),
            "  threadgroup uint 单;\n  单 = 0u;\n  出[0u] = 单;\n");
}

TEST(MslWorkgroup, WrittenByAllBeforeABarrierIsProven) {
  for (const std::string index : {"$序", "add(multiply(extract.1($局), 8u), extract.0($局))",
                                  "add(extract.0($局), multiply(8u, extract.1($局)))"}) {
    EXPECT_FALSE(
        zeroes(kernel("store index_ref(@块, " + index + ") = 1u\nstatement workgroup_barrier()" + read_block), "块"))
        << index;
  }
  // Through names, and in a loop whose every way to the read writes first.
  EXPECT_FALSE(zeroes(kernel(R"(
  let 行 = extract.1($局)
  let 处 = add(multiply(%行, 8u), extract.0($局))
  variable 次: u32 = 0u
  loop {
    inlined %0 = load(&次)
    if greater_equal(%0, 3u) { break } else {
      store index_ref(@块, %处) = 1u
      statement workgroup_barrier()
      inlined %1 = load(index_ref(@块, 3u))
      store index_ref(@出, 0u) = %1
      inlined %2 = load(&次)
      store &次 = add(%2, 1u)
      continue
    }
  })"),
                      "块"));
  EXPECT_FALSE(zeroes(
      kernel("store index_ref(@块, $序) = 1u\ninlined %0 = call 等后读(3u)\nstore index_ref(@出, 0u) = %0"), "块"));
}

TEST(MslWorkgroup, AnythingLessIsNotProven) {
  const std::string barrier = "\nstatement workgroup_barrier()";
  const auto is_zeroed = [&](const std::string& statements) { return zeroes(kernel(statements + read_block), "块"); };
  EXPECT_TRUE(is_zeroed("store index_ref(@块, $序) = 1u"));                       // no barrier
  EXPECT_TRUE(is_zeroed("store index_ref(@块, add($序, 1u)) = 1u" + barrier));    // another index
  EXPECT_TRUE(is_zeroed("store index_ref(@块, extract.0($局)) = 1u" + barrier));  // not all
  EXPECT_TRUE(is_zeroed("store index_ref(@块, add(multiply(extract.1($局), 4u), extract.0($局))) = 1u" + barrier));
  EXPECT_TRUE(is_zeroed("store index_ref(@块, 0u) = 1u" + barrier));                                 // one element
  EXPECT_TRUE(is_zeroed("if less($序, 3u) { store index_ref(@块, $序) = 1u } else { }" + barrier));  // some only
  EXPECT_TRUE(is_zeroed("if equal($序, 3u) { store index_ref(@块, $序) = 1u } else { }" + barrier));
  EXPECT_TRUE(is_zeroed("inlined %0 = call 读(3u)\nstore index_ref(@块, $序) = %0" + barrier));  // read first
  // More elements than invocations.
  const std::string larger = kernel("store index_ref(@块, $序) = 1u" + barrier + read_block, "8, 2, 1");
  EXPECT_NE(larger.find("if (临时 < 32u) {"), std::string::npos) << larger;
}

TEST(MslWorkgroup, WrittenAsAWholeByOneOrAllIsProven) {
  const std::string read = "\nstatement workgroup_barrier()\ninlined %9 = load(@单)\nstore index_ref(@出, 0u) = %9";
  const auto is_zeroed = [&](const std::string& statements) {
    return kernel(statements + read).find("单 = 0u") != std::string::npos;
  };
  EXPECT_FALSE(is_zeroed("if equal($序, 0u) { store @单 = 7u } else { }"));
  EXPECT_FALSE(is_zeroed("if equal(5u, $序) { store @单 = 7u } else { }"));
  EXPECT_FALSE(is_zeroed("store @单 = 7u"));
  EXPECT_TRUE(is_zeroed("if equal($序, 32u) { store @单 = 7u } else { }"));  // no such invocation
  EXPECT_TRUE(is_zeroed("if equal($序, 0u) { } else { store @单 = 7u }"));   // all but one: not seen
  EXPECT_TRUE(is_zeroed("if less($序, 1u) { store @单 = 7u } else { }"));
}

// What is never read needs no zero.
TEST(MslWorkgroup, WhatIsOnlyWrittenStaysAsItIs) {
  EXPECT_EQ(kernel("store index_ref(@块, 0u) = 1u"), "  threadgroup array<uint, 32> 块;\n  块[0u] = 1u;\n");
}

TEST(MslWorkgroup, TheCpuFormSpellsTheVariablesDifferently) {
  backend::msl::Options options;
  options.cpu_form = true;
  const std::string text = to_msl(R"(
global 块: array<u32, 32> workgroup(read_write)
function 主(序: u32 builtin(local_invocation_index)) {
  store index_ref(@块, $序) = 1u
}
entry 入口 compute(32, 1, 1) = 主
)",
                                  options);
  EXPECT_NE(text.find("  YY_THREADGROUP(块, array<uint, 32>);\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace yyshader::test
