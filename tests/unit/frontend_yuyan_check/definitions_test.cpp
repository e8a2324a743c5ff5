#include <gtest/gtest.h>

#include "check_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

using Ids = std::vector<std::string>;

// ---- Functions and constants ----

TEST(Definitions, Functions) {
  run_cases({
      {"another number of parameters",
       "「甲」乃化「浮三二」而「浮三二」也。「甲」者会「乙」而会「丙」而「乙」也。",
       {"parameter_count"}},
      {"no 会", "「甲」乃化「浮三二」而「浮三二」也。「甲」者「正弦」也。", {"function_needs_lambda"}},
      {"a wrong result", "「甲」乃化「浮三二」而「无三二」也。「甲」者会「乙」而「乙」也。", {"type_mismatch"}},
      {"a value for unit", "「甲」乃化「浮三二」而「有」也。「甲」者会「乙」而「乙」也。", {"type_mismatch"}},
      {"faults in type and body",
       "「甲」乃化「无此类」而「浮三二」也。「甲」者会「乙」而「加」于「乙」于（「无此名」）也。",
       {"unknown_name", "unknown_name"}},
      {"承", "「甲」乃承「类」而化「类」而「类」也。「甲」者会「乙」而「乙」也。", {"polymorphic_function"}},
  });
}

TEST(Definitions, Constants) {
  run_cases({
      {"with a signature", "「甲」乃「二维浮」也。「甲」者「新浮三二」于「一点零」与「新浮三二」于「二点零」也。", {}},
      {"without one", "「甲」者「新浮三二」于「一点零」也。「乙」者「加」于「甲」于（「平方根」于「甲」）也。", {}},
      {"a struct",
       "「体」即「组类」【「甲」乃「无三二」也】也。「量」者「组值」【「甲」者「新无三二」于「一」也】也。",
       {}},
      {"a wrong type", "「甲」乃「无三二」也。「甲」者「新浮三二」于「一点零」也。", {"type_mismatch"}},
      {"unit", "「甲」者「元」也。", {"unit_type_here"}},
      {"a call of a user's function",
       "「倍」乃化「浮三二」而「浮三二」也。「倍」者会「甲」而「甲」也。「乙」者「倍」于（「新浮三二」于「一点零」）也"
       "。",
       {"call_in_constant"}},
      {"a 虑", "「甲」者虑「乙」者「新浮三二」于「一点零」而「乙」也。", {"binding_in_constant"}},
      {"a ；", "「甲」者「元」；「新浮三二」于「一点零」也。", {}},
      {"an effect", "「甲」者「子组求和」于（「新浮三二」于「一点零」）也。", {"builtin_in_constant"}},
      {"a choice", "「甲」者若「阳」则「新浮三二」于「一点零」否则「新浮三二」于「二点零」也。", {}},
      {"a choice between structs",
       "「体」即「组类」【「甲」乃「无三二」也】也。「一个」者「组值」【「甲」者「新无三二」于「一」也】也。「甲」者若"
       "「阳」则「一个」否则「一个」也。",
       {"conditional_in_constant"}},
      {"a cell", "「甲」者「新格」于（「新浮三二」于「一点零」）也。", {"cell_outside_let"}},
      {"a closure", "「甲」乃「浮三二」也。「甲」者会「乙」而「乙」也。", {"unnamed_function"}},
  });
}

// ---- Resources ----

std::string storage(std::string_view value) {
  return "「缓」乃「存储缓冲」于（「数组」于「无三二」）也。「缓」者" + std::string(value) + "也。";
}

TEST(Definitions, Resources) {
  run_cases({
      {"seen through an alias",
       "「缓类」即「存储缓冲」于（「数组」于「无三二」）也。「缓」乃「缓类」也。「缓」者「绑定」于（「组值」【「号」者"
       "「零」也，「组」者「零」也，「访问」者「只读」也】）也。",
       {}},
      {"授以",
       storage("「绑定」授以（「数组」于「无三二」）于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写"
               "」也】）"),
       {}},
      {"another 授以",
       storage("「绑定」授以「无三二」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）"),
       {"type_mismatch"}},
      {"the wrong binder",
       storage("「均匀绑定」于（「组值」【「组」者「零」也，「号」者「零」也】）"),
       {"needs_binder"}},
      {"no binder", storage("「新无三二」于「一」"), {"needs_binder"}},
      {"an unknown one", storage("「绑」于「一」"), {"unknown_name"}},
      {"a name", storage("「元」"), {"needs_binder"}},
      {"a field missing",
       storage("「绑定」于（「组值」【「组」者「零」也，「号」者「零」也】）"),
       {"missing_binding_field"}},
      {"a field too many",
       storage("「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「只读」也，「别」者「零」也】）"),
       {"unknown_binding_field"}},
      {"no 组值", storage("「绑定」于「零」"), {"options_needed"}},
      {"a computed number",
       storage("「绑定」于（「组值」【「组」者「取负」于「一」也，「号」者「零」也，「访问」者「只读」也】）"),
       {"option_needs_number"}},
      {"a decimal",
       storage("「绑定」于（「组值」【「组」者「零点五」也，「号」者「零」也，「访问」者「只读」也】）"),
       {"option_needs_number"}},
      {"too large",
       storage("「绑定」于（「组值」【「组」者「零」也，「号」者「99999999999」也，「访问」者「只读」也】）"),
       {"option_out_of_range"}},
      {"no access mode",
       storage("「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「一」也】）"),
       {"access_needed"}},
      {"several faults at once",
       storage("「绑定」于（「组值」【「组」者「阳」也，「号」者「零点一」也，「访问」者「一」也】）"),
       {"option_needs_number", "option_needs_number", "access_needed"}},
      {"no signature",
       "「缓」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。",
       {"resource_needs_signature"}},
      {"a sampler without one", "「采」者「采样器绑定」于（「组值」【「组」者「零」也，「号」者「零」也】）也。", {}},
      {"a texture of integers",
       "「图」乃「纹理二维」于「无三二」也。「图」者「纹理绑定」于（「组值」【「组」者「零」也，「号」者「零」也】）也"
       "。",
       {}},
      {"a texture of halves",
       "「图」乃「纹理二维」于「浮十六」也。「图」者「纹理绑定」于（「组值」【「组」者「零」也，「号」者「零」也】）也"
       "。",
       {"texture_content"}},
      {"a workgroup variable without unit",
       "「共」乃「工作组变量」于「无三二」也。「共」者「工作组共享」于「一」也。",
       {"type_mismatch"}},
      {"one that works", "「共」乃「工作组变量」于「无三二」也。「共」者「工作组共享」于「元」也。", {}},
  });
  const std::string resource =
      "「图」乃「纹理二维」于「浮三二」也。「图」者「纹理绑定」于（「组值」【「组」者「一」也，「号」者「十」也】）也"
      "。";
  EXPECT_EQ(Checked(resource).ids(), Ids{"numeral_with_units"});
  EXPECT_EQ(Checked("「图」乃「纹理二维」于「浮三二」也。「图」者「纹理绑定」于（「组值」【「组」者「一」也，「号」者「"
                    "一二」也】）也。")
                .core("图"),
            "图 texture 纹理二维 于 浮三二 @1,12");
  EXPECT_EQ(Checked("「共」乃「工作组变量」于「无三二」也。「共」者「工作组共享」于「元」也。").core("共"),
            "共 workgroup 无三二 @0,0 rw");
}

// ---- Entry items ----

std::string entry(std::string_view value, std::string_view name = "口") {
  return "「核」乃化「全局调用号」而「有」也。「核」者会「号」而「元」也。「" + std::string(name) +
         "」乃「计算入口」也。「" + std::string(name) + "」者" + std::string(value) + "也。";
}

std::string sized(std::string_view size) {
  return entry("「计算入口项」于「核」于（「组值」【「工作组大小」者" + std::string(size) + "也】）");
}

TEST(Definitions, EntryItems) {
  run_cases({
      {"one number", sized("「六四」"), {}},
      {"three", sized("「八」与「八」与「一」"), {}},
      {"two", sized("「八」与「八」"), {"workgroup_size_count"}},
      {"zero", sized("「八」与「零」与「一」"), {"workgroup_size_zero"}},
      {"1024", sized("「1024」"), {}},
      {"over it", sized("「33」与「32」与「1」"), {"workgroup_size_too_large"}},
      {"deep", sized("「1」与「1」与「65」"), {}},
      {"huge", sized("「2147483647」与「2147483647」与「2147483647」"), {"workgroup_size_too_large"}},
      {"computed", sized("「加」于「一」于「一」"), {"option_needs_number"}},
      {"no options", entry("「计算入口项」于「核」"), {"argument_count"}},
      {"the wrong binder", entry("「顶点入口项」于「核」"), {"needs_binder"}},
      {"no function",
       entry("「计算入口项」于「一」于（「组值」【「工作组大小」者「四」也】）"),
       {"entry_needs_function"}},
      {"a builtin",
       entry("「计算入口项」于「正弦」于（「组值」【「工作组大小」者「四」也】）"),
       {"entry_needs_function"}},
      {"an unknown one",
       entry("「计算入口项」于「无此函」于（「组值」【「工作组大小」者「四」也】）"),
       {"unknown_name"}},
      {"an unnamed one",
       entry("「计算入口项」于（会「号」而「元」）于（「组值」【「工作组大小」者「四」也】）"),
       {"unnamed_function"}},
      {"without signature",
       "「核」乃化「全局调用号」而「有」也。「核」者会「号」而「元」也。「口」者「计算入口项」于「核」于（「组值」【「"
       "工作组大小」者「四」也】）也。",
       {}},
      {"a taken name",
       entry("「计算入口项」于「核」于（「组值」【「工作组大小」者「四」也】）", "着色源"),
       {"reserved_entry_name"}},
      {"another",
       entry("「计算入口项」于「核」于（「组值」【「工作组大小」者「四」也】）", "PTX源"),
       {"reserved_entry_name"}},
      {"the name of another's PTX name",
       sized("「四」") + "「口PTX名」乃「计算入口」也。「口PTX名」者「计算入口项」于「核」于（「组值」【「工作组大小」"
                         "者「四」也】）也。",
       {"entry_name_taken"}},
      {"such a name alone", entry("「计算入口项」于「核」于（「组值」【「工作组大小」者「四」也】）", "别PTX名"), {}},
      {"an entry item as value", sized("「四」") + "「量」者「口」也。", {"entry_as_value"}},
      {"a function with a fault is silent",
       "「核」乃化「全局调用号」而「有」也。「核」者会「号」而「无此名」也。「口」乃「计算入口」也。「口」者「计算入口"
       "项」于「核」于（「组值」【「工作组大小」者「四」也】）也。",
       {"unknown_name"}},
  });
  EXPECT_EQ(Checked(sized("「八」与「四」与「二」")).core("口"), "口 entry 0 核 8 4 2");
}

TEST(Definitions, ImportedDefinitions) {
  const Checked checked(
      Files{{"主。着色器。豫",
             "寻观「着色库」之「着色内建」之书。寻「应用」之「他」之书。「口」乃「计算入口」也。「口」者「计算入口项」"
             "于「他」之「核」于（「组值」【「工作组大小」者「四」也】）也。"},
            {"他。着色器。豫",
             "寻观「着色库」之「着色内建」之书。「核」乃化「全局调用号」而「有」也。「核」者会「号」而「元」也。"}});
  EXPECT_EQ(checked.ids(), Ids{});
  EXPECT_EQ(checked.core("口"), "口 entry 0 核 4 1 1");
  ASSERT_EQ(checked.result.program.definitions.size(), 2U);
  EXPECT_FALSE(checked.result.program.definitions[0].in_main_file);
  EXPECT_TRUE(checked.result.program.definitions[1].in_main_file);
}

TEST(Definitions, MessagesNameTheDefinition) {
  const Checked checked("「甲」者「无此名」也。「乙」即「无此类」也。");
  ASSERT_EQ(checked.result.diagnostics.size(), 2U);
  EXPECT_EQ(checked.result.diagnostics[0].definition, "甲");
  EXPECT_EQ(checked.result.diagnostics[1].definition, "乙");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
