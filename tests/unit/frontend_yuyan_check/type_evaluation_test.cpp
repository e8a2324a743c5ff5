#include <gtest/gtest.h>

#include "check_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

/// A function whose parameter has this type.
std::string takes(std::string_view type, std::string_view before = "") {
  return std::string(before) + "「甲函」乃化" + std::string(type) + "而「有」也。「甲函」者会「参」而「元」也。";
}

std::string buffer(std::string_view content, std::string_view access = "读写") {
  return "「缓」乃「存储缓冲」于（" + std::string(content) +
         "）也。「缓」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「" + std::string(access) +
         "」也】）也。";
}

std::string uniform(std::string_view content) {
  return "「匀」乃「均匀缓冲」于（" + std::string(content) +
         "）也。「匀」者「均匀绑定」于（「组值」【「组」者「零」也，「号」者「零」也】）也。";
}

std::string shared(std::string_view content) {
  return "「共」乃「工作组变量」于（" + std::string(content) + "）也。「共」者「工作组共享」于「元」也。";
}

TEST(TypeEvaluation, ValueTypes) {
  run_cases({
      {"scalars", takes("（「浮三二」合「浮三二」）"), {}},
      {"f16", takes("「浮十六」"), {}},
      {"a bool", takes("「爻」"), {}},
      {"unit", takes("「有」"), {}},
      {"the long form", takes("（「定长小数」于「定长三十二」）"), {}},
      {"number literals are lengths", takes("（「定长小数」于「三十二」）"), {"numeral_with_units"}},
      {"digit by digit", takes("（「定长小数」于「三二」）"), {}},
      {"a scalar that no target has", takes("（「定长整数」于「定长十六」）"), {"scalar_without_target"}},
      {"but its alias alone is fine", "「短整」即「定长整数」于「定长十六」也。", {}},
      {"fixed arrays", takes("（「定长数组」于「浮三二」于「定长四」）"), {}},
      {"of fixed arrays", takes("（「定长数组」于（「定长数组」于「浮三二」于「3」）于「五」）"), {}},
      {"length zero", takes("（「定长数组」于「浮三二」于「零」）"), {"bad_length"}},
      {"a decimal length", takes("（「定长数组」于「浮三二」于「1.5」）"), {"bad_length"}},
      {"a huge length", takes("（「定长数组」于「浮三二」于「99999999999」）"), {"bad_length"}},
      {"a type for a length", takes("（「定长数组」于「浮三二」于「浮三二」）"), {"type_as_length"}},
      {"a length for a type", takes("（「定长数组」于「四」于「四」）"), {"length_as_type"}},
      {"a length alone", takes("「四」"), {"length_as_type"}},
      {"missing arguments", takes("（「定长数组」于「浮三二」）"), {"type_needs_arguments"}},
      {"too many", takes("（「原子」于「无三二」于「无三二」）"), {"too_many_type_arguments"}},
      {"none taken", takes("（「浮三二」于「浮三二」）"), {"type_takes_no_arguments"}},
      {"授以", takes("（「数组」授以「浮三二」）"), {"type_argument_of_type"}},
      {"literal types", takes("「整数」"), {"literal_type_here"}},
      {"five components", takes("（「爻」合「爻」合「爻」合「爻」合「爻」）"), {"tuple_without_target"}},
      {"unequal components", takes("（「浮三二」合「无三二」）"), {"tuple_without_target"}},
      {"a matrix of integers", takes("（「二维整」合「二维整」）"), {"tuple_without_target"}},
      {"a matrix of halves", takes("（「三维半」合「三维半」）"), {}},
      {"functions", takes("（化「无三二」而「无三二」）"), {"function_type_here"}},
      {"cells", takes("（「格」于「无三二」）"), {"cell_type_here"}},
      {"resources", takes("（「存储缓冲」于（「数组」于「无三二」））"), {"resource_type_here"}},
      {"entries", takes("「计算入口」"), {"entry_type_here"}},
      {"atomics", takes("（「原子」于「无三二」）"), {"atomic_type_here"}},
      {"runtime arrays", takes("（「数组」于「无三二」）"), {"runtime_array_here"}},
      {"access modes", takes("「访问方式」"), {"no_target_type"}},
      {"types of types", takes("「元类型」"), {"no_target_type"}},
      {"the unit value", takes("「元」"), {"unit_value_as_type"}},
      {"a builtin", takes("「加」"), {"name_is_no_type"}},
      {"a constant", takes("「量」", "「量」者「一」也。"), {"name_is_no_type"}},
      {"a value", takes("（「加」于「一」于「一」）"), {"name_is_no_type"}},
      {"an anonymous struct", takes("（「组类」【「甲」乃「浮三二」也】）"), {"anonymous_struct"}},
      {"承", "「甲函」乃承「甲」而化「甲」而「甲」也。「甲函」者会「参」而「参」也。", {"polymorphic_function"}},
  });
}

TEST(TypeEvaluation, AliasesAreTransparent) {
  run_cases({
      {"of scalars", takes("「己」", "「己」即「浮三二」也。"), {}},
      {"and equal to what they stand for",
       "「己」即「二维浮」也。「转」乃化「己」而「二维浮」也。「转」者会「甲」而「甲」也。",
       {}},
      {"of constructors", takes("（「列」于「浮三二」于「四」）", "「列」即「定长数组」也。"), {}},
      {"of constructors half applied", takes("（「列」于「四」）", "「列」即「定长数组」于「浮三二」也。"), {}},
      {"of lengths", takes("（「定长数组」于「浮三二」于「长」）", "「长」即「四」也。"), {}},
      {"named and written lengths are equal",
       "「转」乃化（「定长数组」于「浮三二」于「四」）而（「定长数组」于「浮三二」于「定长四」）也。「转」者会「甲」而"
       "「甲」也。",
       {}},
      {"different lengths are not",
       "「转」乃化（「定长数组」于「浮三二」于「四」）而（「定长数组」于「浮三二」于「定长八」）也。「转」者会「甲」而"
       "「甲」也。",
       {"type_mismatch"}},
      {"an alias is never flattened", takes("（「二维浮」合「浮三二」）"), {"tuple_without_target"}},
      {"a fault in an alias is reported once",
       takes("「坏」", "「坏」即「定长数组」于「浮三二」于「零」也。"),
       {"bad_length"}},
  });
}

TEST(TypeEvaluation, Structs) {
  run_cases({
      {"plain", takes("「体」", "「体」即「组类」【「甲」乃「浮三二」也，「乙」乃「二维无」也】也。"), {}},
      {"nested",
       takes("「外」", "「体」即「组类」【「甲」乃「浮三二」也】也。「外」即「组类」【「甲」乃「体」也】也。"),
       {}},
      {"equal fields make no equal structs",
       "「左」即「组类」【「甲」乃「浮三二」也】也。「右」即「组类」【「甲」乃「浮三二」也】也。「转」乃化「左」而「右"
       "」也。「转」者会「甲」而「甲」也。",
       {"type_mismatch"}},
      {"an alias of a struct is the struct",
       "「左」即「组类」【「甲」乃「浮三二」也】也。「右」即「左」也。「转」乃化「左」而「右」也。「转」者会「甲」而「"
       "甲」也。",
       {}},
      {"no fields", "「空」即「组类」【】也。", {"empty_struct"}},
      {"a unit field", "「体」即「组类」【「甲」乃「有」也】也。", {"unit_type_here"}},
      {"a literal field", "「体」即「组类」【「甲」乃「整数」也】也。", {"literal_type_here"}},
      {"an atomic field", "「体」即「组类」【「甲」乃「原子」于「无三二」也】也。", {"atomic_type_here"}},
      {"a runtime array", "「体」即「组类」【「甲」乃「数组」于「无三二」也】也。", {"runtime_array_here"}},
      {"in itself", "「体」即「组类」【「甲」乃「体」也】也。", {"name_in_own_definition"}},
      {"a wrong struct is silent where used",
       takes("「体」", "「体」即「组类」【「甲」乃「整数」也】也。"),
       {"literal_type_here"}},
  });
}

TEST(TypeEvaluation, Contents) {
  const std::string with_bool = "「体」即「组类」【「甲」乃「爻」也】也。";
  run_cases({
      {"a storage array", buffer("「数组」于「无三二」"), {}},
      {"of structs", "「体」即「组类」【「甲」乃「浮三二」也】也。" + buffer("「数组」于「体」"), {}},
      {"of fixed arrays", buffer("「数组」于（「定长数组」于「浮三二」于「四」）"), {}},
      {"of atomics", buffer("「数组」于（「原子」于「整三二」）"), {}},
      {"a whole value", buffer("「四维浮」"), {}},
      {"atomics of floats", buffer("「数组」于（「原子」于「浮三二」）"), {"atomic_content"}},
      {"read-only atomics", buffer("「数组」于（「原子」于「无三二」）", "只读"), {"read_only_atomic"}},
      {"an atomic outside an array", buffer("「原子」于「无三二」"), {"atomic_type_here"}},
      {"fixed arrays of atomics", buffer("「定长数组」于（「原子」于「无三二」）于「四」"), {"atomic_type_here"}},
      {"arrays of arrays", buffer("「数组」于（「数组」于「无三二」）"), {"runtime_array_here"}},
      {"bool in storage", buffer("「数组」于「爻」"), {"boolean_in_buffer"}},
      {"bool vectors in storage", buffer("「数组」于「二维爻」"), {"boolean_in_buffer"}},
      {"bool inside a struct", with_bool + buffer("「数组」于「体」"), {"boolean_in_buffer"}},
      {"a uniform", uniform("「四维浮」"), {}},
      {"bool in a uniform", with_bool + uniform("「体」"), {"boolean_in_buffer"}},
      {"an array in a uniform", uniform("「数组」于「无三二」"), {"runtime_array_here"}},
      {"workgroup memory", shared("「定长数组」于「浮三二」于「64」"), {}},
      {"bool in workgroup memory", shared("「爻」"), {}},
      {"atomics in workgroup memory", shared("「原子」于「无三二」"), {"atomic_type_here"}},
      {"a literal type", buffer("「数组」于「整数」"), {"literal_type_here"}},
  });
}

TEST(TypeEvaluation, Interfaces) {
  const Checked checked(
      "「我号」即「全局调用号」也。「核」即化「我号」而「有」也。「甲」乃「核」也。「甲」者会「号」而「元」也。"
      "「体」即「组类」【「序」乃「局部调用序」也，「值」乃「无三二」也】也。");
  EXPECT_TRUE(checked.ids().empty());
  EXPECT_EQ(checked.core("甲"), "甲(号:三维无#全局调用号)有 = unit");
  EXPECT_EQ(checked.core("体"), "体 struct 序:无三二#局部调用序 值:无三二");
}

TEST(TypeEvaluation, TypesAreShownAsWritten) {
  const auto shown = [](std::string_view type) {
    const Checked checked("「转」乃化" + std::string(type) + "而「爻」也。「转」者会「甲」而「甲」也。");
    const std::string message = checked.message("type_mismatch");
    const std::size_t start = message.find("所得为 ");
    return start == std::string::npos ? message : message.substr(start + std::string("所得为 ").size());
  };
  EXPECT_EQ(shown("「三维浮」"), "三维浮");
  EXPECT_EQ(shown("（「浮三二」合「浮三二」）"), "二维浮");
  EXPECT_EQ(shown("「四维半」"), "四维半");
  EXPECT_EQ(shown("「浮十六」"), "浮十六");
  EXPECT_EQ(shown("「整三二」"), "整三二");
  EXPECT_EQ(shown("「三阶浮」"), "三阶浮");
  EXPECT_EQ(shown("（「二维浮」合「二维浮」合「二维浮」）"), "二维浮 合 二维浮 合 二维浮");
  EXPECT_EQ(shown("（「定长数组」于「二维浮」于「定长八」）"), "定长数组 于 二维浮 于 8");
  EXPECT_EQ(shown("（「定长数组」于（「定长数组」于「爻」于「二」）于「定长八」）"),
            "定长数组 于（定长数组 于 爻 于 2）于 8");
}

TEST(TypeEvaluation, DeepTypesAreRefused) {
  std::string source = "「类零」即「浮三二」也。";
  std::string previous = "类零";
  for (int i = 1; i < 120; ++i) {
    const std::string name = "类" + std::to_string(i);
    source += "「" + name + "」即「定长数组」于「" + previous + "」于「二」也。";
    previous = name;
  }
  EXPECT_EQ(Checked(source).ids(), std::vector<std::string>{"type_too_deep"});
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
