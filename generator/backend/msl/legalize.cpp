#include "backend/msl/legalize.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "ir/builder.hpp"
#include "ir/verify.hpp"
#include "pass/constant_integers.hpp"
#include "pass/guards.hpp"
#include "pass/limits.hpp"
#include "pass/loop_progress.hpp"
#include "pass/resource_use.hpp"
#include "pass/simple_constants.hpp"
#include "pass/workgroup_memory.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::msl {

namespace {

/// Debug builds look at what each pass makes (spec 4.2).
ir::Module checked(ir::Module module) {
#ifndef NDEBUG
  const std::vector<std::string> broken = ir::verify(module, true);
  if (!broken.empty()) support::internal_error("after a pass for MSL: " + broken.front());
#endif
  return module;
}

std::vector<std::vector<ir::GlobalId>> workgroup_variables(const ir::Module& module, const pass::InterfacePlan& plan) {
  std::vector<std::vector<ir::GlobalId>> result(plan.entries.size());
  for (std::size_t i = 0; i < plan.entries.size(); ++i) {
    for (const ir::GlobalId id : plan.entries[i].mention_order) {
      if (module.globals[id.index()].space == ir::AddressSpace::workgroup) result[i].push_back(id);
    }
  }
  return result;
}

/// Declares the variable that loops read which might not end: an access to a volatile object is what keeps such a loop
/// defined in C++ ([intro.progress]). The read's value is not used, so that nothing waits for it.
void add_safeguard(ir::Module& module, ir::Function& function, FunctionKnowledge& knowledge) {
  ir::Local local;
  local.name = module.symbols.intern("继续");
  local.type = module.types.boolean();
  local.span = function.span;
  knowledge.safeguard = ir::LocalId(function.locals.size());
  function.locals.push_back(local);
  ir::Statement declaration;
  declaration.kind = ir::StatementKind::variable;
  declaration.span = function.span;
  declaration.local = knowledge.safeguard;
  declaration.value = ir::Builder(module, &function).boolean(true, function.span);
  // Before the statement that holds the first such loop.
  std::vector<ir::Statement>& body = function.blocks[function.body.index()].statements;
  const auto holds_guarded_loop = [&](const ir::Statement& root) {
    std::vector<ir::Statement> pending{root};
    while (!pending.empty()) {
      const ir::Statement statement = pending.back();
      pending.pop_back();
      const bool is_loop = statement.kind == ir::StatementKind::loop;
      if (is_loop && knowledge.guarded_loops[statement.first.index()]) return true;
      if (!is_loop && statement.kind != ir::StatementKind::if_) continue;
      for (const ir::BlockId block : {statement.first, statement.second}) {
        if (!block) continue;
        const std::vector<ir::Statement>& inner = function.blocks[block.index()].statements;
        pending.insert(pending.end(), inner.begin(), inner.end());
      }
    }
    return false;
  };
  body.insert(std::find_if(body.begin(), body.end(), holds_guarded_loop), declaration);
}

void guard_loops(ir::Module& module, Knowledge& knowledge) {
  const pass::ConstantIntegers constants(module);
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    FunctionKnowledge& known = knowledge.functions[i];
    known.guarded_loops = pass::loops_without_progress(module, module.functions[i], constants);
    const bool any =
        std::find(known.guarded_loops.begin(), known.guarded_loops.end(), true) != known.guarded_loops.end();
    if (any) add_safeguard(module, module.functions[i], known);
  }
}

bool asks_for_a_length(const ir::Module& module) {
  return std::any_of(module.functions.begin(), module.functions.end(), [](const ir::Function& function) {
    return std::any_of(function.values.values.begin(), function.values.values.end(),
                       [](const ir::Value& value) { return value.op == ir::Op::array_length; });
  });
}

void find_sizes(const ir::Module& module, Knowledge& knowledge) {
  if (!asks_for_a_length(module)) return;
  const std::vector<pass::FunctionUse> uses = pass::function_uses(module);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    knowledge.functions[i].needs_sizes = !uses[i].sized_buffers.empty();
  }
}

}  // namespace

Legalized legalize(ir::Module module, const pass::InterfacePlan& plan, const Options& options) {
  Knowledge knowledge;
  knowledge.options = options;
  module = checked(pass::keep_simple_constants(std::move(module)));
  module = checked(pass::guard_arithmetic(std::move(module)));
  // Guards may have put expressions beyond the depth that clang takes.
  module = checked(pass::keep_within_limits(std::move(module)).module);
  pass::EntryInterfaces formed = pass::form_entry_interfaces(std::move(module));
  module = checked(std::move(formed.module));
  const auto variables = workgroup_variables(module, plan);
  module = checked(pass::zero_workgroup_memory(std::move(module), variables));
  knowledge.roles = std::move(formed.roles);
  knowledge.layouts = buffer_layouts(module);
  knowledge.functions.resize(module.functions.size());
  guard_loops(module, knowledge);
  find_sizes(module, knowledge);
  return {checked(std::move(module)), std::move(knowledge)};
}

void name_further_parameters(const ir::Module& module, const pass::Names& names, Knowledge& knowledge) {
  std::unordered_set<std::string> items;
  const auto is_wanted = [](const FunctionKnowledge& each) { return each.needs_sizes; };
  if (std::none_of(knowledge.functions.begin(), knowledge.functions.end(), is_wanted)) return;
  for (const auto* list : {&names.structs, &names.globals, &names.constants, &names.functions}) {
    items.insert(list->begin(), list->end());
  }
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    if (!knowledge.functions[i].needs_sizes) continue;
    const pass::FunctionNames& own = names.function_names[i];
    std::unordered_set<std::string> taken(own.parameters.begin(), own.parameters.end());
    taken.insert(own.locals.begin(), own.locals.end());
    for (const auto& let : own.lets) taken.insert(let.second);
    std::string name(sizes_parameter);
    for (int number = 2; items.contains(name) || taken.contains(name); ++number) {
      name = std::string(sizes_parameter) + "_" + std::to_string(number);
    }
    knowledge.functions[i].sizes_name = std::move(name);
  }
}

}  // namespace yyshader::backend::msl
