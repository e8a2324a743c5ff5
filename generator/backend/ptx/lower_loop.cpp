// Loops. One whose body begins with cheap values and a branch out of it is turned round: the test stands before the
// loop and again at its end, so that each turn has one branch and what stands in the loop is run whenever the loop is.
// Where the test is known for every turn, the turns are written one after another instead.

#include <algorithm>
#include <array>

#include "backend/ptx/lowering.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::ptx {

namespace {

constexpr int largest_head = 12;                  ///< operations of a test that may be repeated
constexpr std::uint64_t turns_inside = 32;        ///< that a loop in the loop is thought to take
constexpr std::uint32_t most_turns = 64;          ///< written one after another
constexpr std::uint64_t largest_unrolled = 2048;  ///< operations of all of them

}  // namespace

/// `statements` before the last one, which tests: one side goes on, the other leaves the loop.
struct Lowering::LoopForm {
  const std::vector<ir::Statement>* statements = nullptr;
  const ir::Statement* test = nullptr;
  bool goes_on_if = true;
  ir::BlockId inside;
  ir::BlockId outside;
};

/// Whether some path through the block goes to the next turn of the loop that it stands in.
bool Lowering::continues(ir::BlockId id) const {
  std::vector<ir::BlockId> stack{id};
  while (!stack.empty()) {
    const auto& list = instance_->function->blocks[stack.back().index()].statements;
    stack.pop_back();
    for (const ir::Statement& statement : list) {
      if (statement.kind == ir::StatementKind::continue_) return true;
      if (statement.kind != ir::StatementKind::if_) continue;
      stack.push_back(statement.first);
      stack.push_back(statement.second);
    }
  }
  return false;
}

std::optional<Lowering::LoopForm> Lowering::rotated_form(ir::BlockId body) {
  const auto& list = instance_->function->blocks[body.index()].statements;
  if (list.empty() || list.back().kind != ir::StatementKind::if_) return {};
  LoopForm form;
  form.statements = &list;
  form.test = &list.back();
  int cost = speculation_cost(form.test->value, largest_head);
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    const bool is_value = list[i].kind == ir::StatementKind::let || list[i].kind == ir::StatementKind::evaluate;
    if (!is_value) return {};
    cost += speculation_cost(list[i].value, largest_head);
    if (cost > largest_head) return {};
  }
  if (cost > largest_head) return {};
  const bool first = continues(form.test->first);
  if (first == continues(form.test->second)) return {};
  form.goes_on_if = first;
  form.inside = first ? form.test->first : form.test->second;
  form.outside = first ? form.test->second : form.test->first;
  return form;
}

Id Lowering::head(const LoopForm& form) {
  statements(*form.statements, form.statements->size() - 1);
  const Id condition = scalar(form.test->value);
  return form.goes_on_if ? condition : b_.logical_not(condition);
}

std::uint64_t Lowering::body_weight(ir::BlockId body) {
  // Values belong to statements; what a loop inside does, it does several times.
  std::uint64_t weight = 0;
  struct Repeated {
    ir::BlockId block;
    std::uint64_t times;
  };
  std::vector<Repeated> stack{{body, 1}};
  std::vector<ir::ValueId> values;
  while (!stack.empty()) {
    const Repeated place = stack.back();
    stack.pop_back();
    for (const ir::Statement& statement : instance_->function->blocks[place.block.index()].statements) {
      values.clear();
      if (statement.value) values.push_back(statement.value);
      if (statement.target) values.push_back(statement.target);
      std::uint64_t cost = 1;
      bool is_root = true;
      while (!values.empty()) {
        const ir::ValueId id = values.back();
        values.pop_back();
        if (!is_root && (*instance_->named)[id.index()]) continue;
        is_root = false;
        const ir::Value& value = (*instance_->pool)[id];
        if (value.op == ir::Op::call) {
          const ir::FunctionId callee(static_cast<std::size_t>(value.payload));
          cost +=
              program_.inlining.is_outlined[callee.index()] ? 8 : weight_of(module_, module_.functions[callee.index()]);
        } else if (!ir::is_leaf(value.op)) {
          cost += std::max<std::uint64_t>(1, std::min<std::uint64_t>(shapes_.of(value.type).components, 16));
        }
        for (const ir::ValueId operand : (*instance_->pool).operands(id)) values.push_back(operand);
      }
      weight += cost * place.times;
      if (statement.kind == ir::StatementKind::if_) {
        stack.push_back({statement.first, place.times});
        stack.push_back({statement.second, place.times});
      } else if (statement.kind == ir::StatementKind::loop) {
        stack.push_back({statement.first, place.times * turns_inside});
      }
      if (weight > largest_unrolled) return weight;
    }
  }
  return weight;
}

/// How many turns the loop takes, when that is known and few: the test compares a variable with a constant, and the
/// variable's one assignment in the loop computes it from itself and a constant. 0 when unknown.
std::uint32_t Lowering::trips(const LoopForm& form, ir::BlockId body, Id first_condition) {
  if (!b_.is_constant(first_condition)) return 0;
  const ir::ValuePool& pool = *instance_->pool;
  const auto read_local = [&](ir::ValueId id) -> std::optional<ir::LocalId> {
    while (pool[id].op == ir::Op::copy) id = pool.operands(id)[0];
    if (pool[id].op != ir::Op::load) return {};
    const ir::Value& place = pool[pool.operands(id)[0]];
    if (place.op != ir::Op::local_reference) return {};
    return ir::LocalId(static_cast<std::size_t>(place.payload));
  };
  const auto constant_of = [&](ir::ValueId id) -> std::optional<std::uint64_t> {
    const ir::Op op = pool[id].op;
    Lowered lowered;
    if (op == ir::Op::literal || op == ir::Op::constant || op == ir::Op::parameter) {
      lowered = value(id);
    } else if ((*instance_->named)[id.index()] && pool[id].op != ir::Op::load) {
      lowered = instance_->values[id.index()];
    }
    if (lowered.kind != Lowered::Kind::registers || lowered.count != 1) return {};
    const Id component = components_[lowered.first];
    if (!b_.is_constant(component)) return {};
    return b_.bits(component);
  };
  const ir::Value& test = pool[form.test->value];
  if (test.op < ir::Op::less || test.op > ir::Op::not_equal) return 0;
  const auto sides = pool.operands(form.test->value);
  const std::optional<ir::LocalId> left = read_local(sides[0]);
  const std::optional<ir::LocalId> counter = left ? left : read_local(sides[1]);
  const std::optional<std::uint64_t> bound = constant_of(left ? sides[1] : sides[0]);
  if (!counter || !bound) return 0;
  // The one assignment.
  const ir::Statement* assignment = nullptr;
  std::vector<ir::BlockId> stack{body};
  while (!stack.empty()) {
    const auto& list = instance_->function->blocks[stack.back().index()].statements;
    stack.pop_back();
    for (const ir::Statement& statement : list) {
      if (statement.first) stack.push_back(statement.first);
      if (statement.second) stack.push_back(statement.second);
      if (statement.kind != ir::StatementKind::store) continue;
      const ir::Value& target = pool[ir::root_of(pool, statement.target)];
      if (target.op != ir::Op::local_reference || target.payload != counter->index()) continue;
      if (assignment != nullptr) return 0;
      assignment = &statement;
    }
  }
  if (assignment == nullptr) return 0;
  ir::ValueId next = assignment->value;
  while (pool[next].op == ir::Op::copy) next = pool.operands(next)[0];
  const auto parts = pool.operands(next);
  if (parts.size() != 2 || read_local(parts[0]) != counter) return 0;
  const std::optional<std::uint64_t> step = constant_of(parts[1]);
  const ir::TypeId type = pool[next].type;
  const ir::Type& counter_type = module_.types[type];
  if (!step || counter_type.kind != ir::TypeKind::integer) return 0;
  const Type machine = shapes_.scalar(type);
  const Place& place = instance_->locals[counter->index()];
  if (place.space != Space::none) return 0;
  Id current = slots_[place.slot];
  if (!b_.is_constant(current)) return 0;
  for (std::uint32_t turn = 0; turn <= most_turns; ++turn) {
    const Id limit = b_.constant(machine, *bound);
    const Id condition = comparison(test.op, machine, left ? current : limit, left ? limit : current);
    if (!b_.is_constant(condition)) return 0;
    if ((b_.bits(condition) != 0) != form.goes_on_if) return turn;
    current = binary(pool[next].op, machine, current, b_.constant(machine, *step));
    if (!b_.is_constant(current)) return 0;
  }
  return 0;
}

void Lowering::loop(const ir::Statement& statement) {
  const ir::BlockId body = statement.first;
  Loop frame;
  frame.fork = fork();
  Loop* const outer = loop_;
  loop_ = &frame;
  support::invariant(++depth_ < 2000, "loops nested too deep for PTX");
  const std::uint32_t divergence = divergence_;
  if (const auto form = rotated_form(body)) {
    Id condition = head(*form);
    std::uint32_t turns = trips(*form, body, condition);
    if (turns > 0 && turns * body_weight(form->inside) > largest_unrolled) turns = 0;
    bool is_over = false;
    for (; turns > 0 && b_.is_constant(condition, 1) && !is_over; --turns) {
      frame.continues.clear();
      block(form->inside);
      restore(frame.fork.mark);
      join(frame.continues);
      is_over = !is_reachable();
      if (!is_over) condition = head(*form);
    }
    if (!is_over) {
      if (b_.is_constant(condition, 0)) {
        block(form->outside);
      } else {
        rotated_loop(*form, body, frame, condition);
      }
    }
  } else {
    plain_loop(body, frame);
  }
  loop_ = outer;
  --depth_;
  divergence_ = divergence;
  restore(frame.fork.mark);
  join(frame.breaks);
}

/// The registers of the variables that the loop's body writes.
std::vector<std::uint32_t> Lowering::loop_slots(ir::BlockId body) {
  std::vector<std::uint32_t> slots;
  for (const ir::LocalId local : instance_->facts->stored[body.index()]) {
    const Place& place = instance_->locals[local.index()];
    if (place.space != Space::none) continue;
    const std::uint32_t count = shapes_.of(instance_->function->locals[local.index()].type).components;
    for (std::uint32_t i = 0; i < count; ++i) slots.push_back(place.slot + i);
  }
  return slots;
}

std::vector<Id> Lowering::make_phis(const std::vector<std::uint32_t>& slots) {
  std::vector<Id> phis;
  for (const std::uint32_t slot : slots) {
    phis.push_back(b_.phi(b_[slots_[slot]].type));
    assign(slot, phis.back());
  }
  return phis;
}

void Lowering::plain_loop(ir::BlockId body, Loop& frame) {
  const std::vector<std::uint32_t> slots = loop_slots(body);
  std::vector<Id> before;
  before.reserve(slots.size());
  for (const std::uint32_t slot : slots) before.push_back(slots_[slot]);
  const BlockIndex header = b_.new_block();
  b_.jump(header);
  start(header);
  const std::size_t scope = b_.open_scope();
  const std::vector<Id> phis = make_phis(slots);
  ++divergence_;
  block(body);
  restore(frame.fork.mark);
  join(frame.continues);
  const bool comes_back = is_reachable();
  if (comes_back) b_.jump(header);
  for (std::size_t i = 0; i < phis.size(); ++i) {
    if (comes_back) {
      b_.set_operands(phis[i], std::array{before[i], slots_[slots[i]]});
    } else {
      b_.set_operands(phis[i], std::array{before[i]});
    }
  }
  b_.close_scope(scope);
}

void Lowering::rotated_loop(const LoopForm& form, ir::BlockId body, Loop& frame, Id condition) {
  const std::vector<std::uint32_t> slots = loop_slots(body);
  std::vector<Id> before;
  before.reserve(slots.size());
  for (const std::uint32_t slot : slots) before.push_back(slots_[slot]);
  std::vector<Edge> ways_out;
  const std::size_t scope = b_.open_scope();
  if (!is_uniform(condition)) ++divergence_;
  if (!b_.is_constant(condition)) {
    const BlockIndex preheader = b_.new_block();
    const BlockIndex skipped = b_.new_block();
    b_.branch(condition, preheader, skipped);
    start(skipped);
    ways_out.push_back(edge_since(frame.fork));
    start(preheader);
  }
  const BlockIndex header = b_.new_block();
  b_.jump(header);
  start(header);
  frame.continues.clear();
  const std::vector<Id> phis = make_phis(slots);
  head(form);
  block(form.inside);
  restore(frame.fork.mark);
  join(frame.continues);
  std::vector<Id> after;
  if (is_reachable()) {
    const Id again = head(form);
    for (const std::uint32_t slot : slots) after.push_back(slots_[slot]);
    const BlockIndex back = b_.new_block();
    const BlockIndex done = b_.new_block();
    b_.branch(again, back, done);
    start(back);
    b_.jump(header);
    start(done);
    ways_out.push_back(edge_since(frame.fork));
  }
  for (std::size_t i = 0; i < phis.size(); ++i) {
    if (after.empty()) {
      b_.set_operands(phis[i], std::array{before[i]});
    } else {
      b_.set_operands(phis[i], std::array{before[i], after[i]});
    }
  }
  b_.close_scope(scope);
  restore(frame.fork.mark);
  join(ways_out);
  if (!is_reachable()) return;
  const std::size_t outside_scope = b_.open_scope();
  head(form);
  block(form.outside);
  b_.close_scope(outside_scope);
}

}  // namespace yyshader::backend::ptx
