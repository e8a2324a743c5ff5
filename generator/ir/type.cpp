#include "ir/type.hpp"

#include "support/internal_error.hpp"

namespace yyshader::ir {

namespace {

Type scalar_type(TypeKind kind, unsigned width = 0, bool is_signed = false) {
  Type type;
  type.kind = kind;
  type.width = static_cast<std::uint8_t>(width);
  type.is_signed = is_signed;
  return type;
}

Type composite_type(TypeKind kind, TypeId element, std::uint32_t length = 0) {
  Type type;
  type.kind = kind;
  type.element = element;
  type.length = length;
  return type;
}

}  // namespace

TypeTable::TypeTable()
    : void_(intern(scalar_type(TypeKind::void_))),
      boolean_(intern(scalar_type(TypeKind::boolean))),
      abstract_integer_(intern(scalar_type(TypeKind::abstract_integer))),
      abstract_float_(intern(scalar_type(TypeKind::abstract_float))),
      i32_(integer(32, true)),
      u32_(integer(32, false)),
      f32_(floating(32)),
      f16_(floating(16)) {}

TypeId TypeTable::intern(const Type& type) {
  const auto [found, is_new] = index_.try_emplace(type, TypeId(types_.size()));
  if (is_new) types_.push_back(type);
  return found->second;
}

TypeId TypeTable::integer(unsigned width, bool is_signed) {
  return intern(scalar_type(TypeKind::integer, width, is_signed));
}

TypeId TypeTable::floating(unsigned width) { return intern(scalar_type(TypeKind::floating, width)); }

TypeId TypeTable::vector(TypeId element, unsigned length) {
  return intern(composite_type(TypeKind::vector, element, length));
}

TypeId TypeTable::matrix(TypeId column, unsigned columns) {
  return intern(composite_type(TypeKind::matrix, column, columns));
}

TypeId TypeTable::array(TypeId element, std::uint32_t length) {
  return intern(composite_type(TypeKind::array, element, length));
}

TypeId TypeTable::runtime_array(TypeId element) { return intern(composite_type(TypeKind::runtime_array, element)); }

TypeId TypeTable::atomic(TypeId element) { return intern(composite_type(TypeKind::atomic, element)); }

TypeId TypeTable::structure(StructId id) {
  Type type;
  type.kind = TypeKind::structure;
  type.structure = id;
  return intern(type);
}

TypeId TypeTable::texture(TextureShape shape, TypeId sampled) {
  Type type = composite_type(TypeKind::texture, sampled);
  type.shape = shape;
  return intern(type);
}

TypeId TypeTable::sampler() { return intern(scalar_type(TypeKind::sampler)); }

TypeId TypeTable::pointer(TypeId pointee, AddressSpace space, Access access) {
  Type type = composite_type(TypeKind::pointer, pointee);
  type.space = space;
  type.access = access;
  return intern(type);
}

bool TypeTable::is_scalar(TypeId id) const {
  switch ((*this)[id].kind) {
    case TypeKind::boolean:
    case TypeKind::abstract_integer:
    case TypeKind::abstract_float:
    case TypeKind::integer:
    case TypeKind::floating:
      return true;
    default:
      return false;
  }
}

bool TypeTable::is_abstract(TypeId id) const { return id == abstract_integer_ || id == abstract_float_; }

bool TypeTable::is_float(TypeId id) const { return (*this)[id].kind == TypeKind::floating || id == abstract_float_; }

bool TypeTable::is_integer(TypeId id) const { return (*this)[id].kind == TypeKind::integer || id == abstract_integer_; }

TypeId TypeTable::scalar_of(TypeId id) const {
  if (is_scalar(id)) return id;
  const Type& type = (*this)[id];
  if (type.kind == TypeKind::vector) return type.element;
  if (type.kind == TypeKind::matrix) return (*this)[type.element].element;
  return {};
}

std::size_t TypeTable::Hash::operator()(const Type& type) const noexcept {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto mix = [&hash](std::uint64_t part) { hash = (hash ^ part) * 0x9e3779b97f4a7c15U; };
  mix(static_cast<std::uint64_t>(type.kind) | static_cast<std::uint64_t>(type.width) << 8U |
      static_cast<std::uint64_t>(type.is_signed) << 16U | static_cast<std::uint64_t>(type.space) << 24U |
      static_cast<std::uint64_t>(type.access) << 32U | static_cast<std::uint64_t>(type.shape) << 40U);
  mix(type.length | static_cast<std::uint64_t>(type.element.value) << 32U);
  mix(type.structure.value);
  return static_cast<std::size_t>(hash ^ hash >> 29U);
}

}  // namespace yyshader::ir
