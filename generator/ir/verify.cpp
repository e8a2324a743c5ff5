// Checks a module against the contract in module.hpp. The parts: items, types, globals and constants here; values in
// verify_values.cpp, statements in verify_body.cpp, entries in verify_entries.cpp.

#include "ir/verify.hpp"

#include <string>

#include "ir/text.hpp"
#include "ir/uses.hpp"
#include "ir/verify_parts.hpp"
#include "support/numbers.hpp"

namespace yyshader::ir {

namespace verifier {

bool Context::check_type(const std::string& where, std::string_view what, TypeId type) {
  if (type.index() >= module.types.size()) {
    report(where, std::string(what) + " has a type that doesn't exist");
    return false;
  }
  const std::string& fault = types[type].fault;
  if (!fault.empty())
    report(where, std::string(what) + " has the type " + type_text(module, type) + ", which " + fault);
  return fault.empty();
}

void Context::check_order(const std::string& where, TypeId type, std::size_t place) {
  while (module.types[type].element) type = module.types[type].element;
  const StructId id = module.types[type].structure;
  if (module.types[type].kind != TypeKind::structure || struct_places[id.index()] < place) return;
  report(where, "it uses the struct " + type_text(module, type) + ", which stands later");
}

void Context::check_features(const std::string& where, TypeId type) {
  while (module.types[type].kind == TypeKind::pointer) type = module.types[type].element;
  if (module.features.f16 || !types[type].has_half) return;
  report(where, "it uses f16, which the module's features don't name");
}

std::string where_is(const Module& module, const Function& function) {
  return "function " + std::string(module.text(function.name));
}

namespace {

/// Notes where each item stands, and reports items that are out of range, stand twice or are missing. A function may be
/// missing: it is left out, and a call of it is reported where it stands.
class ItemVerifier {
 public:
  explicit ItemVerifier(Context& context) : context_(context), module_(context.module) {}

  void verify() {
    const std::size_t nowhere = module_.items.size();
    context_.struct_places.assign(module_.structs.size(), nowhere);
    context_.global_places.assign(module_.globals.size(), nowhere);
    context_.constant_places.assign(module_.constants.size(), nowhere);
    context_.function_places.assign(module_.functions.size(), nowhere);
    for (std::size_t place = 0; place < nowhere; ++place) note(module_.items[place], place);
    report_missing("struct", module_.structs, context_.struct_places);
    report_missing("global", module_.globals, context_.global_places);
    report_missing("constant", module_.constants, context_.constant_places);
    for (const Entry& entry : module_.entries) {
      const std::size_t function = entry.function.index();
      if (function >= module_.functions.size() || context_.function_places[function] != nowhere) continue;
      context_.report("entry " + std::string(module_.text(entry.item)), "its function stands nowhere among the items");
    }
  }

 private:
  std::vector<std::size_t>& places(Item::Kind kind) {
    switch (kind) {
      case Item::Kind::structure:
        return context_.struct_places;
      case Item::Kind::global:
        return context_.global_places;
      case Item::Kind::constant:
        return context_.constant_places;
      case Item::Kind::function:
        break;
    }
    return context_.function_places;
  }

  void note(const Item& item, std::size_t place) {
    const std::string where = "item " + support::to_decimal(place);
    std::vector<std::size_t>& known = places(item.kind);
    if (item.index >= known.size()) {
      context_.report(where, "it names nothing that exists");
    } else if (known[item.index] != module_.items.size()) {
      context_.report(where, "it names what stands at item " + support::to_decimal(known[item.index]) + " already");
    } else {
      known[item.index] = place;
    }
  }

  template <typename Element>
  void report_missing(std::string_view kind, const std::vector<Element>& elements,
                      const std::vector<std::size_t>& known) {
    for (std::size_t index = 0; index < elements.size(); ++index) {
      if (known[index] != module_.items.size()) continue;
      context_.report(std::string(kind) + " " + std::string(module_.text(elements[index].name)),
                      "it stands nowhere among the items");
    }
  }

  Context& context_;
  const Module& module_;
};

void verify_structs(Context& context) {
  const Module& module = context.module;
  for (std::size_t index = 0; index < module.structs.size(); ++index) {
    const Struct& structure = module.structs[index];
    const std::string where = "struct " + std::string(module.text(structure.name));
    for (const Member& member : structure.members) {
      const std::string what = "the member " + std::string(module.text(member.name));
      if (!context.check_type(where, what, member.type)) continue;
      if (!may_be_member(context.types[member.type], &member == &structure.members.back())) {
        context.report(where, what + " can't be a " + type_text(module, member.type));
      }
      context.check_order(where, member.type, context.struct_places[index]);
      context.check_features(where, member.type);
    }
    if (structure.members.empty()) context.report(where, "it has no member");
  }
}

/// Why a global may not have its type, access or place in memory; empty when it may.
std::string global_fault(const Global& global, const TypeFacts& facts) {
  if ((global.space == AddressSpace::handle) != facts.has_handle) {
    return facts.has_handle ? "a texture or sampler is in space handle" : "space handle is for textures and samplers";
  }
  const bool is_storable = facts.is_value || facts.has_atomic || facts.has_runtime_array;
  if (!facts.has_handle && !is_storable) return "its type can't be stored";
  switch (global.space) {
    case AddressSpace::function:
      return "no global is in space function";
    case AddressSpace::handle:
      return {};
    case AddressSpace::storage:
      if (facts.has_boolean) return "bool can't be in a buffer";
      if (global.access == Access::write) return "a storage buffer is read or read_write";
      if (facts.has_atomic && global.access != Access::read_write) return "a buffer with atomics is read_write";
      return {};
    case AddressSpace::uniform:
      if (facts.has_boolean) return "bool can't be in a buffer";
      if (facts.has_atomic || facts.has_runtime_array) return "a uniform buffer has neither atomics nor runtime arrays";
      return global.access == Access::read ? "" : "a uniform buffer is read";
    case AddressSpace::workgroup:
      if (facts.has_runtime_array) return "a workgroup variable has no runtime array";
      return global.access == Access::read_write ? "" : "a workgroup variable is read_write";
  }
  return {};
}

void verify_globals(Context& context) {
  const Module& module = context.module;
  for (std::size_t index = 0; index < module.globals.size(); ++index) {
    const Global& global = module.globals[index];
    const std::string where = "global " + std::string(module.text(global.name));
    if (!context.check_type(where, "it", global.type)) continue;
    if (const std::string fault = global_fault(global, context.types[global.type]); !fault.empty()) {
      context.report(where, fault);
    }
    context.check_order(where, global.type, context.global_places[index]);
    context.check_features(where, global.type);
  }
}

bool may_be_constant(const Value& value) {
  if (right_side_block(value) || !is_pure(value.op)) return false;
  switch (value.op) {
    case Op::parameter:
    case Op::global_reference:
    case Op::local_reference:
    case Op::index_reference:
    case Op::member_reference:
    case Op::array_length:
    case Op::texture_dimensions:
      return false;
    default:
      return true;
  }
}

/// Each constant's tree; the pool is shared, so what a tree holds is found by walking it.
void verify_constants(Context& context) {
  const Module& module = context.module;
  const ValuePool& pool = module.constant_values;
  if (!verify_values(context, "constants", pool, nullptr, module.items.size())) return;
  const Uses uses = uses_of_constants(module);
  std::vector<bool> is_seen(pool.values.size());
  for (std::size_t index = 0; index < module.constants.size(); ++index) {
    const Constant& constant = module.constants[index];
    const std::string where = "constant " + std::string(module.text(constant.name));
    if (constant.value.index() >= pool.values.size()) {
      context.report(where, "it has no value");
      continue;
    }
    if (!context.check_type(where, "it", constant.type)) continue;
    context.check_order(where, constant.type, context.constant_places[index]);
    if (pool[constant.value].type != constant.type) {
      context.report(where, "its value is " + type_text(module, pool[constant.value].type) + ", not " +
                                type_text(module, constant.type));
    }
    std::vector<ValueId> pending{constant.value};
    while (!pending.empty()) {
      const ValueId id = pending.back();
      pending.pop_back();
      if (is_seen[id.index()]) continue;
      is_seen[id.index()] = true;
      const Value& value = pool[id];
      if (!may_be_constant(value)) {
        context.report(where, "the operation " + std::string(row(value.op).text) + " is no constant");
      }
      if (value.op == Op::constant &&
          context.constant_places[static_cast<std::size_t>(value.payload)] >= context.constant_places[index]) {
        context.report(where, "it uses a constant that stands later");
      }
      if (uses.counts[id.index()] > 1 && !is_leaf(value.op)) {
        context.report(where, "the value " + support::to_decimal(id.value) + " (" + std::string(row(value.op).text) +
                                  ") is used more than once");
      }
      const auto operands = pool.operands(id);
      pending.insert(pending.end(), operands.begin(), operands.end());
    }
  }
}

void verify_function(Context& context, std::size_t index) {
  const Module& module = context.module;
  const Function& function = module.functions[index];
  const std::string where = where_is(module, function);
  const std::size_t place = context.function_places[index];
  if (place == module.items.size()) return;  // left out
  bool is_sound = true;
  const auto check = [&](const std::string& what, TypeId type, bool may_be_void) {
    if (!context.check_type(where, what, type)) {
      is_sound = false;
      return;
    }
    if (!context.types[type].is_value && !(may_be_void && type == module.types.void_type())) {
      context.report(where, what + " can't be a " + type_text(module, type));
    }
    context.check_order(where, type, place);
    context.check_features(where, type);
  };
  for (const Parameter& parameter : function.parameters) {
    check("the parameter " + std::string(module.text(parameter.name)), parameter.type, false);
  }
  for (const Local& local : function.locals) {
    check("the variable " + std::string(module.text(local.name)), local.type, false);
  }
  check("the result", function.result, true);
  is_sound = verify_values(context, where, function.values, &function, place) && is_sound;
  if (is_sound) verify_body(context, function);
}

}  // namespace

}  // namespace verifier

std::vector<std::string> verify(const Module& module, bool forwarded) {
  verifier::Context context(module);
  context.forwarded = forwarded;
  verifier::ItemVerifier(context).verify();
  verifier::verify_structs(context);
  verifier::verify_globals(context);
  verifier::verify_constants(context);
  for (std::size_t index = 0; index < module.functions.size(); ++index) verifier::verify_function(context, index);
  verifier::verify_entries(context);
  return std::move(context.lines);
}

}  // namespace yyshader::ir
