#include <gtest/gtest.h>

#include <string>

#include "diagnostics/render.hpp"

namespace yyshader::diagnostics {
namespace {

Message say(const std::string& a, const std::string& b) { return message<Id::cannot_read_file>(Text{a}, Text{b}); }

class RenderText : public testing::Test {
 protected:
  source::SourceMap sources_;
  source::FileId file_ = sources_.add("着色/加倍。着色器。豫", "\n虑「甲」者「一」而\n");
  source::Span name_{file_, 4, 13};
  source::Span one_{file_, 16, 25};
  Diagnostic diagnostic_ = diagnose<Id::cannot_read_file>(one_, Text{"甲"}, Text{"乙"});
};

TEST_F(RenderText, Headline) {
  EXPECT_EQ(render_text(diagnostic_, sources_, {}), R"(着色/加倍。着色器。豫:2:6: error: 无法读取文件 甲：乙 [YY7001]
 2 | 虑「甲」者「一」而
   |           ^~~~~~
)");
}

TEST_F(RenderText, TheDefinitionIsNamed) {
  diagnostic_.definition = "加倍";
  diagnostic_.severity = Severity::warning;
  EXPECT_EQ(render_text(diagnostic_, sources_, {}),
            R"(着色/加倍。着色器。豫:2:6: warning: 无法读取文件 甲：乙（在「加倍」中） [YY7001]
 2 | 虑「甲」者「一」而
   |           ^~~~~~
)");
  RenderOptions options;
  options.language = Language::english;
  EXPECT_EQ(render_text(diagnostic_, sources_, options),
            R"(着色/加倍。着色器。豫:2:6: warning: cannot read the file 甲: 乙 (in 「加倍」) [YY7001]
 2 | 虑「甲」者「一」而
   |           ^~~~~~
)");
}

TEST_F(RenderText, WithoutAPlace) {
  const Diagnostic diagnostic =
      diagnose<Id::cannot_read_file>({}, Text{"甲"}, Text{"乙"}).note({}, say("丙", "丁")).label({}, say("戊", "己"));
  EXPECT_EQ(render_text(diagnostic, sources_, {}), R"(yyshader: error: 无法读取文件 甲：乙 [YY7001]
yyshader: note: 无法读取文件 戊：己
yyshader: note: 无法读取文件 丙：丁
)");
}

TEST_F(RenderText, LabelsNotesAndFixes) {
  const auto other = sources_.add("库。豫", "甲乙\n");
  const Diagnostic diagnostic = diagnose<Id::cannot_read_file>(one_, Text{"甲"}, Text{"乙"})
                                    .label(name_, say("标", "签"))
                                    .note({other, 3, 6}, say("附", "注"))
                                    .note({}, say("又", "注"))
                                    .fix(one_, "「二」", say("改", "正"));
  EXPECT_EQ(render_text(diagnostic, sources_, {}), R"(着色/加倍。着色器。豫:2:6: error: 无法读取文件 甲：乙 [YY7001]
 2 | 虑「甲」者「一」而
   |   ------  ^~~~~~
   |   |
   |   无法读取文件 标：签
库。豫:1:2: note: 无法读取文件 附：注
 1 | 甲乙
   |   ^~
yyshader: note: 无法读取文件 又：注
着色/加倍。着色器。豫:2:6: note: 无法读取文件 改：正
 2 - 虑「甲」者「一」而
 2 + 虑「甲」者「二」而
   |           ++++++
)");
}

TEST_F(RenderText, AMessageStaysOnOneLine) {
  const Diagnostic diagnostic = diagnose<Id::cannot_read_file>({}, Text{"a\nb\x1b[31m"}, Text{"\xFF"});
  EXPECT_EQ(render_text(diagnostic, sources_, {}),
            "yyshader: error: 无法读取文件 a<U+000A>b<U+001B>[31m：<FF> [YY7001]\n");
}

TEST_F(RenderText, ColoursOnlyWhenAsked) {
  EXPECT_EQ(render_text(diagnostic_, sources_, {}).find('\x1b'), std::string::npos);
  RenderOptions options;
  options.color = true;
  EXPECT_NE(render_text(diagnostic_, sources_, options).find("\x1b[1;31merror:\x1b[0m"), std::string::npos);
}

}  // namespace
}  // namespace yyshader::diagnostics
