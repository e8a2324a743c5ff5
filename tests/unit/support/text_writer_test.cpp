#include "support/text_writer.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "support/internal_error.hpp"

namespace yyshader::support {
namespace {

TEST(TextWriter, IndentsWhatIsNotEmpty) {
  TextWriter out;
  out.line("fn f() {");
  out.indent();
  out.write("return ").write("1;").end_line();
  out.end_line();
  out.line("");
  out.dedent();
  out.line("}");
  EXPECT_EQ(std::move(out).take(), "fn f() {\n  return 1;\n\n\n}\n");
}

TEST(TextWriter, CountsLines) {
  TextWriter out("\t");
  EXPECT_EQ(out.current_line(), 0U);
  out.indent();
  out.write("a");
  EXPECT_EQ(out.current_line(), 0U);
  out.end_line();
  EXPECT_EQ(out.current_line(), 1U);
  EXPECT_EQ(out.text(), "\ta\n");
}

TEST(TextWriter, AnEmptyPieceStartsNoLine) {
  TextWriter out;
  out.indent();
  out.write("").end_line();
  EXPECT_EQ(out.text(), "\n");
}

TEST(InternalError, SaysWhereItWasRaised) {
  const int line = __LINE__ + 2;
  try {
    invariant(false, "甲");
    FAIL();
  } catch (const InternalError& error) {
    EXPECT_EQ(std::string(error.what()), "甲 (TestBody:" + std::to_string(line) + ")");
  }
  invariant(true, "nothing");
}

}  // namespace
}  // namespace yyshader::support
