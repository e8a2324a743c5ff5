#include <map>
#include <set>
#include <string>

#include "backend/wgsl/operations.hpp"
#include "translate.hpp"

namespace yyshader::test {
namespace {

/// What `return` is followed by, for a function that returns `value`; `before` are statements.
std::string expression(const std::string& result, const std::string& value, const std::string& before = "") {
  const std::string text = to_wgsl(R"(
features f16 subgroups
struct 组 { 甲: f32, 列: array<f32, 4>, }
global 读: array<f32> storage(read) group(0) binding(0)
global 写: array<u32> storage(read_write) group(0) binding(1)
global 原: array<atomic<i32>> storage(read_write) group(0) binding(2)
global 纹: texture_2d<f32> handle(read) group(0) binding(3)
global 样: sampler handle(read) group(0) binding(4)
global 共: u32 workgroup(read_write)
global 构: 组 uniform(read) group(0) binding(5)
constant 常: f32 = 1.0f
function 函(甲: f32, 乙: f32) -> f32 { return $甲 }
function 主(浮: f32, 浮二: f32, 整: i32, 无: u32, 真: bool, 向: vec3<f32>, 二: vec2<f32>, 二整: vec2<i32>, 矩: mat3x3<f32>, 组: 组, 列: array<f32, 4>) -> )" +
                                   result + " {\n" + before + "\nreturn " + value + "\n}\n");
  const std::size_t start = text.rfind("return ") + 7;
  return text.substr(start, text.rfind(";\n}") - start);
}

TEST(WgslOperations, EverySpellingIsSupported) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(ir::Op::count_); ++i) {
    const auto op = static_cast<ir::Op>(i);
    EXPECT_NE(backend::wgsl::operations[op].form, backend::structured::Form::unsupported) << ir::row(op).text;
  }
}

TEST(WgslOperations, Literals) {
  EXPECT_EQ(expression("u32", "2u"), "2u");
  EXPECT_EQ(expression("i32", "3i"), "3i");
  EXPECT_EQ(expression("f32", "0.5f"), "0.5f");
  EXPECT_EQ(expression("f32", "1.50f"), "1.50f");
  EXPECT_EQ(expression("f16", "1.0h"), "f16(1.0)");
  EXPECT_EQ(expression("bool", "true"), "true");
  EXPECT_EQ(expression("f32", "negate(9.8f)"), "-9.8f");
  EXPECT_EQ(expression("i32", "convert<i32>(negate(2147483648))"), "i32((-2147483648))");
}

// Spec 2.2: operators stand bare as a whole right side and as an index, else in parentheses; all else never has any.
TEST(WgslOperations, Parentheses) {
  EXPECT_EQ(expression("f32", "multiply(add($浮, 1.0f), $浮二)"), "(浮 + 1.0f) * 浮二");
  EXPECT_EQ(expression("f32", "max(subtract($浮, $浮二), 0.0f)"), "max((浮 - 浮二), 0.0f)");
  EXPECT_EQ(expression("f32", "select(less($浮, $浮二), $浮, $浮二)"), "select(浮二, 浮, (浮 < 浮二))");
  EXPECT_EQ(expression("f32", "%0", "inlined %0 = load(index_ref(@读, add($无, 1u)))"), "读[无 + 1u]");
  EXPECT_EQ(expression("f32", "negate(negate($浮))"), "-(-浮)");
  EXPECT_EQ(expression("f32", "extract.0(add($向, $向))"), "(向 + 向).x");
  EXPECT_EQ(expression("f32", "add(max($浮, $浮二), extract.1($向))"), "max(浮, 浮二) + 向.y");
  EXPECT_EQ(expression("bool", "logical_and(logical_not($真), less($浮, $浮二))"), "(!真) && (浮 < 浮二)");
}

TEST(WgslOperations, PartsOfValues) {
  EXPECT_EQ(expression("f32", "extract.2($向)"), "向.z");
  EXPECT_EQ(expression("vec3<f32>", "extract.1($矩)"), "矩[1]");
  EXPECT_EQ(expression("f32", "extract.2(extract.1($矩))"), "矩[1].z");
  EXPECT_EQ(expression("f32", "extract.0($组)"), "组_2.甲");
  EXPECT_EQ(expression("f32", "extract.3($列)"), "列[3]");
  EXPECT_EQ(expression("f32", "index($列, add($无, 1u))"), "列[无 + 1u]");
  EXPECT_EQ(expression("f32", "%0", "inlined %0 = load(index_ref(member_ref.1(@构), $无))"), "构.列[无]");
  EXPECT_EQ(expression("f32", "copy(add($浮, $浮二))"), "浮 + 浮二");
}

// Spec 2.2's exception: parentheses even round a name.
TEST(WgslOperations, FourReads) {
  EXPECT_EQ(expression("vec4<f32>", "%0", "inlined %0 = load4(@读, $无)"),
            "vec4<f32>(读[无], 读[(无) + 1u], 读[(无) + 2u], 读[(无) + 3u])");
  EXPECT_EQ(expression("vec4<u32>", "%0", "inlined %0 = load4(@写, multiply($无, 4u))"),
            "vec4<u32>(写[无 * 4u], 写[(无 * 4u) + 1u], 写[(无 * 4u) + 2u], 写[(无 * 4u) + 3u])");
}

TEST(WgslOperations, Conversions) {
  EXPECT_EQ(expression("u32", "convert<u32>($浮)"), "u32(浮)");
  EXPECT_EQ(expression("vec2<f32>", "convert<vec2<f32>>($二整)"), "vec2<f32>(二整)");
  EXPECT_EQ(expression("u32", "bitcast<u32>($浮)"), "bitcast<u32>(浮)");
  EXPECT_EQ(expression("vec2<f32>", "bitcast<vec2<f32>>($二整)"), "bitcast<vec2<f32>>(二整)");
  EXPECT_EQ(expression("mat2x2<f32>", "construct<mat2x2<f32>>($二, add($二, $二))"), "mat2x2<f32>(二, (二 + 二))");
}

TEST(WgslOperations, InfixAndPrefix) {
  const std::map<std::string, std::string> floats = {
      {"add", "+"}, {"subtract", "-"}, {"multiply", "*"}, {"divide", "/"}, {"remainder", "%"}};
  for (const auto& [name, sign] : floats) EXPECT_EQ(expression("f32", name + "($浮, $浮二)"), "浮 " + sign + " 浮二");
  const std::map<std::string, std::string> comparisons = {{"less", "<"},        {"greater", ">"},
                                                          {"less_equal", "<="}, {"greater_equal", ">="},
                                                          {"equal", "=="},      {"not_equal", "!="}};
  for (const auto& [name, sign] : comparisons)
    EXPECT_EQ(expression("bool", name + "($浮, $浮二)"), "浮 " + sign + " 浮二");
  const std::map<std::string, std::string> bits = {
      {"bit_and", "&"}, {"bit_or", "|"}, {"bit_xor", "^"}, {"shift_left", "<<"}, {"shift_right", ">>"}};
  for (const auto& [name, sign] : bits) EXPECT_EQ(expression("u32", name + "($无, 3u)"), "无 " + sign + " 3u");
  EXPECT_EQ(expression("bool", "logical_and($真, $真)"), "真 && 真");
  EXPECT_EQ(expression("bool", "logical_or($真, $真)"), "真 || 真");
  EXPECT_EQ(expression("bool", "logical_not($真)"), "!真");
  EXPECT_EQ(expression("u32", "bit_not($无)"), "~无");
  EXPECT_EQ(expression("i32", "negate($整)"), "-整");
  EXPECT_EQ(expression("vec3<f32>", "vector_times_scalar($向, $浮)"), "向 * 浮");
  EXPECT_EQ(expression("mat3x3<f32>", "matrix_times_scalar($矩, $浮)"), "矩 * 浮");
  EXPECT_EQ(expression("vec3<f32>", "matrix_times_vector($矩, $向)"), "矩 * 向");
  EXPECT_EQ(expression("vec3<f32>", "vector_times_matrix($向, $矩)"), "向 * 矩");
  EXPECT_EQ(expression("mat3x3<f32>", "matrix_times_matrix($矩, $矩)"), "矩 * 矩");
}

TEST(WgslOperations, Functions) {
  const std::map<std::string, std::string> unary = {{"sqrt", "sqrt"},        {"inverse_sqrt", "inverseSqrt"},
                                                    {"exp", "exp"},          {"exp2", "exp2"},
                                                    {"log", "log"},          {"log2", "log2"},
                                                    {"sin", "sin"},          {"cos", "cos"},
                                                    {"tan", "tan"},          {"asin", "asin"},
                                                    {"acos", "acos"},        {"atan", "atan"},
                                                    {"sinh", "sinh"},        {"cosh", "cosh"},
                                                    {"tanh", "tanh"},        {"abs", "abs"},
                                                    {"sign", "sign"},        {"floor", "floor"},
                                                    {"ceil", "ceil"},        {"round", "round"},
                                                    {"trunc", "trunc"},      {"fract", "fract"},
                                                    {"saturate", "saturate"}};
  for (const auto& [name, spelling] : unary) EXPECT_EQ(expression("f32", name + "($浮)"), spelling + "(浮)");
  for (const std::string name : {"pow", "atan2", "max", "min", "step"}) {
    EXPECT_EQ(expression("f32", name + "($浮, $浮二)"), name + "(浮, 浮二)");
  }
  for (const std::string name : {"clamp", "mix", "smoothstep", "fma"}) {
    EXPECT_EQ(expression("f32", name + "($浮, $浮二, 1.0f)"), name + "(浮, 浮二, 1.0f)");
  }
  EXPECT_EQ(expression("f32", "dot($向, $向)"), "dot(向, 向)");
  EXPECT_EQ(expression("f32", "length($向)"), "length(向)");
  EXPECT_EQ(expression("f32", "distance($向, $向)"), "distance(向, 向)");
  EXPECT_EQ(expression("vec3<f32>", "normalize($向)"), "normalize(向)");
  EXPECT_EQ(expression("vec3<f32>", "reflect($向, $向)"), "reflect(向, 向)");
  EXPECT_EQ(expression("vec3<f32>", "cross($向, $向)"), "cross(向, 向)");
  EXPECT_EQ(expression("vec2<f32>", "unpack_half2($无)"), "unpack2x16float(无)");
  EXPECT_EQ(expression("u32", "pack_half2($二)"), "pack2x16float(二)");
  EXPECT_EQ(expression("bool", "all(less($向, $向))"), "all((向 < 向))");
  EXPECT_EQ(expression("bool", "any(less($向, $向))"), "any((向 < 向))");
}

TEST(WgslOperations, ResourcesAndSubgroups) {
  EXPECT_EQ(expression("u32", "array_length(@读)"), "arrayLength(&读)");
  EXPECT_EQ(expression("vec2<u32>", "texture_dimensions(@纹)"), "textureDimensions(纹)");
  EXPECT_EQ(expression("vec4<f32>", "%0", "inlined %0 = texture_sample(@纹, @样, $二)"), "textureSample(纹, 样, 二)");
  EXPECT_EQ(expression("vec4<f32>", "%0", "inlined %0 = texture_load(@纹, $二整, 0)"), "textureLoad(纹, 二整, 0)");
  EXPECT_EQ(expression("u32", "%0", "inlined %0 = workgroup_uniform_load(@共)"), "workgroupUniformLoad(&共)");
  EXPECT_EQ(expression("i32", "%0", "inlined %0 = atomic_load(index_ref(@原, $无))"), "atomicLoad(&原[无])");
  for (const auto& [name, spelling] : std::map<std::string, std::string>{
           {"atomic_add", "atomicAdd"}, {"atomic_max", "atomicMax"}, {"atomic_min", "atomicMin"}}) {
    EXPECT_EQ(expression("i32", "%0", "inlined %0 = " + name + "(index_ref(@原, $无), 1i)"),
              spelling + "(&原[无], 1i)");
  }
  for (const auto& [name, spelling] : std::map<std::string, std::string>{
           {"subgroup_add", "subgroupAdd"}, {"subgroup_max", "subgroupMax"}, {"subgroup_min", "subgroupMin"}}) {
    EXPECT_EQ(expression("f32", "%0", "inlined %0 = " + name + "($浮)"), spelling + "(浮)");
  }
  for (const auto& [name, spelling] :
       std::map<std::string, std::string>{{"subgroup_broadcast", "subgroupShuffle"},
                                          {"subgroup_shuffle", "subgroupShuffle"},
                                          {"subgroup_shuffle_xor", "subgroupShuffleXor"}}) {
    EXPECT_EQ(expression("f32", "%0", "inlined %0 = " + name + "($浮, $无)"), spelling + "(浮, 无)");
  }
}

TEST(WgslOperations, CallsPassArgumentsAndNothingElse) {
  EXPECT_EQ(expression("f32", "%0", "inlined %0 = call 函(add($浮, $浮二), ^常)"), "函((浮 + 浮二), 常)");
}

TEST(WgslOperations, DiscardIsAWord) {
  EXPECT_EQ(
      to_wgsl("function 甲() -> vec4<f32> location(0) {\nstatement discard()\nreturn construct<vec4<f32>>(0.0f, "
              "0.0f, 0.0f, 0.0f)\n}\nentry 乙 fragment = 甲\n"),
      "@fragment\nfn 甲() -> @location(0) vec4<f32> {\n  discard;\n  return vec4<f32>(0.0f, 0.0f, 0.0f, 0.0f);\n}\n");
}

}  // namespace
}  // namespace yyshader::test
