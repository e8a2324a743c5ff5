// Data races and undefined values: found where they are, with both places, and not where they are not.

#include <gmock/gmock.h>

#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string fault_of(const std::string& body, std::uint32_t threads = 64, std::uint32_t blocks = 1,
                     const Options& options = {}) {
  Buffer data = buffer_of(std::vector<std::uint32_t>(256));
  data.name = "data";
  const std::string start =
      "  .shared .align 4 .b8 box[512];\n  mov.u32 %r1, box;  mad.lo.u32 %r2, %t, 4, %r1;  mul.wide.u32 %rd1, %t, 4;  "
      "add.u64 %rd2, %a, %rd1;\n";
  return run(kernel(start + body, 1, std::to_string(threads) + ", 1, 1"), {&data}, {threads, 1, 1}, {blocks, 1, 1},
             options);
}

TEST(Races, WithinABlock) {
  EXPECT_THAT(
      fault_of("  st.shared.u32 [%r2], %t;\n  sub.u32 %r3, 63, %t;  mad.lo.u32 %r3, %r3, 4, %r1;\n  ld.shared.u32 %r4, "
               "[%r3];"),
      AllOf(HasSubstr("ld.shared.u32 %r4, [%r3]"),
            HasSubstr("thread (32, 0, 0) of block (0, 0, 0): a data race at box + 128"),
            HasSubstr("with thread (31, 0, 0) of block (0, 0, 0) in line"), HasSubstr("st.shared.u32 [%r2], %t")));
  EXPECT_EQ(fault_of("  st.shared.u32 [%r2], %t;\n  bar.sync 0;\n  sub.u32 %r3, 63, %t;  mad.lo.u32 %r3, %r3, 4, "
                     "%r1;\n  ld.shared.u32 %r4, [%r3];"),
            "");
  // A read before, a write after, no barrier between.
  EXPECT_THAT(fault_of("  st.shared.u32 [%r2], %t;\n  bar.sync 0;\n  sub.u32 %r3, 63, %t;  mad.lo.u32 %r3, %r3, 4, "
                       "%r1;\n  ld.shared.u32 %r4, [%r3];\n  st.shared.u32 [%r2], 0;"),
              HasSubstr("a data race at box"));
  EXPECT_THAT(fault_of("  st.global.u32 [%a], %t;"),
              AllOf(HasSubstr("thread (1, 0, 0)"), HasSubstr("a data race at data + 0")));
  // Neighbouring bytes of a word are no race, overlapping ones are.
  EXPECT_EQ(fault_of("  cvt.u64.u32 %rd3, %t;  add.u64 %rd3, %a, %rd3;  st.global.u8 [%rd3], %t;"), "");
  EXPECT_THAT(fault_of("  cvt.u64.u32 %rd3, %t;  add.u64 %rd3, %a, %rd3;  st.global.u8 [%rd3], %t;\n  setp.eq.u32 %p1, "
                       "%t, 0;  @%p1 ld.global.u32 %r3, [%a];"),
              HasSubstr("a data race at data"));
  // Within a warp bar.warp.sync orders, and only it.
  const std::string exchange = "  xor.b32 %r3, %t, 1;  mad.lo.u32 %r3, %r3, 4, %r1;  ld.shared.u32 %r4, [%r3];";
  EXPECT_THAT(fault_of("  st.shared.u32 [%r2], %t;\n" + exchange, 32), HasSubstr("a data race"));
  EXPECT_EQ(fault_of("  st.shared.u32 [%r2], %t;\n  bar.warp.sync 0xffffffff;\n" + exchange, 64), "");
  EXPECT_THAT(fault_of("  st.shared.u32 [%r2], %t;\n  bar.warp.sync 0xffffffff;\n  xor.b32 %r3, %t, 32;  mad.lo.u32 "
                       "%r3, %r3, 4, %r1;  ld.shared.u32 %r4, [%r3];",
                       64),
              HasSubstr("a data race"));
}

TEST(Races, BetweenBlocks) {
  EXPECT_THAT(fault_of("  setp.eq.u32 %p1, %t, 0;\n  @%p1 st.global.u32 [%a], 1;\n  bar.sync 0;", 64, 2),
              AllOf(HasSubstr("thread (0, 0, 0) of block (1, 0, 0): a data race at data + 0"),
                    HasSubstr("of block (0, 0, 0)")));
  EXPECT_EQ(fault_of("  ld.global.u32 %r3, [%a];", 64, 3), "");
  EXPECT_EQ(fault_of("  st.shared.u32 [%r2], %t;", 64, 3), "") << "each block has shared memory of its own";
}

TEST(Races, StrongAccessesRaceOnlyWithWeakOnes) {
  EXPECT_EQ(fault_of("  atom.global.add.u32 %r3, [%a], 1;\n  ld.relaxed.gpu.global.u32 %r4, [%a];\n  "
                     "st.relaxed.gpu.global.u32 [%a], 2;\n  ld.volatile.global.u32 %r4, [%a];",
                     64, 2),
            "");
  EXPECT_THAT(fault_of("  atom.global.add.u32 %r3, [%a], 1;\n  ld.global.u32 %r4, [%a];"), HasSubstr("a data race"));
  EXPECT_THAT(fault_of("  setp.eq.u32 %p1, %t, 0;\n  @%p1 st.global.u32 [%a], 5;\n  atom.global.add.u32 %r3, [%a], 1;"),
              HasSubstr("a data race"));
  EXPECT_EQ(fault_of("  ld.global.u32 %r4, [%a];\n  ld.relaxed.gpu.global.u32 %r4, [%a];"), "");
}

TEST(Races, NothingMayWriteWhatIsReadNonCoherently) {
  EXPECT_THAT(fault_of("  st.global.u32 [%rd2], 1;\n  bar.sync 0;\n  ld.global.nc.u32 %r3, [%rd2];"),
              HasSubstr(".nc and a write meet at data + "));
  EXPECT_THAT(fault_of("  ld.global.nc.u32 %r3, [%rd2];\n  st.global.u32 [%rd2], 1;"),
              HasSubstr(".nc and a write meet"));
  EXPECT_EQ(fault_of("  ld.global.nc.u32 %r3, [%rd2];\n  st.global.u32 [%rd2+256], 1;"), "");
}

TEST(Undefined, WhatNothingHasWritten) {
  EXPECT_THAT(fault_of("  add.u32 %r3, %r4, 1;\n  st.global.u32 [%rd2], %r3;"),
              HasSubstr("a stored value depends on %r3, but nothing has written it"));
  EXPECT_THAT(fault_of("  ld.shared.u32 %r3, [%r2];\n  mul.lo.u32 %r3, %r3, 3;\n  st.global.u32 [%rd2], %r3;"),
              AllOf(HasSubstr("a stored value depends on %r3, but its value is undefined since line"),
                    HasSubstr("ld.shared.u32 %r3, [%r2]")));
  EXPECT_THAT(fault_of("  setp.eq.u32 %p1, %r4, 1;\n  @%p1 bra end;\nend:"),
              HasSubstr("whether it is executed depends on %p1"));
  EXPECT_THAT(fault_of("  @%p1 mov.u32 %r3, 1;"),
              HasSubstr("whether it is executed depends on %p1, but nothing has written it"));
  EXPECT_THAT(fault_of("  ld.global.u32 %r3, [%rd9];"), HasSubstr("an address depends on %rd9"));
  EXPECT_THAT(fault_of("  st.shared.u8 [%r2], 1;\n  ld.shared.u32 %r3, [%r2];\n  st.global.u32 [%rd2], %r3;"),
              HasSubstr("is undefined since"));
  EXPECT_THAT(fault_of("  atom.shared.add.u32 %r3, [%r2], 1;"), HasSubstr("memory that nothing has written"));
  // Only some lanes have a value.
  EXPECT_THAT(fault_of("  setp.lt.u32 %p1, %t, 40;\n  @%p1 mov.u32 %r3, 1;\n  st.global.u32 [%rd2], %r3;"),
              HasSubstr("thread (40, 0, 0)"));
}

TEST(Undefined, WhatDoesNotMatterMayBeUndefined) {
  EXPECT_EQ(fault_of("  add.u32 %r3, %r4, 1;"), "");
  EXPECT_EQ(fault_of("  setp.lt.u32 %p1, %t, 64;\n  selp.u32 %r3, %t, %r4, %p1;\n  st.global.u32 [%rd2], %r3;"), "");
  EXPECT_EQ(fault_of("  setp.eq.u32 %p1, %r4, 0;\n  setp.gt.u32 %p2, %t, 99;\n  and.pred %p3, %p1, %p2;\n  @%p3 "
                     "st.global.u32 [%rd2], %r4;"),
            "");
  EXPECT_EQ(fault_of("  div.u32 %r3, %t, 0;\n  setp.lt.u32 %p1, %t, 64;\n  selp.u32 %r3, %t, %r3, %p1;\n  "
                     "st.global.u32 [%rd2], %r3;"),
            "");
  Options options;
  options.find_undefined = false;
  EXPECT_EQ(fault_of("  ld.shared.u32 %r3, [%r2];\n  st.global.u32 [%rd2], %r3;", 64, 1, options), "");
}

}  // namespace
}  // namespace yyshader::ptx_machine
