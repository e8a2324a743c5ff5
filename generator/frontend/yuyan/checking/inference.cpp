#include "frontend/yuyan/checking/inference.hpp"

#include <algorithm>

namespace yyshader::frontend::yuyan::checking {

void Inference::clear() {
  filled_.clear();
  levels_.clear();
}

bool Inference::constrain(TypeId type, unsigned levels) {
  if (!has_hole(type)) return true;
  type = resolve_head(type);
  const Type description = context_.core.types[type];
  if (description.kind == TypeKind::hole) {
    levels_[description.number] = std::min(levels_[description.number], levels);
    return true;
  }
  if (description.argument_count == 0) return true;
  if (levels == 0) return false;
  for (std::uint32_t i = 0; i < description.argument_count; ++i) {
    if (!constrain(context_.core.types.arguments(type)[i], levels - 1)) return false;
  }
  return true;
}

TypeId Inference::fresh_hole() {
  const TypeId hole = context_.core.types.make(TypeKind::hole, {}, static_cast<std::uint32_t>(filled_.size()));
  filled_.push_back({});
  levels_.push_back(maximum_levels);
  return hole;
}

TypeId Inference::resolve_head(TypeId type) const {
  while (context_.core.types[type].kind == TypeKind::hole) {
    const TypeId next = filled_[context_.core.types[type].number];
    if (!next) break;
    type = next;
  }
  return type;
}

TypeId Inference::resolve(TypeId type) {
  if (!has_hole(type)) return type;
  type = resolve_head(type);
  if (!has_hole(type)) return type;
  const Type description = context_.core.types[type];
  if (description.kind == TypeKind::hole) return type;
  std::vector<TypeId> arguments(context_.core.types.arguments(type).begin(), context_.core.types.arguments(type).end());
  for (TypeId& argument : arguments) argument = resolve(argument);
  return context_.core.types.make(description.kind, arguments, description.number);
}

bool Inference::occurs(TypeId hole, TypeId type) {
  if (!has_hole(type)) return false;
  const TypeId resolved = resolve(type);
  if (resolved == hole) return true;
  const std::size_t count = context_.core.types.arguments(resolved).size();
  for (std::size_t i = 0; i < count; ++i) {
    if (occurs(hole, context_.core.types.arguments(resolved)[i])) return true;
  }
  return false;
}

bool Inference::assign(TypeId hole, TypeId type) {
  if (hole == type) return true;
  if (!constrain(type, levels_[context_.core.types[hole].number]) || occurs(hole, type)) return false;
  filled_[context_.core.types[hole].number] = type;
  return true;
}

bool Inference::unify(TypeId a, TypeId b) {
  if (a == b) return true;
  a = resolve_head(a);
  b = resolve_head(b);
  if (a == b) return true;
  const TypeTable& types = context_.core.types;
  const Type first = types[a];
  const Type second = types[b];
  // Of two holes the younger one is filled, so that chains stay short.
  if (first.kind == TypeKind::hole && second.kind == TypeKind::hole && first.number < second.number)
    return assign(b, a);
  if (first.kind == TypeKind::hole) return assign(a, b);
  if (second.kind == TypeKind::hole) return assign(b, a);
  if (first.kind == TypeKind::error || second.kind == TypeKind::error) return true;
  if (first.kind != second.kind || first.number != second.number || first.argument_count != second.argument_count) {
    return false;
  }
  for (std::uint32_t i = 0; i < first.argument_count; ++i) {
    if (!unify(types.arguments(a)[i], types.arguments(b)[i])) return false;
  }
  // Structs and other types without arguments are equal by kind and number, which interning has made one id.
  return first.argument_count != 0;
}

bool Inference::match(TypeId pattern, TypeId type, Instance& instance, Span reason) {
  if (!context_.facts.of(pattern).has_parameter) return unify(pattern, type);
  const Type wanted = context_.core.types[pattern];
  if (wanted.kind == TypeKind::parameter) {
    TypeId& bound = instance.bound[wanted.number];
    if (bound) return unify(bound, type);
    bound = type;
    instance.reason[wanted.number] = reason;
    return true;
  }
  type = resolve_head(type);
  const Type given = context_.core.types[type];
  if (given.kind == TypeKind::error) return true;
  if (given.kind == TypeKind::hole) {
    complete(instance);
    return unify(instantiate(pattern, instance), type);
  }
  if (given.kind != wanted.kind || given.argument_count != wanted.argument_count) return false;
  for (std::uint32_t i = 0; i < wanted.argument_count; ++i) {
    if (!match(context_.core.types.arguments(pattern)[i], context_.core.types.arguments(type)[i], instance, reason)) {
      return false;
    }
  }
  return true;
}

TypeId Inference::instantiate(TypeId pattern, const Instance& instance) {
  if (!context_.facts.of(pattern).has_parameter) return pattern;
  const Type description = context_.core.types[pattern];
  if (description.kind == TypeKind::parameter) return instance.bound[description.number];
  std::vector<TypeId> arguments(context_.core.types.arguments(pattern).begin(),
                                context_.core.types.arguments(pattern).end());
  for (TypeId& argument : arguments) {
    argument = instantiate(argument, instance);
    if (!argument) return {};
  }
  return context_.core.types.make(description.kind, arguments, description.number);
}

void Inference::complete(Instance& instance) {
  for (std::uint32_t i = 0; i < instance.count; ++i) {
    if (!instance.bound[i]) instance.bound[i] = fresh_hole();
  }
}

}  // namespace yyshader::frontend::yuyan::checking
