#include "ptx_machine/soft_float.hpp"

#include <algorithm>
#include <bit>

namespace yyshader::ptx_machine {
namespace {

__extension__ using Wide = unsigned __int128;

/// (−1 if negative)·significand·2^exponent; a number that is neither NaN nor infinite.
struct Number {
  bool negative = false;
  int exponent = 0;
  Wide significand = 0;
};

int bit_length(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64U);
  const auto low = static_cast<std::uint64_t>(value);
  return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(low);
}

int bias(const Format& format) { return (1 << (format.exponent_bits - 1)) - 1; }
/// The exponent of a subnormal's last place.
int least_exponent(const Format& format) { return 1 - bias(format) - static_cast<int>(format.fraction_bits); }

Number unpack(const Format& format, std::uint64_t value) {
  const std::uint64_t magnitude = format.magnitude(value);
  const std::uint64_t fraction = magnitude & ((1ULL << format.fraction_bits) - 1);
  const int exponent = static_cast<int>(magnitude >> format.fraction_bits);
  Number number;
  number.negative = format.is_negative(value);
  number.significand = exponent == 0 ? fraction : fraction | (1ULL << format.fraction_bits);
  number.exponent = least_exponent(format) + std::max(exponent, 1) - 1;
  return number;
}

/// Shifts right; a bit that falls out stays as the lowest bit (sticky).
Wide shift_right_sticky(Wide value, int amount) {
  if (amount <= 0) return value;
  if (amount >= 128) return value != 0 ? 1 : 0;
  const Wide rest = value & ((Wide{1} << static_cast<unsigned>(amount)) - 1);
  return (value >> static_cast<unsigned>(amount)) | (rest != 0 ? 1U : 0U);
}

bool rounds_away(Rounding rounding, bool negative, bool is_odd, bool half, bool below_half) {
  switch (rounding) {
    case Rounding::nearest_even:
      return half && (below_half || is_odd);
    case Rounding::zero:
      return false;
    case Rounding::down:
      return negative && (half || below_half);
    case Rounding::up:
      return !negative && (half || below_half);
  }
  return false;
}

/// The significand shifted right by `amount` and rounded.
Wide shift_rounded(const Number& number, int amount, Rounding rounding) {
  // One bit for the half, one for everything below it.
  const Wide kept = amount >= 2 ? shift_right_sticky(number.significand, amount - 2)
                                : number.significand << static_cast<unsigned>(2 - amount);
  const Wide whole = kept >> 2U;
  return whole +
         (rounds_away(rounding, number.negative, (whole & 1U) != 0, (kept & 2U) != 0, (kept & 1U) != 0) ? 1 : 0);
}

std::uint64_t overflow(const Format& format, Rounding rounding, bool negative) {
  const bool to_infinity = rounding == Rounding::nearest_even || (rounding == Rounding::down && negative) ||
                           (rounding == Rounding::up && !negative);
  return (to_infinity ? format.infinity() : format.infinity() - 1) | (negative ? format.sign_bit() : 0);
}

std::uint64_t pack(const Format& format, Rounding rounding, const Number& number) {
  const std::uint64_t sign = number.negative ? format.sign_bit() : 0;
  if (number.significand == 0) return sign;
  const int precision = static_cast<int>(format.fraction_bits) + 1;
  const int last_place = std::max(number.exponent + bit_length(number.significand) - precision, least_exponent(format));
  const int amount = last_place - number.exponent;
  auto significand = static_cast<std::uint64_t>(amount > 0 ? shift_rounded(number, amount, rounding)
                                                           : number.significand << static_cast<unsigned>(-amount));
  // A carry out of the significand moves into the exponent by itself.
  const int field = last_place - least_exponent(format);
  if (field >= 1 << format.exponent_bits) return overflow(format, rounding, number.negative);
  if (field > 0 || significand >> format.fraction_bits != 0) {
    significand += static_cast<std::uint64_t>(field) << format.fraction_bits;
  }
  if (significand >= format.infinity()) return overflow(format, rounding, number.negative);
  return sign | significand;
}

/// Moves the significand up so that its highest bit is bit 125.
void align_top(Number& number) {
  const int amount = 126 - bit_length(number.significand);
  number.significand <<= static_cast<unsigned>(amount);
  number.exponent -= amount;
}

/// The sum; what is cut off leaves a sticky bit, which is safe because a sum that cancels more than one bit cuts
/// nothing off.
Number sum(Number a, Number b, Rounding rounding) {
  if (a.significand == 0 && b.significand == 0) {
    const bool negative = a.negative == b.negative ? a.negative : rounding == Rounding::down;
    return {negative, 0, 0};
  }
  if (a.significand == 0) return b;
  if (b.significand == 0) return a;
  align_top(a);
  align_top(b);
  if (a.exponent < b.exponent) std::swap(a, b);
  b.significand = shift_right_sticky(b.significand, a.exponent - b.exponent);
  if (a.negative == b.negative) {
    a.significand += b.significand;
    return a;
  }
  if (a.significand == b.significand) return {rounding == Rounding::down, 0, 0};
  if (a.significand > b.significand) {
    a.significand -= b.significand;
    return a;
  }
  b.significand -= a.significand;
  b.exponent = a.exponent;
  return b;
}

Number product(const Number& a, const Number& b) {
  return {a.negative != b.negative, a.exponent + b.exponent, a.significand * b.significand};
}

}  // namespace

std::uint64_t soft_add(const Format& format, Rounding rounding, std::uint64_t a, std::uint64_t b) {
  if (format.is_nan(a) || format.is_nan(b)) return format.canonical_nan();
  if (format.is_infinite(a)) return format.is_infinite(b) && a != b ? format.canonical_nan() : a;
  if (format.is_infinite(b)) return b;
  return pack(format, rounding, sum(unpack(format, a), unpack(format, b), rounding));
}

std::uint64_t soft_subtract(const Format& format, Rounding rounding, std::uint64_t a, std::uint64_t b) {
  return soft_add(format, rounding, a, b ^ format.sign_bit());
}

std::uint64_t soft_multiply(const Format& format, Rounding rounding, std::uint64_t a, std::uint64_t b) {
  if (format.is_nan(a) || format.is_nan(b)) return format.canonical_nan();
  if (format.is_infinite(a) || format.is_infinite(b)) {
    if (format.magnitude(a) == 0 || format.magnitude(b) == 0) return format.canonical_nan();
    return format.infinity() | ((a ^ b) & format.sign_bit());
  }
  return pack(format, rounding, product(unpack(format, a), unpack(format, b)));
}

std::uint64_t soft_fused(const Format& format, Rounding rounding, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  if (format.is_nan(a) || format.is_nan(b) || format.is_nan(c)) return format.canonical_nan();
  if (format.is_infinite(a) || format.is_infinite(b)) {
    return soft_add(format, rounding, soft_multiply(format, rounding, a, b), c);
  }
  if (format.is_infinite(c)) return c;
  return pack(format, rounding, sum(product(unpack(format, a), unpack(format, b)), unpack(format, c), rounding));
}

std::uint64_t soft_divide(const Format& format, Rounding rounding, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sign = (a ^ b) & format.sign_bit();
  if (format.is_nan(a) || format.is_nan(b)) return format.canonical_nan();
  if (format.is_infinite(a)) return format.is_infinite(b) ? format.canonical_nan() : format.infinity() | sign;
  if (format.is_infinite(b)) return sign;
  if (format.magnitude(b) == 0) return format.magnitude(a) == 0 ? format.canonical_nan() : format.infinity() | sign;
  Number dividend = unpack(format, a);
  const Number divisor = unpack(format, b);
  if (dividend.significand == 0) return sign;
  align_top(dividend);  // so that the quotient has at least 126 − 53 bits
  const Wide quotient = dividend.significand / divisor.significand;
  const bool is_exact = quotient * divisor.significand == dividend.significand;
  // One more bit, so that the sticky bit lies below every bit of the quotient.
  const Number result{sign != 0, dividend.exponent - divisor.exponent - 1, (quotient << 1U) | (is_exact ? 0U : 1U)};
  return pack(format, rounding, result);
}

std::uint64_t soft_root(const Format& format, Rounding rounding, std::uint64_t a) {
  if (format.is_nan(a) || format.magnitude(a) == 0) return format.is_nan(a) ? format.canonical_nan() : a;
  if (format.is_negative(a)) return format.canonical_nan();
  if (format.is_infinite(a)) return a;
  Number number = unpack(format, a);
  align_top(number);
  if (number.exponent % 2 != 0) {
    number.significand <<= 1U;
    number.exponent -= 1;
  }
  Wide root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const Wide trial = root | (Wide{1} << static_cast<unsigned>(bit));
    if (trial * trial <= number.significand) root = trial;
  }
  const bool is_exact = root * root == number.significand;
  return pack(format, rounding, {false, number.exponent / 2 - 1, (root << 1U) | (is_exact ? 0U : 1U)});
}

std::uint64_t soft_convert(const Format& from, const Format& to, Rounding rounding, std::uint64_t value) {
  if (from.is_nan(value)) return to.canonical_nan();
  if (from.is_infinite(value)) return to.infinity() | (from.is_negative(value) ? to.sign_bit() : 0);
  return pack(to, rounding, unpack(from, value));
}

std::uint64_t soft_from_integer(const Format& to, Rounding rounding, bool negative, std::uint64_t magnitude) {
  return pack(to, rounding, {negative && magnitude != 0, 0, magnitude});
}

RoundedInteger soft_to_integer(const Format& from, Rounding rounding, std::uint64_t value) {
  RoundedInteger result;
  result.negative = from.is_negative(value);
  if (from.is_infinite(value)) {
    result.too_large = true;
    return result;
  }
  const Number number = unpack(from, value);
  if (number.significand == 0) return result;
  if (number.exponent + bit_length(number.significand) > 64) {
    result.too_large = true;
    return result;
  }
  const Wide whole = number.exponent >= 0 ? number.significand << static_cast<unsigned>(number.exponent)
                                          : shift_rounded(number, -number.exponent, rounding);
  result.too_large = (whole >> 64U) != 0;
  result.magnitude = static_cast<std::uint64_t>(whole);
  return result;
}

std::uint64_t soft_round_integral(const Format& format, Rounding rounding, std::uint64_t value) {
  if (format.is_nan(value)) return format.canonical_nan();
  const Number number = format.is_infinite(value) ? Number{} : unpack(format, value);
  if (number.exponent >= 0 || number.significand == 0) return value;
  const Wide whole = shift_rounded(number, -number.exponent, rounding);
  return pack(format, rounding, {number.negative, 0, whole});
}

double soft_to_double(const Format& from, std::uint64_t value) {
  return std::bit_cast<double>(soft_convert(from, double_format, Rounding::nearest_even, value));
}

std::uint64_t soft_from_double(const Format& to, Rounding rounding, double value) {
  return soft_convert(double_format, to, rounding, std::bit_cast<std::uint64_t>(value));
}

}  // namespace yyshader::ptx_machine
