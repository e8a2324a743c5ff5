#include "diagnostics/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "support/utf8.hpp"

namespace yyshader::diagnostics {
namespace {

using detail::check_template;
using detail::TemplateFault;

TEST(Catalogue, TemplatesAreChecked) {
  EXPECT_EQ(check_template("", 0), TemplateFault::none);
  EXPECT_EQ(check_template("甲 {1} 乙 {0} {1}", 2), TemplateFault::none);
  EXPECT_EQ(check_template("a {{ b }} {0}", 1), TemplateFault::none);
  EXPECT_EQ(check_template("{2}", 2), TemplateFault::unknown_argument);
  EXPECT_EQ(check_template("{0}", 0), TemplateFault::unknown_argument);
  EXPECT_EQ(check_template("{0}", 2), TemplateFault::unused_argument);
  EXPECT_EQ(check_template("{1}", 2), TemplateFault::unused_argument);
  EXPECT_EQ(check_template("{O}", 0), TemplateFault::stray_brace);
  EXPECT_EQ(check_template("{0", 1), TemplateFault::stray_brace);
  EXPECT_EQ(check_template("{", 0), TemplateFault::stray_brace);
  EXPECT_EQ(check_template("a } b", 0), TemplateFault::stray_brace);
}

TEST(Catalogue, RowsAreInTheOrderOfTheirIds) {
  ASSERT_EQ(rows().size(), static_cast<std::size_t>(Id::count_));
  EXPECT_EQ(&rows()[static_cast<std::size_t>(Id::cannot_read_file)], &row(Id::cannot_read_file));
  EXPECT_EQ(row(Id::cannot_read_file).id, "cannot_read_file");
  EXPECT_EQ(code(row(Id::cannot_read_file)), "YY7001");
}

TEST(Catalogue, EveryRowIsWrittenForReaders) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(std::string(row.id));
    for (const std::string_view text : {row.chinese, row.english}) {
      EXPECT_FALSE(text.empty());
      EXPECT_FALSE(support::find_invalid_utf8(text));
      EXPECT_EQ(text.find_first_of("\n\t"), std::string_view::npos) << "a message is one line";
    }
    // A quoted piece of source may end with its own.
    EXPECT_FALSE(row.english.ends_with('.')) << "a message has no full stop";
    EXPECT_FALSE(row.chinese.ends_with("。")) << "a message has no full stop";
  }
}

TEST(Catalogue, MarkdownHasEveryRowByNumber) {
  const std::string text = catalogue_markdown();
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), rows().size() + 2);
  EXPECT_NE(
      text.find("| YY7001 | error | `cannot_read_file` | 无法读取文件 {0}：{1} | cannot read the file {0}: {1} |\n"),
      std::string::npos);
  std::string last;
  for (std::size_t at = text.find("| YY"); at != std::string::npos; at = text.find("| YY", at + 1)) {
    const std::string number = text.substr(at + 2, 6);
    EXPECT_LT(last, number);
    last = number;
  }
}

}  // namespace
}  // namespace yyshader::diagnostics
