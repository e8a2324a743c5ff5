#include "host/cpp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "host/cpp_text.hpp"
#include "host/names.hpp"
#include "sample_model.hpp"

namespace yyshader::host {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Reads adjacent C++ string literals as a compiler would, as far as generated code uses them.
std::string read_literals(std::string_view source) {
  std::string result;
  bool inside = false;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    if (!inside) {
      inside = c == '"';
      continue;
    }
    if (c == '"') {
      inside = false;
    } else if (c != '\\') {
      EXPECT_NE(c, '\n') << "a literal runs over lines";
      result += c;
    } else if (source[i + 1] >= '0' && source[i + 1] <= '7') {
      result += static_cast<char>((source[i + 1] - '0') * 64 + (source[i + 2] - '0') * 8 + (source[i + 3] - '0'));
      i += 3;
    } else {
      const char escape = source[++i];
      result += escape == 'n' ? '\n' : escape == 't' ? '\t' : escape;
    }
  }
  EXPECT_FALSE(inside);
  return result;
}

std::string array_of(std::string_view text) {
  std::string out;
  append_char_array(out, "文", text);
  return out;
}

TEST(CppText, ReadsBackWhateverTheTextHolds) {
  const std::string long_line(5000, 'x');
  std::string characters;
  for (int i = 0; i < 1000; ++i) characters += "字\U0001F600";
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("a\"b\\c\n"), std::string("?\?=?\?/\n?"), std::string(")\"\n"),
        std::string("\x01\x7f\0009", 4), std::string("\r\n"), std::string("加倍\xe2\x80\xae倒\xef\xbb\xbf"),
        long_line + "\n" + long_line, characters}) {
    EXPECT_EQ(read_literals(array_of(text)), text);
  }
}

TEST(CppText, KeepsPiecesShortAndCharactersWhole) {
  std::string characters;
  for (int i = 0; i < 1000; ++i) characters += "字";
  const std::string out = array_of(characters);
  std::size_t begin = 0;
  while ((begin = out.find("\n    \"", begin)) != std::string::npos) {
    begin += 6;
    const std::size_t length = out.find('"', begin) - begin;
    EXPECT_LE(length, 1000U);
    EXPECT_EQ(length % 3, 0U);
  }
}

TEST(CppText, NeverWritesATrigraphOrADirectionMark) {
  EXPECT_THAT(cpp_literal("what?\?/"), Not(HasSubstr("?\?")));
  EXPECT_EQ(cpp_literal("a\xe2\x80\xae"
                        "1"),
            "\"a\\342\\200\\2561\"");
}

TEST(CppText, GivesMsvcNumbersWhereItsLiteralsEnd) {
  EXPECT_THAT(array_of(std::string(65534, 'x')), Not(HasSubstr("_MSC_VER")));
  const std::string out = array_of(std::string(65535, 'x') + "\xff");
  EXPECT_THAT(out, HasSubstr("#if defined(_MSC_VER) && !defined(__clang__)"));
  EXPECT_THAT(out, HasSubstr("120,-1,0};"));
}

TEST(CppNames, AreIdentifiersThatMeanNothingElse) {
  EXPECT_EQ(cpp_identifier("加倍"), "加倍");
  EXPECT_EQ(cpp_identifier("co_await"), "豫_co_await");
  EXPECT_EQ(cpp_identifier("linux"), "豫_linux");
  EXPECT_EQ(cpp_identifier("a__b"), "a_5f_b");
  EXPECT_EQ(cpp_identifier("std"), "豫_std");
  EXPECT_EQ(cpp_identifier("_Upper"), "豫_5f_Upper");
  for (const char* name : {"a b", "1", "__", "class", "_X", "x-y", "é", "yy", "e\xcc\x81"}) {
    EXPECT_TRUE(is_namespace(cpp_identifier(name))) << cpp_identifier(name);
  }
}

TEST(CppNames, NamespacesAreChecked) {
  EXPECT_TRUE(is_namespace("a::b"));
  EXPECT_TRUE(is_namespace("图形::加倍"));
  for (const char* name : {"", "::a", "a::", "a:b", "a::::b", "class", "a b", "std::x", "1a", "a__b"}) {
    EXPECT_FALSE(is_namespace(name)) << name;
  }
}

TEST(CppHeader, HasTheNamesOfTheSpecInTheNamespaceOfThePackage) {
  const std::string header = cpp_header(test::sample_model(), {});
  EXPECT_THAT(header, HasSubstr("#pragma once"));
  EXPECT_THAT(header, HasSubstr("namespace 应用::物理::加倍 {\ninline namespace yy_schema_1 {"));
  EXPECT_THAT(header, HasSubstr("inline constexpr ::std::string_view 着色源{"));
  EXPECT_THAT(header, HasSubstr("inline constexpr ::std::string_view 加倍入口{\"加倍\"};"));
  EXPECT_THAT(header, HasSubstr("inline constexpr ::std::string_view 加倍入口PTX名{\"yy_e5_8a_a0_e5_80_8d\"};"));
  EXPECT_LT(header.find("金属源{"), header.find("PTX源{"));
  EXPECT_LT(header.find("PTX源{"), header.find("加倍入口{"));
  EXPECT_THAT(header, Not(HasSubstr("加倍。着色器。豫"))) << "places of the source belong to the line table";
}

TEST(CppHeader, MirrorsStructsWithPaddingAndChecks) {
  const std::string header = cpp_header(test::sample_model(), {});
  EXPECT_THAT(header, HasSubstr("struct 粒子 {\n"
                                "  ::yy::Vector<float, 3> a{};\n"
                                "  float 乙{};\n"
                                "  ::yy::Vector<float, 3> c{};\n"
                                "  unsigned char 填充_4[4] = {};\n"
                                "  ::yy::Vector<float, 2> d{};\n"
                                "  unsigned char 填充_5[8] = {};\n"
                                "  ::yy::Matrix<float, 3, 3> e{};\n"
                                "  float f{};\n"
                                "  unsigned char 填充_7[12] = {};\n"
                                "};\n"));
  EXPECT_THAT(header, HasSubstr("static_assert(sizeof(::应用::物理::加倍::粒子) == 112"));
  EXPECT_THAT(header, HasSubstr("static_assert(offsetof(::应用::物理::加倍::粒子, f) == 96"));
}

TEST(CppHeader, AsciiAliasesAddNamesAndChangeNone) {
  reflect::Model model = test::sample_model();
  model.entries.front().item = "wgsl_source";  // a name that the aliases would like too
  Options options;
  options.ascii_aliases = true;
  const std::string header = cpp_header(model, options);
  EXPECT_THAT(header, HasSubstr("string_view wgsl_source{\"加倍\"};"));
  EXPECT_THAT(header, HasSubstr("& wgsl_source_2 = 着色源;"));
  EXPECT_THAT(header, HasSubstr("struct yy_e7_b2_92_e5_ad_90 {"));
  EXPECT_THAT(header, HasSubstr("namespace yy_e5_ba_94_e7_94_a8 = ::应用;"));
}

TEST(CppHeader, NamesThatMeetGetNumbers) {
  reflect::Model model = test::sample_model();
  model.structs.front().identifier = "加倍入口";  // a struct of an imported module
  EXPECT_THAT(cpp_header(model, {}), HasSubstr("struct 加倍入口_2 {"));
}

TEST(CppHeader, AnonymousPackagesHaveANamespaceOfTheirOwn) {
  reflect::Model model = test::sample_model();
  model.package.clear();
  model.path = {"加倍"};
  EXPECT_THAT(cpp_header(model, {}), HasSubstr("namespace 匿名包::加倍 {"));
  Options options;
  options.name_space = "我::的";
  EXPECT_THAT(cpp_header(model, options), HasSubstr("namespace 我::的 {"));
}

TEST(CppModule, IsNamedAfterPackageAndPath) {
  EXPECT_THAT(cpp_module(test::sample_model(), {}), HasSubstr("export module yy.应用.物理.加倍;"));
}

TEST(Emit, PathsFollowPackageAndFolders) {
  const reflect::Model model = test::sample_model();
  const auto paths = [&](Host host, const Options& options) {
    std::vector<std::string> result;
    for (const File& file : emit(model, host, options)) result.push_back(file.path);
    return result;
  };
  using testing::ElementsAre;
  EXPECT_THAT(paths(Host::cpp, {}), ElementsAre("应用/物理/加倍。着色生成.hpp", "应用/物理/加倍。着色行表.hpp"));
  EXPECT_THAT(paths(Host::cpp_module, {}),
              ElementsAre("应用/物理/加倍。着色生成.cppm", "应用/物理/加倍。着色行表.hpp"));
  EXPECT_THAT(paths(Host::yuyan, {}), ElementsAre("应用/物理/加倍。着色生成。豫"));
  EXPECT_THAT(paths(Host::json, {}), ElementsAre("应用/物理/加倍。着色生成.json"));
  EXPECT_THAT(
      output_paths(model.package, model.path, Host::cpu, {}),
      ElementsAre("应用/物理/加倍。着色程序.hpp", "应用/物理/加倍。着色生成.hpp", "应用/物理/加倍。着色行表.hpp"));
  Options ascii;
  ascii.ascii_files = true;
  EXPECT_THAT(output_paths("", {"加倍"}, Host::cpu, ascii).front(), "yy_e5_8a_a0_e5_80_8d.program.hpp");
  EXPECT_THAT(paths(Host::json, ascii),
              ElementsAre("yy_e5_ba_94_e7_94_a8/yy_e7_89_a9_e7_90_86/yy_e5_8a_a0_e5_80_8d.generated.json"));
}

TEST(Emit, NoPackageNameLeavesTheOutputFolder) {
  reflect::Model model = test::sample_model();
  model.package = "../..";
  EXPECT_EQ(emit(model, Host::json, {}).front().path, ".._2f_../物理/加倍。着色生成.json");
  model.package = "..";
  EXPECT_EQ(emit(model, Host::json, {}).front().path, "_.._/物理/加倍。着色生成.json");
}

}  // namespace
}  // namespace yyshader::host
