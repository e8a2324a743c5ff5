#include "translate.hpp"

namespace yyshader::test {
namespace {

// The seed's own example (着六), byte for byte.
TEST(WgslItems, WritesTheExampleOfTheSeed) {
  EXPECT_EQ(to_wgsl(R"(
global 数据: array<u32> storage(read_write) group(0) binding(0)
function 加倍(号: vec3<u32> builtin(global_invocation_id)) {
  let 序 = extract.0($号)
  inlined %0 = load(index_ref(@数据, %序))
  store index_ref(@数据, %序) = multiply(%0, 2u)
}
entry 加倍入口 compute(4, 1, 1) = 加倍
)"),
            R"(@group(0) @binding(0) var<storage, read_write> 数据: array<u32>;

@compute @workgroup_size(4)
fn 加倍(@builtin(global_invocation_id) 号: vec3<u32>) {
  let 序 = 号.x;
  数据[序] = 数据[序] * 2u;
}
)");
}

// The declarations that spec 2.2 shows.
TEST(WgslItems, WritesStructsResourcesAndConstants) {
  EXPECT_EQ(to_wgsl(R"(
struct 粒子输出 {
  处: vec4<f32> builtin(position),
  彩: vec2<f32> location(0),
  编号: i32 location(1) flat,
}
global 权重: array<f32> storage(read) group(1) binding(2)
global 块: array<f32, 128> workgroup(read_write)
constant 重力: vec3<f32> = construct<vec3<f32>>(0.0f, negate(9.8f), 0.0f)
)"),
            R"(struct 粒子输出 {
  @builtin(position) 处: vec4<f32>,
  @location(0) 彩: vec2<f32>,
  @location(1) @interpolate(flat) 编号: i32,
}

@group(1) @binding(2) var<storage, read> 权重: array<f32>;

var<workgroup> 块: array<f32, 128>;

const 重力: vec3<f32> = vec3<f32>(0.0f, (-9.8f), 0.0f);
)");
}

TEST(WgslItems, WritesEveryKindOfResource) {
  EXPECT_EQ(to_wgsl(R"(
struct 参数 { 矩: mat3x4<f32>, 数: array<atomic<u32>, 4>, }
global 甲: array<参数> storage(read_write) group(0) binding(0)
global 乙: vec4<f32> uniform(read) group(0) binding(1)
global 丙: texture_2d<f32> handle(read) group(0) binding(2)
global 丁: sampler handle(read) group(0) binding(3)
)"),
            R"(struct 参数 {
  矩: mat3x4<f32>,
  数: array<atomic<u32>, 4>,
}

@group(0) @binding(0) var<storage, read_write> 甲: array<参数>;

@group(0) @binding(1) var<uniform> 乙: vec4<f32>;

@group(0) @binding(2) var 丙: texture_2d<f32>;

@group(0) @binding(3) var 丁: sampler;
)");
}

TEST(WgslItems, LeavesTheTypeOfABareLiteralsConstantAway) {
  EXPECT_EQ(to_wgsl(R"(
constant 甲: abstract_int = 7
constant 乙: abstract_float = negate(1.50)
constant 丙: u32 = 7u
constant 丁: u32 = add(^丙, 1u)
)"),
            R"(const 甲 = 7;

const 乙 = -1.50;

const 丙: u32 = 7u;

const 丁: u32 = 丙 + 1u;
)");
}

TEST(WgslItems, WritesTheDirectivesThatTheTextNeeds) {
  EXPECT_EQ(to_wgsl("features f16\nfunction 甲(丙: f16) -> f16 {\n  return $丙\n}\n"),
            "enable f16;\n\nfn 甲(丙: f16) -> f16 {\n  return 丙;\n}\n");
  EXPECT_EQ(to_wgsl(R"(
features f16 subgroups
function 甲(丙: vec2<f16>, 丁: u32) -> u32 {
  inlined %0 = subgroup_add($丁)
  return %0
}
)"),
            R"(enable f16;
enable subgroups;

fn 甲(丙: vec2<f16>, 丁: u32) -> u32 {
  return subgroupAdd(丁);
}
)");
  EXPECT_EQ(to_wgsl(R"(
features subgroups
function 甲(丁: u32 builtin(subgroup_size)) {
}
entry 乙 compute(64, 1, 1) = 甲
)"),
            R"(enable subgroups;

@compute @workgroup_size(64)
fn 甲(@builtin(subgroup_size) 丁: u32) {
}
)");
  // Declared but needed by nothing.
  EXPECT_EQ(to_wgsl("features f16 subgroups\nconstant 甲: u32 = 1u\n"), "const 甲: u32 = 1u;\n");
}

TEST(WgslItems, WritesTheWorkgroupSizeWithOneOrThreeNumbers) {
  const auto head = [](const std::string& size) {
    const std::string text = to_wgsl("function 甲() {\n}\nentry 乙 compute(" + size + ") = 甲\n");
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(head("64, 1, 1"), "@compute @workgroup_size(64)");
  EXPECT_EQ(head("8, 8, 1"), "@compute @workgroup_size(8, 8, 1)");
  EXPECT_EQ(head("1, 1, 8"), "@compute @workgroup_size(1, 1, 8)");
}

TEST(WgslItems, WritesVertexAndFragmentEntries) {
  EXPECT_EQ(to_wgsl(R"(
struct 出 { 处: vec4<f32> builtin(position), 彩: vec4<f32> location(0), 号: u32 location(1) flat, }
function 顶点(序: u32 builtin(vertex_index), 位: vec2<f32> location(0), 色: vec4<f32> location(1)) -> 出 {
  return construct<出>(construct<vec4<f32>>(extract.0($位), extract.1($位), 0.0f, 1.0f), $色, $序)
}
function 点(位: vec4<f32> location(0)) -> vec4<f32> builtin(position) {
  return $位
}
function 片元(入: 出, 正: bool builtin(front_facing)) -> vec4<f32> location(0) {
  return extract.1($入)
}
function 整(号: i32 location(0) flat) -> f32 builtin(frag_depth) {
  return convert<f32>($号)
}
entry 一 vertex = 顶点
entry 二 vertex = 点
entry 三 fragment = 片元
entry 四 fragment = 整
)"),
            R"(struct 出 {
  @builtin(position) 处: vec4<f32>,
  @location(0) 彩: vec4<f32>,
  @location(1) @interpolate(flat) 号: u32,
}

@vertex
fn 顶点(@builtin(vertex_index) 序: u32, @location(0) 位: vec2<f32>, @location(1) 色: vec4<f32>) -> 出 {
  return 出(vec4<f32>(位.x, 位.y, 0.0f, 1.0f), 色, 序);
}

@vertex
fn 点(@location(0) 位: vec4<f32>) -> @builtin(position) vec4<f32> {
  return 位;
}

@fragment
fn 片元(入: 出, @builtin(front_facing) 正: bool) -> @location(0) vec4<f32> {
  return 入.彩;
}

@fragment
fn 整(@location(0) @interpolate(flat) 号: i32) -> @builtin(frag_depth) f32 {
  return f32(号);
}
)");
}

TEST(WgslItems, GivesEveryLineItsOrigin) {
  ir::Module module = module_of(R"(
constant 甲: u32 = 1u
function 乙(丙: u32) -> u32 {
  let 丁 = add($丙, ^甲)
  if less(%丁, 3u) {
    return %丁
  } else {
    return 3u
  }
}
)");
  const auto span = [](std::uint32_t place) { return source::Span{source::FileId(std::size_t{0}), place, place + 1}; };
  module.constants[0].span = span(10);
  ir::Function& function = module.functions[0];
  function.span = span(20);
  std::vector<ir::Statement>& body = function.blocks[function.body.index()].statements;
  body[0].span = span(30);
  body[1].span = span(40);
  function.blocks[body[1].first.index()].statements[0].span = span(50);
  function.blocks[body[1].second.index()].statements[0].span = span(60);

  const backend::structured::TargetText text = wgsl_of(module);
  std::vector<std::uint32_t> places;
  for (const source::Span& origin : text.line_origins) places.push_back(origin ? origin.begin : 0);
  EXPECT_EQ(text.text,
            "const 甲: u32 = 1u;\n\nfn 乙(丙: u32) -> u32 {\n  let 丁 = 丙 + 甲;\n  if (丁 < 3u) {\n    return 丁;\n"
            "  } else {\n    return 3u;\n  }\n}\n");
  EXPECT_EQ(places, (std::vector<std::uint32_t>{10, 0, 20, 30, 40, 50, 40, 60, 40, 20}));
}

}  // namespace
}  // namespace yyshader::test
