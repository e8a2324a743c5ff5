#include "frontend/yuyan/types.hpp"

#include <algorithm>

namespace yyshader::frontend::yuyan {
namespace {

std::size_t hash_of(TypeKind kind, std::span<const TypeId> arguments, std::uint32_t number) {
  std::size_t hash = static_cast<std::size_t>(kind) * 0x9E3779B97F4A7C15ULL + number;
  for (const TypeId argument : arguments) hash = (hash ^ argument.value) * 0x100000001B3ULL + (hash >> 29U);
  return hash;
}

}  // namespace

TypeTable::TypeTable() {
  // The first ids are those of the kinds without arguments that everyone needs, in the order of SimpleType.
  for (const TypeKind kind : {TypeKind::error, TypeKind::integer_literal, TypeKind::decimal_literal, TypeKind::boolean,
                              TypeKind::unit, TypeKind::meta_type}) {
    make(kind);
  }
}

TypeId TypeTable::make(TypeKind kind, std::span<const TypeId> arguments, std::uint32_t number) {
  const std::size_t hash = hash_of(kind, arguments, number);
  const auto [begin, end] = index_.equal_range(hash);
  for (auto entry = begin; entry != end; ++entry) {
    const Type& type = types_[entry->second.index()];
    if (type.kind == kind && type.number == number && std::ranges::equal(this->arguments(entry->second), arguments)) {
      return entry->second;
    }
  }
  Type type;
  type.kind = kind;
  type.number = number;
  type.first_argument = static_cast<std::uint32_t>(arguments_.size());
  type.argument_count = static_cast<std::uint32_t>(arguments.size());
  // `arguments` may lie in `arguments_` itself, which may move.
  const std::vector<TypeId> copy(arguments.begin(), arguments.end());
  arguments_.insert(arguments_.end(), copy.begin(), copy.end());
  const TypeId id(types_.size());
  types_.push_back(type);
  index_.emplace(hash, id);
  return id;
}

Shape shape_of(const TypeTable& types, TypeId id) {
  const Type& type = types[id];
  if (is_scalar(types, id)) return {ShapeKind::scalar, id, 1, 1};
  if (type.kind != TypeKind::tuple || type.argument_count < 2 || type.argument_count > 4) return {};
  const auto elements = types.arguments(id);
  for (const TypeId element : elements) {
    if (element != elements[0]) return {};
  }
  const Shape element = shape_of_column(types, elements[0]);
  if (element.kind == ShapeKind::scalar) return {ShapeKind::vector, elements[0], 1, type.argument_count};
  if (element.kind == ShapeKind::vector && types[element.scalar].kind == TypeKind::fixed_float) {
    return {ShapeKind::matrix, element.scalar, type.argument_count, element.rows};
  }
  return {};
}

Shape shape_of_column(const TypeTable& types, TypeId id) {
  if (is_scalar(types, id)) return {ShapeKind::scalar, id, 1, 1};
  const Type& type = types[id];
  if (type.kind != TypeKind::tuple || type.argument_count < 2 || type.argument_count > 4) return {};
  const auto elements = types.arguments(id);
  for (const TypeId element : elements) {
    if (element != elements[0] || !is_scalar(types, element)) return {};
  }
  return {ShapeKind::vector, elements[0], 1, type.argument_count};
}

bool is_scalar(const TypeTable& types, TypeId id) {
  const Type& type = types[id];
  switch (type.kind) {
    case TypeKind::boolean:
      return true;
    case TypeKind::fixed_float: {
      const std::uint32_t bits = types[types.arguments(id)[0]].number;
      return bits == 32 || bits == 16;
    }
    case TypeKind::fixed_signed:
    case TypeKind::fixed_unsigned:
      return types[types.arguments(id)[0]].number == 32;
    default:
      return false;
  }
}

bool is_literal_type(TypeKind kind) { return kind == TypeKind::integer_literal || kind == TypeKind::decimal_literal; }

bool is_resource(TypeKind kind) {
  switch (kind) {
    case TypeKind::texture_2d:
    case TypeKind::sampler:
    case TypeKind::storage_buffer:
    case TypeKind::uniform_buffer:
    case TypeKind::workgroup_variable:
      return true;
    default:
      return false;
  }
}

bool is_entry(TypeKind kind) {
  return kind == TypeKind::compute_entry || kind == TypeKind::vertex_entry || kind == TypeKind::fragment_entry;
}

}  // namespace yyshader::frontend::yuyan
