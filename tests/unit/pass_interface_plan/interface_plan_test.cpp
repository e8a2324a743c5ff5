#include "pass/interface_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/text.hpp"
#include "ir/verify.hpp"

namespace yyshader::pass {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Planned {
  ir::Module module;
  InterfacePlan plan;

  std::vector<std::string> names(const std::vector<ir::GlobalId>& globals) const {
    std::vector<std::string> result;
    for (const ir::GlobalId id : globals) result.emplace_back(module.text(module.globals[id.index()].name));
    return result;
  }
  std::vector<std::string> bindings(std::size_t entry) const {
    std::vector<std::string> result;
    for (const BindingPlan& each : plan.entries[entry].bindings) {
      result.push_back(std::string(module.text(module.globals[each.global.index()].name)) + " " +
                       std::to_string(each.group) + "." + std::to_string(each.binding) + " " +
                       std::to_string(each.msl_index));
    }
    return result;
  }
};

Planned plan_of(std::string_view text) {
  std::string error;
  auto module = ir::read(text, error);
  EXPECT_TRUE(module.has_value()) << error;
  if (!module) return {};
  for (const std::string& broken : ir::verify(*module, true)) ADD_FAILURE() << broken;
  InterfacePlan plan = plan_interface(*module);
  return {std::move(*module), std::move(plan)};
}

constexpr std::string_view program = R"(
features f16 subgroups
global 甲: array<f32> storage(read_write) group(0) binding(3)
global 乙: array<f32> storage(read) group(0) binding(1)
global 丙: vec4<f32> uniform(read) group(1) binding(0)
global 丁: array<f16> storage(read) group(1) binding(2)
global 块: array<f32, 3> workgroup(read_write)
global 纹: texture_2d<f32> handle(read) group(0) binding(1)
global 样: sampler handle(read) group(0) binding(1)
global 闲: array<u32> storage(read) group(0) binding(9)
function 底() -> f32 {
  inlined %0 = load(index_ref(@块, 0u))
  return %0
}
function 中(数: f32) -> f32 {
  inlined %0 = load(@丙)
  inlined %1 = call 底()
  return add(add(extract.0(%0), %1), convert<f32>(array_length(@乙)))
}
function 主(序: u32 builtin(local_invocation_index)) {
  inlined %0 = load(index_ref(@乙, $序))
  inlined %1 = call 中(%0)
  store index_ref(@甲, $序) = %1
}
function 半(序: u32 builtin(local_invocation_index)) {
  dropped load(index_ref(@丁, $序))
}
function 闲函() -> u32 {
  inlined %0 = load(index_ref(@闲, 0u))
  inlined %1 = subgroup_add(%0)
  return %1
}
entry 一 compute(4, 1, 1) = 主
entry 二 compute(4, 1, 1) = 半
)";

TEST(InterfacePlan, MentionsFollowTheTextAndCallsDepthFirst) {
  const Planned planned = plan_of(program);
  EXPECT_THAT(planned.names(planned.plan.entries[0].mention_order), ElementsAre("甲", "丙", "块", "乙"));
  EXPECT_THAT(planned.names(planned.plan.function_uses[0]), ElementsAre("块"));
  EXPECT_THAT(planned.names(planned.plan.function_uses[1]), ElementsAre("丙", "块", "乙"));
  EXPECT_THAT(planned.names(planned.plan.function_uses[4]), ElementsAre("闲"));
}

TEST(InterfacePlan, ListsUsedBindingsInAscendingOrder) {
  const Planned planned = plan_of(program);
  EXPECT_THAT(planned.bindings(0), ElementsAre("乙 0.1 1", "甲 0.3 3", "丙 1.0 16"));
  EXPECT_THAT(planned.bindings(1), ElementsAre("丁 1.2 18"));
  EXPECT_EQ(planned.plan.entries[0].bindings[1].access, ir::Access::read_write);
  EXPECT_EQ(planned.plan.entries[0].bindings[2].kind, BindingKind::uniform_buffer);
}

TEST(InterfacePlan, OrdersKindsOfOneBinding) {
  const Planned planned = plan_of(R"(
global 样: sampler handle(read) group(0) binding(1)
global 纹: texture_2d<f32> handle(read) group(0) binding(1)
function 主(处: vec4<f32> builtin(position)) -> vec4<f32> location(0) {
  inlined %0 = texture_sample(@纹, @样, construct<vec2<f32>>(extract.0($处), 0.5f))
  return %0
}
entry 一 fragment = 主
)");
  EXPECT_THAT(planned.bindings(0), ElementsAre("纹 0.1 1", "样 0.1 1"));
  EXPECT_EQ(planned.plan.entries[0].bindings[0].kind, BindingKind::texture);
  EXPECT_EQ(planned.plan.entries[0].bindings[1].kind, BindingKind::sampler);
}

TEST(InterfacePlan, CollectsSizesWorkgroupMemoryFeaturesAndReach) {
  const Planned planned = plan_of(program);
  const InterfacePlan& plan = planned.plan;
  EXPECT_THAT(planned.names(plan.entries[0].sized_buffers), ElementsAre("乙"));
  EXPECT_THAT(plan.entries[1].sized_buffers, IsEmpty());
  EXPECT_EQ(plan.entries[0].workgroup_bytes, 16U);  // three f32 count as one unit of 16 bytes
  EXPECT_EQ(plan.entries[1].workgroup_bytes, 0U);
  EXPECT_FALSE(plan.entries[0].features.f16);
  EXPECT_TRUE(plan.entries[1].features.f16);
  EXPECT_FALSE(plan.entries[1].features.subgroups);
  EXPECT_TRUE(plan.features.f16);
  EXPECT_TRUE(plan.features.subgroups);
  EXPECT_THAT(plan.reachable_functions, ElementsAre(true, true, true, true, false));
}

TEST(InterfacePlan, ListsLocationsOfParametersAndMembers) {
  const Planned planned = plan_of(R"(
struct 出 { 处: vec4<f32> builtin(position), 彩: vec4<f32> location(0), 号: u32 location(1) flat, }
function 顶(序: u32 builtin(vertex_index), 位: vec2<f32> location(0), 色: vec4<f32> location(1)) -> 出 {
  return construct<出>(construct<vec4<f32>>(extract.0($位), extract.1($位), 0.0f, 1.0f), $色, $序)
}
function 片(入: 出) -> vec4<f32> location(0) {
  return extract.1($入)
}
entry 一 vertex = 顶
entry 二 fragment = 片
)");
  const auto list = [](const std::vector<LocationPlan>& locations) {
    std::vector<std::string> result;
    for (const LocationPlan& each : locations) {
      result.push_back(each.name + " " + std::to_string(each.location) +
                       (each.interpolation == ir::Interpolation::flat ? " flat" : ""));
    }
    return result;
  };
  EXPECT_THAT(list(planned.plan.entries[0].inputs), ElementsAre("位 0", "色 1"));
  EXPECT_THAT(list(planned.plan.entries[0].outputs), ElementsAre("彩 0", "号 1 flat"));
  EXPECT_THAT(list(planned.plan.entries[1].inputs), ElementsAre("彩 0", "号 1 flat"));
  EXPECT_THAT(list(planned.plan.entries[1].outputs), ElementsAre(" 0"));
}

TEST(InterfacePlan, FindsFeaturesInStructsAndInterfaces) {
  EXPECT_TRUE(plan_of("features f16\nstruct 组 { 甲: array<vec2<f16>, 2>, }").plan.features.f16);
  const Planned planned = plan_of(R"(
features subgroups
struct 组 { 甲: u32 builtin(subgroup_size), }
function 主(入: 组) {
}
entry 一 compute(4, 1, 1) = 主
)");
  EXPECT_TRUE(planned.plan.entries[0].features.subgroups);
}

// A long chain of calls costs no stack.
TEST(InterfacePlan, FollowsVeryLongCallChains) {
  std::string text = "global 甲: array<u32> storage(read) group(0) binding(0)\n";
  text += "function 底() {\n  dropped load(index_ref(@甲, 0u))\n}\n";
  for (int i = 0; i < 5000; ++i) {
    text += "function 函" + std::to_string(i) + "() {\n  statement call " +
            (i == 0 ? "底" : "函" + std::to_string(i - 1)) + "()\n}\n";
  }
  text += "function 主() {\n  statement call 函4999()\n}\nentry 一 compute(1, 1, 1) = 主\n";
  const Planned planned = plan_of(text);
  EXPECT_THAT(planned.bindings(0), ElementsAre("甲 0.0 0"));
}

}  // namespace
}  // namespace yyshader::pass
