// Statements and branches.

#include <array>

#include "backend/ptx/lowering.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::ptx {

namespace {

/// Both sides of a branch together may cost so much and be evaluated whether or not they are asked for.
constexpr int largest_speculation = 8;
constexpr int too_costly = 1000;
constexpr int deepest_speculation = 3;
/// Blocks nest no deeper than that (pass/limits.hpp lets less pass), expansions and short circuits included.
constexpr std::uint32_t deepest_nesting = 2000;

}  // namespace

void Lowering::block(ir::BlockId id) {
  support::invariant(++depth_ < deepest_nesting, "statements nested too deep for PTX");
  const auto& list = instance_->function->blocks[id.index()].statements;
  statements(list, list.size());
  --depth_;
}

void Lowering::statements(const std::vector<ir::Statement>& list, std::size_t count) {
  for (std::size_t i = 0; i < count && is_reachable(); ++i) statement(list[i]);
}

void Lowering::statement(const ir::Statement& statement) {
  if (statement.span) b_.set_span(statement.span);
  switch (statement.kind) {
    case ir::StatementKind::let:
      let(statement);
      return;
    case ir::StatementKind::evaluate:
      instance_->values[statement.value.index()] = evaluate(statement.value);
      return;
    case ir::StatementKind::variable:
      variable(statement);
      return;
    case ir::StatementKind::store: {
      const Lowered target = value(statement.target);
      const Lowered stored = value(statement.value);
      store(target.place, type_of(statement.value), stored);
      return;
    }
    case ir::StatementKind::if_:
      branch(statement);
      return;
    case ir::StatementKind::loop:
      loop(statement);
      return;
    case ir::StatementKind::continue_:
      loop_->continues.push_back(edge_since(loop_->fork));
      b_.set_block(no_block);
      return;
    case ir::StatementKind::break_:
      loop_->breaks.push_back(edge_since(loop_->fork));
      b_.set_block(no_block);
      return;
    case ir::StatementKind::return_:
      return_value(statement.value);
      return;
  }
}

void Lowering::return_value(ir::ValueId id) {
  std::vector<Id> components;
  if (id) components = list(value(id), type_of(id));
  if (return_ == nullptr) {
    b_.finish_return();
    return;
  }
  Edge edge;
  for (std::uint32_t i = 0; i < return_->count; ++i) edge.changes.push_back({return_->first_slot + i, components[i]});
  edge.from = b_.block();
  return_->edges.push_back(std::move(edge));
  b_.set_block(no_block);
}

void Lowering::let(const ir::Statement& statement) {
  Lowered lowered = evaluate(statement.value);
  const ir::TypeId type = type_of(statement.value);
  const bool is_indexed = instance_->facts->is_indexed_value[statement.value.index()];
  if (lowered.kind == Lowered::Kind::registers && is_indexed && !lowered.home && !lowered.constant)
    lowered = spill(lowered, type);
  instance_->values[statement.value.index()] = lowered;
}

void Lowering::variable(const ir::Statement& statement) {
  const ir::TypeId type = instance_->function->locals[statement.local.index()].type;
  Place place;
  if (instance_->facts->is_indexed_local[statement.local.index()]) {
    place = local_memory(type);
  } else {
    place.slot = new_slots(shapes_.of(type).components);
    std::vector<Leaf> leaves;
    shapes_.leaves(type, 0, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i) slots_[place.slot + i] = b_.undefined(leaves[i].type);
  }
  if (statement.value) {
    const Lowered initial = value(statement.value);
    if (place.space == Space::none) {
      const std::vector<Id> components = list(initial, type);
      for (std::size_t i = 0; i < components.size(); ++i) slots_[place.slot + i] = components[i];
    } else {
      store(place, type, initial);
    }
  }
  instance_->locals[statement.local.index()] = place;
}

/// A chain of `else { …; if … }` is one loop here, so that its length costs no stack; all its arms meet at one place.
void Lowering::branch(const ir::Statement& first) {
  std::vector<Edge> edges;
  const Fork fork_here = fork();
  const std::size_t scope = b_.open_scope();
  const std::uint32_t divergence = divergence_;
  const ir::Statement* statement = &first;
  const auto arm = [&](ir::BlockId id) {
    const std::size_t mark = log_.size();
    const std::size_t arm_scope = b_.open_scope();
    block(id);
    if (is_reachable()) edges.push_back(edge_since(fork_here));
    restore(mark);
    b_.close_scope(arm_scope);
  };
  for (;;) {
    const Id condition = scalar(statement->value);
    if (b_.is_constant(condition)) {
      block(b_.bits(condition) != 0 ? statement->first : statement->second);
      if (is_reachable()) edges.push_back(edge_since(fork_here));
      break;
    }
    if (flatten(*statement, condition)) {
      if (is_reachable()) edges.push_back(edge_since(fork_here));
      break;
    }
    if (!is_uniform(condition)) ++divergence_;
    const BlockIndex then_block = b_.new_block();
    const BlockIndex else_block = b_.new_block();
    b_.branch(condition, then_block, else_block);
    start(then_block);
    arm(statement->first);
    start(else_block);
    const auto& rest = instance_->function->blocks[statement->second.index()].statements;
    if (!rest.empty() && rest.back().kind == ir::StatementKind::if_) {
      statements(rest, rest.size() - 1);
      if (!is_reachable()) break;
      statement = &rest.back();
      if (statement->span) b_.set_span(statement->span);
      continue;
    }
    block(statement->second);
    if (is_reachable()) edges.push_back(edge_since(fork_here));
    break;
  }
  divergence_ = divergence;
  restore(fork_here.mark);
  b_.close_scope(scope);
  join(edges);
}

// Branches without branching.

int Lowering::speculation_cost(ir::ValueId root, int budget) {
  const ir::ValuePool& pool = *instance_->pool;
  std::vector<ir::ValueId> stack{root};
  int cost = 0;
  while (!stack.empty() && cost <= budget) {
    const ir::ValueId id = stack.back();
    stack.pop_back();
    if (id != root && (*instance_->named)[id.index()]) continue;
    const ir::Value& value = pool[id];
    switch (value.op) {
      case ir::Op::literal:
      case ir::Op::constant:
      case ir::Op::parameter:
      case ir::Op::local_reference:
      case ir::Op::copy:
      case ir::Op::extract:
      case ir::Op::construct:
        break;
      case ir::Op::load: {
        const ir::ValueId place = ir::root_of(pool, pool.operands(id)[0]);
        if (pool[place].op != ir::Op::local_reference) return too_costly;
        if (instance_->facts->is_indexed_local[static_cast<std::size_t>(pool[place].payload)]) return too_costly;
        break;
      }
      case ir::Op::add:
      case ir::Op::subtract:
      case ir::Op::multiply:
      case ir::Op::negate:
      case ir::Op::less:
      case ir::Op::greater:
      case ir::Op::less_equal:
      case ir::Op::greater_equal:
      case ir::Op::equal:
      case ir::Op::not_equal:
      case ir::Op::logical_not:
      case ir::Op::bit_and:
      case ir::Op::bit_or:
      case ir::Op::bit_xor:
      case ir::Op::bit_not:
      case ir::Op::shift_left:
      case ir::Op::shift_right:
      case ir::Op::abs:
      case ir::Op::max:
      case ir::Op::min:
      case ir::Op::fma:
      case ir::Op::select:
      case ir::Op::bitcast:
      case ir::Op::floor:
      case ir::Op::ceil:
      case ir::Op::trunc:
      case ir::Op::round:
      case ir::Op::vector_times_scalar:
        cost += static_cast<int>(shapes_.of(value.type).components);
        break;
      case ir::Op::logical_and:
      case ir::Op::logical_or:
        if (value.payload != 0) return too_costly;
        ++cost;
        break;
      case ir::Op::convert:
      case ir::Op::clamp:
        cost += 2 * static_cast<int>(shapes_.of(value.type).components);
        break;
      default:
        return too_costly;
    }
    for (const ir::ValueId operand : pool.operands(id)) stack.push_back(operand);
  }
  return cost;
}

int Lowering::speculation_cost(ir::BlockId id, int budget, int depth) {
  int cost = 0;
  for (const ir::Statement& statement : instance_->function->blocks[id.index()].statements) {
    switch (statement.kind) {
      case ir::StatementKind::let:
      case ir::StatementKind::evaluate:
      case ir::StatementKind::variable:
        if (statement.value) cost += speculation_cost(statement.value, budget - cost);
        break;
      case ir::StatementKind::store: {
        const ir::ValueId place = ir::root_of(*instance_->pool, statement.target);
        if ((*instance_->pool)[place].op != ir::Op::local_reference) return too_costly;
        const auto local = static_cast<std::size_t>((*instance_->pool)[place].payload);
        if (instance_->facts->is_indexed_local[local]) return too_costly;
        cost += static_cast<int>(shapes_.of(type_of(statement.value)).components);
        cost += speculation_cost(statement.value, budget - cost);
        break;
      }
      case ir::StatementKind::return_:
        if (!statement.value || return_ == nullptr) return too_costly;
        cost += static_cast<int>(shapes_.of(type_of(statement.value)).components);
        cost += speculation_cost(statement.value, budget - cost);
        break;
      case ir::StatementKind::if_:
        if (depth == 0 || ends_with_value(statement.first) || ends_with_value(statement.second)) return too_costly;
        cost += speculation_cost(statement.value, budget - cost);
        cost += speculation_cost(statement.first, budget - cost, depth - 1);
        cost += speculation_cost(statement.second, budget - cost, depth - 1);
        break;
      default:
        return too_costly;
    }
    if (cost > budget) return too_costly;
  }
  return cost;
}

bool Lowering::ends_with_value(ir::BlockId id) const {
  const auto& list = instance_->function->blocks[id.index()].statements;
  return !list.empty() && list.back().kind == ir::StatementKind::return_;
}

/// Evaluates both sides and selects, when they are short and have no effects but on variables in registers.
bool Lowering::flatten(const ir::Statement& statement, Id condition) {
  const bool returns = ends_with_value(statement.first);
  if (returns != ends_with_value(statement.second)) return false;
  const int first_cost = speculation_cost(statement.first, largest_speculation, deepest_speculation);
  if (first_cost > largest_speculation) return false;
  if (speculation_cost(statement.second, largest_speculation - first_cost, deepest_speculation) + first_cost >
      largest_speculation) {
    return false;
  }
  const Fork here = fork();
  std::array<Edge, 2> sides;
  const BlockIndex block_here = b_.block();
  for (std::size_t i = 0; i < 2; ++i) {
    block(i == 0 ? statement.first : statement.second);
    if (returns) {
      sides[i] = std::move(return_->edges.back());
      return_->edges.pop_back();
      b_.set_block(block_here);
    } else {
      sides[i] = edge_since(here);
    }
    restore(here.mark);
  }
  Edge result;
  result.from = b_.block();
  if (returns) {
    for (std::size_t i = 0; i < sides[0].changes.size(); ++i) {
      const Change& yes = sides[0].changes[i];
      result.changes.push_back({yes.slot, b_.select(condition, yes.value, sides[1].changes[i].value)});
    }
    return_->edges.push_back(std::move(result));
    b_.set_block(no_block);
    return true;
  }
  for (const Change& yes : sides[0].changes) result.changes.push_back({yes.slot, yes.value});
  for (const Change& no : sides[1].changes) {
    bool is_listed = false;
    for (const Change& yes : sides[0].changes) is_listed = is_listed || yes.slot == no.slot;
    if (!is_listed) result.changes.push_back({no.slot, slots_[no.slot]});
  }
  for (Change& change : result.changes) {
    Id otherwise = slots_[change.slot];
    for (const Change& no : sides[1].changes) {
      if (no.slot == change.slot) otherwise = no.value;
    }
    if (b_[change.value].opcode == Opcode::undefined) {
      change.value = otherwise;
    } else if (b_[otherwise].opcode != Opcode::undefined) {
      change.value = b_.select(condition, change.value, otherwise);
    }
  }
  for (const Change& change : result.changes) assign(change.slot, change.value);
  return true;
}

}  // namespace yyshader::backend::ptx
