#include "pass/resource_use.hpp"

#include <utility>

#include "pass/walk.hpp"
#include "support/internal_error.hpp"

namespace yyshader::pass {

namespace {

void add(ir::Features& to, ir::Features what) {
  to.f16 = to.f16 || what.f16;
  to.subgroups = to.subgroups || what.subgroups;
}

bool needs_subgroups(ir::Op op) {
  switch (op) {
    case ir::Op::subgroup_add:
    case ir::Op::subgroup_max:
    case ir::Op::subgroup_min:
    case ir::Op::subgroup_broadcast:
    case ir::Op::subgroup_shuffle:
    case ir::Op::subgroup_shuffle_xor:
      return true;
    default:
      return false;
  }
}

bool needs_subgroups(const ir::InterfaceBinding& interface) {
  return interface.kind == ir::InterfaceBinding::Kind::builtin &&
         (interface.builtin == ir::Builtin::subgroup_invocation_id || interface.builtin == ir::Builtin::subgroup_size);
}

/// Which directives each type of the module needs, by TypeId; a struct's are those of its members.
std::vector<ir::Features> type_features(const ir::Module& module) {
  const ir::TypeTable& types = module.types;
  std::vector<ir::Features> features(types.size());
  // A type's element is interned before the type, and nearly always a struct's member types before the struct's, so one
  // round and one that finds nothing new are the rule.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const ir::Type& type = types[ir::TypeId(i)];
      ir::Features wanted = features[i];
      wanted.f16 = wanted.f16 || (type.kind == ir::TypeKind::floating && type.width == 16);
      if (type.element) add(wanted, features[type.element.index()]);
      if (type.kind == ir::TypeKind::structure) {
        for (const ir::Member& member : module.structs[type.structure.index()].members) {
          add(wanted, features[member.type.index()]);
          wanted.subgroups = wanted.subgroups || needs_subgroups(member.interface);
        }
      }
      changed = changed || wanted.f16 != features[i].f16 || wanted.subgroups != features[i].subgroups;
      features[i] = wanted;
    }
  }
  return features;
}

/// What one function mentions itself, in order.
struct Mention {
  enum class Kind : std::uint8_t { global, call } kind;
  std::uint32_t index;
};
struct OwnUse {
  std::vector<Mention> mentions;
  std::vector<ir::GlobalId> sized;
  ir::Features features;
};

class Collector {
 public:
  explicit Collector(const ir::Module& module) : type_features_(type_features(module)) {}

  OwnUse collect(const ir::Function& function) {
    OwnUse use;
    for (const ir::Parameter& parameter : function.parameters) {
      add_declared(use.features, parameter.type, parameter.interface);
    }
    add_declared(use.features, function.result, function.result_interface);
    for (const ir::Local& local : function.locals) add_declared(use.features, local.type, {});
    const std::vector<bool> named = let_named(function);
    const auto visit = [&](ir::ValueId id) { add_value(use, function.values, id); };
    for_each_statement(function, [&](const ir::Statement& statement) {
      // What is inlined is met where it is written: in the tree of the statement that uses it.
      if (statement.kind == ir::StatementKind::evaluate && statement.form == ir::EvaluateForm::inlined) return;
      if (statement.target) for_each_in_tree(function.values, statement.target, named, scratch_, visit);
      if (statement.value) for_each_in_tree(function.values, statement.value, named, scratch_, visit);
    });
    return use;
  }

  /// The features that a declaration of `type` with `interface` needs.
  void add_declared(ir::Features& features, ir::TypeId type, const ir::InterfaceBinding& interface) const {
    add(features, type_features_[type.index()]);
    features.subgroups = features.subgroups || needs_subgroups(interface);
  }

 private:
  void add_value(OwnUse& use, const ir::ValuePool& pool, ir::ValueId id) {
    const ir::Value& value = pool[id];
    add(use.features, type_features_[value.type.index()]);
    use.features.subgroups = use.features.subgroups || needs_subgroups(value.op);
    const auto index = static_cast<std::uint32_t>(value.payload);
    if (value.op == ir::Op::global_reference) {
      use.mentions.push_back({Mention::Kind::global, index});
    } else if (value.op == ir::Op::call) {
      use.mentions.push_back({Mention::Kind::call, index});
    } else if (value.op == ir::Op::array_length) {
      use.sized.push_back(root_of_place(pool, pool.operands(id)[0]));
    }
  }

  static ir::GlobalId root_of_place(const ir::ValuePool& pool, ir::ValueId place) {
    while (pool[place].op == ir::Op::index_reference || pool[place].op == ir::Op::member_reference) {
      place = pool.operands(place)[0];
    }
    support::invariant(pool[place].op == ir::Op::global_reference, "the length of an array that is in no resource");
    return ir::GlobalId(pool[place].payload);
  }

  std::vector<ir::Features> type_features_;
  std::vector<ir::ValueId> scratch_;
};

/// The functions, callees before callers.
std::vector<std::size_t> callees_first(const std::vector<OwnUse>& own) {
  enum class State : std::uint8_t { unseen, open, done };
  std::vector<State> states(own.size(), State::unseen);
  std::vector<std::size_t> order;
  struct Place {
    std::size_t function;
    std::size_t next = 0;
  };
  std::vector<Place> stack;
  for (std::size_t root = 0; root < own.size(); ++root) {
    if (states[root] == State::unseen) {
      states[root] = State::open;
      stack.push_back({root});
    }
    while (!stack.empty()) {
      Place& place = stack.back();
      const std::vector<Mention>& mentions = own[place.function].mentions;
      if (place.next == mentions.size()) {
        states[place.function] = State::done;
        order.push_back(place.function);
        stack.pop_back();
        continue;
      }
      const Mention mention = mentions[place.next++];
      if (mention.kind != Mention::Kind::call || states[mention.index] == State::done) continue;
      support::invariant(states[mention.index] == State::unseen, "functions call each other in a circle");
      states[mention.index] = State::open;
      stack.push_back({mention.index});
    }
  }
  return order;
}

/// Appends each element once; cheap to start anew for the next list.
template <typename Id>
class UniqueList {
 public:
  explicit UniqueList(std::size_t size) : seen_in_(size, 0) {}
  void start(std::vector<Id>& list) {
    list_ = &list;
    ++round_;
  }
  void add(Id id) {
    if (seen_in_[id.index()] == round_) return;
    seen_in_[id.index()] = round_;
    list_->push_back(id);
  }

 private:
  std::vector<std::uint32_t> seen_in_;
  std::uint32_t round_ = 0;
  std::vector<Id>* list_ = nullptr;
};

}  // namespace

std::vector<FunctionUse> function_uses(const ir::Module& module) {
  Collector collector(module);
  std::vector<OwnUse> own;
  own.reserve(module.functions.size());
  for (const ir::Function& function : module.functions) own.push_back(collector.collect(function));

  std::vector<FunctionUse> uses(own.size());
  UniqueList<ir::GlobalId> globals(module.globals.size());
  UniqueList<ir::GlobalId> sized(module.globals.size());
  UniqueList<ir::FunctionId> callees(own.size());
  for (const std::size_t index : callees_first(own)) {
    FunctionUse& use = uses[index];
    globals.start(use.mention_order);
    sized.start(use.sized_buffers);
    callees.start(use.callees);
    use.features = own[index].features;
    for (const Mention mention : own[index].mentions) {
      if (mention.kind == Mention::Kind::global) {
        globals.add(ir::GlobalId(mention.index));
        continue;
      }
      callees.add(ir::FunctionId(mention.index));
      const FunctionUse& callee = uses[mention.index];
      for (const ir::GlobalId global : callee.mention_order) globals.add(global);
      for (const ir::GlobalId global : callee.sized_buffers) sized.add(global);
      add(use.features, callee.features);
    }
    for (const ir::GlobalId global : own[index].sized) sized.add(global);
    for (const ir::GlobalId global : use.mention_order) {
      collector.add_declared(use.features, module.globals[global.index()].type, {});
    }
  }
  return uses;
}

ir::Features text_features(const ir::Module& module, const std::vector<FunctionUse>& uses) {
  const Collector collector(module);
  const std::vector<bool> no_names(module.constant_values.values.size(), false);
  std::vector<ir::ValueId> scratch;
  ir::Features features;
  for (const ir::Item& item : module.items) {
    switch (item.kind) {
      case ir::Item::Kind::structure:
        for (const ir::Member& member : module.structs[item.index].members) {
          collector.add_declared(features, member.type, member.interface);
        }
        break;
      case ir::Item::Kind::global:
        collector.add_declared(features, module.globals[item.index].type, {});
        break;
      case ir::Item::Kind::constant:
        for_each_in_tree(
            module.constant_values, module.constants[item.index].value, no_names, scratch,
            [&](ir::ValueId id) { collector.add_declared(features, module.constant_values[id].type, {}); });
        break;
      case ir::Item::Kind::function:
        add(features, uses[item.index].features);
        break;
    }
  }
  return features;
}

}  // namespace yyshader::pass
