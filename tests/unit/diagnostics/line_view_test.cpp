#include "diagnostics/line_view.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/utf8.hpp"

namespace yyshader::diagnostics {
namespace {

TEST(LineView, ShowsAShortLineAsItIs) {
  const LineView view("「甲」 = 1", 0, 1, 80);
  EXPECT_EQ(view.text(), "「甲」 = 1");
  EXPECT_EQ(view.begin_column(0), 0U);
  EXPECT_EQ(view.begin_column(3), 2U);
  EXPECT_EQ(view.end_column(9), 6U);
  EXPECT_EQ(view.begin_column(100), 10U);
}

TEST(LineView, TabsRunToStops) {
  const LineView view("\ta\t豫\tb", 0, 0, 80);
  EXPECT_EQ(view.text(), "    a   豫  b");
  EXPECT_EQ(view.begin_column(1), 4U);
  EXPECT_EQ(view.begin_column(3), 8U);
  EXPECT_EQ(view.begin_column(7), 12U);
}

TEST(LineView, SpellsOutWhatCannotBeSeen) {
  const LineView view("a\xE8\xB1\u202E\x01z", 0, 0, 80);
  EXPECT_EQ(view.text(), "a<E8><B1><U+202E><U+0001>z");
  EXPECT_EQ(view.begin_column(1), 1U);
  EXPECT_EQ(view.begin_column(2), 5U);
  EXPECT_EQ(view.begin_column(3), 9U);
  EXPECT_EQ(printable("a\tb\x7F"), "a<U+0009>b<U+007F>");
}

TEST(LineView, ACombiningMarkBelongsToItsBase) {
  const LineView view("xe\u0301y", 0, 0, 80);
  EXPECT_EQ(view.begin_column(2), 1U) << "a mark on it points at the base";
  EXPECT_EQ(view.end_column(2), 2U) << "a range before it ends after the base";
  EXPECT_EQ(view.begin_column(4), 2U);
}

TEST(LineView, CutsAroundTheAnchor) {
  std::string line;
  for (int i = 0; i < 100; ++i) line += "0123456789";
  const LineView middle(line, 500, 503, 21);
  EXPECT_EQ(middle.text(), "…2345678901234567890…");
  EXPECT_EQ(middle.begin_column(500), 9U);
  EXPECT_EQ(middle.end_column(503), 12U);
  EXPECT_EQ(middle.begin_column(0), 1U) << "cut off on the left";
  EXPECT_EQ(middle.begin_column(900), 20U) << "cut off on the right";
  EXPECT_TRUE(middle.shows(500));
  EXPECT_FALSE(middle.shows(400));
  EXPECT_EQ(LineView(line, 0, 3, 21).text(), "0123456789012345678…");
  EXPECT_EQ(LineView(line, 1000, 1000, 21).text(), "…1234567890123456789");
  EXPECT_EQ(LineView(line, 300, 800, 21).text(), "…8901234567890123456…") << "an anchor wider than the window";
}

TEST(LineView, CutsBetweenCharacters) {
  std::string line;
  for (int i = 0; i < 100; ++i) line += "豫";
  for (std::size_t width = 20; width < 30; ++width) {
    const LineView view(line, 150, 153, width);
    EXPECT_FALSE(support::find_invalid_utf8(view.text()));
    EXPECT_EQ(view.text().find('<'), std::string::npos);
    EXPECT_LE(support::display_width(view.text()), width);
  }
}

TEST(LineView, TheWorkIsBoundedOnEndlessLines) {
  for (const std::string_view piece : {"a", "豫", "\t", "\u0301", "\xFF", "\u202E"}) {
    std::string line;
    while (line.size() < (1U << 20)) line += piece;
    const std::size_t anchor = line.size() / 2 / piece.size() * piece.size();
    const LineView view(line, anchor, anchor + piece.size(), 100);
    EXPECT_TRUE(view.shows(anchor)) << testing::PrintToString(piece);
    EXPECT_LT(view.text().size(), 4000U) << testing::PrintToString(piece);
  }
}

}  // namespace
}  // namespace yyshader::diagnostics
