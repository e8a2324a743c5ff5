#include "pass/uniform_inputs.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "ir/compact.hpp"
#include "ir/uses.hpp"
#include "pass/limits.hpp"
#include "pass/uniformity.hpp"
#include "pass/uniformity_function.hpp"
#include "pass/walk.hpp"

namespace yyshader::pass {

namespace {

using ir::FunctionId;
using ir::Op;
using ir::ValueId;

/// A parameter to be split.
struct Target {
  FunctionId function;
  std::size_t parameter = 0;
  friend auto operator<=>(const Target&, const Target&) = default;
};
using Targets = std::vector<Target>;  ///< sorted

bool holds(const Targets& targets, FunctionId function, std::size_t parameter) {
  return std::binary_search(targets.begin(), targets.end(), Target{function, parameter});
}

/// Each try analyses the program once more: beyond this many candidates all of them are split.
constexpr std::size_t most_tries = 50;

const std::vector<ir::Member>& members_of(const ir::Module& module, ir::TypeId type) {
  return module.structs[module.types[type].structure.index()].members;
}

/// The value behind copies of it.
ValueId original(const ir::ValuePool& pool, ValueId id) {
  while (pool[id].op == Op::copy) id = pool.operands(id)[0];
  return id;
}

// Which parameters can be split.

/// Structs of builtin inputs some of which are uniform and some not.
bool mixes_inputs(const ir::Module& module, const ir::Function& function, const ir::Parameter& parameter) {
  if (module.types[parameter.type].kind != ir::TypeKind::structure) return false;
  const ir::Stage stage = module.entries[function.entry.index()].stage;
  const std::vector<ir::Member>& members = members_of(module, parameter.type);
  const auto varies = [&](const ir::Member& member) { return input_varies(stage, member.interface); };
  return std::any_of(members.begin(), members.end(), varies) && !std::all_of(members.begin(), members.end(), varies);
}

/// True when the parts of the argument can be had without giving the whole a new name: of a leaf, a named value, or a
/// construction.
bool has_parts_at_hand(const ir::ValuePool& pool, const std::vector<bool>& named, ValueId argument) {
  const ValueId id = original(pool, argument);
  return pool[id].op == Op::parameter || pool[id].op == Op::construct || named[id.index()];
}

class Candidates {
 public:
  explicit Candidates(const ir::Module& module) : module_(module) {}

  Targets find() {
    add_entries();
    if (targets_.empty()) return {};
    add_helpers();
    drop_called_otherwise();
    drop_too_many();
    return std::move(targets_);
  }

 private:
  void add_entries() {
    for (std::size_t i = 0; i < module_.functions.size(); ++i) {
      const ir::Function& function = module_.functions[i];
      for (std::size_t k = 0; function.entry && k < function.parameters.size(); ++k) {
        if (!mixes_inputs(module_, function, function.parameters[k])) continue;
        targets_.push_back({FunctionId(i), k});
        types_.push_back(function.parameters[k].type);
      }
    }
  }

  void add_helpers() {
    for (std::size_t i = 0; i < module_.functions.size(); ++i) {
      const ir::Function& function = module_.functions[i];
      for (std::size_t k = 0; !function.entry && k < function.parameters.size(); ++k) {
        const bool is_split_type = std::find(types_.begin(), types_.end(), function.parameters[k].type) != types_.end();
        if (is_split_type) targets_.push_back({FunctionId(i), k});
      }
    }
    std::sort(targets_.begin(), targets_.end());
  }

  void drop_called_otherwise() {
    Targets dropped;
    for (const ir::Function& function : module_.functions) {
      const std::vector<bool> named = let_named(function);
      for (std::size_t i = 0; i < function.values.values.size(); ++i) {
        const ir::Value& value = function.values.values[i];
        if (value.op != Op::call) continue;
        const FunctionId callee(static_cast<std::size_t>(value.payload));
        const auto arguments = function.values.operands(ValueId(i));
        for (std::size_t k = 0; k < arguments.size(); ++k) {
          if (!has_parts_at_hand(function.values, named, arguments[k])) dropped.push_back({callee, k});
        }
      }
    }
    std::sort(dropped.begin(), dropped.end());
    std::erase_if(targets_, [&](const Target& target) { return holds(dropped, target.function, target.parameter); });
  }

  /// A function cannot have any number of parameters.
  void drop_too_many() {
    std::erase_if(targets_, [&](const Target& target) {
      const ir::Function& function = module_.functions[target.function.index()];
      std::size_t count = 0;
      for (const ir::Parameter& parameter : function.parameters) {
        const bool is_structure = module_.types[parameter.type].kind == ir::TypeKind::structure;
        count += is_structure ? members_of(module_, parameter.type).size() : 1;
      }
      return count > most_parameters;
    });
  }

  const ir::Module& module_;
  Targets targets_;
  std::vector<ir::TypeId> types_;
};

// Splitting.

class Splitter {
 public:
  Splitter(ir::Module& module, const Targets& targets, FunctionId id)
      : module_(module), targets_(targets), id_(id), function_(module.functions[id.index()]), pool_(function_.values) {}

  void run() {
    if (!concerns_function()) return;
    named_ = let_named(function_);
    split_parameters();
    const std::size_t count = pool_.values.size();
    for (std::size_t i = 0; i < count; ++i) rewrite(ValueId(i));
    for (ir::Block& block : function_.blocks) rewrite(block);
    drop_unused_copies();
    ir::compact(function_);
  }

 private:
  bool concerns_function() const {
    const auto is_concerned = [&](const ir::Value& value) {
      if (value.op != Op::call) return false;
      const Target first{FunctionId(static_cast<std::size_t>(value.payload)), 0};
      const auto found = std::lower_bound(targets_.begin(), targets_.end(), first);
      return found != targets_.end() && found->function == first.function;
    };
    return std::any_of(targets_.begin(), targets_.end(), [&](const Target& each) { return each.function == id_; }) ||
           std::any_of(pool_.values.begin(), pool_.values.end(), is_concerned);
  }

  void split_parameters() {
    const std::vector<ir::Parameter> old = std::move(function_.parameters);
    function_.parameters.clear();
    for (std::size_t i = 0; i < old.size(); ++i) {
      is_split_.push_back(holds(targets_, id_, i));
      first_.push_back(function_.parameters.size());
      types_.push_back(old[i].type);
      if (!is_split_.back()) {
        function_.parameters.push_back(old[i]);
        continue;
      }
      for (const ir::Member& member : members_of(module_, old[i].type)) {
        ir::Parameter parameter = old[i];
        const std::string name = std::string(module_.text(old[i].name)) + "_" + std::string(module_.text(member.name));
        parameter.name = module_.symbols.intern(name);
        parameter.type = member.type;
        parameter.interface = function_.entry ? member.interface : ir::InterfaceBinding {};
        function_.parameters.push_back(parameter);
      }
    }
    // From here on an old parameter's leaf tells the old index no more: they are remembered.
    split_leaf_.assign(pool_.values.size(), none);
    for (std::size_t i = 0; i < pool_.values.size(); ++i) {
      ir::Value& value = pool_.values[i];
      if (value.op != Op::parameter) continue;
      const auto index = static_cast<std::size_t>(value.payload);
      if (is_split_[index]) split_leaf_[i] = index;
      value.payload = first_[index];
    }
  }

  static constexpr std::size_t none = ~std::size_t{0};

  /// The split parameter that the value is, if it is one.
  std::size_t split_parameter(ValueId id) const {
    if (id.index() >= split_leaf_.size()) return none;
    const ValueId source = original(pool_, id);
    return source.index() < split_leaf_.size() ? split_leaf_[source.index()] : none;
  }

  ValueId field(std::size_t parameter, std::size_t member, source::Span span) {
    const ir::TypeId type = members_of(module_, types_[parameter])[member].type;
    return pool_.add(Op::parameter, type, span, {}, first_[parameter] + member);
  }

  std::vector<ValueId> fields(std::size_t parameter, source::Span span) {
    std::vector<ValueId> result;
    const std::size_t count = members_of(module_, types_[parameter]).size();
    for (std::size_t i = 0; i < count; ++i) result.push_back(field(parameter, i, span));
    return result;
  }

  /// The struct put together again, for a use of the whole.
  ValueId whole(std::size_t parameter, source::Span span) {
    return pool_.add(Op::construct, types_[parameter], span, fields(parameter, span));
  }

  void set_operands(ValueId id, const std::vector<ValueId>& operands) {
    pool_[id].first_operand = static_cast<std::uint32_t>(pool_.operand_list.size());
    pool_[id].operand_count = static_cast<std::uint32_t>(operands.size());
    pool_.operand_list.insert(pool_.operand_list.end(), operands.begin(), operands.end());
  }

  void rewrite(ValueId id) {
    const ir::Value value = pool_[id];
    if (value.op == Op::extract) {
      const std::size_t parameter = split_parameter(pool_.operands(id)[0]);
      if (parameter == none) return;
      // A leaf cannot be named, but a copy of it can.
      const ValueId part = field(parameter, static_cast<std::size_t>(value.payload), value.span);
      pool_[id].op = named_[id.index()] ? Op::copy : Op::parameter;
      pool_[id].payload = named_[id.index()] ? 0 : pool_[part].payload;
      set_operands(id, named_[id.index()] ? std::vector{part} : std::vector<ValueId>{});
      return;
    }
    if (value.op == Op::call) return rewrite_call(id);
    std::vector<ValueId> operands(pool_.operands(id).begin(), pool_.operands(id).end());
    bool is_changed = false;
    for (ValueId& operand : operands) {
      if (!is_split_leaf(operand)) continue;
      // Copies stay until it is known whether something needs them.
      if (value.op == Op::copy) return;
      operand = whole(split_leaf_[operand.index()], pool_[operand].span);
      is_changed = true;
    }
    if (is_changed) set_operands(id, operands);
  }

  bool is_split_leaf(ValueId id) const { return id.index() < split_leaf_.size() && split_leaf_[id.index()] != none; }

  void rewrite_call(ValueId id) {
    const FunctionId callee(static_cast<std::size_t>(pool_[id].payload));
    const std::vector<ValueId> old(pool_.operands(id).begin(), pool_.operands(id).end());
    std::vector<ValueId> operands;
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (holds(targets_, callee, i)) {
        const std::vector<ValueId> parts = parts_of(old[i]);
        operands.insert(operands.end(), parts.begin(), parts.end());
      } else {
        operands.push_back(is_split_leaf(old[i]) ? whole(split_leaf_[old[i].index()], pool_[old[i]].span) : old[i]);
      }
    }
    set_operands(id, operands);
  }

  /// What is passed for a split parameter of the callee.
  std::vector<ValueId> parts_of(ValueId argument) {
    const source::Span span = pool_[argument].span;
    if (const std::size_t parameter = split_parameter(argument); parameter != none) return fields(parameter, span);
    if (pool_[argument].op == Op::construct && !named_[argument.index()]) {
      return {pool_.operands(argument).begin(), pool_.operands(argument).end()};
    }
    const ValueId value = named_[argument.index()] ? argument : original(pool_, argument);
    std::vector<ValueId> result;
    const std::vector<ir::Member>& members = members_of(module_, pool_[value].type);
    for (std::size_t i = 0; i < members.size(); ++i) {
      result.push_back(pool_.add(Op::extract, members[i].type, span, std::vector{value}, i));
    }
    return result;
  }

  void rewrite(ir::Block& block) {
    for (ir::Statement& statement : block.statements) {
      if (statement.value && is_split_leaf(statement.value)) {
        statement.value = whole(split_leaf_[statement.value.index()], statement.span);
      }
    }
  }

  /// Second names of a split parameter: what only their fields were taken from is not needed any more.
  void drop_unused_copies() {
    for (bool is_changed = true; std::exchange(is_changed, false);) {
      const ir::Uses uses = ir::uses_of(function_);
      for (ir::Block& block : function_.blocks) {
        is_changed |= std::erase_if(block.statements, [&](const ir::Statement& statement) {
                        return statement.kind == ir::StatementKind::let && pool_[statement.value].op == Op::copy &&
                               split_parameter(statement.value) != none && uses.counts[statement.value.index()] == 0;
                      }) != 0;
      }
    }
    for (std::size_t i = 0; i < split_leaf_.size(); ++i) {
      const ValueId id(i);
      if (pool_[id].op != Op::copy || !is_split_leaf(pool_.operands(id)[0])) continue;
      const ValueId leaf = pool_.operands(id)[0];
      pool_[id].op = Op::construct;
      set_operands(id, fields(split_leaf_[leaf.index()], pool_[id].span));
    }
  }

  ir::Module& module_;
  const Targets& targets_;
  FunctionId id_;
  ir::Function& function_;
  ir::ValuePool& pool_;
  std::vector<bool> named_;
  // By old index of the parameter.
  std::vector<bool> is_split_;
  std::vector<std::size_t> first_;  ///< new index of it or of its first field
  std::vector<ir::TypeId> types_;
  std::vector<std::size_t> split_leaf_;  ///< by ValueId: which split parameter it is, or none
};

ir::Module split(const ir::Module& module, const Targets& targets) {
  ir::Module result = module;
  for (std::size_t i = 0; i < result.functions.size(); ++i) Splitter(result, targets, FunctionId(i)).run();
  return result;
}

}  // namespace

std::optional<ir::Module> split_inputs_for_uniformity(const ir::Module& module) {
  Targets targets = Candidates(module).find();
  if (targets.empty()) return std::nullopt;
  ir::Module result = split(module, targets);
  if (!check_uniformity(result).empty()) return std::nullopt;
  if (targets.size() > most_tries) return result;
  // What need not be split stays whole; from the last function on, so that helpers are asked after their callers.
  for (std::size_t i = targets.size(); i > 0; --i) {
    Targets fewer = targets;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i - 1));
    ir::Module other = split(module, fewer);
    if (!check_uniformity(other).empty()) continue;
    targets = std::move(fewer);
    result = std::move(other);
  }
  return result;
}

}  // namespace yyshader::pass
