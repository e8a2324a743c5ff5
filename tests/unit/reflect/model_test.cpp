#include "reflect/model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "support/internal_error.hpp"

namespace yyshader::reflect {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Model model_of(const std::string& text) {
  std::string error;
  const auto module = ir::read(text, error);
  EXPECT_TRUE(module.has_value()) << error;
  if (!module) return {};
  for (const std::string& broken : ir::verify(*module, true)) ADD_FAILURE() << broken;
  return build(*module, pass::plan_interface(*module), pass::assign_names(*module));
}

constexpr const char* program = R"(
features f16
struct 内 { a: vec3<f32>, b: f32, c: vec3<f32>, d: vec2<f32>, e: mat3x3<f32>, f: f32 }
struct 外 { 甲: array<内, 2>, 乙: vec3<f16>, 丙: array<vec3<f32>, 2> }
struct 闲 { x: u32 }
struct 插 { 处: vec4<f32> builtin(position), 号: i32 location(0) flat }
global 众: array<外> storage(read_write) group(0) binding(2)
global 元: 外 uniform(read) group(0) binding(1)
global 图: texture_2d<f32> handle(read) group(1) binding(0)
global 样: sampler handle(read) group(1) binding(1)
global 计: array<atomic<u32>> storage(read_write) group(0) binding(0)

function 算(号: vec3<u32> builtin(global_invocation_id)) {
  let n = array_length(@众)
  inlined %0 = load(@元)
  store index_ref(@众, %n) = %0
}
function 绘(入: 插) -> vec4<f32> location(0) {
  let 采 = extract.0($入)
  return %采
}
entry 算入口 compute(8, 4, 1) = 算
entry 绘入口 fragment = 绘
)";

TEST(Model, TellsWhatAnEntryNeeds) {
  const Model model = model_of(program);
  ASSERT_THAT(model.entries, SizeIs(2));
  const Entry& entry = model.entries[0];
  EXPECT_EQ(entry.item, "算入口");
  EXPECT_EQ(entry.function, "算");
  EXPECT_EQ(entry.ptx_name, "yy_e7_ae_97");
  EXPECT_THAT(entry.workgroup_size, ElementsAre(8, 4, 1));
  ASSERT_THAT(entry.bindings, SizeIs(2)) << "only what it uses";
  const Binding& uniform = entry.bindings[0];
  EXPECT_EQ(uniform.name, "元");
  EXPECT_EQ(uniform.kind, pass::BindingKind::uniform_buffer);
  EXPECT_EQ(uniform.ptx_parameter, 0U);
  EXPECT_EQ(uniform.type, "外");
  EXPECT_FALSE(uniform.asks_size);
  const Binding& storage = entry.bindings[1];
  EXPECT_EQ(storage.ptx_parameter, 1U);
  EXPECT_EQ(storage.type, "array<外>");
  EXPECT_TRUE(storage.runtime_sized && storage.asks_size);
  EXPECT_EQ(storage.stride, storage.size);
  EXPECT_EQ(model.structs[storage.structure.value()].name, "外");
  EXPECT_EQ(entry.msl_sizes_index, 30U);
  EXPECT_EQ(entry.ptx_sizes_parameter, 2U) << "behind the buffers";
}

TEST(Model, TellsLocations) {
  const Model model = model_of(program);
  const Entry& entry = model.entries[1];
  EXPECT_EQ(entry.stage, ir::Stage::fragment);
  ASSERT_THAT(entry.inputs, SizeIs(1)) << "builtins have no location";
  EXPECT_EQ(entry.inputs[0].name, "号");
  EXPECT_EQ(entry.inputs[0].type, "i32");
  EXPECT_EQ(entry.inputs[0].interpolation, ir::Interpolation::flat);
  ASSERT_THAT(entry.outputs, SizeIs(1));
  EXPECT_EQ(entry.outputs[0].type, "vec4<f32>");
  EXPECT_EQ(entry.msl_sizes_index, std::nullopt);
}

TEST(Model, LaysOutTheStructsOfBuffersInnerOnesFirst) {
  const Model model = model_of(program);
  ASSERT_THAT(model.structs, SizeIs(2)) << "only those that a buffer holds";
  const Struct& inner = model.structs[0];
  std::vector<std::uint32_t> offsets;
  for (const Member& member : inner.members) offsets.push_back(member.offset);
  EXPECT_THAT(offsets, ElementsAre(0, 12, 16, 32, 48, 96));
  EXPECT_EQ(inner.size, 112U);
  const Struct& outer = model.structs[1];
  EXPECT_EQ(outer.members[0].type.kind, Type::Kind::array);
  EXPECT_EQ(outer.members[0].type.element.front().structure, 0U);
  EXPECT_EQ(outer.members[0].type.stride, 112U);
  EXPECT_EQ(outer.members[1].offset, 224U);
  EXPECT_EQ(outer.members[1].type.scalar, Type::Scalar::f16);
  EXPECT_EQ(outer.members[2].offset, 240U);
  EXPECT_EQ(outer.members[2].type.stride, 16U);
  EXPECT_EQ(outer.members[2].type_text, "array<vec3<f32>, 2>");
  EXPECT_EQ(outer.size, 272U);
}

TEST(Model, LeavesOutEntriesOfOtherFiles) {
  EXPECT_THAT(model_of("function f() { }\nentry 甲 compute(1, 1, 1) = f imported\n").entries, IsEmpty());
}

TEST(Model, RefusesABrokenPlan) {
  std::string error;
  const auto module = ir::read(program, error);
  ASSERT_TRUE(module) << error;
  pass::InterfacePlan plan = pass::plan_interface(*module);
  plan.entries[0].bindings.push_back(plan.entries[0].bindings[0]);
  EXPECT_THROW(build(*module, plan, pass::assign_names(*module)), support::InternalError);
}

}  // namespace
}  // namespace yyshader::reflect
