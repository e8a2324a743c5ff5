// Interfaces of entries (spec 1.9, 2.3).

#include <string>

#include "translate.hpp"

namespace yyshader::test {
namespace {

TEST(MslEntries, EveryBuiltinOfComputeEntries) {
  EXPECT_EQ(to_msl(R"(
features subgroups
function 主(全: vec3<u32> builtin(global_invocation_id), 局: vec3<u32> builtin(local_invocation_id), )"
                   R"(序: u32 builtin(local_invocation_index), 组: vec3<u32> builtin(workgroup_id), )"
                   R"(数: vec3<u32> builtin(num_workgroups), 内: u32 builtin(subgroup_invocation_id), )"
                   R"(大: u32 builtin(subgroup_size)) {
}
entry 入口 compute(8, 8, 2) = 主
)"),
            R"([[max_total_threads_per_threadgroup(128)]]
kernel void 主(uint3 全 [[thread_position_in_grid]], uint3 局 [[thread_position_in_threadgroup]], )"
            R"(uint 序 [[thread_index_in_threadgroup]], uint3 组 [[threadgroup_position_in_grid]], )"
            R"(uint3 数 [[threadgroups_per_grid]], uint 内 [[thread_index_in_simdgroup]], )"
            R"(uint 大 [[threads_per_simdgroup]]) {
}
)");
}

// A struct of builtins comes member by member and is put together behind the zeroing of workgroup memory.
TEST(MslEntries, StructsOfBuiltinsAreRebuilt) {
  EXPECT_EQ(to_msl(R"(
struct 入 { 全: vec3<u32> builtin(global_invocation_id), 序: u32 builtin(local_invocation_index), }
global 单: u32 workgroup(read_write)
global 出: array<u32> storage(read_write) group(0) binding(0)
function 助(入: 入) -> u32 { return extract.0(extract.0($入)) }
function 主(参: 入) {
  inlined %0 = load(@单)
  inlined %1 = call 助($参)
  store index_ref(@出, extract.1($参)) = add(%0, %1)
}
entry 入口 compute(8, 1, 1) = 主
)"),
            R"(struct 入 {
  uint3 全;
  uint 序;
};

uint 助(入 入_2) {
  return 入_2.全.x;
}

[[max_total_threads_per_threadgroup(8)]]
kernel void 主(uint3 参_全 [[thread_position_in_grid]], uint 参_序 [[thread_index_in_threadgroup]], )"
            R"(device uint* 出 [[buffer(0)]]) {
  threadgroup uint 单;
  if (参_序 == 0u) {
    单 = 0u;
  } else {
  }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  入 参 = 入{参_全, 参_序};
  出[参.序] = 单 + 助(参);
}
)");
}

TEST(MslEntries, VertexAndFragment) {
  EXPECT_EQ(to_msl(R"(
struct 出 { 处: vec4<f32> builtin(position), 彩: vec4<f32> location(0), 号: u32 location(1) flat, }
struct 果 { 色: vec4<f32> location(0), 深: f32 builtin(frag_depth), 掩: u32 builtin(sample_mask), }
struct 入 { 位: vec2<f32> location(0), 色: vec4<f32> location(1), }
function 顶(入: 入, 序: u32 builtin(vertex_index), 例: u32 builtin(instance_index)) -> 出 {
  return construct<出>(extract.1($入), extract.1($入), add($序, $例))
}
function 片(入: 出, 正: bool builtin(front_facing), 样: u32 builtin(sample_index), 掩: u32 builtin(sample_mask)) -> 果 {
  if $正 { statement discard() } else { }
  return construct<果>(extract.1($入), 0.5f, bit_and($掩, $样))
}
entry 顶入口 vertex = 顶
entry 片入口 fragment = 片
)"),
            R"(struct 出 {
  float4 处 [[position]];
  float4 彩 [[user(loc0)]];
  uint 号 [[user(loc1)]] [[flat]];
};

struct 果 {
  float4 色 [[color(0)]];
  float 深 [[depth(any)]];
  uint 掩 [[sample_mask]];
};

struct 入 {
  float2 位 [[attribute(0)]];
  float4 色 [[attribute(1)]];
};

vertex 出 顶(入 入_2 [[stage_in]], uint 序 [[vertex_id]], uint 例 [[instance_id]]) {
  return 出{入_2.色, 入_2.色, (序 + 例)};
}

fragment 果 片(出 入_2 [[stage_in]], bool 正 [[front_facing]], uint 样 [[sample_id]], uint 掩 [[sample_mask]]) {
  if (正) {
    discard_fragment();
  } else {
  }
  return 果{入_2.彩, 0.5f, (掩 & 样)};
}
)");
}

TEST(MslEntries, PlainValuesByLocationComeAndGoInStructs) {
  EXPECT_EQ(to_msl(R"(
function 顶(位: vec2<f32> location(0), 序: u32 builtin(vertex_index)) -> vec4<f32> builtin(position) {
  return construct<vec4<f32>>(extract.0($位), extract.1($位), convert<f32>($序), 1.0f)
}
function 色(彩: vec4<f32> location(0)) -> vec4<f32> location(0) {
  return $彩
}
function 深(处: vec4<f32> builtin(position)) -> f32 builtin(frag_depth) {
  return extract.2($处)
}
entry 甲 vertex = 顶
entry 乙 fragment = 色
entry 丙 fragment = 深
)"),
            R"(struct 顶_输入 {
  float2 位 [[attribute(0)]];
};

vertex float4 顶(uint 序 [[vertex_id]], 顶_输入 输入 [[stage_in]]) {
  const auto 位 = 输入.位;
  return float4(位.x, 位.y, float(序), 1.0f);
}

struct 色_输入 {
  float4 彩 [[user(loc0)]];
};

fragment float4 色(色_输入 输入 [[stage_in]]) {
  const auto 彩 = 输入.彩;
  return 彩;
}

struct 深_输出 {
  float 值 [[depth(any)]];
};

fragment 深_输出 深(float4 处 [[position]]) {
  return 深_输出{处.z};
}
)");
}

// A struct in several roles, or in a buffer too, keeps to itself: interfaces get structs of their own.
TEST(MslEntries, AStructHasOneRole) {
  EXPECT_EQ(to_msl(R"(
struct 两用 { 处: vec4<f32> location(0), 向: vec3<f32> location(1), 重: f32 location(2), }
struct 传 { 位: vec4<f32> builtin(position), 正: bool builtin(front_facing), 彩: vec4<f32> location(0), }
global 存: array<两用> storage(read_write) group(0) binding(0)
function 顶(入: 两用) -> vec4<f32> builtin(position) {
  return extract.0($入)
}
function 片(入: 两用) -> 两用 {
  inlined %0 = load(index_ref(@存, 0u))
  return %0
}
entry 甲 vertex = 顶
entry 乙 fragment = 片
)"),
            R"(struct 两用 {
  float4 处;
  packed_float3 向;
  float 重;
};

struct 传 {
  float4 位;
  bool 正;
  float4 彩;
};

struct 顶_输入 {
  float4 处 [[attribute(0)]];
  float3 向 [[attribute(1)]];
  float 重 [[attribute(2)]];
};

vertex float4 顶(顶_输入 输入 [[stage_in]]) {
  两用 入 = 两用{输入.处, packed_float3(输入.向), 输入.重};
  return 入.处;
}

struct 片_输入 {
  float4 处 [[user(loc0)]];
  float3 向 [[user(loc1)]];
  float 重 [[user(loc2)]];
};

struct 片_输出 {
  float4 处 [[color(0)]];
  float3 向 [[color(1)]];
  float 重 [[color(2)]];
};

fragment 片_输出 片(片_输入 输入 [[stage_in]], device 两用* 存 [[buffer(0)]]) {
  const auto 临时 = 存[0u];
  return 片_输出{临时.处, float3(临时.向), 临时.重};
}
)");
}

// Builtins that may not stand in a stage's struct come beside it.
TEST(MslEntries, MixedStructsAreTakenApart) {
  EXPECT_EQ(to_msl(R"(
struct 入 { 位: vec4<f32> builtin(position), 正: bool builtin(front_facing), 彩: vec4<f32> location(0), }
function 片(入: 入) -> vec4<f32> location(0) {
  return select(extract.1($入), extract.0($入), extract.2($入))
}
entry 乙 fragment = 片
)"),
            R"(struct 入 {
  float4 位;
  bool 正;
  float4 彩;
};

struct 片_输入 {
  float4 彩 [[user(loc0)]];
};

fragment float4 片(float4 入_位 [[position]], bool 入_正 [[front_facing]], 片_输入 输入 [[stage_in]]) {
  入 入_2 = 入{入_位, 入_正, 输入.彩};
  return 入_2.正 ? 入_2.位 : 入_2.彩;
}
)");
}

}  // namespace
}  // namespace yyshader::test
