#include "ir/type_facts.hpp"

#include "support/numbers.hpp"

namespace yyshader::ir {

bool may_be_member(const TypeFacts& facts, bool is_last) {
  const bool is_storable = facts.is_value || facts.has_atomic || facts.has_runtime_array;
  return is_storable && !facts.has_handle && (is_last || !facts.has_runtime_array);
}

TypeFactsTable::TypeFactsTable(const Module& module)
    : module_(module), states_(module.types.size()), facts_(module.types.size()) {}

const TypeFacts& TypeFactsTable::operator[](TypeId type) {
  std::vector<TypeId> waiting;
  if (states_[type.index()] == State::unknown) waiting.push_back(type);
  while (!waiting.empty()) {
    const TypeId next = waiting.back();
    State& state = states_[next.index()];
    if (state == State::unknown) {
      state = State::open;
      if (find_parts(next, waiting)) continue;
    }
    if (state == State::open) conclude(next);
    state = State::known;
    waiting.pop_back();
  }
  return facts_[type.index()];
}

/// Puts an unknown part before what waits for it; a part that itself waits makes the type contain itself.
bool TypeFactsTable::need(TypeId part, std::vector<TypeId>& waiting, std::string& fault) {
  if (part.index() >= states_.size()) {
    fault = "is made of a type that doesn't exist";
    return false;
  }
  if (states_[part.index()] == State::open) fault = "contains itself";
  if (states_[part.index()] != State::unknown) return false;
  waiting.push_back(part);
  return true;
}

bool TypeFactsTable::find_parts(TypeId id, std::vector<TypeId>& waiting) {
  const Type& type = module_.types[id];
  std::string& fault = facts_[id.index()].fault;
  bool is_waiting = false;
  if (type.kind == TypeKind::structure) {
    if (type.structure.index() >= module_.structs.size()) {
      fault = "is a struct that doesn't exist";
      return false;
    }
    for (const Member& member : module_.structs[type.structure.index()].members) {
      is_waiting = need(member.type, waiting, fault) || is_waiting;
    }
    return is_waiting;
  }
  const bool has_element = type.kind == TypeKind::vector || type.kind == TypeKind::matrix ||
                           type.kind == TypeKind::array || type.kind == TypeKind::runtime_array ||
                           type.kind == TypeKind::atomic || type.kind == TypeKind::texture ||
                           type.kind == TypeKind::pointer;
  return has_element && need(type.element, waiting, fault);
}

void TypeFactsTable::take_over(const TypeFacts& part, TypeFacts& facts) const {
  facts.has_abstract = facts.has_abstract || part.has_abstract;
  facts.has_boolean = facts.has_boolean || part.has_boolean;
  facts.has_half = facts.has_half || part.has_half;
  facts.has_atomic = facts.has_atomic || part.has_atomic;
  facts.has_runtime_array = facts.has_runtime_array || part.has_runtime_array;
  facts.has_handle = facts.has_handle || part.has_handle;
}

void TypeFactsTable::conclude(TypeId id) {
  const Type& type = module_.types[id];
  TypeFacts& facts = facts_[id.index()];
  if (!facts.fault.empty()) return;
  switch (type.kind) {
    case TypeKind::void_:
      break;
    case TypeKind::boolean:
      facts.has_boolean = facts.is_value = true;
      break;
    case TypeKind::abstract_integer:
    case TypeKind::abstract_float:
      facts.has_abstract = true;
      break;
    case TypeKind::integer:
      facts.is_value = true;
      if (type.width != 8 && type.width != 16 && type.width != 32 && type.width != 64)
        facts.fault = "has no such width";
      break;
    case TypeKind::floating:
      facts.is_value = true;
      facts.has_half = type.width == 16;
      if (type.width != 16 && type.width != 32 && type.width != 64) facts.fault = "has no such width";
      break;
    case TypeKind::sampler:
      facts.has_handle = true;
      break;
    case TypeKind::structure:
      conclude_structure(type, facts);
      break;
    default:
      conclude_composite(type, facts);
  }
}

void TypeFactsTable::conclude_composite(const Type& type, TypeFacts& facts) {
  const Type& element = module_.types[type.element];
  const TypeFacts& part = facts_[type.element.index()];
  if (!part.fault.empty()) {
    facts.fault = "is made of a type that " + part.fault;
    return;
  }
  take_over(part, facts);
  const bool has_short_length = type.length >= 2 && type.length <= 4;
  const bool is_storable = part.is_value || part.has_atomic;
  switch (type.kind) {
    case TypeKind::vector:
      facts.is_value = part.is_value;
      if (!has_short_length || !module_.types.is_scalar(type.element)) facts.fault = "is no vector of 2 to 4 scalars";
      break;
    case TypeKind::matrix:
      facts.is_value = part.is_value;
      if (!has_short_length || element.kind != TypeKind::vector || !module_.types.is_float(element.element)) {
        facts.fault = "is no matrix of 2 to 4 columns of floats";
      }
      break;
    case TypeKind::array:
      facts.is_value = part.is_value;
      if (type.length == 0 || !is_storable || part.has_runtime_array) facts.fault = "is no array of storable elements";
      break;
    case TypeKind::runtime_array:
      facts.has_runtime_array = true;
      if (!is_storable || part.has_runtime_array) facts.fault = "is no array of storable elements";
      break;
    case TypeKind::atomic:
      facts.has_atomic = true;
      if (element.kind != TypeKind::integer) facts.fault = "is no atomic of an integer";
      break;
    case TypeKind::texture:
      facts.has_handle = true;
      if (!module_.types.is_scalar(type.element) || !part.is_value || part.has_boolean) {
        facts.fault = "is no texture of numbers";
      }
      break;
    default:  // a pointer
      if (element.kind == TypeKind::pointer || element.kind == TypeKind::void_ || part.has_handle) {
        facts.fault = "points to what has no place in memory";
      }
      // What it points to is no part of it.
      facts = TypeFacts{facts.fault};
  }
}

void TypeFactsTable::conclude_structure(const Type& type, TypeFacts& facts) {
  const std::vector<Member>& members = module_.structs[type.structure.index()].members;
  facts.is_value = !members.empty();
  if (members.empty()) facts.fault = "has no member";
  for (std::size_t index = 0; index < members.size(); ++index) {
    const TypeFacts& part = facts_[members[index].type.index()];
    const std::string name(module_.text(members[index].name));
    if (!part.fault.empty()) {
      facts.fault = "has the member " + name + ", whose type " + part.fault;
      return;
    }
    take_over(part, facts);
    facts.is_value = facts.is_value && part.is_value;
    if (!may_be_member(part, index + 1 == members.size())) {
      facts.fault = "has the member " + name + ", whose type can't be a member there";
      return;
    }
  }
}

}  // namespace yyshader::ir
