// Instructions between the lanes of a warp: shuffles, votes, matches, reductions, the active lanes.

#include <gmock/gmock.h>

#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

using testing::HasSubstr;

/// Runs `body`, which leaves its result in %r1, over `threads` threads; each stores it.
std::vector<std::uint32_t> results(const std::string& body, std::uint32_t threads = 32, const Options& options = {}) {
  Buffer out = buffer_of(std::vector<std::uint32_t>(threads));
  const std::string block = std::to_string(threads) + ", 1, 1";
  EXPECT_EQ(
      run(kernel("  mul.wide.u32 %rd1, %t, 4;  add.u64 %rd2, %a, %rd1;\n" + body + "\n  st.global.u32 [%rd2], %r1;", 1,
                 block),
          {&out}, {threads, 1, 1}, {1, 1, 1}, options),
      "");
  return values_of<std::uint32_t>(out);
}

/// The manual's own description of shfl.
std::pair<std::uint32_t, bool> shuffled(const std::string& mode, std::uint32_t lane, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t bval = b & 31U, cval = c & 31U, mask = (c >> 8U) & 31U;
  const std::uint32_t max_lane = (lane & mask) | (cval & ~mask & 31U);
  const std::uint32_t min_lane = lane & mask;
  std::int64_t j = 0;
  bool valid = false;
  if (mode == "up") {
    j = static_cast<std::int64_t>(lane) - bval;
    valid = j >= max_lane;
  } else if (mode == "down") {
    j = static_cast<std::int64_t>(lane) + bval;
    valid = j <= max_lane;
  } else if (mode == "bfly") {
    j = lane ^ bval;
    valid = j <= max_lane;
  } else {
    j = min_lane | (bval & ~mask & 31U);
    valid = j <= max_lane;
  }
  return {valid ? static_cast<std::uint32_t>(j) : lane, valid};
}

TEST(Warp, ShufflesOfEveryKind) {
  for (const std::string mode : {"up", "down", "bfly", "idx"}) {
    for (const std::uint32_t range : {0x1fU, 0x0U, 0x181fU, 0x1c07U, 0x1800U, 0x0fU, 0x1f1fU}) {
      std::string body;
      const std::uint32_t offsets[] = {0, 1, 3, 8, 16, 31};
      body += "  mad.lo.u32 %r2, %t, 100, 7;  mov.u32 %r1, 0;\n";
      for (const std::uint32_t offset : offsets) {
        body +=
            "  shfl.sync." + mode + ".b32 %r3|%p1, %r2, " + std::to_string(offset) + ", " + std::to_string(range) +
            ", 0xffffffff;\n  selp.u32 %r4, 1, 0, %p1;  mad.lo.u32 %r1, %r1, 31, %r3;  mad.lo.u32 %r1, %r1, 31, %r4;\n";
      }
      const auto actual = results(body);
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        std::uint32_t expected = 0;
        for (const std::uint32_t offset : offsets) {
          const auto [source, valid] = shuffled(mode, lane, offset, range);
          expected = (expected * 31 + source * 100 + 7) * 31 + (valid ? 1 : 0);
        }
        EXPECT_EQ(actual[lane], expected) << mode << ' ' << range << ' ' << lane;
      }
    }
  }
}

/// Sum by five butterfly steps, with lanes that are not there counting as nothing: 48 threads have 16 in their second
/// warp.
const std::string reduction_of_active_lanes = R"(
  activemask.b32 %r9;
  mov.u32 %r1, %t;
  mov.u32 %r8, %laneid;
)";

std::string butterfly_steps() {
  std::string steps = reduction_of_active_lanes;
  for (const char* const offset : {"16", "8", "4", "2", "1"}) {
    steps += "  shfl.sync.bfly.b32 %r2, %r1, " + std::string(offset) + ", 31, %r9;\n  xor.b32 %r3, %r8, " + offset +
             ";  shr.u32 %r4, %r9, %r3;  and.b32 %r4, %r4, 1;  setp.ne.u32 %p1, %r4, 0;\n  selp.u32 %r2, %r2, 0, %p1;  "
             "add.u32 %r1, %r1, %r2;\n";
  }
  return steps;
}

TEST(Warp, FortyEightThreadsSumSixteenInTheirSecondWarp) {
  for (const Schedule schedule : {Schedule::lockstep, Schedule::warps, Schedule::threads}) {
    Options options;
    options.schedule = schedule;
    const auto sums = results(butterfly_steps(), 48, options);
    for (std::uint32_t i = 0; i < 48; ++i) EXPECT_EQ(sums[i], i < 32 ? 31U * 32 / 2 : (32U + 47) * 16 / 2);
  }
}

TEST(Warp, AReductionInsideABranchIsOfItsLanes) {
  for (const Schedule schedule : {Schedule::lockstep, Schedule::warps, Schedule::threads}) {
    Options options;
    options.schedule = schedule;
    const auto sums = results(
        "  setp.lt.u32 %p9, %t, 8;  mov.u32 %r1, 5;\n  @!%p9 bra join;\n" + butterfly_steps() + "join:\n", 32, options);
    for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(sums[i], i < 8 ? 28U : 5U);
  }
}

TEST(Warp, AValueFromALaneThatIsNotThereIsUndefined) {
  Buffer out = buffer_of(std::vector<std::uint32_t>(48));
  const std::string start = "  activemask.b32 %r9;\n  shfl.sync.bfly.b32 %r2|%p2, %t, 16, 31, %r9;\n";
  const std::string store = "  mul.wide.u32 %rd1, %t, 4;  add.u64 %rd2, %a, %rd1;  st.global.u32 [%rd2], ";
  EXPECT_THAT(run(kernel(start + "  add.u32 %r3, %r2, 1;\n" + store + "%r3;", 1, "48, 1, 1"), {&out}, {48, 1, 1}),
              testing::AllOf(HasSubstr("thread (32, 0, 0)"),
                             HasSubstr("a stored value depends on %r3, but its value is undefined since"),
                             HasSubstr("shfl.sync.bfly.b32 %r2|%p2, %t, 16")));
  // Out of the segment a lane gets its own value, and the predicate says so.
  EXPECT_EQ(run(kernel("  shfl.sync.down.b32 %r2|%p2, %t, 4, 15, 0xffff;\n  selp.u32 %r3, 1, 0, %p2;  mad.lo.u32 %r3, "
                       "%r2, 2, %r3;\n" +
                           store + "%r3;",
                       1, "16, 1, 1"),
                {&out}, {16, 1, 1}),
            "");
  for (std::uint32_t i = 0; i < 16; ++i) EXPECT_EQ(values_of<std::uint32_t>(out)[i], i < 12 ? 2 * (i + 4) + 1 : 2 * i);
}

TEST(Warp, MemberMasks) {
  Buffer out = buffer_of(std::vector<std::uint32_t>(32));
  EXPECT_THAT(run(kernel("  shfl.sync.idx.b32 %r1, %t, 0, 31, 0xfffffffe;"), {&out}),
              HasSubstr("thread (0, 0, 0) of block (0, 0, 0): the lane is not in its own member mask"));
  // Two halves with masks of their own, at one instruction.
  const auto firsts = results(R"(
  setp.lt.u32 %p1, %t, 16;  selp.b32 %r2, 0xffff, 0xffff0000, %p1;  selp.b32 %r3, 3, 20, %p1;
  shfl.sync.idx.b32 %r1, %t, %r3, 31, %r2;)");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(firsts[i], i < 16 ? 3U : 20U);
}

TEST(Warp, VotesMatchesAndReductions) {
  struct Row {
    const char* body;
    std::uint32_t (*expected)(std::uint32_t lane);
  };
  const Row rows[] = {
      {"setp.gt.u32 %p1, %t, 4;  vote.sync.ballot.b32 %r1, %p1, 0xffffffff;",
       [](std::uint32_t) { return 0xffffffe0U; }},
      {"setp.gt.u32 %p1, %t, 4;  vote.sync.ballot.b32 %r1, !%p1, 0xffffffff;", [](std::uint32_t) { return 0x1fU; }},
      {"setp.gt.u32 %p1, %t, 4;  vote.sync.any.pred %p2, %p1, 0xffffffff;  selp.u32 %r1, 1, 0, %p2;",
       [](std::uint32_t) { return 1U; }},
      {"setp.gt.u32 %p1, %t, 4;  vote.sync.all.pred %p2, %p1, 0xffffffff;  selp.u32 %r1, 1, 0, %p2;",
       [](std::uint32_t) { return 0U; }},
      {"setp.gt.u32 %p1, %t, 99;  vote.sync.uni.pred %p2, %p1, 0xffffffff;  selp.u32 %r1, 1, 0, %p2;",
       [](std::uint32_t) { return 1U; }},
      {"and.b32 %r2, %t, 3;  match.any.sync.b32 %r1, %r2, 0xffffffff;",
       [](std::uint32_t lane) { return 0x11111111U << (lane % 4); }},
      {"mov.u64 %rd3, 7;  match.all.sync.b64 %r1|%p1, %rd3, 0xffffffff;", [](std::uint32_t) { return 0xffffffffU; }},
      {"match.all.sync.b32 %r1|%p1, %t, 0xffffffff;  selp.u32 %r2, 9, 0, %p1;  add.u32 %r1, %r1, %r2;",
       [](std::uint32_t) { return 0U; }},
      {"redux.sync.add.u32 %r1, %t, 0xffffffff;", [](std::uint32_t) { return 496U; }},
      {"sub.s32 %r2, %t, 9;  redux.sync.min.s32 %r1, %r2, 0xffffffff;", [](std::uint32_t) { return 0U - 9; }},
      {"sub.s32 %r2, %t, 9;  redux.sync.max.u32 %r1, %r2, 0xffffffff;", [](std::uint32_t) { return 0xffffffffU; }},
      {"redux.sync.xor.b32 %r1, %t, 0xffffffff;", [](std::uint32_t) { return 0U; }},
      {"redux.sync.or.b32 %r1, %t, 0xffffffff;", [](std::uint32_t) { return 31U; }},
      {"mov.u32 %r1, %lanemask_lt;", [](std::uint32_t lane) { return (1U << lane) - 1; }},
      {"mov.u32 %r1, %lanemask_ge;", [](std::uint32_t lane) { return ~((1U << lane) - 1); }},
      {"mov.u32 %r1, WARP_SZ;", [](std::uint32_t) { return 32U; }},
  };
  for (const Row& row : rows) {
    const auto actual = results("  " + std::string(row.body));
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      EXPECT_EQ(actual[lane], row.expected(lane)) << row.body << ' ' << lane;
  }
}

}  // namespace
}  // namespace yyshader::ptx_machine
