// Lowering of cores that are written by hand: shapes whose size or form a source would only blur.

#include <gtest/gtest.h>

#include <string>

#include "core_maker.hpp"
#include "frontend/yuyan/expansion.hpp"
#include "frontend/yuyan/lower.hpp"
#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "support/internal_error.hpp"

namespace yyshader::frontend::yuyan::testing {
namespace {

/// Lowers and verifies.
ir::Module lowered(CoreMaker& maker) {
  ir::Module module = lower(maker.program, maker.symbols);
  for (const std::string& fault : ir::verify(module)) ADD_FAILURE() << fault << "\n" << ir::dump(module);
  return module;
}

std::size_t count(const ir::Function& function, ir::StatementKind kind) {
  std::size_t found = 0;
  for (const ir::Block& block : function.blocks) {
    for (const ir::Statement& statement : block.statements) found += statement.kind == kind ? 1 : 0;
  }
  return found;
}

TEST(LowerHandMade, ALongElseIfChainNeedsNoStack) {
  CoreMaker maker;
  const core::LocalId key = maker.local("键", maker.u32());
  constexpr std::size_t length = 10'000;
  std::vector<core::Arm> arms;
  for (std::size_t i = 0; i < length; ++i) {
    const auto condition =
        maker.call(Builtin::equal, maker.boolean(), {maker.use(key), maker.number(std::to_string(i))});
    arms.push_back({condition, maker.number(std::to_string(i + 1))});
  }
  maker.program.arms = arms;
  const auto chain =
      maker.expression(maker.u32(), core::If{{0, static_cast<std::uint32_t>(length)}, maker.number("7")});
  maker.function("选", {key}, chain);
  const ir::Module module = lower(maker.program, maker.symbols);
  EXPECT_EQ(count(module.functions[0], ir::StatementKind::if_), length);
  EXPECT_EQ(count(module.functions[0], ir::StatementKind::return_), length + 1);
}

TEST(LowerHandMade, ElseBlocksNestedThroughLetsNeedNoStack) {
  // 否则（虑 … 而 若 … 否则（虑 … 而 …）） is one tail, though no 否则若 chain.
  CoreMaker maker;
  const core::LocalId key = maker.local("键", maker.u32());
  constexpr std::size_t length = 20'000;
  auto tail = maker.number("0");
  for (std::size_t i = 0; i < length; ++i) {
    const core::LocalId condition = maker.local("否", maker.boolean());
    const auto test = maker.call(Builtin::less, maker.boolean(), {maker.use(key), maker.number("5")});
    tail = maker.block({core::Let{condition, test}}, maker.choose({{maker.use(condition), maker.number("1")}}, tail));
  }
  maker.function("选", {key}, tail);
  const ir::Module module = lower(maker.program, maker.symbols);
  // The innermost 若 chooses between two literals.
  EXPECT_EQ(count(module.functions[0], ir::StatementKind::if_), length - 1);
}

TEST(LowerHandMade, RecursionsThatMultiplyWithoutBoundAreFound) {
  // Each recursion calls the former twice: 2 to the 40th expansions.
  CoreMaker maker;
  const core::LocalId start = maker.local("始", maker.u32());
  std::vector<core::Step> steps;
  core::RecursionId former;
  for (int i = 0; i < 40; ++i) {
    const core::LocalId parameter = maker.local("甲", maker.u32());
    const core::RecursionId recursion = maker.recursion("环", {parameter}, maker.u32());
    auto body = maker.use(parameter);
    if (former) {
      body = maker.call(Builtin::add, maker.u32(),
                        {maker.call(former, false, {body}), maker.call(former, false, {maker.use(parameter)})});
    }
    maker.program.recursions[recursion.index()].body = body;
    steps.emplace_back(core::LetRecursion{recursion});
    former = recursion;
  }
  maker.program.steps = steps;
  const auto body = maker.expression(maker.u32(), core::Block{{0, static_cast<std::uint32_t>(steps.size())},
                                                              maker.call(former, false, {maker.use(start)})});
  const core::DefinitionId function = maker.function("函", {start}, body);
  const auto faults = find_excessive_expansions(maker.program);
  ASSERT_EQ(faults.size(), 1U);
  const ExpansionFault& fault = faults.front();
  EXPECT_EQ(fault.function, function);
  EXPECT_TRUE(fault.recursion);
  EXPECT_FALSE(fault.too_deep);
  EXPECT_THROW(lower(maker.program, maker.symbols), support::InternalError);
}

TEST(LowerHandMade, RecursionsNestedTooDeepAreFound) {
  CoreMaker maker;
  const core::LocalId start = maker.local("始", maker.u32());
  std::vector<core::Step> steps;
  std::vector<core::RecursionId> recursions;
  for (int i = 0; i < 100; ++i) {
    const core::LocalId parameter = maker.local("甲", maker.u32());
    const core::RecursionId recursion = maker.recursion("环", {parameter}, maker.u32());
    const auto body =
        recursions.empty() ? maker.use(parameter) : maker.call(recursions.back(), false, {maker.use(parameter)});
    maker.program.recursions[recursion.index()].body = body;
    steps.emplace_back(core::LetRecursion{recursion});
    recursions.push_back(recursion);
  }
  maker.program.steps = steps;
  const auto body =
      maker.expression(maker.u32(), core::Block{{0, static_cast<std::uint32_t>(steps.size())},
                                                maker.call(recursions.back(), false, {maker.use(start)})});
  maker.function("函", {start}, body);
  const auto faults = find_excessive_expansions(maker.program);
  ASSERT_EQ(faults.size(), 1U);
  const ExpansionFault& fault = faults.front();
  EXPECT_TRUE(fault.too_deep);
  EXPECT_EQ(fault.recursion, recursions[60]) << "the innermost that is too deep";
  EXPECT_TRUE(find_excessive_expansions(maker.program, {1'000'000, 100}).empty());
}

TEST(LowerHandMade, UnsoundDefinitionsAreLeftOut) {
  CoreMaker maker;
  const auto broken = maker.function("坏", {}, maker.number("1"));
  maker.program.definitions[broken.index()].sound = false;
  maker.function("好", {}, maker.number("2"));
  const ir::Module module = lowered(maker);
  ASSERT_EQ(module.functions.size(), 1U);
  EXPECT_EQ(module.text(module.functions[0].name), "好");
}

TEST(LowerHandMade, LeadingZerosOfIntegersAreKeptOut) {
  CoreMaker maker;
  maker.function("函", {}, maker.number("007"));
  maker.function("零", {}, maker.number("000"));
  maker.function("分", {},
                 maker.call(Builtin::new_f32, maker.f32(),
                            {maker.literal(maker.program.types.make(TypeKind::decimal_literal), "0.50")}));
  const ir::Module module = lowered(maker);
  EXPECT_EQ(module.text(module.functions[0].values.values[0].spelling), "7");
  EXPECT_EQ(module.text(module.functions[1].values.values[0].spelling), "0");
  EXPECT_EQ(module.text(module.functions[2].values.values[0].spelling), "0.50");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::testing
