// Builtins, places, literals and construction (1.8, 1.9).

#include <gtest/gtest.h>

#include "source_maker.hpp"

namespace yyshader::frontend::yuyan::testing {
namespace {

TEST(LowerExpressions, PartsOfPlacesAreReadAlone) {
  EXPECT_EQ(function_of("取", R"(
「取」乃化「无三二」而「无三二」也。
「取」者会「甲」而
  虑「部」者（「读均匀」于「参」）中「向」中「二」而
  虑「表」者（「读均匀」于「参」）中「表」而
  虑「位」者「取元素」于（（「读均匀」于「参」）中「表」）于「甲」而
  虑「某」者「取元素」于「表」于（「新无三二」于「一」）而
  「加」于「位」于（「加」于「某」于（「转无三二」于「部」））
也。
)"),
            R"(function 取(甲: u32) -> u32 {
  pending %0 = load(member_ref.1(@参))
  let 部 = extract.2(%0)
  let 表 = load(member_ref.2(@参))
  let 位 = load(index_ref(member_ref.2(@参), $甲))
  let 某 = index(%表, 1u)
  return add(%位, add(%某, convert<u32>(%部)))
}
)");
}

TEST(LowerExpressions, AnIndexThatWritesReadsTheWholeFirst) {
  EXPECT_EQ(function_of("取", R"(
「取」乃化「无三二」而「无三二」也。
「取」者会「甲」而
  「取元素」于（「读共享」于「共享」）于（「写共享数组」于「共享」于「甲」于「甲」；「甲」）
也。
)"),
            R"(function 取(甲: u32) -> u32 {
  pending %0 = load(@共享)
  store index_ref(@共享, $甲) = $甲
  return index(%0, $甲)
}
)");
}

TEST(LowerExpressions, LiteralsAndConversions) {
  EXPECT_EQ(function_of("字", R"(
「字」乃化「浮三二」而「浮三二」也。
「字」者会「甲」而
  虑「乙」者「新整三二」于（「取负」于「二一四七四八三六四八」）而
  虑「丙」者「转无三二」于「甲」而
  虑「丁」者「位转换」授以「浮三二」授以「无三二」于「甲」而
  虑「戊」者「新浮三二」于「丙」而
  虑「己」者「新浮三二」于「零点五零」而
  「加」于「戊」于（「加」于「己」于（「转换」授以「整三二」授以「浮三二」于「乙」））
也。
)"),
            R"(function 字(甲: f32) -> f32 {
  let 乙 = convert<i32>(negate(2147483648))
  let 丙 = convert<u32>($甲)
  let 丁 = bitcast<u32>($甲)
  let 戊 = convert<f32>(%丙)
  let 己 = 0.50f
  return add(%戊, add(%己, convert<f32>(%乙)))
}
)");
}

TEST(LowerExpressions, VectorsAndMatrices) {
  EXPECT_EQ(function_of("阵", R"(
「阵」乃化「三维浮」而「三维浮」也。
「阵」者会「甲」而
  虑「乙」者「甲」与「甲」与「甲」而
  虑「丙」者「矩阵乘」于「乙」于「甲」而
  虑「丁」者「数乘」于「丙」于（「丙」中「零」）而
  虑「戊」者「矩阵乘」于「丁」于（「数乘」于「乙」于（「新浮三二」于「二点零」））而
  「加」于（（「矩阵乘」于「乙」于「乙」）中「一」）于「戊」
也。
)"),
            R"(function 阵(甲: vec3<f32>) -> vec3<f32> {
  let 乙 = construct<mat3x3<f32>>($甲, $甲, $甲)
  let 丙 = matrix_times_vector(%乙, $甲)
  let 丁 = vector_times_scalar(%丙, extract.0(%丙))
  let 戊 = vector_times_matrix(%丁, matrix_times_scalar(%乙, 2.0f))
  return add(extract.1(matrix_times_matrix(%乙, %乙)), %戊)
}
)");
}

TEST(LowerExpressions, StructFieldsAreEvaluatedAsWritten) {
  EXPECT_EQ(function_of("造", R"(
「对」即「组类」【「先」乃「无三二」也，「后」乃「无三二」也】也。
「造」乃化「无三二」而「对」也。
「造」者会「甲」而「组值」【「后」者「读数组」于「数据」于「甲」也，「先」者「读数组」于「数据」于（「新无三二」于「零」）也】也。
)"),
            R"(function 造(甲: u32) -> 对 {
  pending %0 = load(index_ref(@数据, $甲))
  pending %1 = load(index_ref(@数据, 0u))
  return construct<对>(%1, %0)
}
)");
}

TEST(LowerExpressions, AtomicsSubgroupsAndWideReads) {
  EXPECT_EQ(function_of("用", R"(
「计数」乃「存储缓冲」于（「数组」于（「原子」于「无三二」））也。
「计数」者「绑定」于（「组值」【「组」者「一」也，「号」者「零」也，「访问」者「读写」也】）也。
「用」乃化「无三二」而「无三二」也。
「用」者会「甲」而
  「原子存」于「计数」于「甲」于「甲」；
  虑「旧」者「原子加」于「计数」于「甲」于（「新无三二」于「一」）而
  虑「和」者「子组求和」于「旧」而
  虑「四」者「读四无」于「数据」于「甲」而
  「工作组屏障」于「元」；
  「加」于「和」于（「四」中「三」）
也。
)"),
            R"(function 用(甲: u32) -> u32 {
  pending atomic_store(index_ref(@计数, $甲), $甲)
  let 旧 = atomic_add(index_ref(@计数, $甲), 1u)
  let 和 = subgroup_add(%旧)
  let 四 = load4(@数据, $甲)
  pending workgroup_barrier()
  return add(%和, extract.3(%四))
}
)");
}

TEST(LowerExpressions, CallsAndUnitArguments) {
  EXPECT_EQ(function_of("用", R"(
「助」乃化「无三二」而化「有」而「无三二」也。
「助」者会「甲」而会「乙」而「甲」也。
「用」乃化「无三二」而「无三二」也。
「用」者会「甲」而「助」于（「助」于「甲」于「元」）于（「写数组」于「数据」于「甲」于「甲」）也。
)"),
            R"(function 用(甲: u32) -> u32 {
  pending %0 = call 助($甲)
  store index_ref(@数据, $甲) = $甲
  pending %1 = call 助(%0)
  return %1
}
)");
}

TEST(LowerExpressions, ElementsOfStructsInArrays) {
  EXPECT_EQ(function_of("取", R"(
「粒」即「组类」【「位」乃「三维浮」也，「号」乃「定长数组」于「无三二」于「四」也】也。
「群」乃「存储缓冲」于（「数组」于「粒」）也。
「群」者「绑定」于（「组值」【「组」者「一」也，「号」者「零」也，「访问」者「读写」也】）也。
「取」乃化「无三二」而「无三二」也。
「取」者会「甲」而
  虑「首」者「取元素」于（（「读数组」于「群」于「甲」）中「号」）于（「读数组」于「数据」于「甲」）而
  虑「粒」者「读数组」于「群」于「甲」而
  虑「格」者「新格」于「粒」而
  虑「次」者「取元素」于（（「读格」于「格」）中「号」）于「首」而
  虑「末」者「取元素」于（「粒」中「号」）于「次」而
  「写数组」于「群」于「末」于（「读格」于「格」）；
  「转无三二」于（（「读格」于「格」）中「位」中「一」）
也。
)"),
            R"(function 取(甲: u32) -> u32 {
  pending %0 = load(index_ref(@数据, $甲))
  let 首 = load(index_ref(member_ref.1(index_ref(@群, $甲)), %0))
  let 粒 = load(index_ref(@群, $甲))
  variable 格: 粒 = %粒
  let 次 = load(index_ref(member_ref.1(&格), %首))
  let 末 = index(extract.1(%粒), %次)
  pending %1 = load(&格)
  store index_ref(@群, %末) = %1
  pending %2 = load(member_ref.0(&格))
  return convert<u32>(extract.1(%2))
}
)");
}

TEST(LowerExpressions, AnnotatedLiteralsAreConversions) {
  EXPECT_EQ(function_of("字", R"(
「字」乃化「有」而「浮三二」也。
「字」者会「空」而「加」于（「浮三二」也「1.5」）于（「转浮三二」于（「整三二」也「七」））也。
)"),
            R"(function 字() -> f32 {
  return add(convert<f32>(1.5), convert<f32>(convert<i32>(7)))
}
)");
}

TEST(LowerExpressions, HalfFloatsAskForTheirFeature) {
  EXPECT_EQ(dump_of(R"(
「半」乃化「浮三二」而「浮十六」也。
「半」者会「甲」而「乘」于（「转浮十六」于「甲」）于（「新浮十六」于「1.50」）也。
)"),
            R"(features f16

function 半(甲: f32) -> f16 {
  return multiply(convert<f16>($甲), 1.50h)
}
)");
}

TEST(LowerExpressions, WorkgroupMemoryAndEffects) {
  EXPECT_EQ(function_of("用", R"(
「总」乃「工作组变量」于「无三二」也。
「总」者「工作组共享」于「元」也。
「用」乃化「无三二」而「无三二」也。
「用」者会「甲」而
  「写共享」于「总」于「甲」；
  「存储屏障」于「元」；
  虑「限」者「一致读共享」于「总」而
  「写共享数组」于「共享」于「甲」于（「加」于「限」于（「读共享」于「总」））；
  「读共享数组」于「共享」于「甲」
也。
)"),
            R"(function 用(甲: u32) -> u32 {
  store @总 = $甲
  pending storage_barrier()
  let 限 = workgroup_uniform_load(@总)
  pending %0 = load(@总)
  store index_ref(@共享, $甲) = add(%限, %0)
  pending %1 = load(index_ref(@共享, $甲))
  return %1
}
)");
}

TEST(LowerExpressions, BooleansAndVectorsOfThem) {
  EXPECT_EQ(function_of("真", R"(
「真」乃化「二维浮」而「爻」也。
「真」者会「甲」而「且」于（「皆真」于（「小于」于「甲」于「甲」））于（「非」于「阳」）也。
)"),
            R"(function 真(甲: vec2<f32>) -> bool {
  return logical_and(all(less($甲, $甲)), logical_not(true))
}
)");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::testing
