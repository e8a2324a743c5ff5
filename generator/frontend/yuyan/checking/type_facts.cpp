#include "frontend/yuyan/checking/type_facts.hpp"

#include <algorithm>

namespace yyshader::frontend::yuyan::checking {

void TypeFacts::declare_structure(std::uint32_t number, const std::vector<TypeId>& fields, bool sound) {
  Facts facts;
  std::uint8_t depth = 0;
  for (const TypeId field : fields) {
    const Facts field_facts = of(field);
    depth = std::max(depth, field_facts.depth);
    facts.has_boolean = facts.has_boolean || field_facts.has_boolean;
  }
  facts.depth = static_cast<std::uint8_t>(std::min<unsigned>(depth + 1U, maximum_type_depth + 1U));
  if (!sound) facts.problem = Problem::silent;
  if (structures_.size() <= number) structures_.resize(number + 1U);
  structures_[number] = facts;
}

void TypeFacts::set_problem(Facts& facts, Problem problem, TypeId culprit) const {
  facts.problem = problem;
  facts.culprit = culprit;
}

void TypeFacts::take_over_arguments(TypeId id, Facts& facts) {
  for (const TypeId argument : types_.arguments(id)) {
    const Facts& inner = facts_[argument.index()];
    facts.has_hole = facts.has_hole || inner.has_hole;
    facts.has_parameter = facts.has_parameter || inner.has_parameter;
    facts.has_boolean = facts.has_boolean || inner.has_boolean;
    facts.depth = std::max(facts.depth, inner.depth);
  }
}

void TypeFacts::work_out_tuple(TypeId id, Facts& facts) {
  for (const TypeId element : types_.arguments(id)) {
    if (facts_[element.index()].problem == Problem::silent) {
      set_problem(facts, Problem::silent, element);
      return;
    }
  }
  const Shape shape = shape_of(types_, id);
  if (shape.kind == ShapeKind::other) set_problem(facts, Problem::tuple, id);
}

// One case per kind of type: a table in the form of a switch.
// NOLINTNEXTLINE(readability-function-size)
Facts TypeFacts::work_out(TypeId id) {
  const Type& type = types_[id];
  Facts facts;
  take_over_arguments(id, facts);
  switch (type.kind) {
    case TypeKind::error:
      set_problem(facts, Problem::silent, id);
      break;
    case TypeKind::integer_literal:
    case TypeKind::decimal_literal:
      set_problem(facts, Problem::literal, id);
      break;
    case TypeKind::boolean:
      facts.has_boolean = true;
      break;
    case TypeKind::unit:
      set_problem(facts, Problem::unit, id);
      break;
    case TypeKind::meta_type:
    case TypeKind::length_kind:
      set_problem(facts, Problem::meta, id);
      break;
    case TypeKind::length:
      set_problem(facts, Problem::length, id);
      break;
    case TypeKind::fixed_float:
    case TypeKind::fixed_signed:
    case TypeKind::fixed_unsigned:
      facts.depth = 0;
      if (!facts.has_parameter && !facts.has_hole && !is_scalar(types_, id)) set_problem(facts, Problem::scalar, id);
      break;
    case TypeKind::tuple:
      facts.depth = static_cast<std::uint8_t>(facts.depth + 1U);
      work_out_tuple(id, facts);
      break;
    case TypeKind::structure: {
      facts = type.number < structures_.size() ? structures_[type.number] : Facts{};
      facts.culprit = id;
      break;
    }
    case TypeKind::fixed_array: {
      const TypeId element = types_.arguments(id)[0];
      facts.depth = static_cast<std::uint8_t>(facts.depth + 1U);
      set_problem(facts, facts_[element.index()].problem, facts_[element.index()].culprit);
      break;
    }
    case TypeKind::runtime_array:
      facts.depth = static_cast<std::uint8_t>(facts.depth + 1U);
      set_problem(facts, Problem::runtime_array, id);
      break;
    case TypeKind::atomic:
      set_problem(facts, Problem::atomic, id);
      break;
    case TypeKind::texture_2d:
    case TypeKind::sampler:
    case TypeKind::storage_buffer:
    case TypeKind::uniform_buffer:
    case TypeKind::workgroup_variable:
      set_problem(facts, Problem::resource, id);
      break;
    case TypeKind::cell:
      set_problem(facts, Problem::cell, id);
      break;
    case TypeKind::access_mode:
      set_problem(facts, Problem::access_mode, id);
      break;
    case TypeKind::compute_entry:
    case TypeKind::vertex_entry:
    case TypeKind::fragment_entry:
      set_problem(facts, Problem::entry, id);
      break;
    case TypeKind::function:
      set_problem(facts, Problem::function, id);
      break;
    case TypeKind::opaque:
      set_problem(facts, Problem::opaque, id);
      break;
    case TypeKind::constructor:
      set_problem(facts, Problem::constructor, id);
      break;
    case TypeKind::parameter:
      facts.has_parameter = true;
      break;
    case TypeKind::hole:
      facts.has_hole = true;
      break;
  }
  // Depth only ever needs to be known up to the limit.
  facts.depth = std::min<std::uint8_t>(facts.depth, maximum_type_depth + 1U);
  return facts;
}

}  // namespace yyshader::frontend::yuyan::checking
