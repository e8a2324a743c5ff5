#include "source/source_map.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/internal_error.hpp"
#include "support/utf8.hpp"

namespace yyshader::source {
namespace {

TEST(SourceMap, ColumnsAreCodePoints) {
  SourceMap map;
  const FileId file = map.add("甲。豫", "「加」\nab𝌆c\n");
  EXPECT_EQ(map.path(file), "甲。豫");
  EXPECT_EQ(map.line_column(file, 0), (LineColumn{1, 1}));
  EXPECT_EQ(map.line_column(file, 3), (LineColumn{1, 2}));
  EXPECT_EQ(map.line_column(file, 9), (LineColumn{1, 4})) << "at the line end";
  EXPECT_EQ(map.line_column(file, 10), (LineColumn{2, 1}));
  EXPECT_EQ(map.line_column(file, 16), (LineColumn{2, 4})) << "after four bytes of one character";
  EXPECT_EQ(map.line_column(file, 4), (LineColumn{1, 2})) << "inside a character";
}

TEST(SourceMap, PastTheEnd) {
  SourceMap map;
  const FileId file = map.add("a", "甲乙");
  EXPECT_EQ(map.line_column(file, 6), (LineColumn{1, 3}));
  EXPECT_EQ(map.line_column(file, 4000000000U), (LineColumn{1, 3}));
  const FileId ended = map.add("b", "甲\n");
  EXPECT_EQ(map.line_column(ended, 4), (LineColumn{2, 1}));
  EXPECT_EQ(map.line_count(ended), 2U);
  const FileId empty = map.add("c", "");
  EXPECT_EQ(map.line_column(empty, 0), (LineColumn{1, 1}));
  EXPECT_EQ(map.line_text(empty, 1), "");
}

TEST(SourceMap, LinesEndAtLfAndCrLf) {
  SourceMap map;
  const FileId file = map.add("a", "一\r\n二\n\r\n三\r四");
  ASSERT_EQ(map.line_count(file), 4U);
  EXPECT_EQ(map.line_text(file, 1), "一");
  EXPECT_EQ(map.line_text(file, 2), "二");
  EXPECT_EQ(map.line_text(file, 3), "");
  EXPECT_EQ(map.line_text(file, 4), "三\r四") << "a CR alone ends no line";
  EXPECT_EQ(map.line_column(file, 3), (LineColumn{1, 2})) << "at CR";
  EXPECT_EQ(map.line_column(file, 4), (LineColumn{1, 2})) << "at its LF";
  EXPECT_EQ(map.line_column(file, 5), (LineColumn{2, 1}));
  EXPECT_EQ(map.line_start(file, 4), 11U);
  EXPECT_EQ(map.line_column(file, 15), (LineColumn{4, 3}));
  EXPECT_THROW(map.line_text(file, 5), support::InternalError);
  EXPECT_THROW(map.line_text(file, 0), support::InternalError);
}

TEST(SourceMap, AByteOrderMarkTakesNoColumn) {
  SourceMap map;
  const FileId file = map.add("a", "\xEF\xBB\xBF甲\n乙");
  EXPECT_EQ(map.text(file).size(), 10U) << "texts are kept as read";
  EXPECT_EQ(map.line_column(file, 0), (LineColumn{1, 1}));
  EXPECT_EQ(map.line_column(file, 3), (LineColumn{1, 1}));
  EXPECT_EQ(map.line_column(file, 6), (LineColumn{1, 2}));
  EXPECT_EQ(map.line_text(file, 1), "甲");
  EXPECT_EQ(map.line_start(file, 1), 3U);
}

TEST(SourceMap, InvalidBytesAreOneColumnEach) {
  SourceMap map;
  const FileId file = map.add("a", "甲\xE8\xB1x\xFFy");
  EXPECT_EQ(map.line_column(file, 4), (LineColumn{1, 3}));
  EXPECT_EQ(map.line_column(file, 5), (LineColumn{1, 4}));
  EXPECT_EQ(map.line_column(file, 7), (LineColumn{1, 6}));
}

TEST(SourceMap, TextOfASpanStaysInTheFile) {
  SourceMap map;
  const FileId file = map.add("a", "0123456789");
  EXPECT_EQ(map.text(Span{file, 2, 5}), "234");
  EXPECT_EQ(map.text(Span{file, 8, 50}), "89");
  EXPECT_EQ(map.text(Span{file, 50, 60}), "");
  EXPECT_EQ(map.text(Span{}), "");
}

TEST(SourceMap, TextsStayWhereTheyAre) {
  SourceMap map;
  const FileId first = map.add("a", "short");
  const char* address = map.text(first).data();
  for (int i = 0; i < 1000; ++i) map.add("b", "other");
  EXPECT_EQ(map.text(first).data(), address);
  SourceMap moved = std::move(map);
  EXPECT_EQ(moved.text(first).data(), address);
}

TEST(SourceMap, LongLinesCountTheSameWithCheckpoints) {
  // Lines with characters of all lengths and faults, longer than the distance of checkpoints.
  std::string text =
      "\xEF\xBB\xBF"
      "first\n";
  const std::string piece = "a豫é𝌆\xFF\xE8\xB1z";
  for (int i = 0; i < 3000; ++i) text += piece;
  text += "\n";
  for (int i = 0; i < 3000; ++i) text += piece;
  SourceMap map;
  const FileId file = map.add("a", text);
  for (std::size_t line = 2; line <= 3; ++line) {
    const std::size_t start = map.line_start(file, line);
    const std::size_t end = start + map.line_text(file, line).size();
    std::size_t column = 1;
    for (std::size_t offset = start; offset < end; ++column) {
      ASSERT_EQ(map.line_column(file, static_cast<std::uint32_t>(offset)), (LineColumn{line, column})) << offset;
      const auto decoded = support::decode_utf8(text, offset);
      offset += decoded ? decoded->length : 1;
    }
  }
}

TEST(Span, CoverTakesBothOrTheOneThatPointsSomewhere) {
  const FileId file(std::size_t{0});
  EXPECT_EQ(Span::cover(Span{file, 3, 5}, Span{file, 1, 4}), (Span{file, 1, 5}));
  EXPECT_EQ(Span::cover(Span{}, Span{file, 1, 4}), (Span{file, 1, 4}));
  EXPECT_EQ(Span::cover(Span{file, 1, 4}, Span{}), (Span{file, 1, 4}));
  EXPECT_FALSE(Span::cover(Span{}, Span{}));
}

}  // namespace
}  // namespace yyshader::source
