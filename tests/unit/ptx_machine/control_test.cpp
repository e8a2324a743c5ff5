// Branches and divergence, calls, exits, barriers, deadlocks, under every schedule.

#include <gmock/gmock.h>

#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::vector<Options> every_schedule() {
  std::vector<Options> all(1);
  for (const Schedule schedule : {Schedule::warps, Schedule::threads}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Options options;
      options.schedule = schedule;
      options.seed = seed;
      all.push_back(options);
    }
  }
  return all;
}

/// Steps of Collatz's sequence: every lane loops as often as it likes.
const std::string collatz = R"(
  mul.wide.u32 %rd1, %t, 4;  add.u64 %rd2, %a, %rd1;
  add.u32 %r1, %t, 1;
  mov.u32 %r2, 0;
loop:
  setp.eq.u32 %p1, %r1, 1;
  @%p1 bra done;
  and.b32 %r3, %r1, 1;
  setp.eq.u32 %p2, %r3, 0;
  @%p2 bra even;
  mad.lo.u32 %r1, %r1, 3, 1;
  bra.uni next;
even:
  shr.u32 %r1, %r1, 1;
next:
  add.u32 %r2, %r2, 1;
  bra loop;
done:
  st.global.u32 [%rd2], %r2;
)";

std::uint32_t collatz_steps(std::uint32_t n) {
  std::uint32_t steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

TEST(Control, LanesDivergeAndMeetAgain) {
  for (const Options& options : every_schedule()) {
    Buffer out = buffer_of(std::vector<std::uint32_t>(96));
    Machine machine = load(kernel(collatz, 1, "80, 1, 1"), options);
    Statistics statistics;
    EXPECT_EQ(launch(machine, {&out}, {80, 1, 1}, {1, 1, 1}, &statistics), "");
    const auto results = values_of<std::uint32_t>(out);
    for (std::uint32_t i = 0; i < 80; ++i) EXPECT_EQ(results[i], collatz_steps(i + 1));
    EXPECT_EQ(results[80], 0U);
    if (options.schedule == Schedule::lockstep) {
      EXPECT_GT(statistics.most_parts, 1U);
      // All lanes that loop run together: the warp runs about as often as its longest lane, both arms of the branch
      // apart.
      EXPECT_LT(statistics.instructions, 3 * 120 * 11);
      EXPECT_GT(statistics.thread_instructions, 5 * statistics.instructions);
    }
  }
}

TEST(Control, GuardsAndExits) {
  Buffer out = buffer_of(std::vector<std::uint32_t>(32, 9));
  EXPECT_EQ(run(kernel(R"(
  mul.wide.u32 %rd1, %t, 4;  add.u64 %rd2, %a, %rd1;
  setp.lt.u32 %p1, %t, 20;
  @!%p1 exit;
  setp.ge.u32 %p2, %t, 10;
  mov.u32 %r1, 1;
  @%p2 mov.u32 %r1, 2;
  @%p2 bra middle;
  st.global.u32 [%rd2], %r1;
  ret;
middle:
  activemask.b32 %r2;
  st.global.u32 [%rd2], %r2;)"),
                {&out}),
            "");
  const auto results = values_of<std::uint32_t>(out);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(results[i], i < 10 ? 1U : i < 20 ? 0x000ffc00U : 9U);
}

TEST(Control, BlocksAndTheirNumbers) {
  Buffer out = buffer_of(std::vector<std::uint32_t>(2 * 3 * 2 * 24));
  EXPECT_EQ(run(kernel(R"(
  mov.u32 %r1, %ctaid.x;  mov.u32 %r2, %ctaid.y;  mov.u32 %r3, %ctaid.z;
  mov.u32 %r4, %nctaid.x;  mov.u32 %r5, %nctaid.y;
  mad.lo.u32 %r2, %r3, %r5, %r2;  mad.lo.u32 %r1, %r2, %r4, %r1;
  mov.u32 %r6, %tid.y;  mov.u32 %r7, %tid.z;  mov.u32 %r8, %ntid.x;  mov.u32 %r9, %ntid.y;
  mad.lo.u32 %r6, %r7, %r9, %r6;  mad.lo.u32 %r6, %r6, %r8, %t;
  mad.lo.u32 %r10, %r1, 24, %r6;
  mul.wide.u32 %rd1, %r10, 4;  add.u64 %rd1, %a, %rd1;
  mov.u32 %r11, %laneid;  sub.u32 %r12, %r6, %r11;  add.u32 %r13, %r10, %r12;
  st.global.u32 [%rd1], %r13;)",
                       1, "4, 3, 2"),
                {&out}, {4, 3, 2}, {2, 3, 2}),
            "");
  const auto results = values_of<std::uint32_t>(out);
  for (std::uint32_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i], i);
}

const std::string functions = R"(
.func (.param .b32 result) triple (.param .b32 x)
;
.func (.reg .u32 sum) add_squares (.reg .u32 x, .reg .u32 y)
{
  .reg .u32 %s;
  mul.lo.u32 %s, x, x;
  mad.lo.u32 sum, y, y, %s;
  ret;
}
.func (.param .b32 result) triple (.param .b32 x)
{
  .reg .u32 %v;
  .reg .pred %p;
  ld.param.u32 %v, [x];
  setp.gt.u32 %p, %v, 100;
  @%p bra large;
  mul.lo.u32 %v, %v, 3;
  call (%v), add_squares, (%v, 1);
  st.param.b32 [result], %v;
  ret;
large:
  st.param.b32 [result], 0;
}
)";

TEST(Control, CallsFromDivergedLanes) {
  for (const Options& options : every_schedule()) {
    Buffer out = buffer_of(std::vector<std::uint32_t>(32));
    EXPECT_EQ(run(kernel(R"(
  mul.wide.u32 %rd1, %t, 4;  add.u64 %rd2, %a, %rd1;
  and.b32 %r1, %t, 1;  setp.eq.u32 %p1, %r1, 0;
  mov.u32 %r2, %t;
  @%p1 bra skip;
  mul.lo.u32 %r2, %t, 10;
  {
    .param .b32 argument;
    .param .b32 value;
    st.param.b32 [argument], %r2;
    call.uni (value), triple, (argument);
    ld.param.b32 %r2, [value];
  }
skip:
  @%p1 call (%r2), add_squares, (%r2, %r2);
  st.global.u32 [%rd2], %r2;)",
                         1, "32, 1, 1", functions),
                  {&out}, {32, 1, 1}, {1, 1, 1}, options),
              "");
    const auto results = values_of<std::uint32_t>(out);
    for (std::uint32_t i = 0; i < 32; ++i) {
      EXPECT_EQ(results[i], i % 2 == 0 ? 2 * i * i : i > 10 ? 0 : 900 * i * i + 1) << i;
    }
  }
}

/// A sum over a block of 80 threads, in shared memory with a barrier at each step.
const std::string block_sum = R"(
  .shared .align 4 .b8 part[512];
  mov.u32 %r1, part;  mad.lo.u32 %r2, %t, 4, %r1;
  st.shared.u32 [%r2], %t;
  setp.lt.u32 %p1, %t, 48;
  @%p1 st.shared.u32 [%r2+320], 0;
  bar.sync 0;
  mov.u32 %r3, 64;
step:
  setp.ge.u32 %p2, %t, %r3;
  @%p2 bra wait;
  shl.b32 %r4, %r3, 2;  add.u32 %r4, %r2, %r4;
  ld.shared.u32 %r5, [%r4];  ld.shared.u32 %r6, [%r2];  add.u32 %r6, %r6, %r5;  st.shared.u32 [%r2], %r6;
wait:
  bar.sync 0;
  shr.u32 %r3, %r3, 1;
  setp.ne.u32 %p3, %r3, 0;
  @%p3 bra step;
  ld.shared.u32 %r7, [part];
  mul.wide.u32 %rd1, %t, 4;  add.u64 %rd1, %a, %rd1;  st.global.u32 [%rd1], %r7;
)";

TEST(Barriers, WarpsWaitForEachOther) {
  for (const Options& options : every_schedule()) {
    Buffer out = buffer_of(std::vector<std::uint32_t>(80));
    Machine machine = load(kernel(block_sum, 1, "80, 1, 1"), options);
    Statistics statistics;
    EXPECT_EQ(launch(machine, {&out}, {80, 1, 1}, {1, 1, 1}, &statistics), "");
    for (const std::uint32_t sum : values_of<std::uint32_t>(out)) EXPECT_EQ(sum, 79U * 80 / 2);
    EXPECT_EQ(statistics.barriers, 8U);
  }
}

TEST(Barriers, SomeWarpsOnly) {
  // Warp 0 makes, warp 1 takes, warp 2 has nothing to do with it.
  for (const Options& options : every_schedule()) {
    Buffer out = buffer_of(std::vector<std::uint32_t>(32));
    EXPECT_EQ(run(kernel(R"(
  .shared .align 4 .b8 box[128];
  shr.u32 %r1, %t, 5;  and.b32 %r2, %t, 31;  mov.u32 %r3, box;
  setp.eq.u32 %p1, %r1, 0;  setp.eq.u32 %p2, %r1, 1;
  @%p1 bra make;
  @%p2 bra take;
  ret;
make:
  mad.lo.u32 %r4, %r2, 4, %r3;  mul.lo.u32 %r5, %t, 7;  st.shared.u32 [%r4], %r5;
  bar.arrive 3, 64;
  ret;
take:
  bar.sync 3, 64;
  sub.u32 %r6, 31, %r2;  mad.lo.u32 %r4, %r6, 4, %r3;  ld.shared.u32 %r5, [%r4];
  mul.wide.u32 %rd1, %r2, 4;  add.u64 %rd1, %a, %rd1;  st.global.u32 [%rd1], %r5;)",
                         1, "96, 1, 1"),
                  {&out}, {96, 1, 1}, {1, 1, 1}, options),
              "");
    for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(values_of<std::uint32_t>(out)[i], (31 - i) * 7);
  }
}

TEST(Barriers, ReductionsAndThreadsThatHaveExited) {
  Buffer out = buffer_of(std::vector<std::uint32_t>(3 * 64));
  EXPECT_EQ(run(kernel(R"(
  setp.ge.u32 %p1, %t, 64;
  @%p1 exit;
  setp.lt.u32 %p2, %t, 40;
  bar.red.popc.u32 %r1, 0, %p2;
  barrier.sync 1;
  bar.red.and.pred %p3, 0, %p2;
  barrier.red.or.pred %p4, 0, !%p2;
  selp.u32 %r3, 1, 0, %p3;  selp.u32 %r4, 1, 0, %p4;
  mul.wide.u32 %rd1, %t, 12;  add.u64 %rd1, %a, %rd1;
  st.global.u32 [%rd1], %r1;  st.global.u32 [%rd1+4], %r3;  st.global.u32 [%rd1+8], %r4;)",
                       1, "96, 1, 1"),
                {&out}, {96, 1, 1}),
            "");
  for (std::uint32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(values_of<std::uint32_t>(out)[3 * i], 40U);
    EXPECT_EQ(values_of<std::uint32_t>(out)[3 * i + 1], 0U);
    EXPECT_EQ(values_of<std::uint32_t>(out)[3 * i + 2], 1U);
  }
}

std::string block_fault(const std::string& body, const Options& options = {}) {
  Buffer out = buffer_of(std::vector<std::uint32_t>(64));
  return run(kernel(body, 1, "64, 1, 1"), {&out}, {64, 1, 1}, {1, 1, 1}, options);
}

TEST(Barriers, Deadlocks) {
  for (const Options& options : every_schedule()) {
    // Half of each warp does not come.
    EXPECT_THAT(
        block_fault("  and.b32 %r1, %t, 1;  setp.eq.u32 %p1, %r1, 0;\n  @%p1 bra other;\n  bar.sync 0;\n  bra end;\n"
                    "other:\n  bar.sync 1;\nend:",
                    options),
        AllOf(HasSubstr("deadlock in block 0"), HasSubstr("16 threads of warp 1"), HasSubstr("bar.sync 1")));
    // One warp waits for a number that never comes.
    EXPECT_THAT(block_fault("  setp.lt.u32 %p1, %t, 32;\n  @%p1 bra end;\n  bar.sync 0, 64;\nend:", options),
                AllOf(HasSubstr("deadlock"), HasSubstr("32 threads of warp 1, the first thread (32, 0, 0)"),
                      HasSubstr("bar.sync 0, 64")));
    // A shuffle that half of its members never come to.
    EXPECT_THAT(block_fault("  setp.lt.u32 %p1, %t, 48;  mov.u32 %r1, 0;\n  @%p1 bra wait;\n  shfl.sync.idx.b32 %r2, "
                            "%r1, 0, 31, 0xffffffff;\n"
                            "wait:\n  bar.sync 0;",
                            options),
                AllOf(HasSubstr("deadlock"), HasSubstr("16 threads of warp 1, the first thread (48, 0, 0)"),
                      HasSubstr("shfl")));
  }
}

TEST(Barriers, OtherFaults) {
  EXPECT_THAT(
      block_fault(
          "  setp.lt.u32 %p1, %t, 32;\n  @%p1 bra one;\n  bar.sync 0, 64;\n  bra end;\none:\n  bar.sync 0;\nend:"),
      HasSubstr("others wait at this barrier for another number of threads"));
  EXPECT_THAT(block_fault("  bar.sync %t;"), HasSubstr("a barrier's number differs within a warp"));
  EXPECT_THAT(block_fault("  mov.u32 %r1, 40;  bar.sync 0, %r1;"), HasSubstr("is a multiple of 32"));
  EXPECT_THAT(block_fault("  mov.u32 %r1, 16;  bar.sync %r1;"), HasSubstr("barrier 16 does not exist"));
  EXPECT_THAT(block_fault("  trap;"), HasSubstr("trap"));
}

TEST(Control, LoopsThatDoNotEnd) {
  Options options;
  options.instruction_limit = 1'000'000;
  EXPECT_THAT(block_fault("here:\n  bra here;", options), HasSubstr("more than 1000000 instructions have run"));
}

TEST(Control, LanesThatSpinLetTheOthersRun) {
  // Lanes 1 to 31 wait for what lane 0 writes after them in the text.
  for (Options options : every_schedule()) {
    options.instruction_limit = 100'000'000;
    Buffer flag = buffer_of(std::vector<std::uint32_t>(1));
    EXPECT_EQ(run(kernel(R"(
  setp.eq.u32 %p1, %t, 0;
  @%p1 bra set;
wait:
  ld.relaxed.gpu.global.u32 %r1, [%a];
  setp.eq.u32 %p2, %r1, 0;
  @%p2 bra wait;
  ret;
set:
  st.relaxed.gpu.global.u32 [%a], 1;)"),
                  {&flag}, {32, 1, 1}, {1, 1, 1}, options),
              "");
  }
}

TEST(Control, SizesOfLaunches) {
  Machine machine = load(kernel("", 1, "64, 1, 1"));
  Buffer buffer = buffer_of(std::vector<std::uint32_t>(1));
  EXPECT_EQ(launch(machine, {&buffer}, {32, 1, 1}), "k requires a block of 64 x 1 x 1 threads");
  EXPECT_THAT(launch(machine, {&buffer}, {64, 1, 1}, {0, 1, 1}), HasSubstr("a grid of 0 x 1 x 1 blocks"));
  EXPECT_THAT(launch(machine, {&buffer}, {1025, 1, 1}), HasSubstr("a block of 1025 x 1 x 1 threads"));
  EXPECT_THAT(launch(machine, {}, {64, 1, 1}), HasSubstr("k has 1 parameters, not 0"));
}

}  // namespace
}  // namespace yyshader::ptx_machine
