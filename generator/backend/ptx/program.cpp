#include "backend/ptx/program.hpp"

#include <algorithm>
#include <array>

#include "pass/constant_integers.hpp"
#include "pass/effects.hpp"
#include "pass/workgroup_memory.hpp"
#include "support/numbers.hpp"

namespace yyshader::backend::ptx {

namespace {

constexpr std::size_t largest_constant_bank = 60000;
constexpr std::uint32_t no_symbol = 0xffffffffU;

/// Arrays of so many registers are indexed by selects; larger ones go to memory.
constexpr std::uint32_t largest_selected = 16;

bool is_literal_index(const ir::ValuePool& pool, ir::ValueId id) { return pool[id].op == ir::Op::literal; }

/// True for what gives a part of its first operand, or all of it.
bool has_base(ir::Op op) {
  switch (op) {
    case ir::Op::copy:
    case ir::Op::extract:
    case ir::Op::load:
    case ir::Op::index:
    case ir::Op::index_reference:
    case ir::Op::member_reference:
      return true;
    default:
      return false;
  }
}

}  // namespace

Program::Program(const ir::Module& the_module, const pass::Names& the_names, const pass::InterfacePlan& the_plan,
                 bool strict)
    : module(the_module),
      names(the_names),
      plan(the_plan),
      strict_floats(strict),
      shapes(the_module),
      inlining(plan_inlining(the_module)),
      uses(pass::function_uses(the_module)),
      facts_(the_module.functions.size()),
      constants_named_(the_module.constant_values.values.size(), false),
      symbol_of_constant_(the_module.constants.size(), no_symbol),
      outlined_names_(the_module.functions.size()) {}

const FunctionFacts& Program::facts(ir::FunctionId function) {
  auto& facts = facts_[function.index()];
  if (!facts) facts = find_facts(module.functions[function.index()]);
  return *facts;
}

FunctionFacts Program::find_facts(const ir::Function& function) const {
  FunctionFacts facts;
  const ir::ValuePool& pool = function.values;
  const ir::Uses uses_here = ir::uses_of(function);
  facts.is_named.assign(pool.values.size(), false);
  for (std::size_t i = 0; i < pool.values.size(); ++i) facts.is_named[i] = uses_here.roles[i] != ir::Role::part;
  facts.is_indexed_value.assign(pool.values.size(), false);
  facts.is_indexed_local.assign(function.locals.size(), false);
  for (std::size_t i = 0; i < pool.values.size(); ++i) {
    const ir::ValueId id(i);
    const ir::Op op = pool[id].op;
    if (op != ir::Op::index && op != ir::Op::index_reference) continue;
    const auto operands = pool.operands(id);
    if (is_literal_index(pool, operands[1])) continue;
    // A let on the way holds a copy of its own.
    ir::ValueId base = operands[0];
    facts.is_indexed_value[base.index()] = true;
    while (!facts.is_named[base.index()] && has_base(pool[base].op)) {
      base = pool.operands(base)[0];
      facts.is_indexed_value[base.index()] = true;
    }
    if (pool[base].op == ir::Op::local_reference) {
      const ir::LocalId local(static_cast<std::size_t>(pool[base].payload));
      const ir::Type& type = module.types[function.locals[local.index()].type];
      const bool is_small = type.kind == ir::TypeKind::vector || type.kind == ir::TypeKind::matrix ||
                            (type.kind == ir::TypeKind::array && type.length <= largest_selected);
      if (op == ir::Op::index_reference || !is_small) facts.is_indexed_local[local.index()] = true;
    }
  }
  facts.is_inlined.assign(pool.values.size(), false);
  for (const ir::Block& block : function.blocks) {
    for (const ir::Statement& statement : block.statements) {
      if (statement.kind == ir::StatementKind::evaluate && statement.form == ir::EvaluateForm::inlined)
        facts.is_inlined[statement.value.index()] = true;
    }
  }
  find_stored(function, facts);
  return facts;
}

void Program::find_stored(const ir::Function& function, FunctionFacts& facts) const {
  facts.stored.assign(function.blocks.size(), {});
  // Each statement tells all loops around it; nesting of loops is shallow.
  struct Place {
    ir::BlockId block;
    std::size_t next = 0;
    bool is_loop = false;
  };
  std::vector<Place> stack;

  std::vector<ir::BlockId> loops;
  std::vector<std::size_t> declared_in(function.locals.size(), 0);  // by LocalId: how many loops are around it
  if (function.body) stack.push_back({function.body});
  while (!stack.empty()) {
    Place& place = stack.back();
    const auto& statements = function.blocks[place.block.index()].statements;
    if (place.next == statements.size()) {
      if (place.is_loop) loops.pop_back();
      stack.pop_back();
      continue;
    }
    const ir::Statement& statement = statements[place.next++];
    if (statement.kind == ir::StatementKind::variable) {
      declared_in[statement.local.index()] = loops.size();
    } else if (statement.kind == ir::StatementKind::store) {
      const ir::ValueId root = ir::root_of(function.values, statement.target);
      if (function.values[root].op == ir::Op::local_reference) {
        const ir::LocalId local(static_cast<std::size_t>(function.values[root].payload));
        for (std::size_t i = declared_in[local.index()]; i < loops.size(); ++i)
          facts.stored[loops[i].index()].push_back(local);
      }
    } else if (statement.kind == ir::StatementKind::loop) {
      loops.push_back(statement.first);
      stack.push_back({statement.first, 0, true});
    } else if (statement.kind == ir::StatementKind::if_) {
      if (statement.second) stack.push_back({statement.second});
      if (statement.first) stack.push_back({statement.first});
    }
  }
  for (auto& list : facts.stored) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

std::uint32_t Program::constant_symbol(ir::ConstantId constant, const std::vector<std::uint8_t>& bytes,
                                       std::uint32_t align) {
  std::uint32_t& symbol = symbol_of_constant_[constant.index()];
  if (symbol == no_symbol) {
    symbol = static_cast<std::uint32_t>(constant_symbols_.size());
    // The constant bank holds 64 KiB; what does not fit there lies in global memory.
    const bool fits = constant_bytes_ + bytes.size() <= largest_constant_bank;
    if (fits) constant_bytes_ += bytes.size() + 16;
    constant_symbols_.push_back({"yc" + support::to_decimal(symbol), fits ? Space::constant : Space::read_only,
                                 std::max(align, 4U), bytes.size(), bytes});
  }
  return symbol;
}

std::vector<ir::GlobalId> Program::unproven(ir::EntryId id, const std::vector<ir::GlobalId>& used) {
  if (!effects_) {
    effects_.emplace(module);
    constant_integers_.emplace(module);
  }
  return pass::unproven_workgroup_variables(module, *effects_, *constant_integers_, id, used);
}

const std::string& Program::outline(ir::FunctionId function) {
  std::string& name = outlined_names_[function.index()];
  if (name.empty()) {
    name = pass::ascii_name("yf", names.functions[function.index()]);
    outlined_.push_back(function);
  }
  return name;
}

std::optional<ir::FunctionId> Program::take_outlined() {
  if (taken_ == outlined_.size()) return {};
  return outlined_[taken_++];
}

}  // namespace yyshader::backend::ptx
