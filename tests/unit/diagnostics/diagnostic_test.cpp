#include "diagnostics/diagnostic.hpp"

#include <gtest/gtest.h>

#include <string>

#include "diagnostics/render.hpp"
#include "support/internal_error.hpp"

namespace yyshader::diagnostics {
namespace {

const source::FileId first_file(std::size_t{0});
const source::FileId second_file(std::size_t{1});

Diagnostic at(source::Span span, const std::string& reason) {
  return diagnose<Id::cannot_read_file>(span, Text{"甲。豫"}, Text{reason});
}

TEST(Diagnostic, TakesTheSeverityOfItsRow) {
  const Diagnostic diagnostic = at({}, "x");
  EXPECT_EQ(diagnostic.severity, Severity::error);
  EXPECT_TRUE(has_errors({diagnostic}));
  Diagnostic warning = diagnostic;
  warning.severity = Severity::warning;
  EXPECT_FALSE(has_errors({warning}));
  EXPECT_FALSE(has_errors({}));
}

TEST(Diagnostic, CollectsWhatExplainsIt) {
  const auto text = message<Id::cannot_read_file>(Text{"a"}, Text{"b"});
  const Diagnostic diagnostic =
      at({first_file, 1, 2}, "x").label({first_file, 3, 4}, text).note({}, text).fix({first_file, 1, 1}, "『", text);
  ASSERT_EQ(diagnostic.labels.size(), 1U);
  ASSERT_EQ(diagnostic.notes.size(), 1U);
  ASSERT_EQ(diagnostic.fixes.size(), 1U);
  EXPECT_EQ(diagnostic.labels[0].span.begin, 3U);
  EXPECT_EQ(diagnostic.fixes[0].replacement, "『");
}

TEST(Diagnostic, IsAddedToInPlace) {
  const auto text = message<Id::cannot_read_file>(Text{"a"}, Text{"b"});
  Diagnostic diagnostic = at({}, "x");
  diagnostic.note({}, text).label({first_file, 1, 2}, text);
  diagnostic.fix({first_file, 1, 2}, "", text);
  diagnostic = std::move(diagnostic).note({}, text);
  EXPECT_EQ(diagnostic.notes.size() + diagnostic.labels.size() + diagnostic.fixes.size(), 4U);
  EXPECT_EQ(diagnostic.message.arguments.size(), 2U);
}

TEST(Diagnostic, SortedByPlaceWithoutRepeats) {
  const Diagnostics found = {
      at({}, "nowhere"),           at({second_file, 0, 1}, "second file"), at({first_file, 9, 10}, "later"),
      at({first_file, 2, 5}, "b"), at({first_file, 2, 4}, "shorter"),      at({first_file, 2, 5}, "a"),
      at({first_file, 2, 5}, "b"),
  };
  std::string order;
  for (const Diagnostic& d : sorted(found)) order += std::get<Text>(d.message.arguments[1]).text + "|";
  EXPECT_EQ(order, "shorter|b|a|later|second file|nowhere|");
}

TEST(ToText, FillsInArgumentsInBothLanguages) {
  const auto text = message<Id::cannot_read_file>(Text{"甲。豫"}, Text{"No such file"});
  EXPECT_EQ(to_text(text, Language::chinese), "无法读取文件 甲。豫：No such file");
  EXPECT_EQ(to_text(text, Language::english), "cannot read the file 甲。豫: No such file");
}

TEST(ToText, ShowsEachKindOfArgument) {
  EXPECT_EQ(to_text(Name{"加倍"}), "「加倍」");
  EXPECT_EQ(to_text(TypeText{"浮三二"}), "浮三二");
  EXPECT_EQ(to_text(Text{"{0}"}), "{0}");
  EXPECT_EQ(to_text(Number{-9223372036854775807 - 1}), "-9223372036854775808");
}

TEST(ToText, CutsVeryLongNames) {
  std::string name;
  for (int i = 0; i < 100000; ++i) name += "名";
  const std::string text = to_text(Name{name});
  EXPECT_EQ(text.size(), 3 + 200 * 3 + 3 + 3U);
  EXPECT_TRUE(text.ends_with("名…」"));
  EXPECT_LT(to_text(Text{name}).size(), 20000U);
  EXPECT_LT(to_text(TypeText{name}).size(), 20000U);
}

TEST(ToText, AMissingArgumentIsAnInternalError) {
  EXPECT_THROW(to_text(Message{Id::cannot_read_file, {}}, Language::chinese), support::InternalError);
  EXPECT_THROW(row(Id::count_), support::InternalError);
}

}  // namespace
}  // namespace yyshader::diagnostics
