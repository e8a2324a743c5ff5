// Loads, stores, vectors, spaces, parameters, bounds, alignment, permission; atomic operations.

#include <gmock/gmock.h>

#include <bit>
#include <numeric>

#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

using testing::HasSubstr;

TEST(Memory, NarrowAndWideLoadsExtend) {
  Buffer in = buffer_of(std::vector<std::uint64_t>{0xfedcba9876f5f4f3ULL});
  Buffer out = buffer_of(std::vector<std::uint64_t>(9));
  EXPECT_EQ(run(kernel(R"(
  ld.global.u8 %r1, [%a];      cvt.u64.u32 %rd1, %r1;  st.global.b64 [%b], %rd1;
  ld.global.s8 %r1, [%a];      cvt.u64.u32 %rd1, %r1;  st.global.b64 [%b+8], %rd1;
  ld.global.s8 %rd1, [%a+1];   st.global.b64 [%b+16], %rd1;
  ld.global.u16 %r1, [%a+2];   cvt.u64.u32 %rd1, %r1;  st.global.b64 [%b+24], %rd1;
  ld.global.s16 %rd1, [%a+6];  st.global.b64 [%b+32], %rd1;
  ld.global.s32 %rd1, [%a+4];  st.global.b64 [%b+40], %rd1;
  ld.global.u32 %rd1, [%a+4];  st.global.b64 [%b+48], %rd1;
  ld.global.b32 %f1, [%a];     mov.b32 %r1, %f1;  cvt.u64.u32 %rd1, %r1;  st.global.b64 [%b+56], %rd1;
  add.u64 %rd2, %a, 8;         ld.global.f64 %fd1, [%rd2+-8];  st.global.f64 [%b+64], %fd1;)",
                       2, "1, 1, 1"),
                {&in, &out}, {1, 1, 1}),
            "");
  EXPECT_EQ(values_of<std::uint64_t>(out),
            (std::vector<std::uint64_t>{0xf3, 0xfffffff3, 0xfffffffffffffff4ULL, 0x76f5, 0xfffffffffffffedcULL,
                                        0xfffffffffedcba98ULL, 0xfedcba98, 0x76f5f4f3, 0xfedcba9876f5f4f3ULL}));
}

TEST(Memory, VectorsAndNarrowStores) {
  std::vector<std::uint32_t> numbers(128);
  std::iota(numbers.begin(), numbers.end(), 1);
  Buffer in = buffer_of(numbers);
  Buffer out = buffer_of(std::vector<std::uint32_t>(4 * 32, 0xaaaaaaaa));
  EXPECT_EQ(run(kernel(R"(
  mul.wide.u32 %rd1, %t, 16;
  add.u64 %rd2, %a, %rd1;  add.u64 %rd3, %b, %rd1;
  ld.global.nc.v4.u32 {%r1, _, %r3, %r4}, [%rd2];
  ld.global.v2.b32 {_, %f2}, [%rd2];
  mov.b32 %r2, %f2;
  st.global.v2.u32 [%rd3], {%r4, %r3};
  st.global.u8 [%rd3+8], %r2;
  cvt.u16.u32 %h1, %r1;
  st.global.v2.b16 [%rd3+12], {%h1, %h1};)",
                       2),
                {&in, &out}),
            "");
  const auto results = values_of<std::uint32_t>(out);
  for (std::uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(results[4 * i], 4 * i + 4);
    EXPECT_EQ(results[4 * i + 1], 4 * i + 3);
    EXPECT_EQ(results[4 * i + 2], 0xaaaaaa00U | (4 * i + 2));
    EXPECT_EQ(results[4 * i + 3], (4 * i + 1) * 0x10001U);
  }
}

const std::string spaces = R"(
.global .align 8 .u32 counter = 5;
.const .align 4 .f32 weights[4] = {0f3f800000, 2.0, -0.5};
.global .align 2 .b16 tiny[3] = {1, -2, 0xffff};
)";

TEST(Memory, EverySpaceAndGenericAddresses) {
  Buffer out = buffer_of(std::vector<std::uint32_t>(32 * 8));
  const std::string text = kernel(R"(
  .shared .align 16 .b8 tile[128];
  .local .align 4 .b8 stack[8];
  mul.wide.u32 %rd1, %t, 32;  add.u64 %rd2, %a, %rd1;
  mov.u32 %r1, tile;  mad.lo.u32 %r1, %t, 4, %r1;  st.shared.u32 [%r1], %t;
  cvta.shared.u64 %rd3, tile;  mad.wide.u32 %rd3, %t, 4, %rd3;  ld.u32 %r2, [%rd3];
  st.global.u32 [%rd2], %r2;
  mov.u64 %rd4, stack;  st.local.u32 [%rd4+4], %t;  cvta.local.u64 %rd5, %rd4;  ld.u32 %r3, [%rd5+4];
  st.global.u32 [%rd2+4], %r3;
  ld.const.f32 %f1, [weights+4];  st.global.f32 [%rd2+8], %f1;
  ld.const.f32 %f1, [weights+12];  st.global.f32 [%rd2+12], %f1;
  ld.global.u32 %r4, [counter];  st.global.u32 [%rd2+16], %r4;
  mov.u64 %rd6, tiny;  ld.global.s16 %r5, [%rd6+2];  st.global.u32 [%rd2+20], %r5;
  cvta.to.shared.u64 %rd7, %rd3;  ld.shared.u32 %r6, [%rd7];  st.u32 [%rd2+24], %r6;
  and.b32 %r7, %t, 31;  setp.eq.u32 %p1, %r7, 0;  @%p1 st.global.u32 [counter], 6;)",
                                  1, "32, 1, 1", spaces);
  Machine machine = load(text);
  EXPECT_EQ(
      launch(machine, {&out}),
      "line 39: @%p1 st.global.u32 [counter], 6\n  thread (0, 0, 0) of block (0, 0, 0): a data race at counter + 0\n"
      "  with thread (1, 0, 0) of block (0, 0, 0) in line 36: ld.global.u32 %r4, [counter]");
  Options calm;
  calm.find_races = false;
  Machine without_checks = load(text, calm);
  EXPECT_EQ(launch(without_checks, {&out}), "");
  const auto results = values_of<std::uint32_t>(out);
  for (std::uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(std::vector<std::uint32_t>(results.begin() + 8 * i, results.begin() + 8 * i + 7),
              (std::vector<std::uint32_t>{i, i, std::bit_cast<std::uint32_t>(2.0F), 0, 5, 0xfffffffeU, i}));
  }
  EXPECT_EQ(launch(without_checks, {&out}), "");
  EXPECT_EQ(values_of<std::uint32_t>(out)[4], 6U) << "a .global variable keeps its value between launches";
}

TEST(Memory, ParametersByValueAndTheirOffsets) {
  const std::string text =
      header +
      R"(.visible .entry k(.param .u64 .ptr .global .align 4 out, .param .align 8 .b8 pack[16], .param .f32 x, .param .u8 y)
{
  .reg .u64 %out; .reg .u32 %r<5>; .reg .f32 %f<3>;
  ld.param.u64 %out, [out];
  ld.param.v2.u32 {%r1, %r2}, [pack+8];
  ld.param.f32 %f1, [x];
  ld.param.s8 %r3, [y];
  st.global.v2.u32 [%out], {%r1, %r2};
  st.global.f32 [%out+8], %f1;
  st.global.u32 [%out+12], %r3;
  ret;
}
)";
  Machine machine = load(text);
  ASSERT_EQ(machine.entries().size(), 1U);
  EXPECT_EQ(machine.entries()[0].parameters[1].offset, 8U);
  EXPECT_EQ(machine.entries()[0].parameters[1].size, 16U);
  EXPECT_EQ(machine.entries()[0].parameters[3].offset, 28U);
  Buffer out = buffer_of(std::vector<std::uint32_t>(4));
  std::vector<Argument> arguments = {{&out, {}},
                                     {nullptr, bytes_of(std::vector<std::uint32_t>{1, 2, 3, 4})},
                                     {nullptr, bytes_of(std::vector<float>{1.5F})},
                                     {nullptr, {0xfe}}};
  EXPECT_FALSE(machine.launch("k", {1, 1, 1}, {1, 1, 1}, arguments).fault);
  EXPECT_EQ(values_of<std::uint32_t>(out),
            (std::vector<std::uint32_t>{3, 4, std::bit_cast<std::uint32_t>(1.5F), 0xfffffffe}));
  arguments[3].value = {1, 2};
  EXPECT_EQ(machine.launch("k", {1, 1, 1}, {1, 1, 1}, arguments).fault->message, "y has another size");
  EXPECT_THAT(machine.launch("k", {1, 1, 1}, {1, 1, 1}, std::span(arguments).first(3)).fault->message,
              HasSubstr("4 parameters, not 3"));
  EXPECT_EQ(machine.launch("j", {1, 1, 1}, {1, 1, 1}, arguments).fault->message, "the text has no entry j");
}

std::string fault_of(const std::string& body, std::size_t bytes = 128, bool read_only = false) {
  Buffer buffer;
  buffer.name = "data";
  buffer.bytes.resize(bytes);
  buffer.is_read_only = read_only;
  return run(
      kernel(
          "  .shared .align 4 .b8 tile[64];\n  mul.wide.u32 %rd1, %t, 4;  add.u64 %rd2, %a, %rd1;  mov.u32 %r1, 0;\n" +
          body),
      {&buffer});
}

TEST(Memory, BoundsAlignmentAndPermission) {
  EXPECT_EQ(fault_of("  st.global.u32 [%rd2], %t;"), "");
  EXPECT_EQ(fault_of("  st.global.u32 [%rd2+4], %t;"),
            "line 23: st.global.u32 [%rd2+4], %t\n  thread (31, 0, 0) of block (0, 0, 0): writes 4 bytes at data + "
            "128, outside of its 128 bytes");
  EXPECT_THAT(fault_of("  ld.global.u32 %r2, [%rd2+-4];"),
              HasSubstr("thread (0, 0, 0) of block (0, 0, 0): reads 4 bytes at data - 4, outside"));
  EXPECT_THAT(fault_of("  ld.global.u32 %r2, [%rd2];", 127),
              HasSubstr("reads 4 bytes at data + 124, outside of its 127 bytes"));
  EXPECT_THAT(fault_of("  ld.global.u32 %r2, [%rd2];", 0), HasSubstr("outside of its 0 bytes"));
  EXPECT_THAT(fault_of("  ld.global.v2.u32 {%r2, %r3}, [%a+4];"),
              HasSubstr("reads 8 bytes at data + 4, which is not known to be a multiple of 8"));
  EXPECT_THAT(fault_of("  ld.global.u32 %r2, [%a+2];"), HasSubstr("which is not known to be a multiple of 4"));
  // tile is aligned to 4 bytes alone, wherever it really lies.
  EXPECT_THAT(fault_of("  st.shared.v2.u32 [tile], {%r1, %r1};"),
              HasSubstr("writes 8 bytes at tile + 0, which is not known to be a multiple of 8"));
  EXPECT_THAT(fault_of("  mov.u32 %r2, tile;  mad.lo.u32 %r2, %t, 4, %r2;  st.shared.u32 [%r2], %t;"),
              HasSubstr("thread (16, 0, 0)"));
  EXPECT_THAT(fault_of("  st.global.u32 [%rd2], %t;", 128, true), HasSubstr("data + 0, which is only to be read"));
  EXPECT_THAT(fault_of("  mov.u64 %rd3, 4096;  ld.global.u32 %r2, [%rd3];"),
              HasSubstr("reads 4 bytes at 0x1000, where nothing lies in the global space"));
  EXPECT_THAT(fault_of("  ld.const.u32 %r2, [%rd2];"), HasSubstr("where nothing lies in the constant space"));
  EXPECT_THAT(fault_of("  cvta.to.shared.u64 %rd3, %a;  ld.shared.u32 %r2, [%rd3];"),
              HasSubstr("an address depends on %rd3"));
  EXPECT_THAT(fault_of("  atom.global.add.u32 %r2, [%rd2+2], 1;"), HasSubstr("not known to be a multiple of 4"));
}

TEST(Atomics, EveryOperationOnEveryLane) {
  struct Row {
    const char* instruction;
    std::uint32_t start;
    std::uint32_t end;
  };
  const std::uint32_t all = 0xffffffffU;
  const Row rows[] = {
      {"atom.global.add.u32 %r2, [%b], %r1", 5, 5 + 31 * 32 / 2},
      {"atom.relaxed.gpu.global.add.s32 %r2, [%b+4], -1", 5, 5U - 32},
      {"atom.global.max.u32 %r2, [%b+8], %r1", 7, 31},
      {"atom.global.min.s32 %r2, [%b+12], %r3", 7, 0U - 31},
      {"atom.global.max.s32 %r2, [%b+16], %r3", 0x80000000U, 0},
      {"atom.global.min.u32 %r2, [%b+20], %r3", 9, 0},
      {"atom.global.and.b32 %r2, [%b+24], %r4", all, 0},
      {"red.global.or.b32 [%b+28], %r4", 0, all},
      {"red.global.xor.b32 [%b+32], %r1", 0, 0},
      {"atom.global.inc.u32 %r2, [%b+36], 9", 0, 2},
      {"atom.global.dec.u32 %r2, [%b+40], 9", 20, 8},
      {"atom.global.cas.b32 %r2, [%b+44], %r1, %r5", 0, 32},
      {"atom.global.exch.b32 %r2, [%b+48], %r1", 77, 31},
      {"red.global.add.f32 [%b+52], 0f3f000000", std::bit_cast<std::uint32_t>(1.0F),
       std::bit_cast<std::uint32_t>(17.0F)},
      {"red.global.add.noftz.f16x2 [%b+56], %r6", 0x3c003c00U, 0x54104c40U},
  };
  std::string body = R"(
  mov.u32 %r1, %t;  neg.s32 %r3, %t;  shl.b32 %r4, 1, %t;  add.u32 %r5, %t, 1;  mov.b32 %r6, 0x40003800;
  )";
  std::string order;
  std::vector<std::uint32_t> start;
  for (const Row& row : rows) {
    const std::string instruction = row.instruction;
    std::string line = instruction + ";\n  ";
    // and: each lane clears its own bit.
    if (instruction.find(".and.") != std::string::npos)
      line = "not.b32 %r7, %r4;  atom.global.and.b32 %r2, [%b+24], %r7;\n  ";
    body += line;
    start.push_back(row.start);
  }
  body +=
      "mul.wide.u32 %rd1, %t, 4;  add.u64 %rd1, %a, %rd1;  atom.global.add.u32 %r2, [%b+60], 3;  st.global.u32 [%rd1], "
      "%r2;";
  start.push_back(0);
  for (const Schedule schedule : {Schedule::lockstep, Schedule::warps, Schedule::threads}) {
    Options options;
    options.schedule = schedule;
    Buffer old = buffer_of(std::vector<std::uint32_t>(32));
    Buffer counters = buffer_of(start);
    EXPECT_EQ(run(kernel(body, 2), {&old, &counters}, {32, 1, 1}, {1, 1, 1}, options), "");
    const auto ends = values_of<std::uint32_t>(counters);
    for (std::size_t i = 0; i < std::size(rows); ++i) {
      const std::string instruction = rows[i].instruction;
      const bool depends_on_order =
          instruction.find("cas") != std::string::npos || instruction.find("exch") != std::string::npos;
      if (depends_on_order && schedule != Schedule::lockstep) continue;
      EXPECT_EQ(ends[i], rows[i].end) << instruction;
    }
    // Each lane got a different old value.
    auto results = values_of<std::uint32_t>(old);
    std::sort(results.begin(), results.end());
    for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(results[i], 3 * i);
  }
}

TEST(Atomics, WideNarrowAndShared) {
  Buffer out = buffer_of(std::vector<std::uint64_t>{1ULL << 40U, 5, 0x3ff0000000000000ULL, 0});
  EXPECT_EQ(run(kernel(R"(
  .shared .align 8 .b8 word[8];
  setp.ne.u32 %p1, %t, 0;
  @!%p1 st.shared.u64 [word], 0;
  bar.sync 0;
  cvt.u64.u32 %rd1, %t;
  red.global.add.u64 [%a], %rd1;
  neg.s64 %rd2, %rd1;
  red.global.min.s64 [%a+8], %rd2;
  red.global.add.f64 [%a+16], 0d3fe0000000000000;
  atom.shared.cas.b16 %h1, [word], 0, 7;
  red.shared.add.f32 [word+4], 0f00000001;
  bar.sync 0;
  @%p1 ret;
  ld.shared.u64 %rd3, [word];
  st.global.u64 [%a+24], %rd3;)"),
                {&out}),
            "");
  EXPECT_EQ(values_of<std::uint64_t>(out),
            (std::vector<std::uint64_t>{(1ULL << 40U) + 31 * 16, static_cast<std::uint64_t>(-31),
                                        std::bit_cast<std::uint64_t>(17.0), 32ULL << 32U | 7}))
      << "shared memory keeps subnormal sums";
  Buffer flushed = buffer_of(std::vector<std::uint32_t>{1});
  EXPECT_EQ(run(kernel("  red.global.add.f32 [%a], 0f00000001;"), {&flushed}), "");
  EXPECT_EQ(values_of<std::uint32_t>(flushed)[0], 0U) << "global memory flushes them";
}

}  // namespace
}  // namespace yyshader::ptx_machine
