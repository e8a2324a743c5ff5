#include "ir/module.hpp"

#include <gtest/gtest.h>

#include "ir/builder.hpp"
#include "ir/op.hpp"
#include "ir/signature.hpp"
#include "ir/type.hpp"
#include "ir/uses.hpp"

namespace yyshader::ir {
namespace {

TEST(Ops, AreFoundByTheirText) {
  for (std::size_t index = 0; index < static_cast<std::size_t>(Op::count_); ++index) {
    const Op op = static_cast<Op>(index);
    EXPECT_EQ(op_from_text(row(op).text), op);
  }
  EXPECT_EQ(op_from_text("frobnicate"), std::nullopt);
  EXPECT_EQ(op_from_text(""), std::nullopt);
  EXPECT_TRUE(is_pure(Op::add));
  EXPECT_FALSE(is_pure(Op::load));
  EXPECT_EQ(row(Op::clamp).operands, 3);
  EXPECT_EQ(row(Op::call).operands, -1);
}

TEST(Builtins, AreFoundByTheirText) {
  for (std::size_t index = 0; index < static_cast<std::size_t>(Builtin::count_); ++index) {
    const Builtin builtin = static_cast<Builtin>(index);
    EXPECT_EQ(builtin_from_text(to_text(builtin)), builtin);
  }
  EXPECT_EQ(to_text(Builtin::subgroup_size), "subgroup_size");
  EXPECT_EQ(builtin_from_text("nothing"), std::nullopt);
}

TEST(Types, EqualTypesHaveOneId) {
  TypeTable types;
  const TypeId vector = types.vector(types.f32(), 3);
  EXPECT_EQ(types.vector(types.floating(32), 3), vector);
  EXPECT_NE(types.vector(types.f32(), 2), vector);
  EXPECT_NE(types.vector(types.f16(), 3), vector);
  EXPECT_EQ(types.integer(32, true), types.i32());
  EXPECT_NE(types.pointer(vector, AddressSpace::storage, Access::read),
            types.pointer(vector, AddressSpace::storage, Access::read_write));
  EXPECT_NE(types.structure(StructId(0)), types.structure(StructId(1)));
  EXPECT_NE(types.texture(TextureShape::d2, types.f32()), types.texture(TextureShape::d3, types.f32()));
}

TEST(Types, ScalarsOfComposites) {
  TypeTable types;
  const TypeId vector = types.vector(types.f16(), 2);
  EXPECT_EQ(types.scalar_of(types.matrix(vector, 4)), types.f16());
  EXPECT_EQ(types.scalar_of(vector), types.f16());
  EXPECT_EQ(types.scalar_of(types.boolean()), types.boolean());
  EXPECT_EQ(types.scalar_of(types.array(types.f32(), 4)), TypeId());
  EXPECT_TRUE(types.is_float(types.abstract_float()));
  EXPECT_TRUE(types.is_integer(types.abstract_integer()));
  EXPECT_FALSE(types.is_integer(types.f32()));
  EXPECT_TRUE(types.is_abstract(types.abstract_integer()));
  EXPECT_FALSE(types.is_scalar(vector));
}

TEST(Pool, AddsOperandsThatAreItsOwn) {
  ValuePool pool;
  const ValueId leaf = pool.add(Op::literal, TypeId(0), {}, {});
  ValueId last = pool.add(Op::add, TypeId(0), {}, std::array{leaf, leaf});
  for (int round = 0; round < 100; ++round) last = pool.add(Op::add, TypeId(0), {}, pool.operands(last));
  ASSERT_EQ(pool.operands(last).size(), 2U);
  EXPECT_EQ(pool.operands(last)[0], leaf);
  EXPECT_EQ(pool.operands(last)[1], leaf);
}

TEST(Builder, MakesLeavesWithTheirTypes) {
  Module module;
  Global buffer;
  buffer.type = module.types.runtime_array(module.types.f32());
  Global sampler;
  sampler.space = AddressSpace::handle;
  sampler.type = module.types.sampler();
  module.globals = {buffer, sampler};
  Function function;
  function.locals.push_back({{}, module.types.u32(), {}, false});
  Builder builder(module, &function);
  EXPECT_EQ(builder.pool()[builder.global(GlobalId(0), {})].type,
            module.types.pointer(buffer.type, AddressSpace::storage, Access::read));
  EXPECT_EQ(builder.pool()[builder.global(GlobalId(1), {})].type, module.types.sampler());
  EXPECT_EQ(builder.pool()[builder.local(LocalId(0), {})].type,
            module.types.pointer(module.types.u32(), AddressSpace::function, Access::read_write));
  const Value& literal = builder.pool()[builder.literal(module.types.f32(), "0.5", {})];
  EXPECT_EQ(literal.payload, 0x3f000000U);
  EXPECT_EQ(module.text(literal.spelling), "0.5");
  EXPECT_EQ(builder.pool()[builder.boolean(true, {})].payload, 1U);
}

TEST(Uses, LeadBackToTheRoot) {
  Module module;
  Function function;
  const TypeId inner = module.types.array(module.types.f32(), 4);
  function.locals.push_back({{}, module.types.array(inner, 4), {}, false});
  Builder builder(module, &function);
  const ValueId root = builder.local(LocalId(0), {});
  const ValueId index = builder.literal(module.types.u32(), "1", {});
  const ValueId row_pointer =
      builder.value(Op::index_reference, root.value == 0 ? TypeId(0) : TypeId(1), {}, {root, index});
  const ValueId element = builder.value(Op::index_reference, TypeId(0), {}, {row_pointer, index});
  EXPECT_EQ(root_of(function.values, element), root);
  EXPECT_EQ(root_of(function.values, root), root);
}

}  // namespace
}  // namespace yyshader::ir
