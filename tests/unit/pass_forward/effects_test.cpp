#include "pass/effects.hpp"

#include "forward_support.hpp"

namespace yyshader::pass {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ir::Module read(const std::string& text) {
  std::string error;
  auto module = ir::read(std::string(surroundings) + text, error);
  EXPECT_TRUE(module.has_value()) << error;
  return module ? std::move(*module) : ir::Module();
}

/// The names of what some effects read and write: `r:a w:b lr:v lw:v barrier group`.
std::string text_of(const ir::Module& module, const ir::Function& function, const Effects& effects) {
  std::string text;
  for (const ir::GlobalId id : effects.reads) text += " r:" + std::string(module.text(module.globals[id.index()].name));
  for (const ir::GlobalId id : effects.writes)
    text += " w:" + std::string(module.text(module.globals[id.index()].name));
  for (const ir::LocalId id : effects.local_reads) {
    text += " lr:" + std::string(module.text(function.locals[id.index()].name));
  }
  for (const ir::LocalId id : effects.local_writes) {
    text += " lw:" + std::string(module.text(function.locals[id.index()].name));
  }
  if (effects.has_barrier) text += " barrier";
  if (effects.has_group) text += " group";
  return text;
}

std::string function_effects(const std::string& body) {
  const ir::Module module = read("function f(i: u32, c: bool) -> u32 {" + body + "}");
  const EffectAnalysis analysis(module);
  const ir::FunctionId last(module.functions.size() - 1);
  return text_of(module, module.functions.back(), analysis.of_function(last));
}

TEST(Effects, OfFunctions) {
  EXPECT_EQ(function_effects("return add($i, 1u)"), "");
  EXPECT_EQ(function_effects("let x = load(index_ref(@r, $i)) store index_ref(@a, %x) = 1u return %x"), " r:r w:a");
  EXPECT_EQ(function_effects("variable v: u32 = 1u pending %0 = load(&v) return %0"), "");
  EXPECT_EQ(
      function_effects("loop { if $c { pending %0 = atomic_add(index_ref(@n, 0u), 1u) return %0 } else { break } } "
                       "return 1u"),
      " w:n");
  EXPECT_EQ(function_effects("pending workgroup_barrier() pending %0 = subgroup_add($i) return %0"), " barrier group");
  EXPECT_EQ(function_effects("pending %0 = workgroup_uniform_load(@w) return %0"), " r:w barrier");
  EXPECT_EQ(function_effects("let x = logical_and($c, {pending %1 = load(@w)} less(%1, 2u)) return 1u"), " r:w");
}

TEST(Effects, FollowCalls) {
  EXPECT_EQ(function_effects("pending %0 = call writes_a_deep($i) pending %1 = call reads_a(%0) return %1"),
            " r:a w:a");
  EXPECT_EQ(function_effects("pending %0 = call waits() return %0"), " barrier");
}

TEST(Effects, OfManyPathsAreFoundOnce) {
  // Each function calls the one before twice: 2^200 paths.
  std::string text = "function f0() { store @w = 1u }";
  for (int round = 1; round < 200; ++round) {
    const std::string callee = "f" + std::to_string(round - 1) + "()";
    text += "function f" + std::to_string(round) + "() { pending call " + callee + " pending call " + callee + "}";
  }
  const ir::Module module = read(text);
  const EffectAnalysis analysis(module);
  EXPECT_EQ(text_of(module, module.functions.back(), analysis.of_function(ir::FunctionId(module.functions.size() - 1))),
            " w:w");
}

TEST(Effects, OfLongChainsNeedNoStack) {
  std::string text;
  const int count = 20000;
  // The dump's order is the callers' here: callees stand later, as in no sound module.
  for (int round = 0; round < count; ++round) {
    text += "function f" + std::to_string(round) + "() { pending call f" + std::to_string(round + 1) + "<void>() }";
  }
  text += "function f" + std::to_string(count) + "() { store @w = 1u }";
  const ir::Module module = read(text);
  const EffectAnalysis analysis(module);
  const ir::FunctionId first(module.functions.size() - 1 - count);
  EXPECT_EQ(analysis.of_function(first).writes.size(), 1U);
}

TEST(Effects, OfTreesAndStatements) {
  const ir::Module module = read(R"(function f(i: u32, c: bool) {
    variable v: u32 = 1u
    let x = load(@w)
    pending %0 = load(&v)
    pending %1 = call writes_a(%0)
    pending %2 = load(index_ref(@b, %1))
    store index_ref(@a, %x) = %2
    if $c { store &v = 2u loop { pending workgroup_barrier() break } } else { let y = load(index_ref(@r, 0u)) }
  })");
  const EffectAnalysis analysis(module);
  const ir::Function& function = module.functions.back();
  const ir::Uses uses = ir::uses_of(function);
  const auto& statements = function.blocks[function.body.index()].statements;
  const auto text = [&](const Effects& effects) { return text_of(module, function, effects); };
  EXPECT_EQ(text(analysis.of_value(function, statements[4].value)), " r:b");
  EXPECT_EQ(text(analysis.of_tree(function, uses, statements[4].value)), " r:b w:a lr:v");
  EXPECT_EQ(text(analysis.of_tree(function, uses, statements[5].target)), "");
  EXPECT_EQ(text(analysis.of_statement(function, statements[0])), " lw:v");
  EXPECT_EQ(text(analysis.of_statement(function, statements[1])), " r:w");
  EXPECT_EQ(text(analysis.of_statement(function, statements[3])), " w:a");
  EXPECT_EQ(text(analysis.of_statement(function, statements[5])), " w:a");
  EXPECT_EQ(text(analysis.of_statement(function, statements[6])), " r:r lw:v barrier");
  EXPECT_TRUE(analysis.of_statement(function, statements[0]).is_pure() == false);
}

}  // namespace
}  // namespace yyshader::pass
