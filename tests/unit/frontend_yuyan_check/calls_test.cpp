#include <gtest/gtest.h>

#include "check_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

const std::string twice = "「倍」乃化「浮三二」而「浮三二」也。「倍」者会「甲」而「加」于「甲」于「甲」也。";
const std::string resources =
    "「出」乃「存储缓冲」于（「数组」于「无三二」）也。「出」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也"
    "，「访问」者「读写」也】）也。"
    "「入」乃「存储缓冲」于（「数组」于「浮三二」）也。「入」者「绑定」于（「组值」【「组」者「零」也，「号」者「一」也"
    "，「访问」者「只读」也】）也。"
    "「计」乃「存储缓冲」于（「数组」于（「原子」于「无三二」））也。「计」者「绑定」于（「组值」【「组」者「零」也，「"
    "号」者「二」也，「访问」者「读写」也】）也。"
    "「匀」乃「均匀缓冲」于「四维浮」也。「匀」者「均匀绑定」于（「组值」【「组」者「零」也，「号」者「三」也】）也。"
    "「共」乃「工作组变量」于（「定长数组」于「浮三二」于「64」）也。「共」者「工作组共享」于「元」也。"
    "「界」乃「工作组变量」于「无三二」也。「界」者「工作组共享」于「元」也。"
    "「图」乃「纹理二维」于「浮三二」也。「图」者「纹理绑定」于（「组值」【「组」者「零」也，「号」者「四」也】）也。"
    "「采」乃「采样器」也。「采」者「采样器绑定」于（「组值」【「组」者「零」也，「号」者「五」也】）也。";

std::string with_resources(std::string_view result, std::string_view body) {
  return resources + function(result, body);
}

TEST(Calls, UserFunctions) {
  run_cases({
      {"a call", twice + function("浮三二", "「倍」于「浮」"), {}},
      {"of a wrong type", twice + function("浮三二", "「倍」于「无」"), {"type_mismatch"}},
      {"too few", twice + function("浮三二", "「倍」"), {"function_as_value"}},
      {"too many", twice + function("浮三二", "「倍」于「浮」于「浮」"), {"argument_count"}},
      {"授以", twice + function("浮三二", "「倍」授以「浮三二」于「浮」"), {"needless_type_argument"}},
      {"two parameters at once",
       "「和」乃化「浮三二」而化「浮三二」而「浮三二」也。「和」者会「甲」而会「乙」而「加」于「甲」于「乙」也。" +
           function("浮三二", "（「和」于「浮」）于「浮」"),
       {}},
      {"half applied",
       "「和」乃化「浮三二」而化「浮三二」而「浮三二」也。「和」者会「甲」而会「乙」而「加」于「甲」于「乙」也。" +
           function("浮三二", "虑「半」者「和」于「浮」而「浮」"),
       {"argument_count"}},
      {"a unit argument",
       "「空」乃化「有」而「浮三二」也。「空」者会「无」而「新浮三二」于「一点零」也。" +
           function("浮三二", "「空」于「元」"),
       {}},
      {"a unit argument missing",
       "「空」乃化「有」而「浮三二」也。「空」者会「无」而「新浮三二」于「一点零」也。" +
           function("浮三二", "「空」于「浮」"),
       {"type_mismatch"}},
      {"calling itself",
       "「己」乃化「浮三二」而「浮三二」也。「己」者会「甲」而「己」于「甲」也。",
       {"top_level_recursion"}},
      {"calling a later one",
       "「先」乃化「浮三二」而「浮三二」也。「先」者会「甲」而「后」于「甲」也。「后」乃化「浮三二」而「浮三二」也。「"
       "后」者会「甲」而「甲」也。",
       {"used_before_definition"}},
      {"a function with a fault is silent where called",
       "「坏」乃化「浮三二」而「浮三二」也。「坏」者会「甲」而「无此名」也。" + function("浮三二", "「坏」于「浮」"),
       {"unknown_name"}},
      {"but its calls are checked",
       "「坏」乃化「浮三二」而「浮三二」也。「坏」者会「甲」而「无此名」也。" + function("浮三二", "「坏」于「无」"),
       {"unknown_name", "type_mismatch"}},
  });
  EXPECT_EQ(Checked(twice + function("浮三二", "「倍」于「浮」")).body("试"), "倍(浮)");
  const Checked wrong(twice + function("浮三二", "「倍」于「无」"));
  EXPECT_EQ(wrong.label_at("type_mismatch"), "「浮三二」");
}

TEST(Calls, UsersOfUnsoundDefinitionsAreUnsound) {
  const Checked checked("「坏」乃化「浮三二」而「浮三二」也。「坏」者会「甲」而「无此名」也。" +
                        function("浮三二", "「坏」于「浮」") + twice);
  EXPECT_EQ(checked.core("坏").substr(0, 8), "unsound ");
  EXPECT_EQ(checked.core("试").substr(0, 8), "unsound ");
  EXPECT_NE(checked.core("倍").substr(0, 8), "unsound ");
}

TEST(Calls, WhatIsNoFunction) {
  run_cases({
      {"a value", function("浮三二", "「浮」于「浮」"), {"name_is_no_function"}},
      {"a scalar type", function("浮三二", "「浮三二」于「浮」"), {"scalar_as_function"}},
      {"another type", function("浮三二", "「二维浮」于「浮」"), {"type_as_function"}},
      {"a struct",
       "「体」即「组类」【「甲」乃「浮三二」也】也。" + function("浮三二", "「体」于「浮」"),
       {"struct_as_function"}},
      {"a number", function("浮三二", "「一」于「浮」"), {"name_is_no_function"}},
      {"an unnamed function", function("浮三二", "（会「甲」而「甲」）于「浮」"), {"unnamed_function"}},
      {"a function as value", twice + function("浮三二", "虑「甲」者「倍」而「浮」"), {"function_as_value"}},
      {"a builtin as value", function("浮三二", "虑「甲」者「加」而「浮」"), {"function_as_value"}},
      {"a closure", function("浮三二", "虑「甲」者会「乙」而「乙」而「浮」"), {"unnamed_function"}},
      {"a string", function("浮三二", "虑「甲」者『字』而「浮」"), {"string_value"}},
      {"a type as value", function("浮三二", "「浮三二」"), {"type_name_as_value"}},
      {"a type form as value", function("浮三二", "虑「甲」者（「浮三二」合「浮三二」）而「浮」"), {"type_as_value"}},
      {"an access mode", function("浮三二", "虑「甲」者「只读」而「浮」"), {"access_mode_as_value"}},
      {"a binder in a body", function("浮三二", "虑「甲」者「工作组共享」于「元」而「浮」"), {"binder_in_body"}},
      {"a result applied", function("浮三二", "（若「真」则「浮」否则「浮」）于「浮」"), {"not_a_function"}},
  });
  EXPECT_EQ(Checked(function("浮三二", "「浮三二」于「浮」")).message("scalar_as_function"),
            "「浮三二」是类型，不是函数；转换用「转浮三二」，构造字面用「新浮三二」");
}

TEST(Calls, Resources) {
  run_cases({
      {"arrays", with_resources("浮三二", "「写数组」于「出」于「无」于「无」；「读数组」于「入」于「无」"), {}},
      {"a wrong element", with_resources("浮三二", "「写数组」于「出」于「无」于「浮」；「浮」"), {"type_mismatch"}},
      {"an index of i32", with_resources("浮三二", "「读数组」于「入」于「整」"), {"type_mismatch"}},
      {"a bare index", with_resources("浮三二", "「读数组」于「入」于「零」"), {"literal_needs_constructor"}},
      {"a length", with_resources("无三二", "「数组长度」于「入」"), {}},
      {"writing a read-only one",
       with_resources("浮三二", "「写数组」于「入」于「无」于「浮」；「浮」"),
       {"write_to_read_only"}},
      {"a whole array", with_resources("浮三二", "虑「甲」者「读缓冲」于「入」而「浮」"), {"array_read_whole"}},
      {"a uniform", with_resources("浮三二", "（「读均匀」于「匀」）中「零」"), {}},
      {"a uniform read as a buffer", with_resources("浮三二", "（「读缓冲」于「匀」）中「零」"), {"argument_type"}},
      {"shared arrays",
       with_resources("浮三二", "「写共享数组」于「共」于「无」于「浮」；「读共享数组」于「共」于「无」"),
       {}},
      {"shared values", with_resources("无三二", "「写共享」于「界」于「无」；「一致读共享」于「界」"), {}},
      {"a shared array as a value", with_resources("浮三二", "「取元素」于（「读共享」于「共」）于「无」"), {}},
      {"atomics",
       with_resources("无三二",
                      "「原子存」于「计」于「无」于「无」；「加」于（「原子加」于「计」于「无」于「无」）于（「原子读」"
                      "于「计」于「无」）"),
       {}},
      {"atomics read plainly",
       with_resources("浮三二", "虑「甲」者「读数组」于「计」于「无」而「浮」"),
       {"atomic_read_plainly"}},
      {"atomics on a plain array", with_resources("无三二", "「原子读」于「出」于「无」"), {"argument_type"}},
      {"four at once", with_resources("浮三二", "（「读四浮」于「入」于「无」）中「三」"), {"bound_number_name"}},
      {"four of the wrong kind", with_resources("无三二", "（「读四无」于「入」于「无」）中「1」"), {"type_mismatch"}},
      {"textures",
       with_resources("浮三二",
                      "虑「甲」者「采样纹理」于「图」于「采」于「向」而 "
                      "虑「乙」者「读纹素」于「图」于（「转整三二」于「向」）于「零」而「甲」中「1」"),
       {}},
      {"a level that is no literal",
       with_resources("浮三二", "（「读纹素」于「图」于（「转整三二」于「向」）于「整」）中「1」"),
       {"type_mismatch"}},
      {"a level out of range",
       with_resources("浮三二", "（「读纹素」于「图」于（「转整三二」于「向」）于「2147483648」）中「1」"),
       {"literal_out_of_range"}},
      {"a texture's size", with_resources("无三二", "（「纹理尺寸」于「图」）中「1」"), {}},
      {"a resource as value", with_resources("浮三二", "虑「甲」者「出」而「浮」"), {"resource_as_value"}},
      {"a local where a resource belongs",
       with_resources("浮三二", "虑「甲」者「读数组」于「无」于「无」而「浮」"),
       {"argument_type"}},
      {"barriers", with_resources("浮三二", "「工作组屏障」于「元」；「存储屏障」于「元」；「浮」"), {}},
      {"a barrier without unit", with_resources("浮三二", "「工作组屏障」于「浮」；「浮」"), {"type_mismatch"}},
  });
  EXPECT_EQ(
      Checked(with_resources("浮三二", "「写数组」于「入」于「无」于「浮」；「浮」")).label_at("write_to_read_only"),
      "「入」");
  EXPECT_EQ(Checked(with_resources("无三二", "「原子加」于「计」于「无」于「无」")).body("试"),
            "atomic_add<无三二>(@计, 无, 无)");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
