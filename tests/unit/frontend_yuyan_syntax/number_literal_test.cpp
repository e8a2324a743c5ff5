#include "frontend/yuyan/number_literal.hpp"

#include <gtest/gtest.h>

namespace yyshader::frontend::yuyan {
namespace {

std::string number(std::string_view name) {
  const auto literal = parse_number_literal(name);
  if (!literal) return "none";
  return (literal->kind == NumberLiteral::Kind::integer ? "integer " : "decimal ") + literal->text;
}

TEST(NumberLiteral, ReadsIntegersDigitByDigit) {
  EXPECT_EQ(number("六四"), "integer 64");
  EXPECT_EQ(number("一二七"), "integer 127");
  EXPECT_EQ(number("零"), "integer 0");
  EXPECT_EQ(number("123"), "integer 123");
  EXPECT_EQ(number("1二3"), "integer 123");
  EXPECT_EQ(number("零零七"), "integer 7");
  EXPECT_EQ(number("000"), "integer 0");
  EXPECT_EQ(number("一二三四五六七八九零"), "integer 1234567890");
}

TEST(NumberLiteral, ReadsDecimalsAndKeepsTheirFraction) {
  EXPECT_EQ(number("0.5"), "decimal 0.5");
  EXPECT_EQ(number("零点五"), "decimal 0.5");
  EXPECT_EQ(number("一.五"), "decimal 1.5");
  EXPECT_EQ(number("1点50"), "decimal 1.50");
  EXPECT_EQ(number("007.0"), "decimal 7.0");
}

TEST(NumberLiteral, NeedsDigitsOnBothSidesOfOneSeparator) {
  for (const auto* name : {"", ".", "点", "一点", "点五", "1.", ".5", "1.2.3", "一点二点三", "1点2.3"}) {
    EXPECT_EQ(number(name), "none") << name;
  }
}

TEST(NumberLiteral, TakesNoOtherCharacters) {
  for (const auto* name : {"十", "一百", "１", "-1", "1e3", "二维", "甲", "一 二", "○", "两"}) {
    EXPECT_EQ(number(name), "none") << name;
    EXPECT_FALSE(is_number_form(name)) << name;
  }
}

TEST(NumberLiteral, FormIsAboutCharactersOnly) {
  EXPECT_TRUE(is_number_form("1.2.3"));
  EXPECT_TRUE(is_number_form("点五"));
  EXPECT_FALSE(is_number_form(""));
}

}  // namespace
}  // namespace yyshader::frontend::yuyan
