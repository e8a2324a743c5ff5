#include "diagnostics/snippet.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/change.hpp"
#include "support/utf8.hpp"

namespace yyshader::diagnostics {
namespace {

class SnippetTest : public testing::Test {
 protected:
  source::FileId add(std::string text, std::string path = "甲。豫") {
    return sources_.add(std::move(path), std::move(text));
  }
  /// The range of the `nth` place where `text` stands in `file`.
  source::Span find(source::FileId file, std::string_view text, int nth = 1) const {
    std::size_t at = sources_.text(file).find(text);
    for (int i = 1; i < nth; ++i) at = sources_.text(file).find(text, at + 1);
    return {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + text.size())};
  }
  std::string draw(const std::vector<Mark>& marks, std::size_t width = 80) const {
    const Paint paint(false);
    return "\n" + draw_snippet(sources_, paint, width, Style::error, marks);
  }
  std::string change(source::Span span, const std::string& replacement, std::size_t width = 80) const {
    const Paint paint(false);
    return "\n" + diagnostics::draw_change(sources_, paint, width, span, replacement);
  }
  source::SourceMap sources_;
};

TEST_F(SnippetTest, CaretsStandUnderFullWidthText) {
  const auto file = add("虑「甲」者「一」而\n");
  EXPECT_EQ(draw({{find(file, "「一」"), true, {}}}), R"(
 1 | 虑「甲」者「一」而
   |           ^~~~~~
)");
}

TEST_F(SnippetTest, AnEmptyRangeIsOneCaret) {
  const auto file = add("加 甲");
  EXPECT_EQ(draw({{{file, 7, 7}, true, {}}}), R"(
 1 | 加 甲
   |      ^
)");
  EXPECT_EQ(draw({{{file, 4, 4}, true, {}}}), R"(
 1 | 加 甲
   |    ^
)");
}

TEST_F(SnippetTest, AnEmptyFileHasALine) {
  const auto file = add("");
  EXPECT_EQ(draw({{{file, 0, 0}, true, {}}}), R"(
 1 |
   | ^
)");
}

TEST_F(SnippetTest, TabsAreExpandedInLineAndCarets) {
  const auto file = add("\t甲\tbad\tx\n");
  EXPECT_EQ(draw({{find(file, "bad"), true, {}}}), R"(
 1 |     甲  bad x
   |         ^~~
)");
  EXPECT_EQ(draw({{find(file, "\tx"), true, {}}}), R"(
 1 |     甲  bad x
   |            ^~
)");
}

TEST_F(SnippetTest, CombiningMarksTakeNoColumn) {
  const auto file = add("e\u0301e\u0301 甲\u0301 坏\n");
  EXPECT_EQ(draw({{find(file, "坏"), true, {}}}), "\n 1 | e\u0301e\u0301 甲\u0301 坏\n   |       ^~\n");
  EXPECT_EQ(draw({{find(file, "\u0301", 2), true, {}}}), "\n 1 | e\u0301e\u0301 甲\u0301 坏\n   |  ^\n");
}

TEST_F(SnippetTest, InvalidBytesAreSpelledOut) {
  const auto file = add("甲\xFF\xE8 乙");
  EXPECT_EQ(draw({{{file, 4, 5}, true, {}}}), R"(
 1 | 甲<FF><E8> 乙
   |       ^~~~
)");
}

TEST_F(SnippetTest, CarriageReturnsOfLineEndsAreNotShown) {
  const auto file = add("一\r\n二三\r\n");
  EXPECT_EQ(draw({{find(file, "三\r\n"), true, {}}}), R"(
 2 | 二三
   |   ^~
)");
}

TEST_F(SnippetTest, OneLabelStandsBesideItsMark) {
  const auto file = add("甲 加 乙\n");
  EXPECT_EQ(draw({{find(file, "加"), true, {}}, {find(file, "乙"), false, "整三二"}}), R"(
 1 | 甲 加 乙
   |    ^~ -- 整三二
)");
}

TEST_F(SnippetTest, SeveralLabelsHang) {
  const auto file = add("甲 加 乙\n");
  EXPECT_EQ(
      draw({{find(file, "加"), true, {}}, {find(file, "乙"), false, "整三二"}, {find(file, "甲"), false, "浮三二"}}),
      R"(
 1 | 甲 加 乙
   | -- ^~ -- 整三二
   | |
   | 浮三二
)");
  EXPECT_EQ(draw({{find(file, "甲 加 乙"), true, {}},
                  {find(file, "甲"), false, "一"},
                  {find(file, "加"), false, "二"},
                  {find(file, "乙"), false, "三"}}),
            R"(
 1 | 甲 加 乙
   | ^~~~~~~~ 三
   | |  |
   | |  二
   | 一
)");
}

TEST_F(SnippetTest, ALabelLeftOfTheCaretHangs) {
  const auto file = add("甲 加 乙\n");
  EXPECT_EQ(draw({{find(file, "乙"), true, {}}, {find(file, "甲"), false, "浮三二"}}), R"(
 1 | 甲 加 乙
   | --    ^~
   | |
   | 浮三二
)");
}

TEST_F(SnippetTest, LabelsAtOnePlaceAreStacked) {
  const auto file = add("甲 加\n");
  EXPECT_EQ(draw({{find(file, "加"), true, {}}, {find(file, "加"), false, "一"}, {find(file, "加"), false, "二"}}), R"(
 1 | 甲 加
   |    ^~ 二
   |    |
   |    一
)");
}

TEST_F(SnippetTest, LabelsOnOtherLines) {
  const auto file = add("一\n二\n三\n四\n五\n六\n七\n八\n九\n十甲\n");
  EXPECT_EQ(draw({{find(file, "甲"), true, {}}, {find(file, "二"), false, "先"}, {find(file, "九"), false, "后"}}), R"(
  2 | 二
    | -- 先
  ...
  9 | 九
    | -- 后
 10 | 十甲
    |   ^~
)");
}

TEST_F(SnippetTest, LabelsInOtherFilesNameThem) {
  const auto file = add("甲\n");
  const auto other = add("\n x乙\n", "库/乙。豫");
  EXPECT_EQ(draw({{find(file, "甲"), true, {}}, {find(other, "乙"), false, "在此"}, {{}, false, "nowhere"}}), R"(
 1 | 甲
   | ^~
 --> 库/乙。豫:2:3
 2 |  x乙
   |   -- 在此
)");
}

TEST_F(SnippetTest, RangesOverSeveralLines) {
  const auto file = add("a 若\n\n  b\nc 末 d\n");
  EXPECT_EQ(draw({{find(file, "若\n\n  b\nc 末"), true, {}}}), R"(
 1 | a 若
   |   ^~
 2 |
 3 |   b
   |   ^
 4 | c 末 d
   | ^~~~
)");
  const auto longer = add("甲1\n2\n3\n4\n5\n  6乙 7\n");
  EXPECT_EQ(draw({{find(longer, "1\n2\n3\n4\n5\n  6乙"), false, "全部"}}), R"(
 1 | 甲1
   |   -
 ...
 6 |   6乙 7
   |   --- 全部
)");
}

TEST_F(SnippetTest, ARangeWithItsLineEndStaysOnItsLine) {
  const auto file = add("甲\n乙\n");
  EXPECT_EQ(draw({{find(file, "甲\n"), true, {}}}), R"(
 1 | 甲
   | ^~
)");
}

TEST_F(SnippetTest, LongLinesAreCutAroundTheMark) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "豫言";
  const auto file = add(text + "坏" + text);
  EXPECT_EQ(draw({{find(file, "坏"), true, "此"}}, 30), R"(
 1 | …言豫言豫言坏豫言豫言豫…
   |            ^~ 此
)");
}

TEST_F(SnippetTest, MarksFarApartOnALongLineGetWindows) {
  const std::string text(1000, '.');
  const auto file = add("甲" + text + "坏" + text + "乙");
  EXPECT_EQ(draw({{find(file, "坏"), true, {}}, {find(file, "乙"), false, "右"}, {find(file, "甲"), false, "左"}}, 27),
            R"(
 1 | 甲..................…
   | -- 左
 1 | ….........坏.........…
   |           ^~
 1 | …..................乙
   |                    -- 右
)");
}

TEST_F(SnippetTest, MarksThatFitTogetherShareAWindow) {
  const std::string text(1000, '.');
  const auto file = add(text + "甲..............坏" + text);
  EXPECT_EQ(draw({{find(file, "坏"), true, {}}, {find(file, "甲"), false, "左"}}, 27), R"(
 1 | ….甲..............坏.…
   |   --              ^~
   |   |
   |   左
)");
}

TEST_F(SnippetTest, AHugeLineIsDrawnInNoTime) {
  std::string text;
  text.reserve(51U << 20);
  while (text.size() < (50U << 20)) text += "虑「甲」者「一」而\xFF";
  const auto size = static_cast<std::uint32_t>(text.size());
  const auto file = add(std::move(text));
  const auto start = std::chrono::steady_clock::now();
  std::size_t bytes = 0;
  for (std::uint32_t i = 1; i <= 200; ++i) bytes += draw({{{file, size / 201 * i, size}, true, "x"}}).size();
  const auto time = std::chrono::steady_clock::now() - start;
  EXPECT_LT(bytes, 200U * 2000U);
  EXPECT_LT(time, std::chrono::seconds(5)) << "the time must not grow with the line";
}

TEST_F(SnippetTest, AChangeShowsTheLinesBeforeAndAfter) {
  const auto file = add("虑「甲」者 加 一\n");
  EXPECT_EQ(change(find(file, "加"), "新浮三二"), R"(
 1 - 虑「甲」者 加 一
 1 + 虑「甲」者 新浮三二 一
   |            ++++++++
)");
}

TEST_F(SnippetTest, AnInsertionShowsTheNewLine) {
  const auto file = add("\t「甲\n");
  EXPECT_EQ(change({file, 7, 7}, "」"), R"(
 1 +     「甲」
   |         ++
)");
}

TEST_F(SnippetTest, ARemovalOfAWholeLineShowsWhatGoes) {
  const auto file = add("甲\n乙\n丙\n");
  EXPECT_EQ(change(find(file, "乙"), ""), R"(
 2 - 乙
)");
  EXPECT_EQ(change(find(file, "乙\n"), ""), R"(
 2 - 乙
)");
  EXPECT_EQ(change(find(file, "乙\n"), "丁\r\n"), R"(
 2 - 乙
 2 + 丁
   | ++
)");
  EXPECT_EQ(change(find(file, "\n乙"), ""), R"(
 1 - 甲
 2 - 乙
 1 + 甲
)");
}

TEST_F(SnippetTest, ChangesOfSeveralLines) {
  const auto file = add("一\n二\n三\n");
  EXPECT_EQ(change(find(file, "一\n二"), "甲\n乙\n丙"), R"(
 1 - 一
 2 - 二
 1 + 甲
   | ++
 2 + 乙
   | ++
 3 + 丙
   | ++
)");
}

TEST_F(SnippetTest, ChangesOfLongLinesAreCut) {
  const std::string text(5000, '.');
  const auto file = add(text + "坏" + text);
  EXPECT_EQ(change(find(file, "坏"), "好", 27), R"(
 1 - ….........坏.........…
 1 + ….........好.........…
   |           ++
)");
}

TEST_F(SnippetTest, TheCaretStandsUnderItsCharacterWhateverIsBeforeIt) {
  const std::string_view pieces[] = {"a",  "豫", "\t", "e\u0301", "\xFF",     "\u202E",
                                     "Ａ", "𠀀", "ｱ",  " ",       "\xE8\xB1", "\x01"};
  std::uint32_t state = 7;
  const auto random = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8) % below;
  };
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::uint32_t i = random(120); i > 0; --i) text += pieces[random(std::size(pieces))];
    text += '@';
    for (std::uint32_t i = random(120); i > 0; --i) text += pieces[random(std::size(pieces))];
    const auto file = add(text);
    const std::string drawn = draw({{find(file, "@"), true, {}}}, 60).substr(1);
    const std::string line = drawn.substr(0, drawn.find('\n'));
    const std::string marks = drawn.substr(line.size() + 1);
    ASSERT_NE(line.find('@'), std::string::npos) << drawn;
    ASSERT_EQ(support::display_width(line.substr(0, line.find('@'))), marks.find('^')) << drawn;
    ASSERT_LE(support::display_width(line), 60U) << drawn;
    ASSERT_FALSE(support::find_invalid_utf8(drawn)) << drawn;
  }
}

TEST_F(SnippetTest, AnyRangesCanBeDrawn) {
  const std::string text = "\xEF\xBB\xBF甲\r\n\t乙\xFF\n\n\u0301丙丁\r\n  戊\n";
  const auto file = add(text);
  const auto size = static_cast<std::uint32_t>(text.size() + 3);
  for (std::uint32_t begin = 0; begin <= size; ++begin) {
    for (std::uint32_t end = 0; end <= size; ++end) {
      const std::string drawn = draw({{{file, begin, end}, true, "x"}, {{file, end, end + 2}, false, "y"}}, 10);
      ASSERT_NE(drawn.find('^'), std::string::npos) << begin << " " << end << drawn;
      ASSERT_FALSE(support::find_invalid_utf8(drawn)) << begin << " " << end << drawn;
      for (const char* replacement : {"", "新", "一\n二\n", "\n"}) {
        const std::string changed = change({file, begin, end}, replacement, 10);
        ASSERT_FALSE(support::find_invalid_utf8(changed)) << begin << " " << end << changed;
      }
    }
  }
}

TEST_F(SnippetTest, ColoursOnlyAddEscapes) {
  const auto file = add("甲 加 乙\n");
  const std::vector<Mark> marks = {{find(file, "加"), true, {}}, {find(file, "甲"), false, "左"}};
  const Paint paint(true);
  const std::string colored = draw_snippet(sources_, paint, 80, Style::error, marks);
  EXPECT_NE(colored.find("\x1b[1;31m^~\x1b[0m"), std::string::npos);
  EXPECT_NE(colored.find("\x1b[1;34m--\x1b[0m"), std::string::npos);
  std::string plain = "\n";
  for (std::size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] == '\x1b') {
      i = colored.find('m', i);
    } else {
      plain += colored[i];
    }
  }
  EXPECT_EQ(plain, draw(marks));
}

}  // namespace
}  // namespace yyshader::diagnostics
