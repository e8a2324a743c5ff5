#include <gtest/gtest.h>

#include "check_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

TEST(Inference, FromArgumentsAndTheExpectedType) {
  run_cases({
      {"from variables", function("浮三二", "「加」于「浮」于「浮」"), {}},
      {"from projections and calls", function("浮三二", "「加」于（「向」中「零」）于（「乘」于「浮」于「浮」）"), {}},
      {"from a later argument", function("浮三二", "「加」于（「转换」于「整」）于「浮」"), {}},
      {"from the expected type", function("浮三二", "「加」于（「转换」于「整」）于（「转换」于「无」）"), {}},
      {"through 虑", function("浮三二", "虑「甲」者「转换」于「整」而「加」于「甲」于「浮」"), {}},
      {"through 若", function("浮三二", "「加」于（若「真」则（「转换」于「整」）否则「浮」）于「浮」"), {}},
      {"授以 in order", function("浮三二", "「转换」授以「整三二」授以「浮三二」于「整」"), {}},
      {"授以 some", function("浮三二", "「转换」授以「整三二」于「整」"), {}},
      {"授以 that does not fit",
       function("浮三二", "「加」授以「无三二」于「浮」于「浮」"),
       {"type_mismatch", "type_mismatch"}},
      {"too many 授以",
       function("浮三二", "「加」授以「浮三二」授以「浮三二」于「浮」于「浮」"),
       {"too_many_implicit_arguments"}},
      {"授以 after 于", function("浮三二", "（「加」于「浮」）授以「浮三二」于「浮」"), {"late_type_argument"}},
      {"truly undetermined", function("浮三二", "虑「甲」者「转换」于「整」而「浮」"), {"undetermined_type_arguments"}},
      {"both undetermined",
       function("浮三二", "虑「甲」者「加」于（「转换」于「整」）于（「转换」于「无」）而「浮」"),
       {"undetermined_type_arguments"}},
      {"a projection of something unknown",
       function("浮三二", "（「转换」于「向」）中「零」"),
       {"undetermined_projection"}},
      {"an annotation tells", function("浮三二", "（「二维浮」也「转换」于「向」）中「零」"), {}},
      {"unlike arguments", function("浮三二", "「加」于「浮」于「无」"), {"type_mismatch"}},
      {"虑 does not generalise",
       function("浮三二", "虑「甲」者「转换」于「整」而 虑「乙」者「加」于「甲」于「无」而「加」于「甲」于「浮」"),
       {"type_mismatch"}},
  });
}

TEST(Inference, WhatIsInferred) {
  EXPECT_EQ(Checked(function("浮三二", "「加」于（「转换」于「整」）于「浮」")).body("试"),
            "add<浮三二>(convert<整三二, 浮三二>(整), 浮)");
  EXPECT_EQ(Checked(function("爻", "「皆真」于（「小于」于「向」于「向」）")).body("试"),
            "all_true<二维爻>(less<二维浮, 二维爻>(向, 向))");
}

TEST(Inference, MessageNamesTheParametersAndTheReason) {
  const Checked open(function("浮三二", "虑「甲」者「转换」于「整」而「浮」"));
  EXPECT_EQ(open.message("undetermined_type_arguments"), "函数应用的隐式参数无法完全确定：「转换」的 「乙」");
  const Checked unlike(function("浮三二", "「加」于「浮」于「无」"));
  EXPECT_EQ(unlike.message("type_mismatch"), "类型不合：此处期望 浮三二，而所得为 无三二");
  EXPECT_EQ(unlike.at("type_mismatch"), "「无」");
  EXPECT_EQ(unlike.label_at("type_mismatch"), "「浮」");
}

// ---- Operand kinds (1.9), one good and one bad row for each kind ----

struct OperandCase {
  const char* result;
  const char* good;
  const char* bad;
  std::string id = "operand_kind";
};

TEST(Inference, OperandKinds) {
  const std::vector<OperandCase> rows{
      {"二阶浮", "「加」于「阵」于「阵」", "「乘」于「阵」于「阵」"},
      {"整三二", "「取余」于「整」于「整」", "「取余」于（「真」）于「真」"},
      {"整三二", "「取负」于「整」", "「取负」于「无」"},
      {"二维浮", "「数乘」于「向」于「浮」", "「数乘」于「向」于「无」", "operand_must_be"},
      {"二阶浮", "「数乘」于「阵」于「浮」", "「数乘」于「浮」于「浮」"},
      {"二维浮", "「矩阵乘」于「阵」于「向」", "「矩阵乘」于「阵」于「三」", "matrix_product_shapes"},
      {"二维浮", "「矩阵乘」于「向」于「阵」", "「矩阵乘」于「向」于「向」", "matrix_product_shapes"},
      {"二阶浮", "「矩阵乘」于「阵」于「阵」", "「矩阵乘」于「阵」于「浮」", "matrix_product_shapes"},
      {"爻", "「小于」于「浮」于「浮」", "「小于」于「真」于「真」"},
      {"爻", "「等于」于「真」于「真」", "「等于」于「阵」于「阵」"},
      {"爻", "「且」于「真」于「真」", "「且」于「无」于「真」", "type_mismatch"},
      {"爻", "「有真」于（「真」与「真」）", "「有真」于「真」"},
      {"无三二", "「位与」于「无」于「无」", "「位与」于「浮」于「浮」"},
      {"整三二", "「左移」于「整」于「无」", "「左移」于「整」于「整」", "operand_must_be"},
      {"浮三二", "「平方根」于「浮」", "「平方根」于「无」"},
      {"无三二", "「绝对值」于「无」", "「符号」于「无」"},
      {"三维浮", "「叉积」于「三」于「三」", "「叉积」于「向」于「向」", "needs_three_components"},
      {"浮三二", "「点积」于「向」于「向」", "「点积」于「浮」于「浮」"},
      {"浮三二", "「长度」于「三」", "「长度」于「浮」"},
      {"浮三二", "「转浮三二」于「真」", "「转浮三二」于「阵」"},
      {"无三二", "「位转换」于「浮」", "「位转换」于「向」", "bit_conversion_size"},
      {"浮三二", "「转换」于「无」", "「转换」于「向」", "conversion_shape"},
      {"浮三二", "「新浮三二」于「无」", "「新浮三二」于「向」"},
      {"浮三二", "「子组求和」于「浮」", "「子组求和」于「向」"},
      {"浮十六", "「新浮十六」于「浮」", "「子组最大」于（「新浮十六」于「浮」）"},
  };
  for (const OperandCase& row : rows) {
    EXPECT_EQ(Checked(function(row.result, row.good)).ids(), std::vector<std::string>{}) << row.good;
    EXPECT_EQ(Checked(function(row.result, row.bad)).ids(), std::vector<std::string>{row.id}) << row.bad;
  }
}

TEST(Inference, HalfPairsAndWordsConvertByBits) {
  run_cases({
      {"to a word", function("无三二", "「位转换」于（「二维半」也「转换」于「向」）"), {}},
      {"not to a signed word",
       function("整三二", "「位转换」于（「二维半」也「转换」于「向」）"),
       {"bit_conversion_size"}},
      {"from a word", function("浮三二", "「转换」于（（「二维半」也「位转换」于「无」）中「零」）"), {}},
  });
}

// ---- Literals (1.5) ----

TEST(Inference, Literals) {
  run_cases({
      {"constructed", function("浮三二", "「加」于「浮」于（「新浮三二」于「一点五」）"), {}},
      {"annotated", function("浮三二", "「加」于「浮」于（「浮三二」也「1.5」）"), {}},
      {"integers annotated", function("整三二", "（「整三二」也「四」）"), {}},
      {"bare beside a scalar", function("浮三二", "「加」于「浮」于「一」"), {"literal_needs_constructor"}},
      {"bare before a scalar", function("浮三二", "「加」于「一」于「浮」"), {"literal_needs_constructor"}},
      {"bare both, expected",
       function("浮三二", "「加」于「一点零」于「一点零」"),
       {"literal_needs_constructor", "literal_needs_constructor"}},
      {"bare both", function("浮三二", "虑「甲」者「加」于「一」于「一」而「浮」"), {"literal_operand"}},
      {"bare result", function("浮三二", "「一点零」"), {"literal_needs_constructor"}},
      {"an integer literal for a float", function("浮三二", "「新浮三二」于「一」"), {"literal_kind"}},
      {"annotated so", function("浮三二", "（「浮三二」也「一」）"), {"literal_kind"}},
      {"a decimal for an integer", function("整三二", "「新整三二」于「一点零」"), {"literal_kind"}},
      {"a bool", function("爻", "（「爻」也「一」）"), {"literal_kind"}},
      {"least integer", function("整三二", "「新整三二」于（「取负」于「二一四七四八三六四八」）"), {}},
      {"one less",
       function("整三二", "「新整三二」于（「取负」于「二一四七四八三六四九」）"),
       {"literal_out_of_range"}},
      {"greatest integer", function("整三二", "「新整三二」于「2147483647」"), {}},
      {"one more", function("整三二", "「新整三二」于「2147483648」"), {"literal_out_of_range"}},
      {"greatest unsigned", function("无三二", "「新无三二」于「4294967295」"), {}},
      {"one more unsigned", function("无三二", "「新无三二」于「4294967296」"), {"literal_out_of_range"}},
      {"negative unsigned", function("无三二", "「新无三二」于（「取负」于「一」）"), {"literal_out_of_range"}},
      {"greatest half", function("浮十六", "「新浮十六」于「65504.0」"), {}},
      {"over it", function("浮十六", "「新浮十六」于「65536.0」"), {"literal_out_of_range"}},
      {"a bare one too large", "「甲」者「99999999999999999999」也。", {"literal_out_of_range"}},
      {"named bare literals", function("无三二", "虑「甲」者「二」而「新无三二」于「甲」"), {}},
      {"named decimals for an integer",
       function("无三二", "虑「甲」者「二点零」而「新无三二」于「甲」"),
       {"constructor_literal_kind"}},
      {"bare branches", function("无三二", "「新无三二」于（若「真」则「一」否则「二」）"), {"literal_conditional"}},
      {"in a tuple beside a scalar", function("二维浮", "「浮」与「一点零」"), {"literal_needs_constructor"}},
      {"in a tuple", function("浮三二", "虑「甲」者「浮」与「一点零」而「浮」"), {"literal_needs_constructor"}},
      {"bare tuples", function("浮三二", "虑「甲」者「一」与「二」而「浮」"), {"tuple_without_target"}},
      {"signature", "「甲」乃「浮三二」也。「甲」者「1.5」也。", {"literal_needs_constructor"}},
      {"bare constants", "「甲」乃「整数」也。「甲」者「二」也。「乙」者「取负」于「甲」也。", {}},
  });
}

TEST(Inference, LiteralFixes) {
  const auto fix = [](const std::string& result, const std::string& body, const std::string& id) {
    return Checked(function(result, body)).fix(id);
  };
  const std::string needs = "literal_needs_constructor";
  EXPECT_EQ(fix("浮三二", "「加」于「浮」于「一」", needs), "（「新浮三二」于「一点零」）");
  EXPECT_EQ(fix("浮三二", "「加」于「浮」于「2」", needs), "（「新浮三二」于「2.0」）");
  EXPECT_EQ(fix("无三二", "「加」于「无」于「一」", needs), "（「新无三二」于「一」）");
  EXPECT_EQ(fix("无三二", "「加」于「无」于「一点五」", needs), "absent");
  EXPECT_EQ(fix("浮三二", "「新浮三二」于「一」", "literal_kind"), "「一点零」");
}

TEST(Inference, LiteralsInTheCore) {
  EXPECT_EQ(Checked(function("浮三二", "「新浮三二」于「零点五零」")).body("试"), "0.50:浮三二");
  EXPECT_EQ(Checked(function("整三二", "「新整三二」于（「取负」于「四」）")).body("试"),
            "new_i32<整数>(negate<整数>(4:整数))");
  EXPECT_EQ(Checked(function("无三二", "虑「甲」者「二」而「新无三二」于「甲」")).body("试"),
            "{ let 甲: 整数 = 2:整数; new_u32<整数>(甲) }");
}

TEST(Inference, ErrorsDoNotCascade) {
  run_cases({
      {"an unknown name",
       function("浮三二", "虑「甲」者「无此名」而「加」于「甲」于（「平方根」于「甲」）"),
       {"unknown_name"}},
      {"independent ones are all reported",
       function("浮三二", "「加」于（「此名无」于「无」）于（「彼名无」于「无」）"),
       {"unknown_name", "unknown_name"}},
      {"a wrong operand", function("浮三二", "「加」于（「平方根」于「无」）于「浮」"), {"operand_kind"}},
      {"arguments of an unknown function",
       function("浮三二", "「此名无」于（「平方根」于「无」）于（「组值」【「甲」者「一」也】）"),
       {"unknown_name", "operand_kind"}},
      {"a wrong branch",
       function("浮三二", "若「无此名」则「此亦无」否则「平方根」于「无」"),
       {"unknown_name", "unknown_name", "operand_kind"}},
  });
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
