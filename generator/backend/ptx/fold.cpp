#include "backend/ptx/fold.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace yyshader::backend::ptx {

namespace {

using Bits = std::uint64_t;
using Result = std::optional<Bits>;

std::int32_t as_signed(Bits bits) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)); }
std::uint32_t as_unsigned(Bits bits) { return static_cast<std::uint32_t>(bits); }
float as_float(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
Bits word(std::uint32_t value) { return value; }
Bits word(std::int32_t value) { return static_cast<std::uint32_t>(value); }

Result from_float(float value) {
  if (std::isnan(value)) return {};
  return std::bit_cast<std::uint32_t>(value);
}

Result from_half(float value) {
  if (std::isnan(value)) return {};
  return half_from_float(value);
}

Result fold_float(Opcode opcode, float a, float b, float c) {
  switch (opcode) {
    case Opcode::add:
      return from_float(a + b);
    case Opcode::sub:
      return from_float(a - b);
    case Opcode::mul:
      return from_float(a * b);
    case Opcode::div:
      return from_float(a / b);
    case Opcode::fma:
      return from_float(std::fma(a, b, c));
    case Opcode::neg:
      return from_float(-a);
    case Opcode::abs:
      return from_float(std::fabs(a));
    case Opcode::sqrt:
      return from_float(std::sqrt(a));
    case Opcode::min:
      if (std::isnan(a) || std::isnan(b) || a == b) return {};
      return from_float(a < b ? a : b);
    case Opcode::max:
      if (std::isnan(a) || std::isnan(b) || a == b) return {};
      return from_float(a > b ? a : b);
    default:
      return {};
  }
}

/// Sums and products of halves are exact in double, so that one rounding to half is the right one.
Result fold_half(Opcode opcode, float a, float b) {
  switch (opcode) {
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::neg:
    case Opcode::abs:
    case Opcode::min:
    case Opcode::max: {
      const Result wide = fold_float(opcode, a, b, 0);
      // Products of halves are exact in f32; sums are exact or so far from a tie that rounding twice does no harm.
      return wide ? from_half(as_float(*wide)) : wide;
    }
    default:
      return {};
  }
}

Result fold_signed(Opcode opcode, Bits x, Bits y) {
  const std::int32_t a = as_signed(x);
  const std::int32_t b = as_signed(y);
  switch (opcode) {
    case Opcode::div:
      if (b == 0 || (b == -1 && a == std::numeric_limits<std::int32_t>::min())) return {};
      return word(a / b);
    case Opcode::neg:
      return word(0U - as_unsigned(x));
    case Opcode::abs:
      return word(a < 0 ? 0U - as_unsigned(x) : as_unsigned(x));
    case Opcode::min:
      return word(a < b ? a : b);
    case Opcode::max:
      return word(a > b ? a : b);
    case Opcode::shr:
      return word(static_cast<std::int32_t>(a >> (as_unsigned(y) > 31 ? 31 : as_unsigned(y))));
    default:
      return {};
  }
}

Result fold_unsigned(Opcode opcode, Bits x, Bits y, Bits z) {
  const std::uint32_t a = as_unsigned(x);
  const std::uint32_t b = as_unsigned(y);
  switch (opcode) {
    case Opcode::add:
      return word(a + b);
    case Opcode::sub:
      return word(a - b);
    case Opcode::mul:
      return word(a * b);
    case Opcode::mad:
      return word(a * b + as_unsigned(z));
    case Opcode::div:
      if (b == 0) return {};
      return word(a / b);
    case Opcode::min:
      return word(a < b ? a : b);
    case Opcode::max:
      return word(a > b ? a : b);
    case Opcode::bit_and:
      return word(a & b);
    case Opcode::bit_or:
      return word(a | b);
    case Opcode::bit_xor:
      return word(a ^ b);
    case Opcode::bit_not:
      return word(~a);
    case Opcode::shl:
      return word(b > 31 ? 0U : a << b);
    case Opcode::shr:
      return word(b > 31 ? 0U : a >> b);
    default:
      return {};
  }
}

Result fold_wide(Opcode opcode, Bits a, Bits b) {
  switch (opcode) {
    case Opcode::add:
      return a + b;
    case Opcode::sub:
      return a - b;
    case Opcode::mul:
      return a * b;
    default:
      return {};
  }
}

Result fold_predicate(Opcode opcode, Bits a, Bits b) {
  switch (opcode) {
    case Opcode::bit_and:
      return a & b;
    case Opcode::bit_or:
      return a | b;
    case Opcode::bit_xor:
      return a ^ b;
    case Opcode::bit_not:
      return a ^ 1U;
    default:
      return {};
  }
}

template <typename Number>
bool compare(Comparison comparison, Number a, Number b, bool unordered) {
  switch (comparison) {
    case Comparison::eq:
      return !unordered && a == b;
    case Comparison::ne:
      return !unordered && a != b;
    case Comparison::lt:
      return !unordered && a < b;
    case Comparison::le:
      return !unordered && a <= b;
    case Comparison::gt:
      return !unordered && a > b;
    case Comparison::ge:
      return !unordered && a >= b;
    case Comparison::equ:
      return unordered || a == b;
    case Comparison::neu:
      return unordered || a != b;
    case Comparison::ltu:
      return unordered || a < b;
    case Comparison::leu:
      return unordered || a <= b;
    case Comparison::gtu:
      return unordered || a > b;
    case Comparison::geu:
      return unordered || a >= b;
  }
  return false;
}

Result fold_comparison(Comparison comparison, Type from, Bits a, Bits b) {
  switch (from) {
    case Type::s32:
      return compare(comparison, as_signed(a), as_signed(b), false) ? 1U : 0U;
    case Type::u32:
    case Type::b32:
      return compare(comparison, as_unsigned(a), as_unsigned(b), false) ? 1U : 0U;
    case Type::f32:
    case Type::f16: {
      const float x = from == Type::f32 ? as_float(a) : float_from_half(static_cast<std::uint16_t>(a));
      const float y = from == Type::f32 ? as_float(b) : float_from_half(static_cast<std::uint16_t>(b));
      return compare(comparison, x, y, std::isnan(x) || std::isnan(y)) ? 1U : 0U;
    }
    default:
      return {};
  }
}

Result float_from_integer(Type to, double value) {
  // Integers of 32 bits are exact in double; one rounding follows.
  if (to == Type::f32) return from_float(static_cast<float>(value));
  if (to != Type::f16) return {};
  const auto wide = static_cast<float>(value);
  if (static_cast<double>(wide) != value && std::fabs(value) < 65520) return {};
  return from_half(wide);
}

Result integer_from_float(Type to, float value, Rounding rounding) {
  if (rounding != Rounding::rzi) return {};
  if (std::isnan(value)) return 0U;
  const double low = to == Type::s32 ? -2147483648.0 : 0.0;
  const double high = to == Type::s32 ? 2147483647.0 : 4294967295.0;
  const double truncated = std::trunc(static_cast<double>(value));
  if (truncated <= low) return to == Type::s32 ? word(std::numeric_limits<std::int32_t>::min()) : word(0U);
  if (truncated >= high) return to == Type::s32 ? word(std::numeric_limits<std::int32_t>::max()) : word(~0U);
  return to == Type::s32 ? word(static_cast<std::int32_t>(truncated)) : word(static_cast<std::uint32_t>(truncated));
}

float round_to_even(float value) {
  const float floor = std::floor(value);
  const float rest = value - floor;
  float result = floor;
  if (rest > 0.5F || (rest == 0.5F && std::fmod(floor, 2.0F) != 0)) result = floor + 1;
  return std::copysign(result, value);
}

Result round_float(float value, Rounding rounding) {
  switch (rounding) {
    case Rounding::rmi:
      return from_float(std::floor(value));
    case Rounding::rpi:
      return from_float(std::ceil(value));
    case Rounding::rzi:
      return from_float(std::trunc(value));
    case Rounding::rni:
      return from_float(round_to_even(value));
    case Rounding::sat:
      if (std::isnan(value)) return Bits{0};
      return from_float(value <= 0 ? 0.0F : value > 1 ? 1.0F : value);
    case Rounding::none:
    case Rounding::rn:
      return {};
  }
  return {};
}

Result fold_conversion(const Operation& operation, Bits a) {
  const auto rounding = static_cast<Rounding>(operation.modifier);
  const Type to = operation.type;
  switch (operation.from) {
    case Type::f32:
      if (to == Type::f32) return round_float(as_float(a), rounding);
      if (to == Type::f16 && !std::isnan(as_float(a))) return half_from_float(as_float(a));
      if (to == Type::s32 || to == Type::u32) return integer_from_float(to, as_float(a), rounding);
      return {};
    case Type::f16: {
      const float value = float_from_half(static_cast<std::uint16_t>(a));
      if (to == Type::f32) return from_float(value);
      if (to == Type::s32 || to == Type::u32) return integer_from_float(to, value, rounding);
      return {};
    }
    case Type::s32:
      if (is_float(to)) return float_from_integer(to, as_signed(a));
      if (to == Type::b64) return static_cast<Bits>(static_cast<std::int64_t>(as_signed(a)));
      return {};
    case Type::u32:
      if (is_float(to)) return float_from_integer(to, as_unsigned(a));
      if (to == Type::b64) return a;
      if (to == Type::b16) return a & 0xffffU;
      return {};
    case Type::b16:
      if (to == Type::u32) return a & 0xffffU;
      return {};
    default:
      return {};
  }
}

}  // namespace

std::uint16_t half_from_float(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16U) & 0x8000U;
  const std::uint32_t rest = bits & 0x7fffffffU;
  if (rest > 0x7f800000U) return static_cast<std::uint16_t>(sign | 0x7fffU);
  if (rest >= 0x477ff000U) return static_cast<std::uint16_t>(sign | 0x7c00U);
  std::uint32_t mantissa = rest & 0x7fffffU;
  const std::uint32_t exponent = rest >> 23U;
  if (exponent < 102) return static_cast<std::uint16_t>(sign);
  std::uint32_t shift = 13;
  std::uint32_t base = 0;
  if (exponent < 113) {
    mantissa |= 0x800000U;
    shift = 126 - exponent;
  } else {
    base = (exponent - 112) << 10U;
  }
  const std::uint32_t kept = mantissa >> shift;
  const std::uint32_t lost = mantissa & ((1U << shift) - 1);
  const std::uint32_t half = 1U << (shift - 1);
  const std::uint32_t up = lost > half || (lost == half && (kept & 1U) != 0) ? 1 : 0;
  return static_cast<std::uint16_t>(sign | (base + kept + up));
}

float float_from_half(std::uint16_t bits) {
  const bool negative = (bits & 0x8000U) != 0;
  const std::uint32_t exponent = (bits >> 10U) & 31U;
  const std::uint32_t mantissa = bits & 0x3ffU;
  float value = 0;
  if (exponent == 31) {
    value = mantissa == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  } else if (exponent == 0) {
    value = std::ldexp(static_cast<float>(mantissa), -24);
  } else {
    value = std::ldexp(static_cast<float>(mantissa | 0x400U), static_cast<int>(exponent) - 25);
  }
  return negative ? -value : value;
}

Comparison exchanged(Comparison comparison) {
  switch (comparison) {
    case Comparison::lt:
      return Comparison::gt;
    case Comparison::le:
      return Comparison::ge;
    case Comparison::gt:
      return Comparison::lt;
    case Comparison::ge:
      return Comparison::le;
    case Comparison::ltu:
      return Comparison::gtu;
    case Comparison::leu:
      return Comparison::geu;
    case Comparison::gtu:
      return Comparison::ltu;
    case Comparison::geu:
      return Comparison::leu;
    default:
      return comparison;
  }
}

Comparison inverted(Comparison comparison, bool of_floats) {
  switch (comparison) {
    case Comparison::eq:
      return of_floats ? Comparison::neu : Comparison::ne;
    case Comparison::ne:
      return of_floats ? Comparison::equ : Comparison::eq;
    case Comparison::lt:
      return of_floats ? Comparison::geu : Comparison::ge;
    case Comparison::le:
      return of_floats ? Comparison::gtu : Comparison::gt;
    case Comparison::gt:
      return of_floats ? Comparison::leu : Comparison::le;
    case Comparison::ge:
      return of_floats ? Comparison::ltu : Comparison::lt;
    case Comparison::equ:
      return Comparison::ne;
    case Comparison::neu:
      return Comparison::eq;
    case Comparison::ltu:
      return Comparison::ge;
    case Comparison::leu:
      return Comparison::gt;
    case Comparison::gtu:
      return Comparison::le;
    case Comparison::geu:
      return Comparison::lt;
  }
  return comparison;
}

std::optional<std::uint64_t> fold(const Operation& operation, std::span<const std::uint64_t> operands) {
  const Bits a = operands.empty() ? 0 : operands[0];
  const Bits b = operands.size() > 1 ? operands[1] : 0;
  const Bits c = operands.size() > 2 ? operands[2] : 0;
  switch (operation.opcode) {
    case Opcode::setp:
      return fold_comparison(static_cast<Comparison>(operation.modifier), operation.from, a, b);
    case Opcode::cvt:
      return fold_conversion(operation, a);
    case Opcode::pack:
      return (a & 0xffffU) | (b & 0xffffU) << 16U;
    case Opcode::mul_wide:
      if (operation.from == Type::s32)
        return static_cast<Bits>(static_cast<std::int64_t>(as_signed(a)) * static_cast<std::int64_t>(as_signed(b)));
      return static_cast<Bits>(as_unsigned(a)) * as_unsigned(b);
    default:
      break;
  }
  switch (operation.type) {
    case Type::pred:
      return fold_predicate(operation.opcode, a, b);
    case Type::f32:
      return fold_float(operation.opcode, as_float(a), as_float(b), as_float(c));
    case Type::f16:
      return fold_half(operation.opcode, float_from_half(static_cast<std::uint16_t>(a)),
                       float_from_half(static_cast<std::uint16_t>(b)));
    case Type::s32:
      return fold_signed(operation.opcode, a, b);
    case Type::u32:
    case Type::b32:
      return fold_unsigned(operation.opcode, a, b, c);
    case Type::b64:
    case Type::u64:
      return fold_wide(operation.opcode, a, b);
    default:
      return {};
  }
}

}  // namespace yyshader::backend::ptx
