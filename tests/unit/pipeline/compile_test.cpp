#include "pipeline/compile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace yyshader::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::string library = "寻观「着色库」之「着色内建」之书。\n";
const std::string helper = library +
                           "「倍」乃化「无三二」而「无三二」也。\n"
                           "「倍」者会「甲」而「加」于「甲」于「甲」也。\n"
                           "「闲」乃化「无三二」而「无三二」也。\n"
                           "「闲」者会「甲」而「甲」也。\n";
const std::string shader =
    library +
    "寻观「应用」之「夹」之「助」之书。\n"
    "「数据」乃「存储缓冲」于（「数组」于「无三二」）也。\n"
    "「数据」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。\n"
    "「加倍」乃化「全局调用号」而「有」也。\n"
    "「加倍」者会「号」而「写数组」于「数据」于（「号」中「零」）于（「倍」于（「号」中「零」））也。\n"
    "「加倍入口」乃「计算入口」也。\n"
    "「加倍入口」者「计算入口项」于「加倍」于（「组值」【「工作组大小」者「四」也】）也。\n";

const std::vector<Target> all = {Target::wgsl, Target::msl, Target::ptx};

Compilation compile_at(const std::string& root, Options options = {}, const std::vector<Target>& targets = all,
                       const std::string& text = shader) {
  const source::VirtualFileSystem files(
      std::map<std::string, std::string>{{root + "/加倍。着色器。豫", text}, {root + "/夹/助。着色器。豫", helper}});
  options.packages = {{"应用", root}};
  options.discover_packages = false;
  return compile(options, files, root + "/加倍。着色器。豫", targets);
}

TEST(Compile, GivesTextsAndInterface) {
  const Compilation result = compile_at("/甲");
  ASSERT_TRUE(result.module);
  EXPECT_EQ(result.package, "应用");
  EXPECT_THAT(result.module_path, ElementsAre("加倍"));
  EXPECT_THAT(result.texts.at(Target::wgsl).text.text, HasSubstr("fn 加倍("));
  EXPECT_FALSE(result.texts.at(Target::wgsl).failed);
  EXPECT_THAT(result.files_read, testing::UnorderedElementsAre("/甲/加倍。着色器。豫", "/甲/夹/助。着色器。豫"));
}

TEST(Compile, MakesOnlyTheTextsAskedFor) {
  EXPECT_THAT(compile_at("/甲", {}, {Target::wgsl}).texts, ElementsAre(testing::Key(Target::wgsl)));
  EXPECT_THAT(compile_at("/甲", {}, {}).texts, IsEmpty());
}

TEST(Compile, HasALineOriginForEveryLine) {
  const Compilation result = compile_at("/甲");
  for (const auto& [target, made] : result.texts) {
    const auto lines = std::count(made.text.text.begin(), made.text.text.end(), '\n');
    EXPECT_EQ(made.text.line_origins.size(), static_cast<std::size_t>(lines));
  }
}

TEST(Compile, TheModelIsTheSameWhereverThePackageLies) {
  const auto model = reflect_model(compile_at("/甲"));
  const auto other = reflect_model(compile_at("/another/place"));
  EXPECT_EQ(model.wgsl.text, other.wgsl.text);
  EXPECT_EQ(model.files, other.files);
  EXPECT_THAT(model.files, testing::Contains("应用/加倍。着色器。豫"));
  ASSERT_THAT(model.entries, SizeIs(1));
  EXPECT_EQ(model.entries[0].item, "加倍入口");
}

TEST(Compile, PrunesWhatNoEntryReaches) {
  EXPECT_THAT(compile_at("/甲").texts.at(Target::wgsl).text.text, HasSubstr("fn 闲("));
  Options options;
  options.prune = true;
  const std::string text = compile_at("/甲", options).texts.at(Target::wgsl).text.text;
  EXPECT_THAT(text, Not(HasSubstr("fn 闲(")));
  EXPECT_THAT(text, HasSubstr("fn 倍("));
}

TEST(Compile, ErrorsLeaveNoTexts) {
  const Compilation result = compile_at("/甲", {}, all, shader + "「坏」者「无此」也。\n");
  EXPECT_TRUE(diagnostics::has_errors(result.diagnostics));
  EXPECT_FALSE(result.module);
  EXPECT_THAT(result.texts, IsEmpty());
}

TEST(Compile, AMissingFileIsAFinding) {
  const Compilation result = compile({}, source::VirtualFileSystem(), "/无。着色器。豫", all);
  EXPECT_THAT(result.diagnostics, SizeIs(1));
  EXPECT_FALSE(result.module);
}

TEST(Compile, ATargetThatCannotBeHasACommentForText) {
  for (const Target target : all) {
    const Compilation result = compile_at("/甲", {}, {target});
    const TargetResult& made = result.texts.at(target);
    if (!made.failed) continue;
    EXPECT_THAT(made.text.text, testing::StartsWith("// "));
    EXPECT_EQ(std::count(made.text.text.begin(), made.text.text.end(), '\n'), 1);
    EXPECT_FALSE(diagnostics::has_errors(result.diagnostics));
    EXPECT_THAT(result.diagnostics, SizeIs(1)) << "it is said";
    if (target == Target::ptx) {
      for (const char c : made.text.text) EXPECT_LT(static_cast<unsigned char>(c), 0x80U);
    }
    Options options;
    options.required = {target};
    EXPECT_TRUE(diagnostics::has_errors(compile_at("/甲", options, {target}).diagnostics));
  }
}

}  // namespace
}  // namespace yyshader::pipeline
