#include "backend/msl/operations.hpp"

#include <map>
#include <string>

#include "translate.hpp"

namespace yyshader::test {
namespace {

/// What `return` is followed by, for a function that returns `value`; `before` are statements.
std::string expression(const std::string& result, const std::string& value, const std::string& before = "") {
  const std::string text = to_msl(R"(
features f16 subgroups
struct 组 { 甲: f32, 列: array<f32, 4>, }
struct 紧 { 甲: vec3<f32>, 乙: f32, 丙: vec3<u32>, }
global 读: array<f32> storage(read) group(0) binding(0)
global 写: array<u32> storage(read_write) group(0) binding(1)
global 原: array<atomic<i32>> storage(read_write) group(0) binding(2)
global 纹: texture_2d<f32> handle(read) group(0) binding(3)
global 样: sampler handle(read) group(0) binding(4)
global 构: 组 uniform(read) group(0) binding(5)
global 包: 紧 storage(read_write) group(0) binding(6)
constant 常: f32 = 1.0f
function 函(甲: f32, 乙: f32) -> f32 { return $甲 }
function 主(浮: f32, 浮二: f32, 整: i32, 无: u32, 真: bool, 向: vec3<f32>, 二: vec2<f32>, 二整: vec2<i32>, )"
                                  R"(矩: mat3x3<f32>, 组: 组, 紧: 紧, 半: vec2<f16>, 三真: vec3<bool>) -> )" +
                                  result + " {\n" + before + "\nreturn " + value + "\n}\n");
  const std::size_t start = text.rfind("return ") + 7;
  return text.substr(start, text.rfind(";\n}") - start);
}

TEST(MslOperations, EveryOperationIsSpelledButOneThatAPassReplaces) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(ir::Op::count_); ++i) {
    const auto op = static_cast<ir::Op>(i);
    const bool is_spelled = backend::msl::operations[op].form != backend::structured::Form::unsupported;
    EXPECT_EQ(is_spelled, op != ir::Op::workgroup_uniform_load) << ir::row(op).text;
  }
}

TEST(MslOperations, Literals) {
  EXPECT_EQ(expression("u32", "2u"), "2u");
  EXPECT_EQ(expression("i32", "3i"), "int(3)");
  EXPECT_EQ(expression("f32", "1.50f"), "1.50f");
  EXPECT_EQ(expression("f16", "1.0h"), "1.0h");
  EXPECT_EQ(expression("bool", "true"), "true");
  EXPECT_EQ(expression("i32", "negate(3i)"), "-int(3)");
  EXPECT_EQ(expression("f32", "^常"), "常");
}

TEST(MslOperations, Parentheses) {
  EXPECT_EQ(expression("f32", "multiply(add($浮, 1.0f), $浮二)"), "(浮 + 1.0f) * 浮二");
  EXPECT_EQ(expression("f32", "select(less($浮, $浮二), $浮, $浮二)"), "(浮 < 浮二) ? 浮 : 浮二");
  EXPECT_EQ(expression("f32", "max(select($真, $浮, $浮二), 0.0f)"), "max((真 ? 浮 : 浮二), 0.0f)");
  EXPECT_EQ(expression("f32", "remainder($浮, add($浮二, 1.0f))"), "fmod(浮, (浮二 + 1.0f))");
  EXPECT_EQ(expression("u32", "add(remainder($无, 3u), 1u)"), "(无 % 3u) + 1u");
}

TEST(MslOperations, WhatDiffersFromWgsl) {
  const std::map<std::string, std::string> unary = {{"inverse_sqrt", "rsqrt"}, {"round", "rint"},
                                                    {"sqrt", "sqrt"},          {"abs", "abs"},
                                                    {"sign", "sign"},          {"fract", "fract"}};
  for (const auto& [name, spelling] : unary) EXPECT_EQ(expression("f32", name + "($浮)"), spelling + "(浮)");
  EXPECT_EQ(expression("u32", "bitcast<u32>($浮)"), "as_type<uint>(浮)");
  EXPECT_EQ(expression("vec2<f32>", "unpack_half2($无)"), "float2(as_type<half2>(无))");
  EXPECT_EQ(expression("u32", "pack_half2($二)"), "as_type<uint>(half2(二))");
  EXPECT_EQ(expression("vec3<f32>", "select($三真, $向, add($向, $向))"), "select((向 + 向), 向, 三真)");
  EXPECT_EQ(expression("组", "construct<组>($浮, extract.1($组))"), "组{浮, 组_2.列}");
  EXPECT_EQ(expression("mat3x3<f32>", "construct<mat3x3<f32>>($向, $向, $向)"), "float3x3(向, 向, 向)");
  EXPECT_EQ(expression("array<f32, 2>", "construct<array<f32, 2>>($浮, 1.0f)"), "array<float, 2>{浮, 1.0f}");
}

TEST(MslOperations, ResourcesAndSubgroups) {
  EXPECT_EQ(expression("vec2<u32>", "texture_dimensions(@纹)"), "uint2(纹.get_width(), 纹.get_height())");
  EXPECT_EQ(expression("vec4<f32>", "%0", "inlined %0 = texture_sample(@纹, @样, $二)"), "纹.sample(样, 二)");
  EXPECT_EQ(expression("vec4<f32>", "%0", "inlined %0 = texture_load(@纹, $二整, 0)"), "纹.read(uint2(二整), uint(0))");
  EXPECT_EQ(expression("i32", "%0", "inlined %0 = atomic_load(index_ref(@原, $无))"),
            "atomic_load_explicit(&原[无], memory_order_relaxed)");
  for (const std::string name : {"add", "max", "min"}) {
    EXPECT_EQ(expression("i32", "%0", "inlined %0 = atomic_" + name + "(index_ref(@原, add($无, 1u)), $整)"),
              "atomic_fetch_" + name + "_explicit(&原[无 + 1u], 整, memory_order_relaxed)");
  }
  EXPECT_EQ(expression("vec4<f32>", "%0", "inlined %0 = load4(@读, $无)"), "*(const device float4*)(&(读)[无])");
  EXPECT_EQ(expression("u32", "extract.1(%0)", "inlined %0 = load4(@写, multiply($无, 4u))"),
            "(*(const device uint4*)(&(写)[无 * 4u])).y");
  const std::map<std::string, std::string> reductions = {
      {"subgroup_add", "simd_sum"}, {"subgroup_max", "simd_max"}, {"subgroup_min", "simd_min"}};
  for (const auto& [name, spelling] : reductions) {
    EXPECT_EQ(expression("u32", "%0", "inlined %0 = " + name + "($无)"), spelling + "(无)");
  }
  const std::map<std::string, std::string> shuffles = {{"subgroup_broadcast", "simd_shuffle"},
                                                       {"subgroup_shuffle", "simd_shuffle"},
                                                       {"subgroup_shuffle_xor", "simd_shuffle_xor"}};
  for (const auto& [name, spelling] : shuffles) {
    EXPECT_EQ(expression("u32", "%0", "inlined %0 = " + name + "($无, 1u)"), spelling + "(无, 1u)");
  }
}

// A member that Metal would give four places is packed, and converted where it is read, written and put in.
TEST(MslOperations, PackedMembers) {
  EXPECT_EQ(expression("vec3<f32>", "extract.0($紧)"), "float3(紧_2.甲)");
  EXPECT_EQ(expression("f32", "extract.1(extract.0($紧))"), "float3(紧_2.甲).y");
  EXPECT_EQ(expression("vec3<f32>", "%0", "inlined %0 = load(member_ref.0(@包))"), "float3(包.甲)");
  EXPECT_EQ(expression("f32", "%0", "inlined %0 = load(index_ref(member_ref.0(@包), $无))"), "包.甲[无]");
  EXPECT_EQ(expression("vec3<u32>", "%0", "inlined %0 = load(member_ref.2(@包))"), "包.丙");
  EXPECT_EQ(expression("紧", "construct<紧>(add($向, $向), $浮, extract.2($紧))"),
            "紧{packed_float3(向 + 向), 浮, 紧_2.丙}");
  const std::string text = to_msl(R"(
struct 紧 { 甲: vec3<f32>, 乙: f32, }
global 包: 紧 storage(read_write) group(0) binding(6)
function 主(向: vec3<f32>) {
  store member_ref.0(@包) = add($向, $向)
  store index_ref(member_ref.0(@包), 1u) = 2.0f
  store @包 = construct<紧>($向, 1.0f)
}
)");
  EXPECT_NE(text.find("  包.甲 = packed_float3(向 + 向);\n  包.甲[1u] = 2.0f;\n  包 = 紧{packed_float3(向), 1.0f};\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace yyshader::test
