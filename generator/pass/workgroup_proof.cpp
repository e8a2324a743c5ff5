#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "ir/uses.hpp"
#include "pass/workgroup_memory.hpp"

namespace yyshader::pass {

namespace {

using ir::Op;
using ir::StatementKind;
using ir::ValueId;

/// What is sure of a variable at a place of the program.
enum class State : std::uint8_t {
  unwritten,
  by_each,  ///< each invocation that comes here has written its element
  whole,    ///< it is written as a whole
  ready,    ///< wholly written, and a barrier since
};
using States = std::vector<State>;  ///< by position among the used variables

/// x, y, z of the local id and the local index, each times a coefficient, plus a constant.
struct LinearForm {
  std::array<std::int64_t, 4> coefficients{};
  std::int64_t constant = 0;
};

/// Deeper index expressions are not understood.
constexpr int deepest_index = 32;

class Proof {
 public:
  Proof(const ir::Module& module, const EffectAnalysis& effects, const ConstantIntegers& constants, ir::EntryId entry,
        const std::vector<ir::GlobalId>& used)
      : module_(module),
        entry_(module.entries[entry.index()]),
        function_(module.functions[entry_.function.index()]),
        used_(used),
        effects_(effects),
        constants_(constants),
        fails_(used.size()) {}

  std::vector<ir::GlobalId> run() {
    walk(function_.body, States(used_.size(), State::unwritten));
    std::vector<ir::GlobalId> result;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (fails_[i]) result.push_back(used_[i]);
    }
    return result;
  }

 private:
  using Way = std::optional<States>;  ///< none: nothing comes this way

  static void join(Way& way, const Way& other) {
    if (!other) return;
    if (!way) {
      way = other;
      return;
    }
    for (std::size_t i = 0; i < way->size(); ++i) (*way)[i] = std::min((*way)[i], (*other)[i]);
  }

  /// The states at the block's end. Blocks are nested no deeper than pass/limits.hpp lets them be.
  Way walk(ir::BlockId block, States states) {
    for (const ir::Statement& statement : function_.blocks[block.index()].statements) {
      switch (statement.kind) {
        case StatementKind::let:
        case StatementKind::evaluate:
          evaluate(statement.value, states);
          break;
        case StatementKind::store:
          store(statement.target, states);
          break;
        case StatementKind::if_: {
          Way way = branch(statement, states);
          if (!way) return way;
          states = std::move(*way);
          break;
        }
        case StatementKind::loop: {
          // States only rise on the way, so that a later iteration begins with no less than the first.
          breaks_.emplace_back();
          walk(statement.first, states);
          const bool has_break = breaks_.back().has_value();
          if (has_break) states = *breaks_.back();
          breaks_.pop_back();
          if (!has_break) return std::nullopt;
          break;
        }
        case StatementKind::break_:
          join(breaks_.back(), states);
          return std::nullopt;
        case StatementKind::continue_:
        case StatementKind::return_:
          return std::nullopt;
        case StatementKind::variable:
          break;
      }
    }
    return states;
  }

  Way branch(const ir::Statement& statement, const States& states) {
    const Way first = walk(statement.first, states);
    const Way second = walk(statement.second, states);
    Way way = first;
    join(way, second);
    if (!way || !first || !is_one_invocation(statement.value)) return way;
    // What the one has written as a whole is written for all.
    for (std::size_t i = 0; i < way->size(); ++i) {
      if ((*first)[i] >= State::whole) (*way)[i] = std::max((*way)[i], State::whole);
    }
    return way;
  }

  void evaluate(ValueId id, States& states) {
    const ir::Value& value = function_.values[id];
    if (!ir::has_time(value)) return;
    if (is_barrier(value) || begins_with_barrier(value)) pass_barrier(states);
    const Effects effects = effects_.of_value(function_, id);
    for (std::size_t i = 0; i < used_.size(); ++i) {
      const auto touches = [&](const std::vector<ir::GlobalId>& ids) {
        return std::binary_search(ids.begin(), ids.end(), used_[i]);
      };
      // An atomic operation reads what it changes, and a call might.
      if (states[i] != State::ready && (touches(effects.reads) || touches(effects.writes))) fails_[i] = true;
    }
  }

  /// A uniform load is a read between two barriers.
  static bool is_barrier(const ir::Value& value) {
    return value.op == Op::workgroup_barrier || value.op == Op::workgroup_uniform_load;
  }

  static void pass_barrier(States& states) {
    for (State& state : states) {
      if (state != State::unwritten) state = State::ready;
    }
  }

  /// A call whose function meets a barrier before any other effect.
  bool begins_with_barrier(const ir::Value& value) const {
    if (value.op != Op::call) return false;
    const ir::Function& callee = module_.functions[static_cast<std::size_t>(value.payload)];
    for (const ir::Statement& statement : callee.blocks[callee.body.index()].statements) {
      if (statement.kind == StatementKind::variable) continue;
      if (statement.kind != StatementKind::let && statement.kind != StatementKind::evaluate) return false;
      if (is_barrier(callee.values[statement.value])) return true;
      if (ir::has_time(callee.values[statement.value])) return false;
    }
    return false;
  }

  void store(ValueId target, States& states) {
    const ir::Value& place = function_.values[target];
    const ValueId root = place.op == Op::index_reference ? function_.values.operands(target)[0] : target;
    const ir::Value& variable = function_.values[root];
    if (variable.op != Op::global_reference) return;
    const auto found = std::find(used_.begin(), used_.end(), ir::GlobalId(static_cast<std::size_t>(variable.payload)));
    if (found == used_.end()) return;
    State& state = states[static_cast<std::size_t>(found - used_.begin())];
    if (root == target) {
      state = std::max(state, State::whole);
    } else if (is_own_element(*found, function_.values.operands(target)[1])) {
      state = std::max(state, State::by_each);
    }
  }

  std::uint64_t workgroup_size() const {
    return std::uint64_t{entry_.workgroup_size[0]} * entry_.workgroup_size[1] * entry_.workgroup_size[2];
  }

  bool is_own_element(ir::GlobalId variable, ValueId index) const {
    const ir::Type& type = module_.types[module_.globals[variable.index()].type];
    if (type.kind != ir::TypeKind::array || type.length != workgroup_size()) return false;
    const auto form = linear_form(index, 0);
    return form && is_index(*form);
  }

  /// `index == constant` holds for one invocation, or for none, which is no better than not to know.
  bool is_one_invocation(ValueId condition) const {
    if (function_.values[condition].op != Op::equal) return false;
    const auto operands = function_.values.operands(condition);
    for (const std::size_t side : {0U, 1U}) {
      const auto form = linear_form(operands[side], 0);
      const auto constant = constants_.of(function_.values, operands[1 - side]);
      if (!form || !constant || !is_index(*form)) continue;
      if (constant->front() >= 0 && static_cast<std::uint64_t>(constant->front()) < workgroup_size()) {
        return true;
      }
    }
    return false;
  }

  /// Equals the local invocation index.
  bool is_index(const LinearForm& form) const {
    if (form.constant != 0) return false;
    std::int64_t wanted = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t coefficient = form.coefficients[axis] + wanted * form.coefficients[3];
      if (entry_.workgroup_size[axis] > 1 && coefficient != wanted) return false;
      wanted *= entry_.workgroup_size[axis];
    }
    return true;
  }

  std::optional<LinearForm> linear_form(ValueId id, int depth) const {
    if (depth > deepest_index) return std::nullopt;
    if (const auto constant = constants_.of(function_.values, id)) {
      if (constant->size() != 1) return std::nullopt;
      return LinearForm{{}, constant->front()};
    }
    const ir::Value& value = function_.values[id];
    const auto operands = function_.values.operands(id);
    switch (value.op) {
      case Op::copy:
        return linear_form(operands[0], depth + 1);
      case Op::parameter:
        return builtin_form(value, ir::Builtin::local_invocation_index, 3);
      case Op::extract:
        return part_form(operands[0], static_cast<std::size_t>(value.payload), depth);
      case Op::add:
      case Op::multiply:
        return combined_form(value.op, linear_form(operands[0], depth + 1), linear_form(operands[1], depth + 1));
      default:
        return std::nullopt;
    }
  }

  std::optional<LinearForm> builtin_form(const ir::Value& parameter, ir::Builtin builtin, std::size_t axis) const {
    return builtin_form(function_.parameters[static_cast<std::size_t>(parameter.payload)].interface, builtin, axis);
  }

  /// Of a member of a parameter that is a struct.
  std::optional<LinearForm> member_form(const ir::Value& parameter, std::size_t member, ir::Builtin builtin,
                                        std::size_t axis) const {
    const ir::Type& type = module_.types[function_.parameters[static_cast<std::size_t>(parameter.payload)].type];
    if (type.kind != ir::TypeKind::structure) return std::nullopt;
    return builtin_form(module_.structs[type.structure.index()].members[member].interface, builtin, axis);
  }

  static std::optional<LinearForm> builtin_form(const ir::InterfaceBinding& interface, ir::Builtin builtin,
                                                std::size_t axis) {
    if (interface.kind != ir::InterfaceBinding::Kind::builtin || interface.builtin != builtin) return std::nullopt;
    LinearForm form;
    form.coefficients[axis] = 1;
    return form;
  }

  std::optional<LinearForm> part_form(ValueId whole, std::size_t part, int depth) const {
    const ir::Value& value = function_.values[whole];
    switch (value.op) {
      case Op::copy:
        return part_form(function_.values.operands(whole)[0], part, depth + 1);
      case Op::construct:
        return linear_form(function_.values.operands(whole)[part], depth + 1);
      case Op::parameter:
        if (const auto form = member_form(value, part, ir::Builtin::local_invocation_index, 3)) return form;
        return part < 3 ? builtin_form(value, ir::Builtin::local_invocation_id, part) : std::nullopt;
      case Op::extract: {
        // Of a struct: a parameter, or put together from parameters.
        const ValueId outer = function_.values.operands(whole)[0];
        const auto member = static_cast<std::size_t>(value.payload);
        const ir::Value& structure = function_.values[outer];
        if (structure.op == Op::parameter && part < 3)
          return member_form(structure, member, ir::Builtin::local_invocation_id, part);
        if (structure.op != Op::construct) return std::nullopt;
        return part_form(function_.values.operands(outer)[member], part, depth + 1);
      }
      default:
        return std::nullopt;
    }
  }

  static std::optional<LinearForm> combined_form(Op op, const std::optional<LinearForm>& a,
                                                 const std::optional<LinearForm>& b) {
    if (!a || !b) return std::nullopt;
    LinearForm result;
    if (op == Op::add) {
      for (std::size_t i = 0; i < 4; ++i) result.coefficients[i] = a->coefficients[i] + b->coefficients[i];
      result.constant = a->constant + b->constant;
      return result;
    }
    const auto is_constant = [](const LinearForm& form) {
      return std::all_of(form.coefficients.begin(), form.coefficients.end(),
                         [](std::int64_t each) { return each == 0; });
    };
    const LinearForm& factor = is_constant(*a) ? *a : *b;
    const LinearForm& other = is_constant(*a) ? *b : *a;
    // Small factors only, so that nothing here overflows.
    constexpr std::int64_t largest_factor = 1 << 20;
    if (!is_constant(factor) || factor.constant < 0 || factor.constant > largest_factor) return std::nullopt;
    for (std::size_t i = 0; i < 4; ++i) {
      if (other.coefficients[i] > largest_factor) return std::nullopt;
      result.coefficients[i] = other.coefficients[i] * factor.constant;
    }
    if (other.constant < 0 || other.constant > largest_factor) return std::nullopt;
    result.constant = other.constant * factor.constant;
    return result;
  }

  const ir::Module& module_;
  const ir::Entry& entry_;
  const ir::Function& function_;
  const std::vector<ir::GlobalId>& used_;
  const EffectAnalysis& effects_;
  const ConstantIntegers& constants_;
  std::vector<bool> fails_;
  std::vector<Way> breaks_;  ///< of the loops around, innermost last
};

}  // namespace

std::vector<ir::GlobalId> unproven_workgroup_variables(const ir::Module& module, const EffectAnalysis& effects,
                                                       const ConstantIntegers& constants, ir::EntryId entry,
                                                       const std::vector<ir::GlobalId>& used) {
  if (used.empty()) return {};
  return Proof(module, effects, constants, entry, used).run();
}

}  // namespace yyshader::pass
