#include <gtest/gtest.h>

#include <string>

#include "check_support.hpp"

// Long chains cost no stack (1.4), and broken programs stay quick.
namespace yyshader::frontend::yuyan::test {
namespace {

constexpr int many = 100000;

std::string repeat(std::string_view text, int count) {
  std::string result;
  result.reserve(text.size() * static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

TEST(Scale, Lets) {
  EXPECT_TRUE(Checked(function("浮三二", repeat("虑「甲」者「浮」而 ", many) + "「甲」")).ids().empty());
}

TEST(Scale, Sequences) {
  EXPECT_TRUE(Checked(function("浮三二", repeat("「工作组屏障」于「元」；", many) + "「浮」")).ids().empty());
}

TEST(Scale, ElseChains) {
  EXPECT_TRUE(Checked(function("浮三二", repeat("若「真」则「浮」否则 ", many) + "「浮」")).ids().empty());
}

TEST(Scale, MixedChains) {
  const std::string link = "若「真」则「浮」否则 虑「甲」者「浮」而 「工作组屏障」于「元」；";
  EXPECT_TRUE(Checked(function("浮三二", repeat(link, many / 3) + "「浮」")).ids().empty());
}

TEST(Scale, Recursions) {
  const std::string link = "递归虑「环」其 化「浮三二」而「浮三二」者会「甲」而「甲」而 ";
  EXPECT_TRUE(Checked(function("浮三二", repeat(link, many / 10) + "「环」于「浮」")).ids().empty());
}

TEST(Scale, AliasesOfAliases) {
  std::string source = "「类0」即「浮三二」也。";
  for (int i = 1; i < many / 10; ++i) {
    source += "「类" + std::to_string(i) + "」即「类" + std::to_string(i - 1) + "」也。";
  }
  EXPECT_TRUE(Checked(source).ids().empty());
}

TEST(Scale, CallChains) {
  std::string source = "「函0」乃化「有」而「有」也。「函0」者会「甲」而「工作组屏障」于「元」也。";
  for (int i = 1; i < many / 10; ++i) {
    source += "「函" + std::to_string(i) + "」乃化「有」而「有」也。「函" + std::to_string(i) + "」者会「甲」而「函" +
              std::to_string(i - 1) + "」于「元」也。";
  }
  source += "「口」乃「计算入口」也。「口」者「计算入口项」于「函" + std::to_string(many / 10 - 1) +
            "」于（「组值」【「工作组大小」者「一」也】）也。";
  EXPECT_TRUE(Checked(source).ids().empty());
}

TEST(Scale, DeepOperands) {
  const int deep = 400;
  EXPECT_TRUE(Checked(function("浮三二", repeat("「取负」于（", deep) + "「浮」" + repeat("）", deep))).ids().empty());
}

// Types that would be as large as 2^n, or n deep, if they were written out.
TEST(Scale, TuplesOfTuples) {
  const std::string start = "虑「甲」者「转换」于「整」而 ";
  const std::string pair = "虑「甲」者「甲」与「甲」而 ";
  EXPECT_EQ(Checked(function("浮三二", start + repeat(pair, 2) + "「浮」")).ids().size(), 1U);
  EXPECT_EQ(Checked(function("浮三二", start + repeat(pair, 100) + "「浮」")).ids(),
            (std::vector<std::string>{"undetermined_type_arguments", "tuple_without_target"}));
  EXPECT_EQ(Checked(function("浮三二", "虑「甲」者「浮」而 " + repeat(pair, 1000) + "「浮」")).ids(),
            std::vector<std::string>{"tuple_without_target"});
}

TEST(Scale, TypesOfTypes) {
  std::string source = "「类0」即「浮三二」也。";
  for (int i = 1; i < 90; ++i) {
    const std::string inner = "「类" + std::to_string(i - 1) + "」";
    source += "「类" + std::to_string(i) + "」即" + inner + "合" + inner + "也。";
  }
  source += "「甲」乃化「类89」而「类88」也。「甲」者会「乙」而「乙」也。";
  EXPECT_EQ(Checked(source).ids(),
            (std::vector<std::string>{"tuple_without_target", "tuple_without_target", "type_mismatch"}));
}

TEST(Scale, ElementsOfUnknownArrays) {
  const std::string link = "虑「甲」者「取元素」于「甲」于「无」而 ";
  EXPECT_FALSE(
      Checked(function("浮三二", "虑「甲」者「转换」于「整」而 " + repeat(link, 1000) + "「浮」")).ids().empty());
}

TEST(Scale, ManyUnknownNames) {
  std::string body;
  for (int i = 0; i < 5000; ++i) body += "虑「甲" + std::to_string(i) + "」者「未知" + std::to_string(i) + "」而 ";
  EXPECT_EQ(Checked(function("浮三二", body + "「浮」")).ids().size(), 5000U);
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
