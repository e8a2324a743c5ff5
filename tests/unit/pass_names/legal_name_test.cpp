#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "pass/identifier_tables.hpp"
#include "pass/identifiers.hpp"
#include "pass/names.hpp"

namespace yyshader::pass {
namespace {

TEST(LegalName, KeepsWhatBothTargetsTake) {
  for (const std::string name : {"数据", "号", "甲2", "_甲", "a", "A_b9", "한국어", "é", "ｘ", "一", "零点五"}) {
    EXPECT_EQ(legal_name(name), name);
  }
}

TEST(LegalName, PrefixesWordsThatATargetKnows) {
  // Keywords, reserved words, predeclared types and enumerants, builtin functions of WGSL.
  for (const std::string name : {"fn",
                                 "let",
                                 "alias",
                                 "const_assert",
                                 "NULL",
                                 "Self",
                                 "wgsl",
                                 "yield",
                                 "vec3",
                                 "vec2f",
                                 "mat4x3h",
                                 "array",
                                 "texture_2d",
                                 "sampler",
                                 "read_write",
                                 "rgba8unorm",
                                 "storage",
                                 "max",
                                 "textureSample",
                                 "subgroupAdd",
                                 "dot4U8Packed",
                                 "workgroupUniformLoad"}) {
    EXPECT_EQ(legal_name(name), "豫_" + name);
  }
  // Keywords of C++14 and Metal, names of namespace metal, macros, main.
  for (const std::string name :
       {"int",    "double",      "goto",     "and_eq",  "wchar_t",       "kernel",
        "device", "threadgroup", "half",     "float4",  "packed_float3", "half4x4",
        "metal",  "fmod",        "rsqrt",    "as_type", "simd_sum",      "atomic_fetch_add_explicit",
        "access", "level",       "INFINITY", "M_PI_F",  "NULL",          "main"}) {
    EXPECT_EQ(legal_name(name), "豫_" + name);
  }
  // Macros around the text that runs on the CPU.
  for (const std::string name : {"YY_THREADGROUP", "YY_PLACE"}) EXPECT_EQ(legal_name(name), "豫_" + name);
  // Near misses are free.
  for (const std::string name : {"Fn", "mainly", "vec5", "float5", "maximum", "mat4x5", "position", "binding"}) {
    EXPECT_EQ(legal_name(name), name);
  }
}

TEST(LegalName, PrefixesWhatIsNoIdentifier) {
  EXPECT_EQ(legal_name("2"), "豫_2");
  EXPECT_EQ(legal_name("2甲"), "豫_2甲");
  EXPECT_EQ(legal_name("_"), "豫__");
  EXPECT_EQ(legal_name("__甲"), "豫___甲");
}

TEST(LegalName, EscapesWhatNoIdentifierMayHold) {
  EXPECT_EQ(legal_name("a b"), "豫_a_20_b");
  EXPECT_EQ(legal_name("甲·乙"), "甲·乙");  // U+00B7 continues identifiers
  EXPECT_EQ(legal_name("甲。乙"), "豫_甲_3002_乙");
  EXPECT_EQ(legal_name("甲、"), "豫_甲_3001_");
  EXPECT_EQ(legal_name("😀"), "豫__1f600_");
  EXPECT_EQ(legal_name("\t"), "豫__9_");
  EXPECT_EQ(legal_name("甲-乙"), "豫_甲_2d_乙");
}

// Compilers warn on names that are not in NFC; what keeps a name from NFC is escaped, the rest stays.
TEST(LegalName, EscapesWhatIsNotNormalised) {
  EXPECT_EQ(legal_name("e\u0301"), "豫_e_301_");
  EXPECT_EQ(legal_name("甲e\u0301乙"), "豫_甲e_301_乙");
  EXPECT_EQ(legal_name("\uF900"), "豫__f900_");              // a compatibility ideograph with a canonical decomposition
  EXPECT_EQ(legal_name("\u1100\u1161"), "豫_\u1100_1161_");  // composes to a Hangul syllable
  EXPECT_EQ(legal_name("\u00E9"), "\u00E9");
}

TEST(AsciiName, MangesEveryByteButLettersAndDigits) {
  EXPECT_EQ(ascii_name("yy", "加倍"), "yy_e5_8a_a0_e5_80_8d");
  EXPECT_EQ(ascii_name("ys", "a_B9"), "ysa_5fB9");
  EXPECT_EQ(ascii_name("yy", ""), "yy");
}

// The tables in the tree are what the script makes of the installed unicode-data, where it is of their version.
TEST(IdentifierTables, AgreeWithUnicodeData) {
  std::ifstream file("/usr/share/unicode/DerivedCoreProperties.txt");
  if (!file) GTEST_SKIP() << "the package unicode-data is not installed";
  std::string line;
  std::getline(file, line);
  if (line.find(std::string("-") + identifier_tables_unicode_version + ".txt") == std::string::npos) {
    GTEST_SKIP() << "unicode-data is of another version: " << line;
  }
  std::vector<bool> start(0x110000, false);
  std::vector<bool> continuation(0x110000, false);
  while (std::getline(file, line)) {
    const bool is_start = line.find("; XID_Start ") != std::string::npos;
    const bool is_continue = line.find("; XID_Continue ") != std::string::npos;
    if (line.empty() || line[0] == '#' || (!is_start && !is_continue)) continue;
    const std::size_t dots = line.find("..");
    const unsigned long first = std::stoul(line, nullptr, 16);
    const unsigned long last = dots < line.find(';') ? std::stoul(line.substr(dots + 2), nullptr, 16) : first;
    for (unsigned long c = first; c <= last; ++c) (is_start ? start : continuation)[c] = true;
  }
  start['_'] = true;  // an identifier may begin with it, though it is no XID_Start
  std::size_t wrong = 0;
  for (std::size_t c = 0; c < start.size(); ++c) {
    const auto code_point = static_cast<char32_t>(c);
    if (is_identifier_start(code_point) != start[c] || is_identifier_continue(code_point) != continuation[c]) {
      if (wrong++ == 0) ADD_FAILURE() << "the first wrong code point is " << c;
    }
  }
  EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace yyshader::pass
