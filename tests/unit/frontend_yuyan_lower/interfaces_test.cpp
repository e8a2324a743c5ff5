// Top-level definitions: resources, constants, structs, entries (1.7, 2.2).

#include <gtest/gtest.h>

#include "source_maker.hpp"

namespace yyshader::frontend::yuyan::testing {
namespace {

TEST(LowerInterfaces, TheExampleOfTheSeed) {
  EXPECT_EQ(dump_of(R"(
「数据」乃「存储缓冲」于（「数组」于「无三二」）也。
「数据」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。

「加倍」乃化「全局调用号」而「有」也。
「加倍」者会「号」而
  虑「序」者「号」中「零」而
  「写数组」于「数据」于「序」于（「乘」于（「读数组」于「数据」于「序」）于（「新无三二」于「二」））
也。

「加倍入口」乃「计算入口」也。
「加倍入口」者「计算入口项」于「加倍」于（「组值」【「工作组大小」者「四」也】）也。
)"),
            R"(global 数据: array<u32> storage(read_write) group(0) binding(0)

function 加倍(号: vec3<u32> builtin(global_invocation_id)) {
  let 序 = extract.0($号)
  pending %0 = load(index_ref(@数据, %序))
  store index_ref(@数据, %序) = multiply(%0, 2u)
}

entry 加倍入口 compute(4, 1, 1) = 加倍
)");
}

TEST(LowerInterfaces, VertexAndFragment) {
  EXPECT_EQ(dump_of(R"(
「粒子输出」即「组类」【「处」乃「裁剪位置」也，「彩」乃「二维浮」也，「编号」乃「整三二」也】也。
「顶」乃化「顶点序号」而化「二维浮」而化「无三二」而「粒子输出」也。
「顶」者会「序」而会「点」而会「层」而
  「组值」【「处」者「点」中「零」与「点」中「一」与「新浮三二」于「零点零」与「新浮三二」于「一点零」也，「彩」者「点」也，「编号」者「转整三二」于（「加」于「序」于「层」）也】也。
「片」乃化「粒子输出」而「片元颜色」也。
「片」者会「入」而（「入」中「彩」中「零」）与（「新浮三二」于「零点零」）与（「新浮三二」于「零点零」）与（「新浮三二」于「一点零」）也。
「片二」乃化「无三二」而化「浮三二」而「浮三二」也。
「片二」者会「号」而会「值」而「值」也。
「顶入口」乃「顶点入口」也。
「顶入口」者「顶点入口项」于「顶」也。
「片入口」乃「片元入口」也。
「片入口」者「片元入口项」于「片」也。
「片二入口」乃「片元入口」也。
「片二入口」者「片元入口项」于「片二」也。
)"),
            R"(struct 粒子输出 {
  处: vec4<f32> builtin(position),
  彩: vec2<f32> location(0),
  编号: i32 location(1) flat,
}

function 顶(序: u32 builtin(vertex_index), 点: vec2<f32> location(0), 层: u32 location(1)) -> 粒子输出 {
  return construct<粒子输出>(construct<vec4<f32>>(extract.0($点), extract.1($点), 0.0f, 1.0f), $点, convert<i32>(add($序, $层)))
}

function 片(入: 粒子输出) -> vec4<f32> location(0) {
  return construct<vec4<f32>>(extract.0(extract.1($入)), 0.0f, 0.0f, 1.0f)
}

function 片二(号: u32 location(0) flat, 值: f32 location(1)) -> f32 location(0) {
  return $值
}

entry 顶入口 vertex = 顶

entry 片入口 fragment = 片

entry 片二入口 fragment = 片二
)");
}

TEST(LowerInterfaces, EntriesOfOneFunction) {
  EXPECT_EQ(own_dump_of(R"(
「体」乃化「全局调用号」而「有」也。
「体」者会「号」而「写数组」于「数据」于「号」中「零」于「号」中「一」也。
「甲入口」乃「计算入口」也。
「甲入口」者「计算入口项」于「体」于（「组值」【「工作组大小」者「四」也】）也。
「乙入口」乃「计算入口」也。
「乙入口」者「计算入口项」于「体」于（「组值」【「工作组大小」者「八」与「四」与「一」也】）也。
「用」乃化「全局调用号」而「有」也。
「用」者会「号」而「体」于「号」也。
「丙入口」乃「计算入口」也。
「丙入口」者「计算入口项」于「用」于（「组值」【「工作组大小」者「四」也】）也。
)"),
            R"(function 体(号: vec3<u32> builtin(global_invocation_id)) {
  store index_ref(@数据, extract.0($号)) = extract.1($号)
}

function 体#2(号: vec3<u32> builtin(global_invocation_id)) {
  store index_ref(@数据, extract.0($号)) = extract.1($号)
}

function 体#3(号: vec3<u32>) {
  store index_ref(@数据, extract.0($号)) = extract.1($号)
}

function 用(号: vec3<u32> builtin(global_invocation_id)) {
  pending call 体#3($号)
}

entry 甲入口 compute(4, 1, 1) = 体

entry 乙入口 compute(8, 4, 1) = 体#2

entry 丙入口 compute(4, 1, 1) = 用
)");
}

TEST(LowerInterfaces, ResourcesConstantsAndStructs) {
  EXPECT_EQ(dump_of(R"(
「重力」乃「三维浮」也。
「重力」者（「新浮三二」于「零点零」）与（「新浮三二」于（「取负」于「九点八」））与（「新浮三二」于「零点零」）也。
「阶」者「三」也。
「倍」者「新无三二」于「阶」也。
「半」乃「存储缓冲」于（「数组」于「浮十六」）也。
「半」者「绑定」于（「组值」【「组」者「一」也，「号」者「二」也，「访问」者「只读」也】）也。
「图」乃「纹理二维」于「浮三二」也。
「图」者「纹理绑定」于（「组值」【「组」者「一」也，「号」者「三」也】）也。
「器」乃「采样器」也。
「器」者「采样器绑定」于（「组值」【「组」者「一」也，「号」者「四」也】）也。
「取色」乃化「片元坐标」而「四维浮」也。
「取色」者会「处」而
  虑「点」者「处」中「零」与「处」中「一」而
  虑「寸」者「纹理尺寸」于「图」而
  虑「素」者「读纹素」于「图」于（（「新整三二」于「零」）与（「转整三二」于（「寸」中「零」）））于「阶」而
  「加」于（「采样纹理」于「图」于「器」于「点」）于「素」
也。
「取色入口」乃「片元入口」也。
「取色入口」者「片元入口项」于「取色」也。
)"),
            R"(features f16

constant 重力: vec3<f32> = construct<vec3<f32>>(0.0f, convert<f32>(negate(9.8)), 0.0f)

constant 阶: abstract_int = 3

constant 倍: u32 = convert<u32>(^阶)

global 半: array<f16> storage(read) group(1) binding(2)

global 图: texture_2d<f32> handle(read) group(1) binding(3)

global 器: sampler handle(read) group(1) binding(4)

function 取色(处: vec4<f32> builtin(position)) -> vec4<f32> location(0) {
  let 点 = construct<vec2<f32>>(extract.0($处), extract.1($处))
  let 寸 = texture_dimensions(@图)
  let 素 = texture_load(@图, construct<vec2<i32>>(0i, convert<i32>(extract.0(%寸))), ^阶)
  pending %0 = texture_sample(@图, @器, %点)
  return add(%0, %素)
}

entry 取色入口 fragment = 取色
)");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::testing
