#include "support/symbols.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/numbers.hpp"

namespace yyshader::support {
namespace {

TEST(Symbols, EqualTextsAreOneSymbol) {
  SymbolTable table;
  const Symbol a = table.intern("加倍");
  const Symbol b = table.intern("缩放");
  EXPECT_NE(a, b);
  EXPECT_EQ(table.intern(std::string("加") + "倍"), a);
  EXPECT_EQ(table.text(a), "加倍");
  EXPECT_EQ(table.size(), 2U);
}

TEST(Symbols, FindMakesNothing) {
  SymbolTable table;
  EXPECT_FALSE(table.find("甲"));
  EXPECT_EQ(table.size(), 0U);
  const Symbol symbol = table.intern("甲");
  EXPECT_EQ(table.find("甲"), symbol);
}

TEST(Symbols, TheEmptyTextAndNulsAreTexts) {
  SymbolTable table;
  const Symbol empty = table.intern("");
  const Symbol nul = table.intern(std::string_view("a\0b", 3));
  EXPECT_TRUE(empty);
  EXPECT_NE(nul, table.intern("a"));
  EXPECT_EQ(table.text(nul).size(), 3U);
}

TEST(Symbols, ViewsOutliveGrowthAndMoves) {
  SymbolTable table;
  std::vector<std::string_view> views;
  for (int i = 0; i < 5000; ++i) views.push_back(table.text(table.intern(to_decimal(i))));
  SymbolTable moved = std::move(table);
  for (std::size_t i = 0; i < views.size(); ++i) {
    ASSERT_EQ(views[i], to_decimal(i));
    ASSERT_EQ(moved.text(Symbol(i)).data(), views[i].data());
    ASSERT_EQ(moved.find(to_decimal(i)), Symbol(i));
  }
}

TEST(Symbols, ACopyHasTheSameSymbolsInStorageOfItsOwn) {
  SymbolTable copy;
  const Symbol first = copy.intern("甲");
  {
    SymbolTable table;
    const Symbol symbol = table.intern("甲");
    table.intern("乙");
    copy = table;
    EXPECT_EQ(symbol, first);
    EXPECT_NE(copy.text(symbol).data(), table.text(symbol).data());
  }
  EXPECT_EQ(copy.size(), 2U);
  EXPECT_EQ(copy.text(first), "甲");
  EXPECT_EQ(copy.find("乙"), Symbol(1));
  EXPECT_EQ(copy.intern("丙"), Symbol(2));
}

}  // namespace
}  // namespace yyshader::support
