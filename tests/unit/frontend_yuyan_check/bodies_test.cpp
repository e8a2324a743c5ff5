#include <gtest/gtest.h>

#include "check_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

TEST(Bodies, SeedExample) {
  const Checked checked(R"(
「数据」乃「存储缓冲」于（「数组」于「无三二」）也。
「数据」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。
「加倍」乃化「全局调用号」而「有」也。
「加倍」者会「号」而
  虑「序」者「号」中「零」而
  「写数组」于「数据」于「序」于（「乘」于（「读数组」于「数据」于「序」）于（「新无三二」于「二」））
也。
「加倍入口」乃「计算入口」也。
「加倍入口」者「计算入口项」于「加倍」于（「组值」【「工作组大小」者「四」也】）也。
)");
  EXPECT_TRUE(checked.ids().empty());
  EXPECT_EQ(checked.core("数据"), "数据 storage 数组 于 无三二 @0,0 rw");
  EXPECT_EQ(checked.core("加倍"),
            "加倍(号:三维无#全局调用号)有 = { let 序: 无三二 = 号.0; write_array<无三二>(@数据, 序, "
            "multiply<无三二>(read_array<无三二>(@数据, 序), 2:无三二)) }");
  EXPECT_EQ(checked.core("加倍入口"), "加倍入口 entry 0 加倍 4 1 1");
}

TEST(Bodies, Conditionals) {
  run_cases({
      {"equal branches", function("浮三二", "若「真」则「浮」否则「向」中「零」"), {}},
      {"unlike branches", function("浮三二", "虑「甲」者（若「真」则「浮」否则「无」）而「浮」"), {"type_mismatch"}},
      {"a condition that is no 爻", function("浮三二", "若「无」则「浮」否则「浮」"), {"type_mismatch"}},
      {"unlike what is expected", function("浮三二", "若「真」则「无」否则「浮」"), {"type_mismatch"}},
      {"units", function("有", "若「真」则「元」否则「元」"), {}},
  });
  EXPECT_EQ(
      Checked(function("浮三二", "若「真」则「浮」否则若（「非」于「真」）则「向」中「零」否则「浮」")).body("试"),
      "if:浮三二(真 => 浮; logical_not(真) => 向.0; else 浮)");
  const Checked unlike(function("浮三二", "虑「甲」者（若「真」则「浮」否则「无」）而「浮」"));
  EXPECT_EQ(unlike.at("type_mismatch"), "「无」");
  EXPECT_EQ(unlike.label_at("type_mismatch"), "「浮」");
}

TEST(Bodies, LetsBetweenBranchesStayInPlace) {
  EXPECT_EQ(
      Checked(function("浮三二", "若「真」则「浮」否则 虑「甲」者「浮」而 若「真」则「甲」否则「浮」")).body("试"),
      "if:浮三二(真 => 浮; else { let 甲: 浮三二 = 浮; if:浮三二(真 => 甲; else 浮) })");
}

TEST(Bodies, Sequences) {
  run_cases({
      {"a value that does nothing", function("浮三二", "「加」于「浮」于「浮」；「浮」"), {"value_dropped"}},
      {"元 alone", function("浮三二", "「元」；「浮」"), {}},
      {"an effect", function("浮三二", "「子组求和」于「浮」；「浮」"), {}},
      {"a pure function",
       "「倍」乃化「浮三二」而「浮三二」也。「倍」者会「甲」而「加」于「甲」于「甲」也。" +
           function("浮三二", "「倍」于「浮」；「浮」"),
       {"value_dropped"}},
      {"a function with effects",
       "「并」乃化「浮三二」而「浮三二」也。「并」者会「甲」而「子组求和」于「甲」也。" +
           function("浮三二", "「并」于「浮」；「浮」"),
       {}},
  });
  EXPECT_EQ(Checked(function("浮三二", "「加」于「浮」于「浮」；「浮」")).body("试"), "浮");
  EXPECT_EQ(Checked(function("浮三二", "「子组求和」于「浮」；「浮」")).body("试"),
            "{ do subgroup_add<浮三二>(浮); 浮 }");
}

TEST(Bodies, Lets) {
  run_cases({
      {"a unit value binds nothing", function("浮三二", "虑「甲」者「元」而「浮」"), {}},
      {"and may be named", function("有", "虑「甲」者「工作组屏障」于「元」而「甲」"), {}},
      {"a bare literal stays one", function("整三二", "虑「甲」者「三四」而「新整三二」于「甲」"), {}},
  });
  EXPECT_EQ(Checked(function("有", "虑「甲」者「工作组屏障」于「元」而「甲」")).body("试"),
            "{ let 甲: 有 = workgroup_barrier(unit); unit }");
}

TEST(Bodies, Cells) {
  run_cases({
      {"made, read and written",
       function(
           "浮三二",
           "虑「量」者「新格」于「浮」而「写格」于「量」于（「加」于（「读格」于「量」）于「浮」）；「读格」于「量」"),
       {}},
      {"授以", function("浮三二", "虑「量」者「新格」授以「浮三二」于「浮」而「读格」于「量」"), {}},
      {"annotated", function("浮三二", "虑「量」者（「格」于「浮三二」）也（「新格」于「浮」）而「读格」于「量」"), {}},
      {"of a vector", function("浮三二", "虑「量」者「新格」于「向」而（「读格」于「量」）中「零」"), {}},
      {"of a bare literal", function("浮三二", "虑「量」者「新格」于「一」而「浮」"), {"literal_cell"}},
      {"anywhere else", function("浮三二", "「读格」于（「新格」于「浮」）"), {"cell_outside_let"}},
      {"used as a value", function("浮三二", "虑「量」者「新格」于「浮」而「加」于「量」于「浮」"), {"cell_as_value"}},
      {"bound again", function("浮三二", "虑「量」者「新格」于「浮」而 虑「别」者「量」而「浮」"), {"cell_as_value"}},
      {"written with another type",
       function("浮三二", "虑「量」者「新格」于「浮」而「写格」于「量」于「无」；「浮」"),
       {"type_mismatch"}},
      {"written with a bare literal",
       function("浮三二", "虑「量」者「新格」于「浮」而「写格」于「量」于「一」；「浮」"),
       {"literal_needs_constructor"}},
      {"type found later",
       function("浮三二", "虑「量」者「新格」于（「转换」于「整」）而「写格」于「量」于「浮」；「读格」于「量」"),
       {}},
  });
  EXPECT_EQ(
      Checked(function("浮三二", "虑「量」者「新格」于「浮」而「写格」于「量」于「浮」；「读格」于「量」")).body("试"),
      "{ cell 量: 格 于 浮三二 = 浮; do write_cell<浮三二>(量, 浮); read_cell<浮三二>(量) }");
}

// ---- 递归虑 ----

std::string loop(std::string_view body, std::string_view rest = "「环」于「无」于「浮」") {
  return function("浮三二", "递归虑「环」其 化「无三二」而化「浮三二」而「浮三二」者会「次」而会「和」而（" +
                                std::string(body) + "）而 " + std::string(rest));
}

TEST(Bodies, TailRecursion) {
  const std::string step = "「环」于「次」于（「加」于「和」于「浮」）";
  run_cases({
      {"in a branch", loop("若「真」则「和」否则" + step), {}},
      {"after 虑", loop("虑「甲」者「和」而 若「真」则「甲」否则" + step), {}},
      {"after ；", loop("「工作组屏障」于「元」；若「真」则「和」否则" + step), {}},
      {"in both branches", loop("若「真」则" + step + "否则 若「真」则" + step + "否则「和」"), {}},
      {"annotated", loop("若「真」则「和」否则（「浮三二」也（" + step + "））"), {}},
      {"as an operand", loop("若「真」则「和」否则「加」于（" + step + "）于「和」"), {"not_tail_recursion"}},
      {"as the value of 虑", loop("若「真」则「和」否则 虑「甲」者" + step + "而「甲」"), {"not_tail_recursion"}},
      {"left of ；", loop("若「真」则「和」否则（" + step + "；「和」）"), {"not_tail_recursion"}},
      {"as a condition", loop("若（「小于」于（" + step + "）于「和」）则「和」否则「和」"), {"not_tail_recursion"}},
      {"in its own argument", loop("若「真」则「和」否则「环」于「次」于（" + step + "）"), {"not_tail_recursion"}},
      {"called from several places",
       loop("若「真」则「和」否则" + step, "「加」于（「环」于「无」于「浮」）于（「环」于「无」于「浮」）"),
       {}},
      {"never called", loop("若「真」则「和」否则" + step, "「浮」"), {}},
      {"never calling itself", loop("「和」"), {}},
      {"too few arguments", loop("若「真」则「和」否则「环」于「次」"), {"argument_count"}},
      {"a wrong argument", loop("若「真」则「和」否则「环」于「和」于「和」"), {"type_mismatch"}},
      {"as a value", loop("「和」", "虑「甲」者「环」而「浮」"), {"function_as_value"}},
      {"a wrong result", loop("「次」"), {"type_mismatch"}},
  });
  const Checked wrong(loop("若「真」则「和」否则「加」于（" + step + "）于「和」"));
  EXPECT_EQ(wrong.message("not_tail_recursion"), "非尾递归：局部递归函数「环」只能在尾位置调用自身");
  EXPECT_EQ(wrong.at("not_tail_recursion"), "「环」");
  EXPECT_EQ(Checked(loop("若「真」则「和」否则「环」于「次」于「和」")).body("试"),
            "{ rec 环(次: 无三二, 和: 浮三二): 浮三二 = if:浮三二(真 => 和; else again 环(次, 和)); run 环(无, 浮) }");
}

TEST(Bodies, NestedRecursions) {
  const auto nested = [](std::string_view inner_body, std::string_view inner_rest) {
    return loop("递归虑「内」其 化「无三二」而「浮三二」者会「甲」而（" + std::string(inner_body) + "）而 " +
                std::string(inner_rest));
  };
  run_cases({
      {"an inner loop, then the outer one",
       nested("若「真」则「和」否则「内」于「甲」", "「环」于「次」于（「内」于「次」）"),
       {}},
      {"the inner loop as the outer tail", nested("若「真」则「和」否则「内」于「甲」", "「内」于「次」"), {}},
      {"the outer one from inside the inner",
       nested("若「真」则「和」否则「环」于「甲」于「和」", "「内」于「次」"),
       {"not_tail_recursion"}},
      {"an earlier one from a later",
       function("浮三二",
                "递归虑「先」其 化「浮三二」而「浮三二」者会「甲」而（若「真」则「甲」否则「先」于「甲」）而 "
                "递归虑「后」其 "
                "化「浮三二」而「浮三二」者会「甲」而（若「真」则（「先」于「甲」）否则「后」于（「先」于「甲」））而「"
                "后」于「浮」"),
       {}},
  });
}

TEST(Bodies, WrongRecursions) {
  run_cases({
      {"no function type",
       function("浮三二", "递归虑「环」其「浮三二」者会「甲」而「甲」而「浮」"),
       {"recursion_needs_function_type"}},
      {"no 会",
       function("浮三二", "递归虑「环」其 化「浮三二」而「浮三二」者「浮」而「浮」"),
       {"recursion_needs_lambda"}},
      {"another number of parameters",
       function("浮三二", "递归虑「环」其 化「浮三二」而「浮三二」者会「甲」而会「乙」而「甲」而「环」于「浮」"),
       {"parameter_count"}},
      {"a type that no target has",
       function("浮三二", "递归虑「环」其 化「整数」而「浮三二」者会「甲」而「浮」而「环」于「一」"),
       {"literal_type_here"}},
      {"faults in its body are found",
       function("浮三二", "递归虑「环」其「无此类」者会「甲」而「无此名」而「环」于「浮」"),
       {"unknown_name", "unknown_name"}},
  });
}

// ---- Structs, vectors, projections ----

const std::string structs =
    "「点」即「组类」【「横」乃「浮三二」也，「纵」乃「浮三二」也】也。"
    "「格点」即「组类」【「横」乃「整三二」也，「纵」乃「整三二」也】也。"
    "「段」即「组类」【「始」乃「点」也，「长」乃「浮三二」也】也。";

TEST(Bodies, StructValues) {
  run_cases({
      {"expected", structs + function("点", "「组值」【「纵」者「浮」也，「横」者「浮」也】"), {}},
      {"told by the types",
       structs + function("整三二", "（「组值」【「横」者「整」也，「纵」者「整」也】）中「纵」"),
       {}},
      {"the first that fits",
       structs + function("浮三二", "（「组值」【「横」者「浮」也，「纵」者「浮」也】）中「纵」"),
       {}},
      {"told by the names alone",
       structs +
           function(
               "浮三二",
               "（「组值」【「始」者「组值」【「横」者「浮」也，「纵」者「浮」也】也，「长」者「浮」也】）中「长」"),
       {}},
      {"annotated",
       structs + function("整三二", "（「格点」也「组值」【「横」者「整」也，「纵」者「整」也】）中「横」"),
       {}},
      {"none with these names",
       structs + function("浮三二", "虑「甲」者「组值」【「横」者「浮」也】而「浮」"),
       {"no_such_struct"}},
      {"none with these types",
       structs + function("浮三二", "虑「甲」者「组值」【「横」者「浮」也，「纵」者「整」也】而「浮」"),
       {"no_fitting_struct"}},
      {"a field missing", structs + function("点", "「组值」【「横」者「浮」也】"), {"missing_fields"}},
      {"a field too many",
       structs + function("点", "「组值」【「横」者「浮」也，「纵」者「浮」也，「深」者「浮」也】"),
       {"unknown_field"}},
      {"a wrong field", structs + function("点", "「组值」【「横」者「浮」也，「纵」者「整」也】"), {"type_mismatch"}},
      {"a bare literal field",
       structs + function("点", "「组值」【「横」者「浮」也，「纵」者「一点零」也】"),
       {"literal_needs_constructor"}},
      {"where another type is expected",
       structs +
           function("浮三二", "「组值」【「始」者「组值」【「横」者「浮」也，「纵」者「浮」也】也，「长」者「浮」也】"),
       {"type_mismatch"}},
      {"an unknown field taken",
       structs + function("浮三二", "（「组值」【「横」者「浮」也，「纵」者「浮」也】）中「深」"),
       {"unknown_field"}},
  });
  EXPECT_EQ(Checked(structs + function("点", "「组值」【「纵」者「浮」也，「横」者「向」中「零」也】")).body("试"),
            "点[10](浮, 向.0)");
  EXPECT_EQ(Checked(structs + function("点", "「组值」【「横」者「浮」也】")).message("missing_fields"),
            "结构「点」的值缺少项：「纵」");
  EXPECT_EQ(Checked(structs + function("浮三二", "（「组值」【「横」者「浮」也，「纵」者「浮」也】）中「深」"))
                .note("unknown_field"),
            "其项为 「横」、「纵」");
}

TEST(Bodies, VectorsAndMatrices) {
  run_cases({
      {"a vector", function("二维浮", "「浮」与「浮」"), {}},
      {"of unknowns", function("二维浮", "（「转换」于「整」）与（「转换」于「无」）"), {}},
      {"of one unknown", function("浮三二", "虑「甲」者（「转换」于「整」）与「浮」而「甲」中「零」"), {}},
      {"a matrix", function("二阶浮", "「向」与「向」"), {}},
      {"a matrix of tuples", function("二阶浮", "（「浮」与「浮」）与「向」"), {}},
      {"a tuple on the right is flattened", function("三维浮", "「浮」与（「浮」与「浮」）"), {}},
      {"unlike components", function("浮三二", "虑「甲」者「浮」与「无」而「浮」"), {"tuple_without_target"}},
      {"too many",
       function("浮三二", "虑「甲」者「浮」与「浮」与「浮」与「浮」与「浮」而「浮」"),
       {"tuple_without_target"}},
      {"too few for what is expected", function("三维浮", "「浮」与「浮」"), {"type_mismatch"}},
      {"a component", function("浮三二", "「向」中「一」"), {}},
      {"a column's component", function("浮三二", "「阵」中「一」中「零」"), {}},
      {"out of range", function("浮三二", "「向」中「二」"), {"component_out_of_range"}},
      {"by a name", function("浮三二", "「向」中「横」"), {"component_needs_number"}},
      {"of a scalar", function("浮三二", "「浮」中「零」"), {"nothing_to_project"}},
  });
  EXPECT_EQ(Checked(function("二阶浮", "「向」与「向」")).body("试"), "二阶浮(向, 向)");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
