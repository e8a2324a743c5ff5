#include "frontend/yuyan/lexer.hpp"

#include <gmock/gmock.h>

#include "syntax_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Lexed {
  source::SourceMap sources;
  support::SymbolTable symbols;
  LexedFile file;

  /// Spellings of the tokens; names and strings with their text, faults as `?`.
  std::string tokens() const {
    std::string result;
    for (const Token& token : file.tokens) {
      if (token.kind == TokenKind::end_of_file) break;
      if (!result.empty()) result += ' ';
      if (token.kind == TokenKind::name) {
        result += "「" + std::string(symbols.text(token.symbol)) + "」";
      } else if (token.kind == TokenKind::string) {
        result += "『" + std::string(symbols.text(token.symbol)) + "』";
      } else {
        result += token.kind == TokenKind::fault ? "?" : spelling(token.kind);
      }
    }
    return result;
  }
  std::vector<std::string> faults() const { return test::faults(file.diagnostics, sources); }
};

Lexed lex_text(std::string_view text) {
  Lexed lexed;
  const source::FileId file = lexed.sources.add("试。着色器。豫", std::string(text));
  lexed.file = lex(file, lexed.sources.text(file), lexed.symbols);
  return lexed;
}

std::string tokens(std::string_view text) {
  const Lexed lexed = lex_text(text);
  EXPECT_THAT(lexed.faults(), IsEmpty()) << text;
  return lexed.tokens();
}

TEST(Lexer, ReadsEveryKeyword) {
  EXPECT_EQ(tokens("乃 者 即 立 也 于 授以 中 与 合 之 之书 会 化 承 而 虑 递归虑 其 若 则 否则 寻 观 诵"),
            "乃 者 即 立 也 于 授以 中 与 合 之 之书 会 化 承 而 虑 递归虑 其 若 则 否则 寻 观 诵");
}

TEST(Lexer, NeedsNoSpacesBetweenTokens) {
  EXPECT_EQ(tokens("若「甲」则「乙」否则「丙」"), "若 「甲」 则 「乙」 否则 「丙」");
  EXPECT_EQ(tokens("寻观诵「甲」之「乙」之书。"), "寻 观 诵 「甲」 之 「乙」 之书 。");
}

TEST(Lexer, IgnoresSpaceInsideKeywords) {
  EXPECT_EQ(tokens("授 以 递\n归　虑 否\t则 之\r\n书"), "授以 递归虑 否则 之书");
  EXPECT_EQ(tokens("否「：注：」则"), "否则");
}

TEST(Lexer, SkipsByteOrderMarkOnlyAtTheStart) {
  EXPECT_EQ(tokens("\xEF\xBB\xBF「甲」"), "「甲」");
  EXPECT_THAT(lex_text("「甲」\xEF\xBB\xBF").faults(), ElementsAre("1:4 unexpected_character"));
}

TEST(Lexer, NamesAreVerbatim) {
  EXPECT_EQ(tokens("「 甲 」「『乙』」「《《内建类型：整数》》」「a.b」"),
            "「 甲 」 「『乙』」 「《《内建类型：整数》》」 「a.b」");
}

TEST(Lexer, CommentsNestAndStandAnywhere) {
  EXPECT_EQ(tokens("「：外「：内：」外：」「甲」「：：」于「：』「乙」：」「丙」"), "「甲」 于 「丙」");
}

TEST(Lexer, DecodesStrings) {
  EXPECT_EQ(tokens("『甲\n乙』"), "『甲\n乙』");
  EXPECT_EQ(tokens("『甲「：换行：」乙「：制表：」丙「：』：」丁「：「：：」戊』"), "『甲\n乙\t丙』丁「：戊』");
  EXPECT_EQ(tokens("『「甲」』『』"), "『「甲」』 『』");
  EXPECT_EQ(tokens("『「：「：：」换行：」』"), "『「：换行：」』");
}

TEST(Lexer, ReportsUnclosedQuotesOnceAtTheirOpening) {
  EXPECT_THAT(lex_text("「甲」\n 「乙").faults(), ElementsAre("2:2 unclosed_name"));
  EXPECT_THAT(lex_text("于『乙「甲」").faults(), ElementsAre("1:2 unclosed_string"));
  EXPECT_THAT(lex_text("于「：乙「：丙：」").faults(), ElementsAre("1:2 unclosed_comment"));
  EXPECT_TRUE(lex_text("于「：乙").file.cut_off);
}

TEST(Lexer, ReportsEmptyNames) { EXPECT_THAT(lex_text("于「」").faults(), ElementsAre("1:2 empty_name")); }

TEST(Lexer, ReportsUnknownAndUnclosedEscapes) {
  const Lexed lexed = lex_text("『甲「：乙：」丙「：丁』「戊」");
  EXPECT_THAT(lexed.faults(), ElementsAre("1:3 unknown_escape", "1:9 unclosed_escape"));
  EXPECT_EQ(lexed.tokens(), "『甲「：乙：」丙「：丁』 「戊」");
}

TEST(Lexer, TakesBareNumbersAndWordsForNames) {
  const Lexed lexed = lex_text("「加」于 12 于 0.5 于 abc 于 加");
  EXPECT_THAT(lexed.faults(), ElementsAre("1:6 bare_ascii", "1:11 bare_ascii", "1:17 bare_ascii", "1:23 bare_word"));
  EXPECT_EQ(lexed.tokens(), "「加」 于 「12」 于 「0.5」 于 「abc」 于 「加」");
  EXPECT_EQ(lexed.file.diagnostics[1].fixes.at(0).replacement, "「0.5」");
}

TEST(Lexer, TakesHalfWidthPunctuationForFullWidth) {
  const Lexed lexed = lex_text("(「甲」,「乙」);[「丙」].{}");
  EXPECT_EQ(lexed.tokens(), "（ 「甲」 ， 「乙」 ） ； 【 「丙」 】 。 【 】");
  EXPECT_EQ(lexed.faults().size(), 9U);
  for (const auto& found : lexed.file.diagnostics)
    EXPECT_EQ(diagnostics::row(found.message.id).id, "half_width_punctuation");
  EXPECT_EQ(lexed.file.diagnostics[0].fixes.at(0).replacement, "（");
  EXPECT_THAT(lex_text("「甲」、「乙」").faults(), ElementsAre("1:4 wrong_punctuation"));
}

TEST(Lexer, ReportsWhatMeansNothing) {
  EXPECT_THAT(lex_text("「甲」+「乙」").faults(), ElementsAre("1:4 ascii_operator"));
  EXPECT_THAT(lex_text("」』：」").faults(),
              ElementsAre("1:1 stray_close_quote", "1:2 stray_close_quote", "1:3 stray_close_quote"));
  EXPECT_THAT(lex_text("「甲」\xC2\xA0…：").faults(),
              ElementsAre("1:4 unexpected_character", "1:5 unexpected_character", "1:6 unexpected_character"));
  EXPECT_THAT(lex_text("授「甲」").faults(), ElementsAre("1:1 bare_word"));
}

TEST(Lexer, WarnsOfNamesThatLackTheirEnd) {
  const Lexed lexed = lex_text("「甲者「乙」也。");
  EXPECT_THAT(lexed.faults(), ElementsAre("1:1 suspicious_name"));
  EXPECT_FALSE(diagnostics::has_errors(lexed.file.diagnostics));
}

TEST(Lexer, KnowsTheWordsOfTheLargerLanguage) {
  EXPECT_EQ(tokens("遇 受 鉴 有 或 附 传 循 《《甲》》"), "遇 受 鉴 有 或 附 传 循 《《…》》");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
