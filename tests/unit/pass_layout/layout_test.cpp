#include "pass/layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ir/text.hpp"

namespace yyshader::pass {
namespace {

using ::testing::ElementsAre;

/// A module whose first struct has the given members.
ir::Module with_struct(const std::string& members) {
  std::string error;
  auto module = ir::read("struct 组 { " + members + " }", error);
  EXPECT_TRUE(module.has_value()) << error;
  return module ? std::move(*module) : ir::Module();
}

/// {size, align} of the type written in `text`.
std::vector<std::uint32_t> layout(const std::string& text) {
  const ir::Module module = with_struct("甲: " + text + ",");
  const Layout found = layout_of(module, module.structs[0].members[0].type);
  return {found.size, found.align};
}

TEST(Layout, OfScalarsVectorsAndMatrices) {
  EXPECT_THAT(layout("u32"), ElementsAre(4, 4));
  EXPECT_THAT(layout("bool"), ElementsAre(4, 4));
  EXPECT_THAT(layout("f16"), ElementsAre(2, 2));
  EXPECT_THAT(layout("vec2<f32>"), ElementsAre(8, 8));
  EXPECT_THAT(layout("vec3<f32>"), ElementsAre(12, 16));
  EXPECT_THAT(layout("vec4<i32>"), ElementsAre(16, 16));
  EXPECT_THAT(layout("vec2<f16>"), ElementsAre(4, 4));
  EXPECT_THAT(layout("vec3<f16>"), ElementsAre(6, 8));
  EXPECT_THAT(layout("vec4<f16>"), ElementsAre(8, 8));
  EXPECT_THAT(layout("mat2x2<f32>"), ElementsAre(16, 8));
  EXPECT_THAT(layout("mat3x3<f32>"), ElementsAre(48, 16));
  EXPECT_THAT(layout("mat4x4<f32>"), ElementsAre(64, 16));
  EXPECT_THAT(layout("mat2x3<f32>"), ElementsAre(32, 16));
  EXPECT_THAT(layout("mat3x2<f32>"), ElementsAre(24, 8));
  EXPECT_THAT(layout("mat3x3<f16>"), ElementsAre(24, 8));
}

TEST(Layout, OfArrays) {
  EXPECT_THAT(layout("array<f32, 5>"), ElementsAre(20, 4));
  EXPECT_THAT(layout("array<vec3<f32>, 2>"), ElementsAre(32, 16));
  EXPECT_THAT(layout("array<array<vec3<f16>, 3>, 2>"), ElementsAre(48, 8));
  EXPECT_THAT(layout("array<vec3<f32>>"), ElementsAre(0, 16));
  EXPECT_THAT(layout("atomic<u32>"), ElementsAre(4, 4));
  EXPECT_THAT(layout("array<atomic<i32>, 3>"), ElementsAre(12, 4));
}

TEST(Layout, StrideIsTheRoundedElement) {
  const ir::Module module = with_struct("甲: array<vec3<f32>>, 乙: mat3x3<f16>, 丙: array<f16, 3>,");
  EXPECT_EQ(stride_of(module, module.structs[0].members[0].type), 16U);
  EXPECT_EQ(stride_of(module, module.structs[0].members[1].type), 8U);
  EXPECT_EQ(stride_of(module, module.structs[0].members[2].type), 2U);
}

// Spec 2.4's example.
TEST(Layout, OfTheStructOfTheSpecification) {
  const ir::Module module = with_struct("a: vec3<f32>, b: f32, c: vec3<f32>, d: vec2<f32>, e: mat3x3<f32>, f: f32,");
  EXPECT_THAT(member_offsets(module, ir::StructId(std::size_t{0})), ElementsAre(0, 12, 16, 32, 48, 96));
  std::string error;
  auto outer = ir::read(
      "struct 内 { a: vec3<f32>, b: f32, c: vec3<f32>, d: vec2<f32>, e: mat3x3<f32>, f: f32, }\n"
      "struct 外 { 头: f16, 内: 内, 尾: f16, 列: array<内, 2>, }",
      error);
  ASSERT_TRUE(outer) << error;
  EXPECT_EQ(layout_of(*outer, outer->structs[1].members[1].type).size, 112U);
  EXPECT_EQ(layout_of(*outer, outer->structs[1].members[1].type).align, 16U);
  EXPECT_THAT(member_offsets(*outer, ir::StructId(std::size_t{1})), ElementsAre(0, 16, 128, 144));
}

TEST(Layout, DoesNotWrapAround) {
  EXPECT_EQ(layout("array<array<u32, 65536>, 65536>")[0], 0xFFFFFFFFU);
  EXPECT_EQ(layout("array<u32, 1073741823>")[0], 0xFFFFFFFCU);
}

// Nesting costs no stack.
TEST(Layout, OfStructsNestedVeryDeep) {
  std::string text = "struct 甲 { 值: f32, }\n";
  for (int i = 2; i <= 20000; ++i) {
    text += "struct 甲#" + std::to_string(i) + " { 值: 甲";
    if (i > 2) text += "#" + std::to_string(i - 1);
    text += ", }\n";
  }
  std::string error;
  auto module = ir::read(text, error);
  ASSERT_TRUE(module) << error;
  EXPECT_EQ(layout_of(*module, module->structs.back().members[0].type).size, 4U);
}

}  // namespace
}  // namespace yyshader::pass
