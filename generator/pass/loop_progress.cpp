#include "pass/loop_progress.hpp"

#include <cstdint>
#include <limits>
#include <optional>

#include "ir/uses.hpp"
#include "pass/constant_integers.hpp"
#include "pass/nesting.hpp"
#include "pass/walk.hpp"

namespace yyshader::pass {

namespace {

using ir::Op;
using ir::StatementKind;
using ir::ValueId;

/// `variable relation bound` leaves the loop.
struct Exit {
  ir::LocalId variable;
  Op relation;
  ValueId bound;
};

/// `variable operation amount` is its next value.
struct Step {
  Op operation;
  std::int64_t amount;
};

bool is_progress(Op op) {
  switch (op) {
    case Op::workgroup_barrier:
    case Op::storage_barrier:
    case Op::workgroup_uniform_load:
    case Op::atomic_load:
    case Op::atomic_store:
    case Op::atomic_add:
    case Op::atomic_max:
    case Op::atomic_min:
      return true;
    default:
      return false;
  }
}

class Loops {
 public:
  Loops(const ir::Module& module, const ir::Function& function, const ConstantIntegers& constants)
      : module_(module), function_(function), constants_(constants), uses_(ir::uses_of(function)) {}

  std::vector<bool> run() {
    std::vector<bool> found(function_.blocks.size());
    const Nesting nesting = nesting_of(function_);
    exits_ = exits_of(function_, nesting.order);
    find_progress(nesting.order);
    for_each_statement(function_, [&](const ir::Statement& statement) {
      if (statement.kind != StatementKind::loop) return;
      found[statement.first.index()] = !always_progresses(statement.first) && !counts(statement.first);
    });
    return found;
  }

 private:
  const std::vector<ir::Statement>& statements(ir::BlockId block) const {
    return function_.blocks[block.index()].statements;
  }

  /// What the ways through a block meet.
  struct Ways {
    bool continue_after_progress = true;  ///< those to the next iteration
    bool end_after_progress = false;      ///< those to the block's end
  };

  void find_progress(const std::vector<ir::BlockId>& outer_first) {
    ways_.assign(function_.blocks.size(), {});
    for (std::size_t i = outer_first.size(); i > 0; --i) {
      Ways& ways = ways_[outer_first[i - 1].index()];
      bool met = false;
      for (const ir::Statement& statement : statements(outer_first[i - 1])) {
        if (met) break;
        switch (statement.kind) {
          case StatementKind::let:
          case StatementKind::evaluate:
            met = is_progress(function_.values[statement.value].op);
            break;
          case StatementKind::continue_:
            ways.continue_after_progress = false;
            break;
          case StatementKind::break_:
          case StatementKind::return_:
            met = true;  // nothing goes on from here
            break;
          case StatementKind::if_: {
            const Ways& first = ways_[statement.first.index()];
            const Ways& second = ways_[statement.second.index()];
            ways.continue_after_progress =
                ways.continue_after_progress && first.continue_after_progress && second.continue_after_progress;
            met = first.end_after_progress && second.end_after_progress;
            break;
          }
          default:
            break;
        }
      }
      ways.end_after_progress = met;
    }
  }

  bool always_progresses(ir::BlockId body) const { return ways_[body.index()].continue_after_progress; }

  /// The tests that the body begins with: `if (test) { leaves } else { … }`, or the other way round, down to the last.
  bool counts(ir::BlockId body) const {
    ir::BlockId block = body;
    while (const ir::Statement* test = sole_if_first(block)) {
      const bool leaves = never_goes_on(test->first);
      if (!leaves && !never_goes_on(test->second)) return false;
      if (const auto exit = exit_of(test->value, leaves); exit && is_counted(*exit, body)) return true;
      block = leaves ? test->second : test->first;
    }
    return false;
  }

  /// The `if` that a block begins with, evaluations inside its condition before it.
  const ir::Statement* sole_if_first(ir::BlockId block) const {
    for (const ir::Statement& statement : statements(block)) {
      if (statement.kind == StatementKind::if_) return &statement;
      const bool is_inlined = statement.kind == StatementKind::evaluate && statement.form == ir::EvaluateForm::inlined;
      if (!is_inlined) return nullptr;
    }
    return nullptr;
  }

  /// Every way through the block leaves the loop around it.
  bool never_goes_on(ir::BlockId block) const { return !exits_.falls[block.index()] && !has_continue(block); }

  bool has_continue(ir::BlockId root) const {
    std::vector<ir::BlockId> pending{root};
    while (!pending.empty()) {
      const ir::BlockId block = pending.back();
      pending.pop_back();
      for (const ir::Statement& statement : statements(block)) {
        if (statement.kind == StatementKind::continue_) return true;
        if (statement.kind != StatementKind::if_) continue;
        pending.push_back(statement.first);
        pending.push_back(statement.second);
      }
    }
    return false;
  }

  std::optional<ir::LocalId> read_local(ValueId id) const {
    const ir::Value& value = function_.values[id];
    if (value.op == Op::copy) return read_local(function_.values.operands(id)[0]);
    if (value.op != Op::load) return std::nullopt;
    const ir::Value& place = function_.values[function_.values.operands(id)[0]];
    if (place.op != Op::local_reference) return std::nullopt;
    return ir::LocalId(static_cast<std::size_t>(place.payload));
  }

  /// What of the condition, when it is `leaves_when`, is a test of a variable.
  std::optional<Exit> exit_of(ValueId condition, bool leaves_when) const {
    const auto operands = function_.values.operands(condition);
    if (operands.size() != 2) return std::nullopt;
    Op op = function_.values[condition].op;
    if (!leaves_when) op = negated(op);
    if (const auto variable = read_local(operands[0])) return Exit{*variable, op, operands[1]};
    if (const auto variable = read_local(operands[1])) return Exit{*variable, mirrored(op), operands[0]};
    return std::nullopt;
  }

  static Op negated(Op op) {
    switch (op) {
      case Op::less:
        return Op::greater_equal;
      case Op::greater:
        return Op::less_equal;
      case Op::less_equal:
        return Op::greater;
      case Op::greater_equal:
        return Op::less;
      case Op::not_equal:
        return Op::equal;
      default:
        return Op::copy;  // of no use
    }
  }

  static Op mirrored(Op op) {
    switch (op) {
      case Op::less:
        return Op::greater;
      case Op::greater:
        return Op::less;
      case Op::less_equal:
        return Op::greater_equal;
      case Op::greater_equal:
        return Op::less_equal;
      default:
        return op;
    }
  }

  /// Everything stored to the variable inside the loop is its next value, once on each way to the next iteration.
  bool is_counted(const Exit& exit, ir::BlockId body) const {
    const ir::Type& type = module_.types[function_.locals[exit.variable.index()].type];
    if (type.kind != ir::TypeKind::integer || type.width != 32) return false;
    if (!is_fixed(exit.bound, body)) return false;
    std::optional<Step> step;
    std::size_t stores = 0;
    std::size_t continues = 0;
    if (!gather(body, exit.variable, step, stores, continues)) return false;
    // One store, in the block of the only continue, or before it on the only way there.
    return step && stores == 1 && continues == 1 && reaches(exit, *step, type.is_signed);
  }

  bool gather(ir::BlockId body, ir::LocalId variable, std::optional<Step>& step, std::size_t& stores,
              std::size_t& continues) const {
    struct Place {
      ir::BlockId block;
      bool is_own;  ///< not of a loop inside
    };
    std::vector<Place> pending{{body, true}};
    while (!pending.empty()) {
      const auto [block, is_own] = pending.back();
      pending.pop_back();
      bool stored_here = false;
      for (const ir::Statement& statement : statements(block)) {
        if (statement.kind == StatementKind::continue_ && is_own) {
          ++continues;
          if (!stored_here) return false;
        }
        if (statement.kind == StatementKind::store && stores_to(statement, variable)) {
          step = step_of(statement.value, variable);
          if (!step || !is_own) return false;
          stored_here = true;
          ++stores;
        }
        const bool is_loop = statement.kind == StatementKind::loop;
        if (is_loop || statement.kind == StatementKind::if_) pending.push_back({statement.first, is_own && !is_loop});
        if (statement.kind == StatementKind::if_) pending.push_back({statement.second, is_own});
      }
    }
    return true;
  }

  bool stores_to(const ir::Statement& statement, ir::LocalId variable) const {
    const ir::Value& root = function_.values[ir::root_of(function_.values, statement.target)];
    return root.op == Op::local_reference && root.payload == variable.index();
  }

  std::optional<Step> step_of(ValueId id, ir::LocalId variable) const {
    ValueId value = id;
    // Guards compute signed integers through unsigned ones.
    while (function_.values[value].op == Op::convert || function_.values[value].op == Op::copy) {
      value = function_.values.operands(value)[0];
    }
    const Op op = function_.values[value].op;
    if (op != Op::add && op != Op::subtract && op != Op::shift_right) return std::nullopt;
    const auto operands = function_.values.operands(value);
    ValueId changed = operands[0];
    while (function_.values[changed].op == Op::convert) changed = function_.values.operands(changed)[0];
    const auto amount = constants_.of(function_.values, operands[1]);
    if (read_local(changed) != variable || !amount) return std::nullopt;
    return Step{op, amount->front()};
  }

  /// A value that stays the same while the loop runs.
  bool is_fixed(ValueId id, ir::BlockId body) const {
    if (constants_.of(function_.values, id)) return true;
    const Op op = function_.values[id].op;
    if (op == Op::parameter || op == Op::constant) return true;
    if (const auto local = read_local(id)) return !is_stored_inside(*local, body);
    if (op == Op::extract || op == Op::convert || op == Op::copy) {
      if (uses_.roles[id.index()] != ir::Role::let) return is_fixed(function_.values.operands(id)[0], body);
    }
    return uses_.roles[id.index()] == ir::Role::let && !is_named_inside(id, body);
  }

  bool is_named_inside(ValueId id, ir::BlockId body) const {
    return any_inside(body, [&](const ir::Statement& statement) {
      return statement.kind == StatementKind::let && statement.value == id;
    });
  }

  bool is_stored_inside(ir::LocalId variable, ir::BlockId body) const {
    return any_inside(body, [&](const ir::Statement& statement) {
      const bool declares = statement.kind == StatementKind::variable && statement.local == variable;
      return declares || (statement.kind == StatementKind::store && stores_to(statement, variable));
    });
  }

  template <typename Is>
  bool any_inside(ir::BlockId body, const Is& is) const {
    std::vector<ir::BlockId> pending{body};
    while (!pending.empty()) {
      const ir::BlockId block = pending.back();
      pending.pop_back();
      for (const ir::Statement& statement : statements(block)) {
        if (is(statement)) return true;
        const bool is_loop = statement.kind == StatementKind::loop;
        if (is_loop || statement.kind == StatementKind::if_) pending.push_back(statement.first);
        if (statement.kind == StatementKind::if_) pending.push_back(statement.second);
      }
    }
    return false;
  }

  /// True when the steps, which wrap around, must meet the exit.
  bool reaches(const Exit& exit, const Step& step, bool is_signed) const {
    const auto bound = constants_.of(function_.values, exit.bound);
    if (step.operation == Op::shift_right) {
      return !is_signed && step.amount > 0 && step.amount < 32 && bound && bound->front() == 0 &&
             (exit.relation == Op::equal || exit.relation == Op::less_equal);
    }
    const std::int64_t amount = step.operation == Op::add ? step.amount : -step.amount;
    // By ones every value comes up.
    const bool by_ones = amount == 1 || amount == -1;
    if (by_ones &&
        (exit.relation == Op::equal || exit.relation == Op::greater_equal || exit.relation == Op::less_equal)) {
      return true;
    }
    if (!bound) return false;
    const std::int64_t lowest = is_signed ? std::numeric_limits<std::int32_t>::min() : 0;
    const std::int64_t highest =
        is_signed ? std::numeric_limits<std::int32_t>::max() : std::numeric_limits<std::uint32_t>::max();
    // Upwards or downwards, with no room to jump over the values that leave.
    switch (exit.relation) {
      case Op::greater_equal:
        return amount > 0 && highest - bound->front() + 1 >= amount;
      case Op::greater:
        return amount > 0 && highest - bound->front() >= amount;
      case Op::less_equal:
        return amount < 0 && bound->front() - lowest + 1 >= -amount;
      case Op::less:
        return amount < 0 && bound->front() - lowest >= -amount;
      default:
        return false;
    }
  }

  const ir::Module& module_;
  const ir::Function& function_;
  const ConstantIntegers& constants_;
  ir::Uses uses_;
  Exits exits_;
  std::vector<Ways> ways_;  ///< by BlockId
};

}  // namespace

std::vector<bool> loops_without_progress(const ir::Module& module, const ir::Function& function,
                                         const ConstantIntegers& constants) {
  bool has_loop = false;
  for_each_statement(function,
                     [&](const ir::Statement& each) { has_loop = has_loop || each.kind == StatementKind::loop; });
  if (!has_loop) return std::vector<bool>(function.blocks.size());
  return Loops(module, function, constants).run();
}

}  // namespace yyshader::pass
