// The typing rule of every operation: one row each, a form and the kinds of scalars that it works on. The verifier
// checks with it; the dump leaves out, and its reader fills in, every type that follows from the operands.

#include "ir/signature.hpp"

#include <array>
#include <cstddef>

#include "ir/text.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::ir {

namespace {

using support::to_decimal;

enum class Form : std::uint8_t {
  literal,
  constant,
  parameter,
  global,
  local,
  index_reference,
  member_reference,
  copy,
  construct,
  extract,
  index,
  select,
  convert,
  bitcast,
  same,     ///< all operands and the result have one type
  compare,  ///< operands of one type; a boolean for each component
  reduce,   ///< operands of one vector type; its scalar
  vector_scalar,
  matrix_scalar,
  matrix_vector,
  vector_matrix,
  matrix_matrix,
  all_any,
  shift,
  cross,
  unpack_half,
  pack_half,
  array_length,
  texture_dimensions,
  texture_sample,
  texture_load,
  load,
  load4,
  uniform_load,
  atomic_load,
  atomic_store,
  atomic_modify,
  nothing,  ///< no operands, no result
  lane,     ///< a 32-bit scalar and an unsigned lane number or mask
  call,
};

/// Sets of scalar kinds and of shapes that an operation works on.
enum Allowed : unsigned {
  f = 1,
  i = 2,
  u = 4,
  b = 8,
  fiu = f | i | u,
  iu = i | u,
  scalar = 16,
  vector = 32,
  matrix = 64,
  word = 128,  ///< 32 bits wide
  sv = scalar | vector,
  none = 0,
};

struct Rule {
  Op op;
  Form form;
  unsigned allowed = none;
};

constexpr std::size_t op_count = static_cast<std::size_t>(Op::count_);

constexpr std::array rules{
    Rule{Op::literal, Form::literal},
    Rule{Op::constant, Form::constant},
    Rule{Op::parameter, Form::parameter},
    Rule{Op::global_reference, Form::global},
    Rule{Op::local_reference, Form::local},
    Rule{Op::index_reference, Form::index_reference},
    Rule{Op::member_reference, Form::member_reference},
    Rule{Op::copy, Form::copy},
    Rule{Op::construct, Form::construct},
    Rule{Op::extract, Form::extract},
    Rule{Op::index, Form::index},
    Rule{Op::select, Form::select},
    Rule{Op::convert, Form::convert},
    Rule{Op::bitcast, Form::bitcast},
    Rule{Op::add, Form::same, sv | fiu | matrix},
    Rule{Op::subtract, Form::same, sv | fiu | matrix},
    Rule{Op::multiply, Form::same, sv | fiu},
    Rule{Op::divide, Form::same, sv | fiu},
    Rule{Op::remainder, Form::same, sv | fiu},
    Rule{Op::negate, Form::same, sv | f | i},
    Rule{Op::vector_times_scalar, Form::vector_scalar, vector | fiu},
    Rule{Op::matrix_times_scalar, Form::matrix_scalar, matrix | f},
    Rule{Op::matrix_times_vector, Form::matrix_vector},
    Rule{Op::vector_times_matrix, Form::vector_matrix},
    Rule{Op::matrix_times_matrix, Form::matrix_matrix},
    Rule{Op::less, Form::compare, sv | fiu},
    Rule{Op::greater, Form::compare, sv | fiu},
    Rule{Op::less_equal, Form::compare, sv | fiu},
    Rule{Op::greater_equal, Form::compare, sv | fiu},
    Rule{Op::equal, Form::compare, sv | fiu | b},
    Rule{Op::not_equal, Form::compare, sv | fiu | b},
    Rule{Op::logical_and, Form::same, scalar | b},
    Rule{Op::logical_or, Form::same, scalar | b},
    Rule{Op::logical_not, Form::same, sv | b},
    Rule{Op::all, Form::all_any, vector | b},
    Rule{Op::any_, Form::all_any, vector | b},
    Rule{Op::bit_and, Form::same, sv | iu},
    Rule{Op::bit_or, Form::same, sv | iu},
    Rule{Op::bit_xor, Form::same, sv | iu},
    Rule{Op::bit_not, Form::same, sv | iu},
    Rule{Op::shift_left, Form::shift, sv | iu},
    Rule{Op::shift_right, Form::shift, sv | iu},
    Rule{Op::sqrt, Form::same, sv | f},
    Rule{Op::inverse_sqrt, Form::same, sv | f},
    Rule{Op::exp, Form::same, sv | f},
    Rule{Op::exp2, Form::same, sv | f},
    Rule{Op::log, Form::same, sv | f},
    Rule{Op::log2, Form::same, sv | f},
    Rule{Op::pow, Form::same, sv | f},
    Rule{Op::sin, Form::same, sv | f},
    Rule{Op::cos, Form::same, sv | f},
    Rule{Op::tan, Form::same, sv | f},
    Rule{Op::asin, Form::same, sv | f},
    Rule{Op::acos, Form::same, sv | f},
    Rule{Op::atan, Form::same, sv | f},
    Rule{Op::atan2, Form::same, sv | f},
    Rule{Op::sinh, Form::same, sv | f},
    Rule{Op::cosh, Form::same, sv | f},
    Rule{Op::tanh, Form::same, sv | f},
    Rule{Op::abs, Form::same, sv | fiu},
    Rule{Op::sign, Form::same, sv | f | i},
    Rule{Op::floor, Form::same, sv | f},
    Rule{Op::ceil, Form::same, sv | f},
    Rule{Op::round, Form::same, sv | f},
    Rule{Op::trunc, Form::same, sv | f},
    Rule{Op::fract, Form::same, sv | f},
    Rule{Op::saturate, Form::same, sv | f},
    Rule{Op::max, Form::same, sv | fiu},
    Rule{Op::min, Form::same, sv | fiu},
    Rule{Op::clamp, Form::same, sv | fiu},
    Rule{Op::step, Form::same, sv | f},
    Rule{Op::mix, Form::same, sv | f},
    Rule{Op::smoothstep, Form::same, sv | f},
    Rule{Op::fma, Form::same, sv | f},
    Rule{Op::dot, Form::reduce, vector | fiu},
    Rule{Op::length, Form::reduce, vector | f},
    Rule{Op::distance, Form::reduce, vector | f},
    Rule{Op::normalize, Form::same, vector | f},
    Rule{Op::reflect, Form::same, vector | f},
    Rule{Op::cross, Form::cross, vector | f},
    Rule{Op::unpack_half2, Form::unpack_half},
    Rule{Op::pack_half2, Form::pack_half},
    Rule{Op::array_length, Form::array_length},
    Rule{Op::texture_dimensions, Form::texture_dimensions},
    Rule{Op::texture_sample, Form::texture_sample},
    Rule{Op::texture_load, Form::texture_load},
    Rule{Op::load, Form::load},
    Rule{Op::load4, Form::load4, scalar | fiu | word},
    Rule{Op::workgroup_uniform_load, Form::uniform_load},
    Rule{Op::atomic_load, Form::atomic_load},
    Rule{Op::atomic_store, Form::atomic_store},
    Rule{Op::atomic_add, Form::atomic_modify},
    Rule{Op::atomic_max, Form::atomic_modify},
    Rule{Op::atomic_min, Form::atomic_modify},
    Rule{Op::workgroup_barrier, Form::nothing},
    Rule{Op::storage_barrier, Form::nothing},
    Rule{Op::subgroup_add, Form::same, scalar | fiu | word},
    Rule{Op::subgroup_max, Form::same, scalar | fiu | word},
    Rule{Op::subgroup_min, Form::same, scalar | fiu | word},
    Rule{Op::subgroup_broadcast, Form::lane, scalar | fiu | word},
    Rule{Op::subgroup_shuffle, Form::lane, scalar | fiu | word},
    Rule{Op::subgroup_shuffle_xor, Form::lane, scalar | fiu | word},
    Rule{Op::discard, Form::nothing},
    Rule{Op::call, Form::call},
};

consteval bool rules_follow_op_def() {
  for (std::size_t index = 0; index < rules.size(); ++index) {
    if (rules[index].op != static_cast<Op>(index)) return false;
  }
  return rules.size() == op_count;
}
static_assert(rules_follow_op_def(), "signature.cpp needs one row for each row of op.def, in its order");

const Rule& rule_of(Op op) { return rules[static_cast<std::size_t>(op)]; }

/// What an element reached by index is: of arrays and vectors the element, of a matrix a column.
TypeId element_of(const Type& type) {
  switch (type.kind) {
    case TypeKind::vector:
    case TypeKind::matrix:
    case TypeKind::array:
    case TypeKind::runtime_array:
      return type.element;
    default:
      return {};
  }
}

/// How many integers or floats address a texel; 0 for a shape that takes more than plain coordinates.
unsigned coordinate_count(TextureShape shape) {
  switch (shape) {
    case TextureShape::d1:
      return 1;
    case TextureShape::d2:
    case TextureShape::multisampled_2d:
      return 2;
    case TextureShape::d3:
    case TextureShape::cube:
      return 3;
    case TextureShape::d2_array:
    case TextureShape::cube_array:
      return 0;
  }
  return 0;
}

unsigned dimension_count(TextureShape shape) {
  switch (shape) {
    case TextureShape::d1:
      return 1;
    case TextureShape::d3:
      return 3;
    default:
      return 2;
  }
}

/// Asks one operation; made for one question.
class Signature {
 public:
  explicit Signature(const Operation& operation)
      : operation_(operation),
        module_(operation.module),
        types_(operation.module.types),
        rule_(rule_of(operation.op)) {}

  std::optional<Type> result() const;
  std::string fault(TypeId result) const;

 private:
  const Type& operand(std::size_t index) const { return types_[operation_.operands[index]]; }
  TypeId operand_id(std::size_t index) const { return operation_.operands[index]; }

  std::optional<Type> as_type(TypeId id) const { return id ? std::optional<Type>(types_[id]) : std::nullopt; }
  Type vector_of(TypeId element, std::uint32_t length) const;
  std::optional<Type> leaf_result() const;
  std::optional<Type> part_result() const;
  std::optional<Type> product_result() const;
  std::optional<Type> memory_result() const;
  std::optional<Type> boolean_like(const Type& type) const;

  std::string operand_fault(TypeId result) const;
  std::string allowed_fault() const;
  std::string likeness_fault() const;
  std::string lane_fault() const;
  std::string copy_fault() const;
  std::string select_fault() const;
  std::string shift_fault() const;
  std::string scaling_fault() const;
  std::string product_fault() const;
  std::string index_fault() const;
  std::string construct_fault(TypeId result) const;
  std::string convert_fault(TypeId result) const;
  std::string bitcast_fault(TypeId result) const;
  std::string texture_fault() const;
  std::string memory_fault() const;
  std::string atomic_fault() const;
  std::string call_fault() const;

  bool is_allowed(const Type& type, TypeId id) const;
  bool is_index(std::size_t index) const {
    return operand_id(index) == types_.i32() || operand_id(index) == types_.u32();
  }
  bool is_vector_of(std::size_t index, TypeId element, unsigned length) const;
  std::string wants(std::size_t index, std::string_view what) const;
  std::string name(TypeId id) const { return type_text(module_, id); }

  const Operation& operation_;
  const Module& module_;
  const TypeTable& types_;
  const Rule& rule_;
};

Type Signature::vector_of(TypeId element, std::uint32_t length) const {
  if (length == 1) return types_[element];
  Type type;
  type.kind = TypeKind::vector;
  type.element = element;
  type.length = length;
  return type;
}

std::optional<Type> Signature::boolean_like(const Type& type) const {
  if (type.kind == TypeKind::vector) return vector_of(types_.boolean(), type.length);
  return types_[types_.boolean()];
}

std::optional<Type> Signature::leaf_result() const {
  const std::size_t index = static_cast<std::size_t>(operation_.payload);
  Type pointer;
  pointer.kind = TypeKind::pointer;
  switch (rule_.form) {
    case Form::constant:
      if (index >= module_.constants.size()) return std::nullopt;
      return as_type(module_.constants[index].type);
    case Form::parameter:
      if (operation_.function == nullptr || index >= operation_.function->parameters.size()) return std::nullopt;
      return as_type(operation_.function->parameters[index].type);
    case Form::global: {
      if (index >= module_.globals.size()) return std::nullopt;
      const Global& global = module_.globals[index];
      if (global.space == AddressSpace::handle) return as_type(global.type);
      pointer.element = global.type;
      pointer.space = global.space;
      pointer.access = global.access;
      return pointer;
    }
    case Form::local:
      if (operation_.function == nullptr || index >= operation_.function->locals.size()) return std::nullopt;
      pointer.element = operation_.function->locals[index].type;
      pointer.space = AddressSpace::function;
      pointer.access = Access::read_write;
      return pointer;
    default:
      return std::nullopt;
  }
}

std::optional<Type> Signature::part_result() const {
  const std::size_t index = static_cast<std::size_t>(operation_.payload);
  const Type* whole = &operand(0);
  const bool is_reference = rule_.form == Form::index_reference || rule_.form == Form::member_reference;
  if (is_reference) {
    if (whole->kind != TypeKind::pointer) return std::nullopt;
    whole = &types_[whole->element];
  }
  TypeId part = rule_.form == Form::member_reference ? TypeId() : element_of(*whole);
  const bool by_member = rule_.form == Form::member_reference || rule_.form == Form::extract;
  if (by_member && whole->kind == TypeKind::structure && whole->structure.index() < module_.structs.size()) {
    const auto& members = module_.structs[whole->structure.index()].members;
    if (index < members.size()) part = members[index].type;
  }
  if (!part) return std::nullopt;
  if (!is_reference) return types_[part];
  Type pointer = operand(0);
  pointer.element = part;
  return pointer;
}

std::optional<Type> Signature::product_result() const {
  const Type& left = operand(0);
  const Type& right = operand(1);
  switch (rule_.form) {
    case Form::matrix_vector:
      if (left.kind != TypeKind::matrix) return std::nullopt;
      return types_[left.element];
    case Form::vector_matrix:
      if (right.kind != TypeKind::matrix) return std::nullopt;
      return vector_of(types_[right.element].element, right.length);
    default: {
      if (left.kind != TypeKind::matrix || right.kind != TypeKind::matrix) return std::nullopt;
      Type type = right;
      type.element = left.element;
      return type;
    }
  }
}

std::optional<Type> Signature::memory_result() const {
  const Type& pointer = operand(0);
  if (pointer.kind != TypeKind::pointer) return std::nullopt;
  const Type& pointee = types_[pointer.element];
  switch (rule_.form) {
    case Form::load:
    case Form::uniform_load:
      return pointee;
    case Form::load4:
      if (pointee.kind != TypeKind::runtime_array) return std::nullopt;
      return vector_of(pointee.element, 4);
    default:
      if (pointee.kind != TypeKind::atomic) return std::nullopt;
      return types_[pointee.element];
  }
}

std::optional<Type> Signature::result() const {
  switch (rule_.form) {
    case Form::literal:
    case Form::construct:
    case Form::convert:
    case Form::bitcast:
      return std::nullopt;
    case Form::constant:
    case Form::parameter:
    case Form::global:
    case Form::local:
      return leaf_result();
    case Form::index_reference:
    case Form::member_reference:
    case Form::extract:
    case Form::index:
      return part_result();
    case Form::copy:
    case Form::same:
    case Form::vector_scalar:
    case Form::matrix_scalar:
    case Form::shift:
    case Form::cross:
    case Form::lane:
      return operand(0);
    case Form::select:
      return operand(1);
    case Form::compare:
      return boolean_like(operand(0));
    case Form::reduce:
      return as_type(operand(0).kind == TypeKind::vector ? operand(0).element : TypeId());
    case Form::matrix_vector:
    case Form::vector_matrix:
    case Form::matrix_matrix:
      return product_result();
    case Form::all_any:
      return types_[types_.boolean()];
    case Form::unpack_half:
      return vector_of(types_.f32(), 2);
    case Form::pack_half:
    case Form::array_length:
      return types_[types_.u32()];
    case Form::texture_dimensions:
      if (operand(0).kind != TypeKind::texture) return std::nullopt;
      return vector_of(types_.u32(), dimension_count(operand(0).shape));
    case Form::texture_sample:
    case Form::texture_load:
      if (operand(0).kind != TypeKind::texture) return std::nullopt;
      return vector_of(operand(0).element, 4);
    case Form::load:
    case Form::load4:
    case Form::uniform_load:
    case Form::atomic_load:
    case Form::atomic_modify:
      return memory_result();
    case Form::atomic_store:
    case Form::nothing:
      return types_[types_.void_type()];
    case Form::call:
      if (operation_.payload >= module_.functions.size()) return std::nullopt;
      return as_type(module_.functions[static_cast<std::size_t>(operation_.payload)].result);
  }
  return std::nullopt;
}

std::string Signature::wants(std::size_t index, std::string_view what) const {
  std::string text = "operand " + to_decimal(index + 1) + " is " + name(operand_id(index)) + " where ";
  text += what;
  return text + " is wanted";
}

bool Signature::is_vector_of(std::size_t index, TypeId element, unsigned length) const {
  if (length == 1) return operand_id(index) == element;
  const Type& type = operand(index);
  return type.kind == TypeKind::vector && type.element == element && type.length == length;
}

bool Signature::is_allowed(const Type& type, TypeId id) const {
  unsigned shape = scalar;
  if (type.kind == TypeKind::vector) shape = vector;
  if (type.kind == TypeKind::matrix) shape = matrix;
  const TypeId component = types_.scalar_of(id);
  if (!component || (rule_.allowed & shape) == 0) return false;
  const Type& kind = types_[component];
  if ((rule_.allowed & word) != 0 && kind.width != 32) return false;
  switch (kind.kind) {
    case TypeKind::floating:
    case TypeKind::abstract_float:
      return (rule_.allowed & f) != 0;
    case TypeKind::integer:
      return (rule_.allowed & (kind.is_signed ? i : u)) != 0;
    case TypeKind::abstract_integer:
      return (rule_.allowed & iu) != 0;
    default:
      return (rule_.allowed & b) != 0;
  }
}

std::string Signature::allowed_fault() const {
  if (is_allowed(operand(0), operand_id(0))) return {};
  std::string text;
  const auto add = [&text](std::string_view part) { (text += text.empty() ? "a " : " or ") += part; };
  if ((rule_.allowed & scalar) != 0) add("scalar");
  if ((rule_.allowed & vector) != 0) add("vector");
  if ((rule_.allowed & matrix) != 0) add("matrix");
  text += (rule_.allowed & word) != 0 ? " of 32-bit " : " of ";
  if ((rule_.allowed & b) == 0) {
    text += (rule_.allowed & iu) == 0 ? "floats" : (rule_.allowed & f) == 0 ? "integers" : "numbers";
    if ((rule_.allowed & iu) == i) text += " with a sign";
  } else {
    text += (rule_.allowed & fiu) == 0 ? "booleans" : "numbers or booleans";
  }
  return wants(0, text);
}

std::string Signature::lane_fault() const {
  if (std::string fault = allowed_fault(); !fault.empty()) return fault;
  return operand_id(1) == types_.u32() ? std::string() : wants(1, "u32");
}

std::string Signature::index_fault() const {
  if (!result()) {
    switch (rule_.form) {
      case Form::index_reference:
        return wants(0, "a pointer to an array, vector or matrix");
      case Form::member_reference:
        return wants(0, "a pointer to a struct with member " + to_decimal(operation_.payload));
      case Form::extract:
        return wants(0, "a composite with part " + to_decimal(operation_.payload));
      default:
        return wants(0, "an array, vector or matrix");
    }
  }
  if (rule_.form == Form::extract && operand(0).kind != TypeKind::structure) {
    if (operand(0).kind == TypeKind::runtime_array || operation_.payload >= operand(0).length) {
      return wants(0, "a composite with part " + to_decimal(operation_.payload));
    }
  }
  const bool by_index = rule_.form == Form::index || rule_.form == Form::index_reference;
  return by_index && !is_index(1) ? wants(1, "i32 or u32") : std::string();
}

std::string Signature::construct_fault(TypeId result) const {
  const Type& type = types_[result];
  const std::size_t count = operation_.operands.size();
  const bool by_element =
      type.kind == TypeKind::vector || type.kind == TypeKind::matrix || type.kind == TypeKind::array;
  if (!by_element && type.kind != TypeKind::structure) return "it can't construct a " + name(result);
  const std::size_t wanted = by_element ? type.length : module_.structs[type.structure.index()].members.size();
  if (count != wanted) {
    return name(result) + " has " + to_decimal(wanted) + " parts, but " + to_decimal(count) + " are given";
  }
  for (std::size_t index = 0; index < count; ++index) {
    const TypeId part = by_element ? type.element : module_.structs[type.structure.index()].members[index].type;
    if (operand_id(index) != part) return wants(index, name(part));
  }
  return {};
}

std::string Signature::convert_fault(TypeId result) const {
  const auto is_convertible = [this](TypeId id) { return types_.is_scalar(id) || types_[id].kind == TypeKind::vector; };
  if (!is_convertible(operand_id(0))) return wants(0, "a scalar or vector");
  if (!is_convertible(result) || types_.is_abstract(types_.scalar_of(result))) {
    return "it can't give a " + name(result);
  }
  const auto length = [this](TypeId id) { return types_[id].kind == TypeKind::vector ? types_[id].length : 1; };
  if (length(result) != length(operand_id(0))) return "it can't turn " + name(operand_id(0)) + " into " + name(result);
  return {};
}

std::string Signature::bitcast_fault(TypeId result) const {
  const auto bits = [this](TypeId id) -> unsigned {
    if (types_[id].kind == TypeKind::matrix) return 0;
    const TypeId component = types_.scalar_of(id);
    if (!component) return 0;
    return types_[component].width * (types_[id].kind == TypeKind::vector ? types_[id].length : 1);
  };
  if (bits(result) == 0 || bits(result) != bits(operand_id(0))) {
    return "it can't reinterpret " + name(operand_id(0)) + " as " + name(result);
  }
  return {};
}

std::string Signature::texture_fault() const {
  if (operand(0).kind != TypeKind::texture) return wants(0, "a texture");
  if (rule_.form == Form::texture_dimensions) return {};
  const TextureShape shape = operand(0).shape;
  const unsigned coordinates = coordinate_count(shape);
  if (rule_.form == Form::texture_sample) {
    if (operand(0).element != types_.f32() || coordinates == 0 || shape == TextureShape::multisampled_2d) {
      return wants(0, "a texture of f32 that can be sampled");
    }
    if (operand(1).kind != TypeKind::sampler) return wants(1, "a sampler");
    if (!is_vector_of(2, types_.f32(), coordinates)) return wants(2, to_decimal(coordinates) + " f32 coordinates");
    return {};
  }
  if (coordinates == 0 || shape == TextureShape::cube) return wants(0, "a texture whose texels can be read");
  if (!is_vector_of(1, types_.i32(), coordinates) && !is_vector_of(1, types_.u32(), coordinates)) {
    return wants(1, to_decimal(coordinates) + " integer coordinates");
  }
  return is_index(2) || operand_id(2) == types_.abstract_integer() ? std::string() : wants(2, "an integer level");
}

std::string Signature::memory_fault() const {
  const Type& pointer = operand(0);
  if (pointer.kind != TypeKind::pointer) return wants(0, "a pointer");
  const Type& pointee = types_[pointer.element];
  switch (rule_.form) {
    case Form::array_length:
      return pointee.kind == TypeKind::runtime_array ? std::string() : wants(0, "a pointer to a runtime array");
    case Form::load4: {
      const bool is_word =
          pointee.kind == TypeKind::runtime_array && is_allowed(types_[pointee.element], pointee.element);
      if (!is_word) return wants(0, "a pointer to a runtime array of 32-bit numbers");
      return operand_id(1) == types_.u32() ? std::string() : wants(1, "u32");
    }
    case Form::uniform_load:
      return pointer.space == AddressSpace::workgroup ? std::string() : wants(0, "a pointer to workgroup memory");
    default:
      return pointer.access == Access::write ? wants(0, "a pointer that can be read") : std::string();
  }
}

std::string Signature::atomic_fault() const {
  const Type& pointer = operand(0);
  if (pointer.kind != TypeKind::pointer || types_[pointer.element].kind != TypeKind::atomic) {
    return wants(0, "a pointer to an atomic");
  }
  if (pointer.access != Access::read_write) return wants(0, "a pointer that can be read and written");
  const TypeId value = types_[pointer.element].element;
  if (rule_.form != Form::atomic_load && operand_id(1) != value) return wants(1, name(value));
  return {};
}

std::string Signature::call_fault() const {
  if (operation_.payload >= module_.functions.size()) return "it calls a function that doesn't exist";
  const Function& callee = module_.functions[static_cast<std::size_t>(operation_.payload)];
  if (operation_.operands.size() != callee.parameters.size()) {
    return "the function has " + to_decimal(callee.parameters.size()) + " parameters, but " +
           to_decimal(operation_.operands.size()) + " arguments are given";
  }
  for (std::size_t index = 0; index < callee.parameters.size(); ++index) {
    if (operand_id(index) != callee.parameters[index].type) return wants(index, name(callee.parameters[index].type));
  }
  return {};
}

std::string Signature::likeness_fault() const {
  for (std::size_t index = 1; index < operation_.operands.size(); ++index) {
    if (operand_id(index) != operand_id(0)) return wants(index, name(operand_id(0)));
  }
  return {};
}

std::string Signature::copy_fault() const {
  switch (operand(0).kind) {
    case TypeKind::pointer:
    case TypeKind::void_:
    case TypeKind::texture:
    case TypeKind::sampler:
      return wants(0, "a value");
    default:
      return {};
  }
}

std::string Signature::select_fault() const {
  const bool by_component = operand(1).kind == TypeKind::vector && is_vector_of(0, types_.boolean(), operand(1).length);
  if (operand_id(0) != types_.boolean() && !by_component) return wants(0, "bool");
  if (!types_.is_scalar(operand_id(1)) && operand(1).kind != TypeKind::vector) return wants(1, "a scalar or vector");
  return operand_id(2) == operand_id(1) ? std::string() : wants(2, name(operand_id(1)));
}

std::string Signature::shift_fault() const {
  if (std::string fault = allowed_fault(); !fault.empty()) return fault;
  const unsigned length = operand(0).kind == TypeKind::vector ? operand(0).length : 1;
  return is_vector_of(1, types_.u32(), length) ? std::string() : wants(1, "as many u32");
}

std::string Signature::scaling_fault() const {
  if (std::string fault = allowed_fault(); !fault.empty()) return fault;
  const TypeId component = types_.scalar_of(operand_id(0));
  return operand_id(1) == component ? std::string() : wants(1, name(component));
}

std::string Signature::product_fault() const {
  const bool by_vector = rule_.form == Form::vector_matrix;
  const std::size_t index = by_vector ? 1 : 0;
  const Type& matrix_type = operand(index);
  if (matrix_type.kind != TypeKind::matrix) return wants(index, "a matrix");
  if (by_vector) {
    return operand_id(0) == matrix_type.element ? std::string() : wants(0, name(matrix_type.element));
  }
  const TypeId component = types_[matrix_type.element].element;
  if (rule_.form == Form::matrix_vector) {
    return is_vector_of(1, component, matrix_type.length) ? std::string() : wants(1, "a vector as long as a row");
  }
  if (operand(1).kind != TypeKind::matrix) return wants(1, "a matrix");
  const Type& column = types_[operand(1).element];
  const bool fits = column.length == matrix_type.length && column.element == component;
  return fits ? std::string() : wants(1, "a matrix with as many rows as the first has columns");
}

std::string Signature::operand_fault(TypeId result) const {
  switch (rule_.form) {
    case Form::literal:
      return types_.is_scalar(result) ? std::string() : "a literal can't be a " + name(result);
    case Form::constant:
    case Form::parameter:
    case Form::global:
    case Form::local:
      return leaf_result() ? std::string() : "it names nothing that exists";
    case Form::index_reference:
    case Form::member_reference:
    case Form::extract:
    case Form::index:
      return index_fault();
    case Form::copy:
      return copy_fault();
    case Form::construct:
      return construct_fault(result);
    case Form::select:
      return select_fault();
    case Form::convert:
      return convert_fault(result);
    case Form::bitcast:
      return bitcast_fault(result);
    case Form::same:
    case Form::compare:
    case Form::reduce: {
      std::string fault = allowed_fault();
      return fault.empty() ? likeness_fault() : fault;
    }
    case Form::cross:
      if (!is_allowed(operand(0), operand_id(0)) || operand(0).length != 3) return wants(0, "a vector of 3 floats");
      return likeness_fault();
    case Form::vector_scalar:
    case Form::matrix_scalar:
      return scaling_fault();
    case Form::matrix_vector:
    case Form::vector_matrix:
    case Form::matrix_matrix:
      return product_fault();
    case Form::all_any:
      return allowed_fault();
    case Form::shift:
      return shift_fault();
    case Form::unpack_half:
      return operand_id(0) == types_.u32() ? std::string() : wants(0, "u32");
    case Form::pack_half:
      return is_vector_of(0, types_.f32(), 2) ? std::string() : wants(0, "vec2<f32>");
    case Form::texture_dimensions:
    case Form::texture_sample:
    case Form::texture_load:
      return texture_fault();
    case Form::array_length:
    case Form::load:
    case Form::load4:
    case Form::uniform_load:
      return memory_fault();
    case Form::atomic_load:
    case Form::atomic_store:
    case Form::atomic_modify:
      return atomic_fault();
    case Form::nothing:
      return {};
    case Form::lane:
      return lane_fault();
    case Form::call:
      return call_fault();
  }
  return {};
}

std::string Signature::fault(TypeId wanted) const {
  if (std::string text = operand_fault(wanted); !text.empty()) return text;
  const std::optional<Type> given = result();
  if (given && *given != types_[wanted]) return "its type is " + name(wanted) + ", which it doesn't give";
  return {};
}

}  // namespace

std::optional<Type> result_type(const Operation& operation) { return Signature(operation).result(); }

std::string signature_fault(const Operation& operation, TypeId result) { return Signature(operation).fault(result); }

}  // namespace yyshader::ir
