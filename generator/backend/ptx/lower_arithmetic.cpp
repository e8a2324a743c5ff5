// Arithmetic, component by component, with WGSL's meaning (spec 2.5).

#include <array>
#include <bit>
#include <cmath>

#include "backend/ptx/lowering.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::ptx {

namespace {

bool is_comparison(ir::Op op) {
  return op == ir::Op::less || op == ir::Op::greater || op == ir::Op::less_equal || op == ir::Op::greater_equal ||
         op == ir::Op::equal || op == ir::Op::not_equal;
}

Comparison comparison_of(ir::Op op, bool of_floats) {
  switch (op) {
    case ir::Op::less:
      return Comparison::lt;
    case ir::Op::greater:
      return Comparison::gt;
    case ir::Op::less_equal:
      return Comparison::le;
    case ir::Op::greater_equal:
      return Comparison::ge;
    case ir::Op::equal:
      return Comparison::eq;
    default:
      return of_floats ? Comparison::neu : Comparison::ne;
  }
}

}  // namespace

std::vector<Id> Lowering::arithmetic(ir::ValueId id) {
  const ir::Value& value = (*instance_->pool)[id];
  const auto operands = instance_->pool->operands(id);
  switch (value.op) {
    case ir::Op::matrix_times_vector:
    case ir::Op::vector_times_matrix:
    case ir::Op::matrix_times_matrix:
      return matrix_product(id);
    case ir::Op::dot:
    case ir::Op::length:
    case ir::Op::distance:
    case ir::Op::normalize:
    case ir::Op::reflect:
    case ir::Op::cross:
    case ir::Op::unpack_half2:
    case ir::Op::pack_half2:
    case ir::Op::all:
    case ir::Op::any_:
      return geometry(id);
    default:
      break;
  }
  const Type type = shapes_.scalar(type_of(operands[0]));
  std::array<std::vector<Id>, 3> parts;
  for (std::size_t i = 0; i < operands.size(); ++i) parts[i] = operand_list(operands[i]);
  std::vector<Id> result;
  for (std::size_t i = 0; i < parts[0].size(); ++i) {
    // A vector or matrix times its scalar, a mix by one.
    const auto part = [&](std::size_t k) { return parts[k].size() == 1 ? parts[k][0] : parts[k][i]; };
    if (value.op == ir::Op::convert) {
      result.push_back(convert(shapes_.scalar(value.type), type, part(0)));
    } else if (type == Type::b64 || type == Type::f64) {
      result.push_back(abstract_operation(value.op, type, part(0), operands.size() > 1 ? part(1) : no_id));
    } else if (is_comparison(value.op)) {
      result.push_back(comparison(value.op, type, part(0), part(1)));
    } else if (operands.size() == 1) {
      result.push_back(unary(value.op, type, part(0)));
    } else if (operands.size() == 2) {
      result.push_back(binary(value.op, type, part(0), part(1)));
    } else {
      result.push_back(ternary(value.op, type, part(0), part(1), part(2)));
    }
  }
  return result;
}

Id Lowering::comparison(ir::Op op, Type type, Id a, Id b) {
  if (type == Type::pred) {
    const Id differ = b_.emit(Opcode::bit_xor, Type::pred, {a, b});
    return op == ir::Op::equal ? b_.logical_not(differ) : differ;
  }
  return b_.compare(comparison_of(op, is_float(type)), type, a, b);
}

Id Lowering::minimum(Type type, Id a, Id b) { return b_.emit(Opcode::min, type, {a, b}); }
Id Lowering::maximum(Type type, Id a, Id b) { return b_.emit(Opcode::max, type, {a, b}); }

Id Lowering::binary(ir::Op op, Type type, Id a, Id b) {
  switch (op) {
    case ir::Op::add:
      return b_.emit(Opcode::add, type, {a, b});
    case ir::Op::subtract:
      return b_.emit(Opcode::sub, type, {a, b});
    case ir::Op::multiply:
    case ir::Op::vector_times_scalar:
    case ir::Op::matrix_times_scalar:
      return b_.emit(Opcode::mul, type, {a, b});
    case ir::Op::divide:
      return divide(type, a, b);
    case ir::Op::remainder:
      return remainder(type, a, b);
    case ir::Op::logical_and:
    case ir::Op::bit_and:
      return b_.emit(Opcode::bit_and, type, {a, b});
    case ir::Op::logical_or:
    case ir::Op::bit_or:
      return b_.emit(Opcode::bit_or, type, {a, b});
    case ir::Op::bit_xor:
      return b_.emit(Opcode::bit_xor, type, {a, b});
    case ir::Op::shift_left:
    case ir::Op::shift_right:
      return shift(op, type, a, b);
    case ir::Op::max:
      return maximum(type, a, b);
    case ir::Op::min:
      return minimum(type, a, b);
    case ir::Op::step:
      return b_.select(b_.compare(Comparison::le, type, a, b), one(type), b_.constant(type, 0));
    case ir::Op::pow:
      return from_f32(type, power(through_f32(type, a), through_f32(type, b)));
    case ir::Op::atan2:
      return from_f32(type, arc_tangent2(through_f32(type, a), through_f32(type, b)));
    default:
      support::internal_error("PTX has no such operation of two operands");
  }
}

Id Lowering::one(Type type) {
  return b_.constant(type, type == Type::f16 ? 0x3c00U : type == Type::f32 ? 0x3f800000U : 1U);
}

Id Lowering::sign(Type type, Id a) {
  const std::uint64_t minus_one = type == Type::f16 ? 0xbc00U : type == Type::f32 ? 0xbf800000U : 0xffffffffU;
  const Id zero = b_.constant(type, 0);
  if (type == Type::s32) {
    return maximum(type, minimum(type, a, one(type)), b_.constant(type, minus_one));
  }
  const Id negative = b_.select(b_.compare(Comparison::lt, type, a, zero), b_.constant(type, minus_one), zero);
  return b_.select(b_.compare(Comparison::gt, type, a, zero), one(type), negative);
}

Id Lowering::unary(ir::Op op, Type type, Id a) {
  const auto rounded = [&](Rounding rounding) { return b_.convert(type, type, rounding, a); };
  switch (op) {
    case ir::Op::negate:
      return b_.emit(Opcode::neg, is_float(type) ? type : Type::s32, {a});
    case ir::Op::logical_not:
    case ir::Op::bit_not:
      return b_.emit(Opcode::bit_not, type, {a});
    case ir::Op::abs:
      return type == Type::u32 ? a : b_.emit(Opcode::abs, type, {a});
    case ir::Op::sign:
      return sign(type, a);
    case ir::Op::floor:
      return rounded(Rounding::rmi);
    case ir::Op::ceil:
      return rounded(Rounding::rpi);
    case ir::Op::round:
      return rounded(Rounding::rni);
    case ir::Op::trunc:
      return rounded(Rounding::rzi);
    case ir::Op::fract:
      return b_.emit(Opcode::sub, type, {a, rounded(Rounding::rmi)});
    case ir::Op::saturate:
      return rounded(Rounding::sat);
    default:
      break;
  }
  const std::optional<Id> made = math(op, through_f32(type, a));
  support::invariant(made.has_value(), "PTX has no such operation of one operand");
  return from_f32(type, *made);
}

Id Lowering::ternary(ir::Op op, Type type, Id a, Id b, Id c) {
  switch (op) {
    case ir::Op::clamp:
      return minimum(type, maximum(type, a, b), c);
    case ir::Op::fma:
      return b_.emit(Opcode::fma, type, {a, b, c});
    case ir::Op::mix: {
      const Id rest = b_.emit(Opcode::sub, type, {one(type), c});
      return b_.emit(Opcode::add, type, {b_.emit(Opcode::mul, type, {a, rest}), b_.emit(Opcode::mul, type, {b, c})});
    }
    case ir::Op::smoothstep: {
      const Id low = through_f32(type, a);
      const Id high = through_f32(type, b);
      const Id ratio = b_.emit(Opcode::div, Type::f32, {sub(through_f32(type, c), low), sub(high, low)});
      const Id t = b_.convert(Type::f32, Type::f32, Rounding::sat, ratio);
      return from_f32(type, mul(mul(t, t), sub(number(3), mul(number(2), t))));
    }
    default:
      support::internal_error("PTX has no such operation of three operands");
  }
}

Id Lowering::shift(ir::Op op, Type type, Id a, Id amount) {
  const Id limited = b_.emit(Opcode::bit_and, Type::b32, {amount, b_.u32(31)});
  return b_.emit(op == ir::Op::shift_left ? Opcode::shl : Opcode::shr, type, {a, limited});
}

/// A divisor for which the quotient is what WGSL says: x / 0 = x, MIN / −1 = MIN.
Id Lowering::safe_divisor(Type type, Id a, Id b) {
  Id is_bad = b_.compare(Comparison::eq, Type::u32, b, b_.u32(0));
  if (type == Type::s32) {
    const Id overflows = b_.emit(Opcode::bit_and, Type::pred,
                                 {b_.compare(Comparison::eq, Type::u32, b, b_.u32(0xffffffffU)),
                                  b_.compare(Comparison::eq, Type::u32, a, b_.u32(0x80000000U))});
    is_bad = b_.emit(Opcode::bit_or, Type::pred, {is_bad, overflows});
  }
  return b_.select(is_bad, b_.u32(1), b);
}

Id Lowering::divide(Type type, Id a, Id b) {
  if (type == Type::f32) return b_.emit(Opcode::div, type, {a, b});
  if (type == Type::f16) {
    return from_f32(type, b_.emit(Opcode::div, Type::f32, {through_f32(type, a), through_f32(type, b)}));
  }
  if (type == Type::s32 && b_.is_constant(b, 0xffffffffU)) return b_.emit(Opcode::neg, type, {a});
  return b_.emit(Opcode::div, type, {a, safe_divisor(type, a, b)});
}

Id Lowering::remainder(Type type, Id a, Id b) {
  if (is_float(type)) {
    const Id x = through_f32(type, a);
    const Id y = through_f32(type, b);
    const Id quotient = b_.convert(Type::f32, Type::f32, Rounding::rzi, b_.emit(Opcode::div, Type::f32, {x, y}));
    return from_f32(type, fused(b_.emit(Opcode::neg, Type::f32, {quotient}), y, x));
  }
  if (type == Type::u32 && b_.is_constant(b) && std::has_single_bit(b_.bits(b)))
    return b_.emit(Opcode::bit_and, Type::b32, {a, b_.u32(static_cast<std::uint32_t>(b_.bits(b) - 1))});
  if (type == Type::s32 && b_.is_constant(b, 0xffffffffU)) return b_.u32(0);
  const Id divisor = safe_divisor(type, a, b);
  const Id quotient = b_.emit(Opcode::div, type, {a, divisor});
  return b_.emit(Opcode::sub, type, {a, b_.emit(Opcode::mul, type, {quotient, divisor})});
}

Id Lowering::sum_of_products(Type type, std::span<const Id> a, std::span<const Id> b) {
  Id sum = b_.emit(Opcode::mul, type, {a[0], b[0]});
  for (std::size_t i = 1; i < a.size(); ++i) {
    if (is_float(type) && !program_.strict_floats) {
      sum = b_.emit(Opcode::fma, type, {a[i], b[i], sum});
    } else {
      sum = b_.emit(Opcode::add, type, {sum, b_.emit(Opcode::mul, type, {a[i], b[i]})});
    }
  }
  return sum;
}

std::vector<Id> Lowering::matrix_product(ir::ValueId id) {
  const ir::Value& value = (*instance_->pool)[id];
  const auto operands = instance_->pool->operands(id);
  const std::vector<Id> left = operand_list(operands[0]);
  const std::vector<Id> right = operand_list(operands[1]);
  const Type type = shapes_.scalar(value.type);
  const ir::TypeId left_type = type_of(operands[0]);
  const ir::TypeId right_type = type_of(operands[1]);
  const auto rows_of = [&](ir::TypeId matrix) { return module_.types[module_.types[matrix].element].length; };
  std::vector<Id> result;
  if (value.op == ir::Op::vector_times_matrix) {
    const std::size_t rows = left.size();
    for (std::size_t column = 0; column * rows < right.size(); ++column)
      result.push_back(sum_of_products(type, left, std::span<const Id>(right).subspan(column * rows, rows)));
    return result;
  }
  const std::size_t rows = rows_of(left_type);
  const std::size_t inner = module_.types[left_type].length;
  const std::size_t columns = value.op == ir::Op::matrix_times_matrix ? module_.types[right_type].length : 1;
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row_index = 0; row_index < rows; ++row_index) {
      std::vector<Id> row_values;
      for (std::size_t k = 0; k < inner; ++k) row_values.push_back(left[k * rows + row_index]);
      result.push_back(sum_of_products(type, row_values, std::span<const Id>(right).subspan(column * inner, inner)));
    }
  }
  return result;
}

Id Lowering::half_of(Id word, unsigned index) {
  const Id low = index == 0 ? word : b_.emit(Opcode::shr, Type::u32, {word, b_.u32(16)});
  return b_.convert(Type::b16, Type::u32, Rounding::none, low);
}

std::vector<Id> Lowering::geometry(ir::ValueId id) {
  const ir::Value& value = (*instance_->pool)[id];
  const auto operands = instance_->pool->operands(id);
  const std::vector<Id> a = operand_list(operands[0]);
  const std::vector<Id> b = operands.size() > 1 ? operand_list(operands[1]) : std::vector<Id>{};
  const Type type = shapes_.scalar(type_of(operands[0]));
  const auto widened = [&](const std::vector<Id>& list) {
    std::vector<Id> wide;
    wide.reserve(list.size());
    for (const Id part : list) wide.push_back(through_f32(type, part));
    return wide;
  };
  std::vector<Id> result;
  switch (value.op) {
    case ir::Op::dot:
      return {sum_of_products(type, a, b)};
    case ir::Op::length:
    case ir::Op::distance: {
      std::vector<Id> between = widened(a);
      const std::vector<Id> to = widened(b);
      for (std::size_t i = 0; i < to.size(); ++i) between[i] = sub(between[i], to[i]);
      const Id square = sum_of_products(Type::f32, between, between);
      return {from_f32(type, b_.emit(Opcode::sqrt, Type::f32, {square}))};
    }
    case ir::Op::normalize: {
      const std::vector<Id> wide = widened(a);
      const Id factor = b_.emit(Opcode::rsqrt, Type::f32, {sum_of_products(Type::f32, wide, wide)});
      for (const Id part : wide) result.push_back(from_f32(type, mul(part, factor)));
      return result;
    }
    case ir::Op::reflect: {
      const Id product = sum_of_products(type, b, a);
      const Id twice = b_.emit(Opcode::add, type, {product, product});
      for (std::size_t i = 0; i < a.size(); ++i)
        result.push_back(b_.emit(Opcode::sub, type, {a[i], b_.emit(Opcode::mul, type, {twice, b[i]})}));
      return result;
    }
    case ir::Op::cross:
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const std::size_t k = (i + 2) % 3;
        result.push_back(b_.emit(Opcode::sub, type,
                                 {b_.emit(Opcode::mul, type, {a[j], b[k]}), b_.emit(Opcode::mul, type, {a[k], b[j]})}));
      }
      return result;
    case ir::Op::unpack_half2:
      for (unsigned i = 0; i < 2; ++i)
        result.push_back(b_.convert(Type::f32, Type::f16, Rounding::none, half_of(a[0], i)));
      return result;
    case ir::Op::pack_half2: {
      const Id low = b_.convert(Type::f16, Type::f32, Rounding::rn, a[0]);
      const Id high = b_.convert(Type::f16, Type::f32, Rounding::rn, a[1]);
      return {b_.emit(Opcode::pack, Type::b32, {low, high})};
    }
    default: {
      const Opcode joining = value.op == ir::Op::all ? Opcode::bit_and : Opcode::bit_or;
      Id joined = a[0];
      for (std::size_t i = 1; i < a.size(); ++i) joined = b_.emit(joining, Type::pred, {joined, a[i]});
      return {joined};
    }
  }
}

// Conversions.

Id Lowering::convert(Type to, Type from, Id value) {
  if (from == Type::b64 || from == Type::f64) return abstract_conversion(to, from, value);
  if (to == from) return value;
  if (from == Type::pred) return b_.select(value, one(to), b_.constant(to, 0));
  if (to == Type::pred) {
    return b_.compare(is_float(from) ? Comparison::neu : Comparison::ne, from, value, b_.constant(from, 0));
  }
  if (is_float(from) && !is_float(to)) return float_to_integer(to, from, value);
  if (!is_float(from) && !is_float(to)) return value;
  return b_.convert(to, from, is_float(from) && to == Type::f32 ? Rounding::none : Rounding::rn, value);
}

/// The instruction brings NaN to 0 and the rest into the integer's range; then what the float type cannot hold there
/// is cut off (spec 2.5).
Id Lowering::float_to_integer(Type to, Type from, Id value) {
  const Id whole = b_.convert(to, from, Rounding::rzi, value);
  if (from == Type::f16) {
    const Id below = minimum(to, whole, b_.u32(65504));
    return to == Type::u32 ? below : maximum(to, below, b_.u32(static_cast<std::uint32_t>(-65504)));
  }
  return minimum(to, whole, b_.u32(to == Type::s32 ? 2147483520U : 4294967040U));
}

Id Lowering::abstract_conversion(Type to, Type from, Id value) {
  support::invariant(b_.is_constant(value), "a bare literal that is not constant");
  const std::uint64_t bits = b_.bits(value);
  if (to == from) return value;
  if (to == Type::pred) return b_.predicate(bits != 0);
  if (!is_float(to)) {
    const auto whole =
        from == Type::b64 ? bits : static_cast<std::uint64_t>(static_cast<std::int64_t>(std::bit_cast<double>(bits)));
    return b_.constant(to, whole);
  }
  const double wide =
      from == Type::b64 ? static_cast<double>(static_cast<std::int64_t>(bits)) : std::bit_cast<double>(bits);
  if (to == Type::f64) return b_.constant(to, std::bit_cast<std::uint64_t>(wide));
  const auto narrow = static_cast<float>(wide);
  return to == Type::f32 ? number(narrow) : b_.constant(Type::f16, half_from_float(narrow));
}

/// Arithmetic of bare literals, which are constants.
// One case per operation: a table in the form of a switch.
// NOLINTNEXTLINE(readability-function-size)
Id Lowering::abstract_operation(ir::Op op, Type type, Id a, Id b) {
  support::invariant(b_.is_constant(a) && (b == no_id || b_.is_constant(b)), "a bare literal that is not constant");
  if (type == Type::b64) {
    const auto x = b_.bits(a);
    const auto y = b == no_id ? 0 : b_.bits(b);
    const auto sx = static_cast<std::int64_t>(x);
    const auto sy = static_cast<std::int64_t>(y);
    const auto made = [&](std::uint64_t bits) { return b_.constant(type, bits); };
    switch (op) {
      case ir::Op::negate:
        return made(0 - x);
      case ir::Op::add:
        return made(x + y);
      case ir::Op::subtract:
        return made(x - y);
      case ir::Op::multiply:
        return made(x * y);
      case ir::Op::divide:
        return made(sy == 0 || sy == -1 ? 0 - (sy == 0 ? 0 - x : x) : static_cast<std::uint64_t>(sx / sy));
      case ir::Op::remainder:
        return made(sy == 0 || sy == -1 ? 0 : static_cast<std::uint64_t>(sx % sy));
      case ir::Op::abs:
        return made(sx < 0 ? 0 - x : x);
      case ir::Op::max:
        return sx > sy ? a : b;
      case ir::Op::min:
        return sx < sy ? a : b;
      case ir::Op::less:
        return b_.predicate(sx < sy);
      case ir::Op::greater:
        return b_.predicate(sx > sy);
      case ir::Op::less_equal:
        return b_.predicate(sx <= sy);
      case ir::Op::greater_equal:
        return b_.predicate(sx >= sy);
      case ir::Op::equal:
        return b_.predicate(sx == sy);
      case ir::Op::not_equal:
        return b_.predicate(sx != sy);
      default:
        support::internal_error("an operation that bare integers do not have");
    }
  }
  const auto x = std::bit_cast<double>(b_.bits(a));
  const double y = b == no_id ? 0 : std::bit_cast<double>(b_.bits(b));
  const auto made = [&](double result) { return b_.constant(type, std::bit_cast<std::uint64_t>(result)); };
  switch (op) {
    case ir::Op::negate:
      return made(-x);
    case ir::Op::add:
      return made(x + y);
    case ir::Op::subtract:
      return made(x - y);
    case ir::Op::multiply:
      return made(x * y);
    case ir::Op::divide:
      return made(x / y);
    case ir::Op::abs:
      return made(std::fabs(x));
    case ir::Op::max:
      return x > y ? a : b;
    case ir::Op::min:
      return x < y ? a : b;
    case ir::Op::less:
      return b_.predicate(x < y);
    case ir::Op::greater:
      return b_.predicate(x > y);
    case ir::Op::less_equal:
      return b_.predicate(x <= y);
    case ir::Op::greater_equal:
      return b_.predicate(x >= y);
    case ir::Op::equal:
      return b_.predicate(x == y);
    case ir::Op::not_equal:
      return b_.predicate(x != y);
    case ir::Op::floor:
      return made(std::floor(x));
    case ir::Op::ceil:
      return made(std::ceil(x));
    case ir::Op::trunc:
      return made(std::trunc(x));
    case ir::Op::sqrt:
      return made(std::sqrt(x));
    default:
      support::internal_error("an operation that bare decimals do not have");
  }
}

std::vector<Id> Lowering::bitcast(ir::ValueId id) {
  const ir::Value& value = (*instance_->pool)[id];
  const ir::ValueId operand_id = instance_->pool->operands(id)[0];
  std::vector<Id> components = operand_list(operand_id);
  const Class from = class_of(shapes_.scalar(type_of(operand_id)));
  const Class to = class_of(shapes_.scalar(value.type));
  if (from == to) return components;
  std::vector<Id> result;
  if (from == Class::half) {
    for (std::size_t i = 0; i + 1 < components.size(); i += 2)
      result.push_back(b_.emit(Opcode::pack, Type::b32, {components[i], components[i + 1]}));
    return result;
  }
  for (const Id word : components) {
    for (unsigned i = 0; i < 2; ++i) result.push_back(half_of(word, i));
  }
  return result;
}

}  // namespace yyshader::backend::ptx
