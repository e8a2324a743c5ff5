#include "translate.hpp"

namespace yyshader::test {
namespace {

// The seed's own example (着六, 着九), byte for byte.
TEST(MslItems, WritesTheExampleOfTheSeed) {
  EXPECT_EQ(to_msl(R"(
global 数据: array<u32> storage(read_write) group(0) binding(0)
function 加倍(号: vec3<u32> builtin(global_invocation_id)) {
  let 序 = extract.0($号)
  inlined %0 = load(index_ref(@数据, %序))
  store index_ref(@数据, %序) = multiply(%0, 2u)
}
entry 加倍入口 compute(4, 1, 1) = 加倍
)"),
            R"([[max_total_threads_per_threadgroup(4)]]
kernel void 加倍(uint3 号 [[thread_position_in_grid]], device uint* 数据 [[buffer(0)]]) {
  const auto 序 = 号.x;
  数据[序] = 数据[序] * 2u;
}
)");
}

TEST(MslItems, WritesTheFirstLines) {
  EXPECT_EQ(msl_of(module_of("constant 甲: u32 = 1u\n")).text.text,
            "#include <metal_stdlib>\nusing namespace metal;\n\nconstant uint 甲 = 1u;\n");
  backend::msl::Options strict;
  strict.strict_floats = true;
  EXPECT_EQ(
      msl_of(module_of("constant 甲: u32 = 1u\n"), strict).text.text,
      "#include <metal_stdlib>\nusing namespace metal;\n#pragma METAL fp contract(off)\n\nconstant uint 甲 = 1u;\n");
}

TEST(MslItems, EveryLineHasAnOrigin) {
  const auto text = msl_of(module_of("constant 甲: u32 = 1u\nfunction 乙() {\n}\n")).text;
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.text.begin(), text.text.end(), '\n')), text.line_origins.size());
}

TEST(MslItems, WritesStructsAndConstants) {
  EXPECT_EQ(to_msl(R"(
features f16
struct 组 { 甲: vec4<f32>, 乙: mat3x2<f32>, 丙: array<i32, 4>, 丁: bool, }
constant 重力: vec3<f32> = construct<vec3<f32>>(0.0f, negate(9.8f), 0.0f)
constant 整: i32 = 3i
constant 半: f16 = 1.0h
constant 甲: abstract_int = 7
constant 乙: abstract_float = negate(1.50)
constant 丙: abstract_int = 2147483648
constant 丁: abstract_int = negate(2147483648)
constant 戊: u32 = add(2u, 1u)
constant 己: i32 = add(2i, 1i)
)"),
            R"(struct 组 {
  float4 甲;
  float3x2 乙;
  array<int, 4> 丙;
  bool 丁;
};

constant float3 重力 = float3(0.0f, (-9.8f), 0.0f);

constant int 整 = int(3);

constant half 半 = 1.0h;

constant int 甲 = 7;

constant float 乙 = -1.50f;

constant long 丙 = 2147483648;

constant int 丁 = -2147483648;

constant uint 戊 = 2u + 1u;

constant int 己 = int((2u + 1u));
)");
}

// Metal wants constant expressions of C++ there; functions of the library are none.
TEST(MslItems, AConstantThatIsNoConstantExpressionMovesIntoItsFunctions) {
  EXPECT_EQ(to_msl(R"(
constant 根: f32 = sqrt(2.0f)
constant 倍: f32 = multiply(^根, 2.0f)
constant 一: f32 = 1.0f
function 甲() -> f32 { return add(^倍, ^一) }
function 乙() -> f32 { return ^一 }
)"),
            R"(constant float 一 = 1.0f;

float 甲() {
  const auto 根 = sqrt(2.0f);
  const auto 倍 = 根 * 2.0f;
  return 倍 + 一;
}

float 乙() {
  return 一;
}
)");
}

TEST(MslItems, PassesResourcesOnInOrderOfFirstMention) {
  EXPECT_EQ(to_msl(R"(
struct 参 { 数: u32, }
global 甲: array<f32> storage(read) group(0) binding(0)
global 乙: array<f32> storage(read_write) group(0) binding(1)
global 丙: 参 uniform(read) group(0) binding(2)
global 丁: 参 storage(read) group(1) binding(3)
global 戊: 参 storage(read_write) group(1) binding(4)
global 块: array<f32, 4> workgroup(read_write)
function 取(序: u32) -> f32 {
  inlined %0 = load(member_ref.0(@丙))
  inlined %1 = load(index_ref(@甲, add(%0, $序)))
  return %1
}
function 中() -> f32 {
  inlined %0 = load(index_ref(@块, 0u))
  inlined %1 = call 取(1u)
  return add(%0, %1)
}
function 主(序: u32 builtin(local_invocation_index)) {
  store index_ref(@块, $序) = 1.0f
  statement workgroup_barrier()
  inlined %0 = load(@丁)
  store @戊 = %0
  inlined %1 = call 中()
  store index_ref(@乙, 0u) = %1
}
entry 入口 compute(4, 1, 1) = 主
)"),
            R"(struct 参 {
  uint 数;
};

float 取(uint 序, const device float* 甲, constant 参& 丙) {
  return 甲[丙.数 + 序];
}

float 中(threadgroup array<float, 4>& 块, const device float* 甲, constant 参& 丙) {
  return 块[0u] + 取(1u, 甲, 丙);
}

[[max_total_threads_per_threadgroup(4)]]
kernel void 主(uint 序 [[thread_index_in_threadgroup]], device 参& 戊 [[buffer(20)]], )"
            R"(const device 参& 丁 [[buffer(19)]], device float* 乙 [[buffer(1)]], )"
            R"(const device float* 甲 [[buffer(0)]], constant 参& 丙 [[buffer(2)]]) {
  threadgroup array<float, 4> 块;
  块[序] = 1.0f;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  戊 = 丁;
  乙[0u] = 中(块, 甲, 丙);
}
)");
}

// 数组长度: a buffer of sizes, passed on by those that need it only; its name gives way to the program's.
TEST(MslItems, PassesTheSizesOfBuffers) {
  EXPECT_EQ(to_msl(R"(
global 甲: array<vec3<f32>> storage(read) group(0) binding(3)
global 乙: array<u32> storage(read_write) group(1) binding(2)
function 长() -> u32 { return array_length(@甲) }
function 加(数: u32) -> u32 { return add($数, 1u) }
function 主(缓冲字节数: u32 builtin(local_invocation_index)) {
  inlined %0 = call 长()
  inlined %1 = call 加(array_length(@乙))
  store index_ref(@乙, $缓冲字节数) = multiply(%0, %1)
}
entry 入口 compute(1, 1, 1) = 主
)"),
            R"(uint 长(const device float3* 甲, constant uint* 缓冲字节数) {
  return 缓冲字节数[3] / 16u;
}

uint 加(uint 数) {
  return 数 + 1u;
}

[[max_total_threads_per_threadgroup(1)]]
kernel void 主(uint 缓冲字节数 [[thread_index_in_threadgroup]], device uint* 乙 [[buffer(18)]], )"
            R"(const device float3* 甲 [[buffer(3)]], constant uint* 缓冲字节数_2 [[buffer(30)]]) {
  乙[缓冲字节数] = 长(甲, 缓冲字节数_2) * 加((缓冲字节数_2[18] / 4u));
}
)");
}

TEST(MslItems, TheSameModuleGivesTheSameText) {
  const std::string text = R"(
global 块: array<f32, 40> workgroup(read_write)
function 主(序: u32 builtin(local_invocation_index)) {
  let 值 = load(index_ref(@块, $序))
}
entry 入口 compute(4, 1, 1) = 主
)";
  EXPECT_EQ(to_msl(text), to_msl(text));
}

}  // namespace
}  // namespace yyshader::test
