#include "driver/depfile.hpp"

#include <gtest/gtest.h>

namespace yyshader::driver {
namespace {

TEST(Depfile, EscapesWhatMakeWouldMisread) {
  EXPECT_EQ(escape_for_make("着色/加倍。着色器。豫"), "着色/加倍。着色器。豫");
  EXPECT_EQ(escape_for_make("a b"), "a\\ b");
  EXPECT_EQ(escape_for_make("a#b"), "a\\#b");
  EXPECT_EQ(escape_for_make("a$b$$"), "a$$b$$$$");
  EXPECT_EQ(escape_for_make("a:b"), "a\\:b");
  EXPECT_EQ(escape_for_make("a\tb"), "a\\\tb");
  // A backslash stands for itself, but not before a blank.
  EXPECT_EQ(escape_for_make("a\\b"), "a\\b");
  EXPECT_EQ(escape_for_make("a\\ b"), "a\\\\\\ b");
  EXPECT_EQ(escape_for_make("a\\\\ b"), "a\\\\\\\\\\ b");
}

TEST(Depfile, RefusesLineBreaks) {
  EXPECT_EQ(escape_for_make("a\nb"), std::nullopt);
  std::string culprit;
  EXPECT_EQ(depfile_text("t", {"a", "b\n"}, culprit), std::nullopt);
  EXPECT_EQ(culprit, "b\n");
}

TEST(Depfile, IsOneRuleWithAnInputALine) {
  std::string culprit;
  EXPECT_EQ(depfile_text("o u t", {"甲", "b#"}, culprit), "o\\ u\\ t: \\\n  甲 \\\n  b\\#\n");
  EXPECT_EQ(depfile_text("out", {}, culprit), "out:\n");
}

}  // namespace
}  // namespace yyshader::driver
