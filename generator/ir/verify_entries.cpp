#include <set>
#include <string>

#include "ir/text.hpp"
#include "ir/uses.hpp"
#include "ir/verify_parts.hpp"
#include "support/numbers.hpp"

namespace yyshader::ir::verifier {

namespace {

enum class Direction : std::uint8_t { input, output };

std::string_view direction_text(Direction direction) { return direction == Direction::input ? "input" : "output"; }

/// Whether the pipeline has the value at that side of that stage (spec 1.9).
bool is_builtin_of(Builtin builtin, Stage stage, Direction direction) {
  const bool is_input = direction == Direction::input;
  switch (builtin) {
    case Builtin::global_invocation_id:
    case Builtin::local_invocation_id:
    case Builtin::local_invocation_index:
    case Builtin::workgroup_id:
    case Builtin::num_workgroups:
      return stage == Stage::compute && is_input;
    case Builtin::vertex_index:
    case Builtin::instance_index:
      return stage == Stage::vertex && is_input;
    case Builtin::position:
      return is_input ? stage == Stage::fragment : stage == Stage::vertex;
    case Builtin::front_facing:
    case Builtin::sample_index:
      return stage == Stage::fragment && is_input;
    case Builtin::frag_depth:
      return stage == Stage::fragment && !is_input;
    case Builtin::sample_mask:
      return stage == Stage::fragment;
    case Builtin::subgroup_invocation_id:
    case Builtin::subgroup_size:
      return stage != Stage::vertex && is_input;
    case Builtin::count_:
      break;
  }
  return false;
}

bool has_builtin_type(const TypeTable& types, Builtin builtin, TypeId id) {
  const Type& type = types[id];
  switch (builtin) {
    case Builtin::global_invocation_id:
    case Builtin::local_invocation_id:
    case Builtin::workgroup_id:
    case Builtin::num_workgroups:
      return type.kind == TypeKind::vector && type.length == 3 && type.element == types.u32();
    case Builtin::position:
      return type.kind == TypeKind::vector && type.length == 4 && type.element == types.f32();
    case Builtin::front_facing:
      return id == types.boolean();
    case Builtin::frag_depth:
      return id == types.f32();
    default:
      return id == types.u32();
  }
}

/// What only some stages can do, found in a function and what it calls.
struct StageNeeds {
  bool compute = false;
  bool fragment = false;
};

/// One side of one entry's interface.
class InterfaceVerifier {
 public:
  InterfaceVerifier(Context& context, const std::string& where, Stage stage, Direction direction)
      : context_(context), where_(where), stage_(stage), direction_(direction) {}

  /// A parameter or result: bound itself, or a struct whose members are.
  void check(const std::string& what, TypeId type, const InterfaceBinding& binding);
  bool has(Builtin builtin) const { return builtins_.count(builtin) != 0; }

 private:
  void check_bound(const std::string& what, TypeId type, const InterfaceBinding& binding);
  void check_location(const std::string& what, TypeId type, const InterfaceBinding& binding);

  Context& context_;
  const std::string& where_;
  Stage stage_;
  Direction direction_;
  std::set<Builtin> builtins_;
  std::set<std::uint32_t> locations_;
};

void InterfaceVerifier::check(const std::string& what, TypeId id, const InterfaceBinding& binding) {
  const Type& type = context_.module.types[id];
  if (type.kind != TypeKind::structure) return check_bound(what, id, binding);
  if (binding.kind != InterfaceBinding::Kind::none) {
    context_.report(where_, what + " is a struct with a binding of its own");
  }
  const Struct& structure = context_.module.structs[type.structure.index()];
  for (const Member& member : structure.members) {
    check_bound(what + "'s member " + std::string(context_.module.text(member.name)), member.type, member.interface);
  }
}

void InterfaceVerifier::check_bound(const std::string& what, TypeId type, const InterfaceBinding& binding) {
  switch (binding.kind) {
    case InterfaceBinding::Kind::none:
      context_.report(where_, what + " has neither a builtin nor a location");
      break;
    case InterfaceBinding::Kind::builtin: {
      const std::string text(binding.builtin < Builtin::count_ ? to_text(binding.builtin) : "unknown");
      if (!is_builtin_of(binding.builtin, stage_, direction_)) {
        context_.report(where_, what + " has the builtin " + text + ", which is no " +
                                    std::string(direction_text(direction_)) + " of this stage");
      } else if (!has_builtin_type(context_.module.types, binding.builtin, type)) {
        context_.report(where_, what + " has the builtin " + text + ", but is a " + type_text(context_.module, type));
      }
      if (!builtins_.insert(binding.builtin).second) context_.report(where_, "the builtin " + text + " stands twice");
      break;
    }
    case InterfaceBinding::Kind::location:
      check_location(what, type, binding);
      break;
  }
}

void InterfaceVerifier::check_location(const std::string& what, TypeId type, const InterfaceBinding& binding) {
  const std::string text = "location " + support::to_decimal(binding.location);
  if (stage_ == Stage::compute) context_.report(where_, what + " has a location in a compute entry");
  if (!locations_.insert(binding.location).second) {
    context_.report(where_, "the " + std::string(direction_text(direction_)) + " " + text + " stands twice");
  }
  const TypeTable& types = context_.module.types;
  const TypeId component = types[type].kind == TypeKind::matrix ? TypeId() : types.scalar_of(type);
  if (!component || component == types.boolean()) {
    context_.report(where_, what + " is a " + type_text(context_.module, type) + ", which has no location");
    return;
  }
  const bool is_interpolated = (stage_ == Stage::vertex && direction_ == Direction::output) ||
                               (stage_ == Stage::fragment && direction_ == Direction::input);
  if (is_interpolated && types.is_integer(component) && binding.interpolation != Interpolation::flat) {
    context_.report(where_, what + " is of integers, so its interpolation must be flat");
  }
}

class EntryVerifier {
 public:
  explicit EntryVerifier(Context& context) : context_(context), module_(context.module) {}

  void verify();

 private:
  void find_needs();
  void find_needs(const Function& function, StageNeeds& needs);
  void check_plain_functions();
  void check_entry(const Entry& entry, EntryId id);
  bool is_sound(const Function& function) const;

  Context& context_;
  const Module& module_;
  std::vector<StageNeeds> needs_;
};

/// Types that exist and are types: what the checks of interfaces rely on.
bool EntryVerifier::is_sound(const Function& function) const {
  const auto check = [this](TypeId type) {
    return type.index() < module_.types.size() && context_.types[type].fault.empty();
  };
  for (const Parameter& parameter : function.parameters) {
    if (!check(parameter.type)) return false;
  }
  return check(function.result);
}

void EntryVerifier::verify() {
  find_needs();
  check_plain_functions();
  for (std::size_t index = 0; index < module_.entries.size(); ++index) {
    check_entry(module_.entries[index], EntryId(index));
  }
}

/// Callees stand before their callers, so one pass over the items follows all calls.
void EntryVerifier::find_needs() {
  needs_.resize(module_.functions.size());
  for (const Item& item : module_.items) {
    if (item.kind != Item::Kind::function || item.index >= needs_.size()) continue;
    find_needs(module_.functions[item.index], needs_[item.index]);
  }
}

void EntryVerifier::find_needs(const Function& function, StageNeeds& needs) {
  const Uses uses = uses_of(function);
  for (std::size_t index = 0; index < function.values.values.size(); ++index) {
    if (uses.counts[index] == 0 && uses.roles[index] == Role::part) continue;
    const Value& value = function.values.values[index];
    const auto payload = static_cast<std::size_t>(value.payload);
    switch (value.op) {
      case Op::workgroup_barrier:
      case Op::storage_barrier:
      case Op::workgroup_uniform_load:
        needs.compute = true;
        break;
      case Op::discard:
      case Op::texture_sample:
        needs.fragment = true;
        break;
      case Op::global_reference:
        if (payload < module_.globals.size() && module_.globals[payload].space == AddressSpace::workgroup) {
          needs.compute = true;
        }
        break;
      case Op::call:
        if (payload < needs_.size()) {
          needs.compute = needs.compute || needs_[payload].compute;
          needs.fragment = needs.fragment || needs_[payload].fragment;
        }
        break;
      default:
        break;
    }
  }
}

void EntryVerifier::check_plain_functions() {
  for (const Function& function : module_.functions) {
    const std::string where = where_is(module_, function);
    if (function.entry) {
      const bool is_mutual = function.entry.index() < module_.entries.size() &&
                             module_.entries[function.entry.index()].function.index() < module_.functions.size() &&
                             &module_.functions[module_.entries[function.entry.index()].function.index()] == &function;
      if (!is_mutual) context_.report(where, "its entry is another function's or doesn't exist");
      continue;
    }
    bool has_binding = function.result_interface.kind != InterfaceBinding::Kind::none;
    for (const Parameter& parameter : function.parameters) {
      has_binding = has_binding || parameter.interface.kind != InterfaceBinding::Kind::none;
    }
    if (has_binding) context_.report(where, "it has interface bindings, but no entry");
  }
}

void EntryVerifier::check_entry(const Entry& entry, EntryId id) {
  const std::string where = "entry " + std::string(module_.text(entry.item));
  if (entry.function.index() >= module_.functions.size()) {
    context_.report(where, "its function doesn't exist");
    return;
  }
  const Function& function = module_.functions[entry.function.index()];
  if (function.entry != id) context_.report(where, "its function names another entry");
  if (!is_sound(function)) return;

  InterfaceVerifier inputs(context_, where, entry.stage, Direction::input);
  for (const Parameter& parameter : function.parameters) {
    inputs.check("the parameter " + std::string(module_.text(parameter.name)), parameter.type, parameter.interface);
  }
  InterfaceVerifier outputs(context_, where, entry.stage, Direction::output);
  const bool has_result = function.result != module_.types.void_type();
  if (has_result && entry.stage == Stage::compute) context_.report(where, "a compute entry has a result");
  if (has_result) outputs.check("the result", function.result, function.result_interface);
  if (entry.stage == Stage::vertex && !outputs.has(Builtin::position)) {
    context_.report(where, "a vertex entry gives no position");
  }
  const bool uses_subgroup = inputs.has(Builtin::subgroup_invocation_id) || inputs.has(Builtin::subgroup_size);
  if (uses_subgroup && !module_.features.subgroups) {
    context_.report(where, "the module's features don't name subgroups");
  }
  for (const std::uint32_t size : entry.workgroup_size) {
    if (entry.stage == Stage::compute && size == 0) context_.report(where, "its workgroup is empty");
  }
  const StageNeeds& needs = needs_[entry.function.index()];
  if (needs.compute && entry.stage != Stage::compute) {
    context_.report(where, "it reaches a barrier or workgroup memory, which only a compute entry may");
  }
  if (needs.fragment && entry.stage != Stage::fragment) {
    context_.report(where, "it reaches a sampled texture or discard, which only a fragment entry may");
  }
}

}  // namespace

void verify_entries(Context& context) { EntryVerifier(context).verify(); }

}  // namespace yyshader::ir::verifier
