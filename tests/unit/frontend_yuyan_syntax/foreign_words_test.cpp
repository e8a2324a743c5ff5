#include "frontend/yuyan/foreign_words.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "frontend/yuyan/builtins.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

TEST(ForeignWords, NamesOfOperations) {
  EXPECT_EQ(name_of_foreign("sqrt"), "平方根");
  EXPECT_EQ(name_of_foreign("inverseSqrt"), "逆平方根");
  EXPECT_EQ(name_of_foreign("inverse_sqrt"), "逆平方根");
  EXPECT_EQ(name_of_foreign("textureSample"), "采样纹理");
  EXPECT_EQ(name_of_foreign("subgroupShuffleXor"), "子组异或洗牌");
  EXPECT_EQ(name_of_foreign("float3"), "三维浮");
  EXPECT_EQ(name_of_foreign("BOOL"), "爻");
  EXPECT_EQ(name_of_foreign("浮点"), "浮三二");
  EXPECT_EQ(name_of_foreign("foo"), "");
  EXPECT_EQ(name_of_foreign(""), "");
  EXPECT_EQ(name_of_foreign(std::string(100000, 'a')), "");
}

TEST(ForeignWords, EverySuggestionIsThere) {
  const std::string_view declared = builtin_declarations();
  for (const auto& [foreign, name] : foreign_names()) {
    const bool is_value = name == "阳" || name == "阴";
    EXPECT_TRUE(is_value || declared.find("「" + std::string(name) + "」") != std::string_view::npos) << name;
    EXPECT_EQ(name_of_foreign(foreign), name);
  }
}

TEST(ForeignWords, Operators) {
  EXPECT_EQ(writing_of_operator("*"), "「乘」于「甲」于「乙」");
  EXPECT_EQ(writing_of_operator("!"), "「非」于「甲」");
  EXPECT_EQ(writing_of_operator("<=>"), "");
}

TEST(ForeignWords, NumeralsWithUnits) {
  EXPECT_EQ(digits_of_numeral("十"), "一零");
  EXPECT_EQ(digits_of_numeral("十六"), "一六");
  EXPECT_EQ(digits_of_numeral("六十四"), "六四");
  EXPECT_EQ(digits_of_numeral("一百二十八"), "一二八");
  EXPECT_EQ(digits_of_numeral("两百零五"), "二零五");
  EXPECT_EQ(digits_of_numeral("一千零二十四"), "一零二四");
  EXPECT_EQ(digits_of_numeral("六万五千五百三十六"), "六五五三六");
  EXPECT_EQ(digits_of_numeral("十万"), "一零零零零零");
  EXPECT_EQ(digits_of_numeral("四十二亿"), "四二零零零零零零零零");
  EXPECT_EQ(digits_of_numeral("一亿亿"), std::nullopt);
  EXPECT_EQ(digits_of_numeral("六四"), std::nullopt);
  EXPECT_EQ(digits_of_numeral("十分"), std::nullopt);
  EXPECT_EQ(digits_of_numeral("ten"), std::nullopt);
  EXPECT_EQ(digits_of_numeral(""), std::nullopt);
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
