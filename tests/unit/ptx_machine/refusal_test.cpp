// What the machine refuses: unknown things with their line and text, and everything that ptxas refuses.

#include <gmock/gmock.h>

#include "forms.hpp"
#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string declarations = R"(.visible .entry k(.param .u64 a) {
.reg .pred %p<4>; .reg .b16 %h<6>; .reg .b32 %r<8>; .reg .f32 %f<8>; .reg .b64 %rd<8>; .reg .f64 %d<6>; .reg .u32 %u<3>;
.reg .s32 %s<3>; .reg .f16 %g<3>; .reg .f16x2 %gg<3>; .reg .u16 %uh<3>; .reg .u64 %ud<3>;.reg .b8 %c<3>;
.shared .align 4 .b8 sm[64];
ld.param.u64 %rd1,[a];
)";

/// Skipped, so that it is seen, where the other tests have nobody to ask.
TEST(Refusals, PtxasIsAskedToo) {
  if (std::string(PTX_MACHINE_PTXAS).empty()) GTEST_SKIP() << "ptxas is not here";
  EXPECT_TRUE(ptxas_accepts(kernel("  add.u32 %r1, %t, 1;")));
  EXPECT_FALSE(ptxas_accepts(kernel("  add.u32 %r1, %t, %f1;")));
}

TEST(Refusals, WhatIsTakenPtxasTakesToo) {
  std::string all = header + declarations;
  for (const char* const form : accepted_forms) {
    EXPECT_EQ(refusal(header + declarations + form + "\nL: ret;\n}\n"), "") << form;
    all += std::string("{ ") + form + " }\n";
  }
  EXPECT_TRUE(ptxas_accepts(all + "L: ret;\n}\n"));
}

TEST(Refusals, UnknownFormsAreNamedWithTheirLine) {
  for (const char* const form : refused_forms) {
    EXPECT_THAT(refusal(header + declarations + "\n" + form + "\nL: ret;\n}\n"), StartsWith("10: ")) << form;
  }
}

TEST(Refusals, Directives) {
  struct Row {
    const char* text;
    const char* message;
  };
  const Row rows[] = {
      {"", "1: the text has no .version directive"},
      {".version 8.1\n.target sm_80\n", "1: the machine follows versions 7.0 to 8.0 of the manual: 8.1"},
      {".version 8.0\n.target sm_90\n", "2: the machine is a target sm_80: sm_90"},
      {".version 8.0\n.target sm_80\n.address_size 32\n", "3: only .address_size 64 is known: 32"},
      {".version 8.0\n.target sm_80\n// 加倍\n", "3: PTX text is ASCII only"},
      {".version 8.0\n.target sm_80\n/* open", "3: a comment is not closed"},
      {".version 8.0\n.target sm_80\n#if 1\n", "3: this character has no meaning here: #"},
      {".version 8.0\n.target sm_80\n.alias f, g;", "3: no module directive that the machine knows: .alias"},
      {".version 8.0\n.target sm_80\n.visible .entry k() {", "3: the function's body is not closed"},
      {".version 8.0\n.target sm_80\n.visible .entry k() .blocksareclusters { ret; }",
       "3: no directive of a function that the machine knows: .blocksareclusters"},
      {".version 8.0\n.target sm_80\n.entry k(.param .texref t) { ret; }",
       "3: no type that the machine knows: .texref"},
      {".version 8.0\n.target sm_80\n.entry k() { ret; }\n.entry k() { ret; }", "4: defined twice: k"},
      {".version 8.0\n.target sm_80\n.entry k() { .reg .u32 %r<3>;\n .reg .u32 %r<4>; ret; }", "4: declared twice: %r"},
      {".version 8.0\n.target sm_80\n.entry k() {\nL: L: ret; }", "4: a label stands twice: L"},
      {".version 8.0\n.target sm_80\n.extern .shared .align 4 .b8 s[];",
       "3: an array whose size the launch gives is not known to the machine"},
      {".version 8.0\n.target sm_80\n.entry k() { .shared .b8 s[50000]; ret; }",
       "0: more than 49152 bytes of .shared variables: k"},
      {".version 8.0\n.target sm_80\n.func f() { call f; ret; }",
       "0: a function that calls itself is not known to the machine"},
      {".version 8.0\n.target sm_80\n.func g();\n.entry k() {\n call g; ret; }",
       "5: no function of this name has a body here: call g"},
      {".version 8.0\n.target sm_80\n.func f(.reg .u32 x) { ret; }\n.entry k() {\n call f; ret; }",
       "5: not the number of arguments or results: call f"},
      {".version 8.0\n.target sm_80\n.entry k() {\n .pragma \"used_bytes_mask 1\"; ret; }",
       "4: the only pragma known to be harmless is \"nounroll\""},
      {".version 8.0\n.target sm_80\n.global .u32 x[2] = {1, 2, 3};", "3: more initial values than elements"},
      {".version 8.0\n.target sm_80\n.entry k() { .reg .f32 %f; mov.f32 %f, 0f3f8; ret; }",
       "3: an exact floating-point literal is 0f and 8, or 0d and 16 hexadecimal digits: 0f3f8"},
      {".version 8.0\n.target sm_80\n.entry k() { .reg .u32 %r; mov.u32 %r, 99999999999999999999; ret; }",
       "3: not a number of 64 bits"},
      {".version 8.0\n.target sm_80\n.entry k() { ((((((((((((((((", "3: "},
      {".version 8.0\n.target sm_80\n.entry k() { call (((a))), f, ((b)); }", "3: operands nest only once"},
  };
  for (const Row& row : rows) EXPECT_THAT(refusal(row.text), StartsWith(row.message)) << row.text;
}

TEST(Refusals, OneForEachFaultyStatement) {
  Machine machine;
  const auto problems =
      machine.load(header + declarations +
                   "add.u32 %r1, %f1, %r2;\nfoo.bar %r1;\nadd.u32 %r1, %r2;\nld.global.q4 %r1, [%rd1];\nret;\n}\n");
  ASSERT_EQ(problems.size(), 4U);
  EXPECT_EQ(describe(problems[0], "a.ptx"), "a.ptx:9: %f1 is .f32, which cannot stand for .u32: add.u32 %r1, %f1, %r2");
  EXPECT_EQ(describe(problems[1], "a.ptx"), "a.ptx:10: no instruction that the machine knows: foo.bar %r1");
  EXPECT_EQ(describe(problems[2], "a.ptx"), "a.ptx:11: not the number of operands that it takes: add.u32 %r1, %r2");
  EXPECT_EQ(describe(problems[3], "a.ptx"),
            "a.ptx:12: .q4 has no meaning here that the machine knows: ld.global.q4 %r1, [%rd1]");
  Buffer buffer;
  EXPECT_EQ(launch(machine, {&buffer}), "no text is loaded");
}

/// No text may crash the machine: pieces of a good one in any order.
TEST(Refusals, DamagedTextsAreRefusedOrHarmless) {
  const std::string good = kernel(
      "  .shared .align 4 .b8 s[64];\nL0:\n  @%p1 add.u32 %r1, %t, -5;\n  setp.eq.u32 %p1|%p2, %r1, 0x10;\n  mov.b64 "
      "{%r1, _}, %rd1;\n  ld.shared.v2.u32 {%r1, %r2}, [s+8];\n"
      "  { .reg .f32 %q<3>; fma.rn.f32 %q1, 0f3f800000, 1.5, %q2; }\n  call (%r1), f, (%r2);\n  bra.uni L0;",
      2, "32, 1, 1", ".func (.reg .u32 y) f (.reg .u32 x) { mov.u32 y, x; ret; }\n.const .u32 c[2] = {1, 2};\n");
  Options options;
  options.instruction_limit = 1000;
  std::uint64_t state = 3;
  for (int i = 0; i < 3000; ++i) {
    std::string text = good;
    for (std::uint64_t edits = 1 + next_random(state) % 3; edits > 0; --edits) {
      const std::size_t from = next_random(state) % text.size();
      const std::size_t length = next_random(state) % 12;
      const std::size_t to = next_random(state) % text.size();
      const std::string piece = text.substr(from, length);
      if (next_random(state) % 2 == 0) text.erase(from, length);
      text.insert(std::min(to, text.size()), piece);
    }
    Machine machine(options);
    if (!machine.load(text).empty()) continue;
    Buffer first = buffer_of(std::vector<std::uint32_t>(8));
    Buffer second = first;
    launch(machine, {&first, &second});
  }
}

}  // namespace
}  // namespace yyshader::ptx_machine
