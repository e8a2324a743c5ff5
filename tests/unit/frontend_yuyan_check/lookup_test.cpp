#include <gtest/gtest.h>

#include "check_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

using Ids = std::vector<std::string>;
constexpr const char* open_builtins = "寻观「着色库」之「着色内建」之书。\n";

// ---- One module ----

TEST(Lookup, Locals) {
  run_cases({
      {"the innermost local", function("浮三二", "虑「浮」者「向」中「零」而「加」于「浮」于「浮」"), {}},
      {"a local may bind a number", function("浮三二", "虑「一」者「浮」而「加」于「一」于「一」"), {}},
      {"a local may bind a builtin", function("浮三二", "虑「最小」者「浮」而「加」于「最小」于「浮」"), {}},
      {"and the builtin is hidden then",
       function("浮三二", "虑「最小」者「浮」而「最小」于「浮」于「浮」"),
       {"name_is_no_function"}},
      {"a local may bind 元 阳 阴",
       function("浮三二", "虑「阳」者「浮」而 虑「元」者「阳」而 虑「阴」者「元」而「阴」"),
       {}},
      {"虑 sees its name only in the rest", function("浮三二", "虑「新」者「新」而「浮」"), {"unknown_name"}},
      {"a local ends with its form",
       function("浮三二", "「加」于（虑「内」者「浮」而「内」）于「内」"),
       {"unknown_name"}},
      {"a branch's locals end with it",
       function("浮三二", "若「真」则（虑「内」者「浮」而「内」）否则「内」"),
       {"unknown_name"}},
      {"the name of 递归虑 in its body and rest",
       function(
           "浮三二",
           "递归虑「环」其 化「整三二」而「浮三二」者会「次」而（若「真」则「浮」否则「环」于「次」）而「环」于「整」"),
       {}},
  });
}

TEST(Lookup, InnermostLocalIsTaken) {
  const Checked checked(function("浮三二", "虑「甲」者「浮」而 虑「甲」者「取负」于「甲」而「甲」"));
  EXPECT_TRUE(checked.ids().empty());
  EXPECT_EQ(checked.body("试"), "{ let 甲: 浮三二 = 浮; let 甲: 浮三二 = negate<浮三二>(甲); 甲 }");
}

TEST(Lookup, TopLevel) {
  run_cases({
      {"a definition sees what stands before", "「甲」者「新浮三二」于「一点零」也。「乙」者「甲」也。", {}},
      {"not what stands after", "「乙」者「甲」也。「甲」者「新浮三二」于「一点零」也。", {"used_before_definition"}},
      {"nor itself", "「甲」者「取负」于「甲」也。", {"name_in_own_definition"}},
      {"「一」者「一」也 is the number", "「一」者「一」也。", {}},
      {"a later definition of a number is no error", "「乙」者「一」也。「一」者「新浮三二」于「一点零」也。", {}},
      {"an earlier one is the variable", "「一」者「新浮三二」于「一点零」也。「乙」者「加」于「一」于「一」也。", {}},
      {"types too", "「甲」乃「丙」也。「甲」者「元」也。「丙」即「无三二」也。", {"used_before_definition"}},
      {"a fault in a definition is not reported again where it is used",
       "「甲」者「无此名」也。「乙」者「甲」也。「丙」者「加」于「乙」于「甲」也。",
       {"unknown_name"}},
      {"a definition that could not be read is silent", "「甲」者 （ 也。「乙」者「甲」也。", {"expected_expression"}},
  });
}

TEST(Lookup, Numbers) {
  run_cases({
      {"read digit by digit",
       "「甲」者「新无三二」于「一二七」也。「乙」者「新浮三二」于「零点五」也。「丙」者「新浮三二」于「0.5」也。",
       {}},
      {"two points", "「甲」者「1.2.3」也。", {"malformed_number"}},
      {"no digit before the point", "「甲」者「点五」也。", {"malformed_number"}},
      {"true false unit", "「甲」者「阳」也。「乙」者「阴」也。", {}},
  });
  const Checked checked("「甲」者「新无三二」于「007」也。「乙」者「六四」也。");
  EXPECT_EQ(checked.core("甲"), "甲: 无三二 = 7:无三二");
  EXPECT_EQ(checked.core("乙"), "乙: 整数 = 64:整数");
}

TEST(Lookup, LiteralPlacesTakeNoBoundNumbers) {
  run_cases({
      {"an index", function("浮三二", "虑「零」者「无」而「向」中「零」"), {"bound_number_name"}},
      {"a length",
       "「四」者「新无三二」于「一」也。「甲」即「定长数组」于「浮三二」于「四」也。",
       {"bound_number_name"}},
      {"a binding",
       "「零」者「新无三二」于「一」也。「甲」乃「采样器」也。「甲」者「采样器绑定」于（「组值」【「组」者「零」也，「"
       "号」者「一」也】）也。",
       {"bound_number_name"}},
      {"a field is never looked up",
       "「体」即「组类」【「零」乃「浮三二」也】也。「取」乃化「体」而「浮三二」也。「取」者会「零」而「零」中「零」也"
       "。",
       {}},
  });
}

TEST(Lookup, Suggestions) {
  const Checked near(function("浮三二", "虑「临时之量」者「浮」而「临时之两」"));
  EXPECT_EQ(near.ids(), Ids{"unknown_name"});
  EXPECT_EQ(near.fix("unknown_name"), "「临时之量」");
  EXPECT_EQ(near.message("unknown_name"), "没有名为「临时之两」的定义或局部之名");
  EXPECT_EQ(Checked(function("浮三二", "「毫不相干之名」")).fix("unknown_name"), "absent");
  const Checked later("「乙」者「甲」也。「甲」者「一」也。");
  EXPECT_EQ(later.at("used_before_definition"), "「甲」");
  EXPECT_EQ(later.label_at("used_before_definition"), "「甲」");
}

TEST(Lookup, BuiltinsMustBeOpened) {
  const Checked checked(Files{{"主。着色器。豫", "「甲」者「新浮三二」于「一点零」也。"}});
  EXPECT_EQ(checked.ids(), Ids{"name_of_builtins"});
  EXPECT_EQ(checked.fix("name_of_builtins"), "寻观「着色库」之「着色内建」之书。\n");
}

// ---- Several modules ----

Checked two(const std::string& main, const std::string& other, const std::string& third = "") {
  return Checked(Files{
      {"主。着色器。豫", main}, {"他。着色器。豫", open_builtins + other}, {"三。着色器。豫", open_builtins + third}});
}

TEST(Lookup, Imports) {
  const std::string constant = "「量」者「新浮三二」于「一点零」也。";
  EXPECT_EQ(two("寻「应用」之「他」之书。「甲」者「他」之「量」也。", constant).ids(), Ids{});
  EXPECT_EQ(two("观「应用」之「他」之书。「甲」者「量」也。", constant).ids(), Ids{});
  EXPECT_EQ(two("寻「应用」之「他」之书。「甲」者「量」也。", constant).ids(), Ids{"unknown_name"});
  EXPECT_EQ(two("观「应用」之「他」之书。「甲」者「他」之「量」也。", constant).ids(), Ids{"unknown_namespace"});
  EXPECT_EQ(two("寻「应用」之「他」之书。「甲」者「他」之「无此」也。", constant).ids(), Ids{"unknown_member"});
  EXPECT_EQ(two("寻「应用」之「他」之书。「甲」者「他」也。", constant).ids(), Ids{"namespace_as_value"});
  EXPECT_EQ(two("「乙」者「一」也。「甲」者「乙」之「量」也。", constant).ids(), Ids{"not_a_namespace"});
}

TEST(Lookup, NamesOfAnOpenedModuleDoNotBringItsOwnImports) {
  EXPECT_EQ(two("观「应用」之「他」之书。「甲」者「新浮三二」于「一点零」也。", "").ids(), Ids{"name_of_builtins"});
}

TEST(Lookup, Reexports) {
  const std::string deep = "「量」者「新浮三二」于「一点零」也。";
  const auto through = [&](const std::string& import, const std::string& use) {
    return two("寻观「应用」之「他」之书。「甲」者" + use + "也。", import + "「应用」之「三」之书。", deep).ids();
  };
  EXPECT_EQ(through("观诵", "「量」"), Ids{});
  EXPECT_EQ(through("诵", "「量」"), Ids{});
  EXPECT_EQ(through("观诵", "「他」之「量」"), Ids{});
  EXPECT_EQ(through("观", "「量」"), Ids{"unknown_name"});
  EXPECT_EQ(through("寻诵", "「三」之「量」"), Ids{});
  EXPECT_EQ(through("寻诵", "「他」之「三」之「量」"), Ids{});
  EXPECT_EQ(through("寻诵", "「量」"), Ids{"unknown_name"});
  EXPECT_EQ(through("寻", "「三」之「量」"), Ids{"unknown_namespace"});
}

TEST(Lookup, OneNameReexportedFromTwoModules) {
  const Checked checked(Files{{"主。着色器。豫", "诵「应用」之「他」之书。诵「应用」之「三」之书。"},
                              {"他。着色器。豫", "「量」者「一」也。"},
                              {"三。着色器。豫", "「量」者「二」也。"}});
  EXPECT_EQ(checked.ids(), Ids{"reexport_conflict"});
}

TEST(Lookup, OneDefinitionByTwoWaysIsNoConflict) {
  const Checked checked(
      Files{{"主。着色器。豫", "观诵「应用」之「他」之书。观诵「应用」之「三」之书。「甲」者「量」也。"},
            {"他。着色器。豫", "诵「应用」之「根」之书。"},
            {"三。着色器。豫", "诵「应用」之「根」之书。"},
            {"根。着色器。豫", "「量」者「一」也。"}});
  EXPECT_EQ(checked.ids(), Ids{});
}

TEST(Lookup, TheModuleOpenedLastWinsWithAWarning) {
  const Checked checked(
      Files{{"主。着色器。豫", "观「应用」之「他」之书。观「应用」之「三」之书。「甲」者「量」也。「乙」者「量」也。"},
            {"他。着色器。豫", "「量」者「一」也。"},
            {"三。着色器。豫", "「量」者「二」也。"}});
  EXPECT_EQ(checked.ids(), Ids{"ambiguous_name"});
  EXPECT_NE(checked.message("ambiguous_name").find("「三」"), std::string::npos);
}

/// Some names are looked at before they count as used: the binder of a definition, the callee of 虑's value, a struct.
TEST(Lookup, AnAmbiguityIsToldWhereverTheNameIsFirstUsed) {
  const auto ids = [](const std::string& other, const std::string& use) {
    const std::string head = "寻观「着色库」之「着色内建」之书。观「应用」之「他」之书。";
    return Checked(Files{{"主。着色器。豫", head + "观诵「应用」之「三」之书。" + use},
                         {"他。着色器。豫", open_builtins + other},
                         {"三。着色器。豫", "观诵「着色库」之「着色内建」之书。"}})
        .ids();
  };
  EXPECT_EQ(
      ids("「新格」乃化「浮三二」而「浮三二」也。「新格」者会「甲」而「甲」也。",
          "「甲」乃化「浮三二」而「浮三二」也。「甲」者会「甲」而 虑「乙」者「新格」于「甲」而「读格」于「乙」也。"),
      Ids{"ambiguous_name"});
  EXPECT_EQ(ids("「绑定」乃化「浮三二」而「浮三二」也。「绑定」者会「甲」而「甲」也。",
                "「甲」乃「存储缓冲」于（「数组」于「浮三二」）也。"
                "「甲」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「只读」也】）也。"),
            Ids{"ambiguous_name"});
  EXPECT_EQ(ids("「平方根」乃化「浮三二」而「浮三二」也。「平方根」者会「甲」而「甲」也。",
                "「甲」乃化「浮三二」而「浮三二」也。"
                "「甲」者会「甲」而 虑「乙」者「平方根」于「甲」而「平方根」于「乙」也。"),
            Ids{"ambiguous_name"});
}

TEST(Lookup, OwnDefinitionsHideOpenedOnes) {
  const Checked checked(Files{{"主。着色器。豫", "观「应用」之「他」之书。「量」者「二」也。「甲」者「量」也。"},
                              {"他。着色器。豫", "「量」者「一」也。"}});
  EXPECT_EQ(checked.ids(), Ids{});
}

TEST(Lookup, AMissingModuleSilencesTheNamesItMayHaveGiven) {
  const Checked opened(Files{{"主。着色器。豫", "观「应用」之「无」之书。「甲」者「量」也。"}});
  EXPECT_EQ(opened.ids(), Ids{"module_not_found"});
  const Checked bound(
      Files{{"主。着色器。豫", "寻「应用」之「无」之书。「甲」者「无」之「量」也。「乙」者「无此名」也。"}});
  EXPECT_EQ(bound.ids(), (Ids{"module_not_found", "unknown_name"}));
}

TEST(Lookup, TwoModulesMayDefineTheSameName) {
  const Checked checked(
      Files{{"主。着色器。豫", "寻「应用」之「他」之书。「量」者「二」也。「甲」者「他」之「量」也。"},
            {"他。着色器。豫", "「量」者「一」也。"}});
  EXPECT_EQ(checked.ids(), Ids{});
  EXPECT_EQ(checked.core("甲"), "甲: 整数 = 量");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
