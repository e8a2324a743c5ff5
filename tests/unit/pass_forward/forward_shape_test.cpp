// Short circuits, and functions that are long or deep.

#include <chrono>

#include "forward_support.hpp"
#include "ir/builder.hpp"

namespace yyshader::pass {
namespace {

TEST(ForwardShortCircuit, StaysAnExpressionWhenItsRightSideIsOne) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(@w)
    pending %1 = logical_and(less(%0, 1u), {pending %2 = load(@w); pending %3 = call writes_a(%2)} less(%3, 4u))
    if %1 { return 1u } else { return 2u })"),
            R"(
  inlined %0 = load(@w)
  inlined %1 = logical_and(less(%0, 1u), {inlined %2 = load(@w); inlined %3 = call writes_a(%2)} less(%3, 4u))
  if %1 {
    return 1u
  } else {
    return 2u
  }
)");
}

TEST(ForwardShortCircuit, ItsLeftSideComesFirst) {
  // The right side writes what the left side reads, but && runs it later on every target.
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, 0u))
    pending %1 = logical_or(less(%0, 1u), {pending %2 = call writes_a(0u)} less(%2, 4u))
    if %1 { return 1u } else { return 2u })"),
            R"(
  inlined %0 = load(index_ref(@a, 0u))
  inlined %1 = logical_or(less(%0, 1u), {inlined %2 = call writes_a(0u)} less(%2, 4u))
  if %1 {
    return 1u
  } else {
    return 2u
  }
)");
}

TEST(ForwardShortCircuit, ItsEffectsAreThoseOfItsBlock) {
  EXPECT_EQ(forwarded(R"(
    pending %0 = load(index_ref(@a, 0u))
    pending %1 = logical_or($c, {pending %2 = call writes_a(0u)} less(%2, 4u))
    pending %3 = load(index_ref(@a, 1u))
    return select(%1, %0, %3))"),
            R"(
  let %0 = load(index_ref(@a, 0u))
  let %1 = logical_or($c, {inlined %2 = call writes_a(0u)} less(%2, 4u))
  inlined %3 = load(index_ref(@a, 1u))
  return select(%1, %0, %3)
)");
}

TEST(ForwardShortCircuit, BecomesAnIfWhenItsRightSideNeedsAName) {
  EXPECT_EQ(forwarded(R"(
    pending %9 = load(index_ref(@b, 0u))
    pending %0 = load(index_ref(@a, 0u))
    pending %1 = logical_and(less(%0, 1u), {
      pending %2 = load(index_ref(@a, 0u)); pending %3 = load(@w); pending %4 = call writes_a(0u)}
      less(add(%2, %3), %4))
    if logical_not(%1) { return %9 } else { return 2u })"),
            R"(
  let %0 = load(index_ref(@b, 0u))
  inlined %1 = load(index_ref(@a, 0u))
  variable &0: bool
  if less(%1, 1u) {
    let %2 = load(index_ref(@a, 0u))
    inlined %3 = load(@w)
    inlined %4 = call writes_a(0u)
    store &0 = less(add(%2, %3), %4)
  } else {
    store &0 = false
  }
  inlined %5 = load(&0)
  if logical_not(%5) {
    return %0
  } else {
    return 2u
  }
)");
}

TEST(ForwardShortCircuit, AnOrRunsItsRightSideInTheElse) {
  EXPECT_EQ(forwarded(R"(
    let x = logical_or($c, {pending atomic_store(index_ref(@n, 0u), 1u); pending %4 = call writes_a(0u)} less(%4, 1u))
    return select(%x, 1u, 2u))"),
            R"(
  variable &0: bool
  if $c {
    store &0 = true
  } else {
    statement atomic_store(index_ref(@n, 0u), 1u)
    inlined %0 = call writes_a(0u)
    store &0 = less(%0, 1u)
  }
  let x = load(&0)
  return select(%x, 1u, 2u)
)");
}

TEST(ForwardShortCircuit, ANestedOneThatBecomesAnIfTakesTheOuterOneWithIt) {
  EXPECT_EQ(forwarded(R"(
    pending %1 = logical_and($c, {
      pending %2 = logical_or(less($i, 3u), {pending call writes_b(1u); pending %4 = load(@w)} less(%4, 1u))} %2)
    pending %5 = load(@w)
    return select(%1, %5, 2u))"),
            R"(
  variable &0: bool
  if $c {
    variable &1: bool
    if less($i, 3u) {
      store &1 = true
    } else {
      dropped call writes_b(1u)
      inlined %0 = load(@w)
      store &1 = less(%0, 1u)
    }
    inlined %1 = load(&1)
    store &0 = %1
  } else {
    store &0 = false
  }
  inlined %2 = load(&0)
  inlined %3 = load(@w)
  return select(%2, %3, 2u)
)");
}

TEST(ForwardShortCircuit, AfterTheRewritingOnlyTheVariableIsRead) {
  // What the right side wrote is over, so the later write of a names nothing.
  EXPECT_EQ(forwarded(R"(
    pending %1 = logical_and($c, {pending call writes_b(1u); pending %4 = call writes_a(2u)} less(%4, 1u))
    store index_ref(@a, 0u) = 1u
    if %1 { return 1u } else { return 2u })"),
            R"(
  variable &0: bool
  if $c {
    dropped call writes_b(1u)
    inlined %0 = call writes_a(2u)
    store &0 = less(%0, 1u)
  } else {
    store &0 = false
  }
  inlined %1 = load(&0)
  store index_ref(@a, 0u) = 1u
  if %1 {
    return 1u
  } else {
    return 2u
  }
)");
}

TEST(ForwardShortCircuit, ReadsOfVariablesMayStandInAPureOne) {
  EXPECT_EQ(forwarded(R"(
    variable v: u32 = 1u
    pending %0 = load(&v)
    pending %1 = load(&v)
    if logical_and(less(%0, 3u), less(%1, 2u)) { return 1u } else { return 2u })"),
            R"(
  variable v: u32 = 1u
  inlined %0 = load(&v)
  inlined %1 = load(&v)
  if logical_and(less(%0, 3u), less(%1, 2u)) {
    return 1u
  } else {
    return 2u
  }
)");
}

/// Forwards a function whose statements `fill` adds; gives how many lets there are then.
template <typename Fill>
std::size_t count_lets(Fill&& fill) {
  std::string error;
  auto module = ir::read(std::string(surroundings) + "function f() { }", error);
  EXPECT_TRUE(module.has_value()) << error;
  ir::Function& function = module->functions.back();
  ir::Builder builder(*module, &function);
  fill(*module, builder);
  EXPECT_THAT(ir::verify(*module), testing::IsEmpty());
  const ir::Module result = forward_effects(std::move(*module));
  EXPECT_THAT(ir::verify(result, true), testing::IsEmpty());
  std::size_t lets = 0;
  for (const ir::Statement& statement : result.functions.back().blocks[0].statements) {
    lets += statement.kind == ir::StatementKind::let ? 1U : 0U;
  }
  return lets;
}

constexpr int many = 30000;

struct Maker {
  ir::Module& module;
  ir::Builder& builder;
  ir::BlockId body = builder.function().body;

  ir::ValueId number() { return builder.literal(module.types.u32(), "1", {}); }
  ir::ValueId evaluate(ir::ValueId value) {
    ir::Statement statement;
    statement.kind = ir::StatementKind::evaluate;
    statement.value = value;
    builder.append(body, statement);
    return value;
  }
  ir::ValueId element(ir::GlobalId global) {
    const ir::ValueId pointer = builder.global(global, {});
    const ir::Type& type = module.types[builder.pool()[pointer].type];
    const ir::TypeId element = module.types.pointer(module.types[type.element].element, type.space, type.access);
    return builder.value(ir::Op::index_reference, element, {}, {pointer, number()});
  }
  ir::ValueId load(ir::GlobalId global) {
    return evaluate(builder.value(ir::Op::load, module.types.u32(), {}, {element(global)}));
  }
  void store(ir::GlobalId global, ir::ValueId value) {
    ir::Statement statement;
    statement.kind = ir::StatementKind::store;
    statement.target = element(global);
    statement.value = value;
    builder.append(body, statement);
  }
};

constexpr ir::GlobalId a{0};
constexpr ir::GlobalId b{1};

TEST(ForwardScale, ManyStatements) {
  EXPECT_EQ(count_lets([](ir::Module& module, ir::Builder& builder) {
              Maker maker{module, builder};
              for (int round = 0; round < many; ++round) {
                const ir::ValueId value = maker.load(a);
                if (round % 2 == 0) maker.store(a, maker.number());
                maker.store(a, value);
              }
            }),
            many / 2U);
}

TEST(ForwardScale, ManyOpenReads) {
  // All are open at once; the one write names all that read what it writes.
  EXPECT_EQ(count_lets([](ir::Module& module, ir::Builder& builder) {
              Maker maker{module, builder};
              std::vector<ir::ValueId> parts;
              for (int round = 0; round < many; ++round) parts.push_back(maker.load(round % 2 == 0 ? a : b));
              maker.store(a, maker.number());
              ir::Statement let;
              let.value = builder.value(ir::Op::construct, module.types.array(module.types.u32(), many), {}, parts);
              builder.append(maker.body, let);
            }),
            many / 2U + 1);
}

TEST(ForwardScale, DeepChainsOfCalls) {
  // writes_a(writes_a(… a[1] …)): each takes the one before in, and nothing is named but the last.
  EXPECT_EQ(count_lets([](ir::Module& module, ir::Builder& builder) {
              Maker maker{module, builder};
              ir::ValueId value = maker.load(a);
              const std::uint64_t writes_a = 3;
              for (int round = 0; round < many; ++round) {
                value = maker.evaluate(builder.value(ir::Op::call, module.types.u32(), {}, {value}, writes_a));
              }
              maker.store(a, maker.number());
              maker.store(b, value);
            }),
            1U);
}

TEST(ForwardScale, DeepBlocks) {
  std::string text = "function f(c: bool) {";
  for (int round = 0; round < many; ++round)
    text += "pending %" + std::to_string(round) + " = load(@w) if $c {} else {";
  text += "store @w = %0";
  for (int round = 0; round < many; ++round) text += "}";
  std::string error;
  auto module = ir::read("global w: u32 workgroup(read_write) " + text + "}", error);
  ASSERT_TRUE(module.has_value()) << error;
  const ir::Module result = forward_effects(std::move(*module));
  EXPECT_THAT(ir::verify(result, true), testing::IsEmpty());
  EXPECT_EQ(result.functions[0].blocks[0].statements[0].kind, ir::StatementKind::let);
}

}  // namespace
}  // namespace yyshader::pass
