#include "frontend/yuyan/parse_cache.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "frontend/yuyan/builtins.hpp"
#include "frontend/yuyan/modules.hpp"

namespace yyshader::frontend::yuyan {
namespace {

constexpr std::string_view text = R"(寻观「着色库」之「着色内建」之书。
「甲」乃化「无三二」而「无三二」也。
「甲」者会「乙」而虑「丙」者「乙」而若「真」则「丙」否则『字』也。
「丁」即「组类」【「子」乃「无三二」也】也。
)";

std::vector<std::string_view> texts_of(const support::SymbolTable& symbols) {
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < symbols.size(); ++i) texts.push_back(symbols.text(Symbol(i)));
  return texts;
}

TEST(ParseCache, GivesWhatParsingWouldHaveGiven) {
  ParseCache cache;
  for (int round = 0; round < 3; ++round) {
    support::SymbolTable plain_symbols;
    support::SymbolTable cached_symbols;
    for (support::SymbolTable* symbols : {&plain_symbols, &cached_symbols}) symbols->intern("丙");
    const source::FileId file(static_cast<std::size_t>(round));
    for (const std::string_view source : {builtin_declarations(), text}) {
      const FileRole role = source == text ? FileRole::source : FileRole::declarations;
      const ParsedFile plain = parse_file(file, source, role, plain_symbols);
      const ParsedFile cached = cache.parse(file, source, role, cached_symbols);
      ASSERT_TRUE(plain.diagnostics.empty());
      EXPECT_TRUE(cached.diagnostics.empty());
      EXPECT_EQ(dump(cached.tree, cached_symbols), dump(plain.tree, plain_symbols));
      EXPECT_EQ(texts_of(cached_symbols), texts_of(plain_symbols)) << "symbols in another order";
      EXPECT_EQ(cached.tree.file(), file);
      ASSERT_EQ(cached.tree.declarations().size(), plain.tree.declarations().size());
      for (std::size_t i = 0; i < plain.tree.declarations().size(); ++i) {
        EXPECT_EQ(cached.tree.declarations()[i].span, plain.tree.declarations()[i].span);
        EXPECT_EQ(cached.tree.declarations()[i].name.span, plain.tree.declarations()[i].name.span);
        EXPECT_EQ(cached.tree.declarations()[i].name.symbol, plain.tree.declarations()[i].name.symbol);
      }
    }
  }
  EXPECT_EQ(cache.size(), 2U);
}

TEST(ParseCache, FaultsAreReportedEachTimeAtTheirPlace) {
  ParseCache cache;
  for (std::size_t i = 0; i < 2; ++i) {
    support::SymbolTable symbols;
    const ParsedFile parsed = cache.parse(source::FileId(i), "「甲」者也。", FileRole::source, symbols);
    ASSERT_FALSE(parsed.diagnostics.empty());
    EXPECT_EQ(parsed.diagnostics[0].primary.file, source::FileId(i));
  }
  EXPECT_EQ(cache.size(), 0U);
}

TEST(ParseCache, RolesAreKeptApart) {
  ParseCache cache;
  support::SymbolTable symbols;
  const std::string_view signature = "「甲」乃「无三二」也。";
  EXPECT_TRUE(cache.parse(source::FileId(0), signature, FileRole::declarations, symbols).diagnostics.empty());
  EXPECT_FALSE(cache.parse(source::FileId(0), signature, FileRole::source, symbols).diagnostics.empty());
}

TEST(ParseCache, ServesThreadsAtOnce) {
  ParseCache cache;
  std::vector<std::string> dumps(8);
  std::vector<std::thread> threads;
  for (std::string& result : dumps) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        support::SymbolTable symbols;
        result = dump(cache.parse(source::FileId(0), text, FileRole::source, symbols).tree, symbols);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& result : dumps) EXPECT_EQ(result, dumps[0]);
}

}  // namespace
}  // namespace yyshader::frontend::yuyan
