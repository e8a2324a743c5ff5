// Exact IEEE 754 arithmetic on bit patterns, rounded once, in every rounding mode and format that PTX has.
//
// Every operation forms its exact result (or one with a sticky bit that stands for what was cut off far below the last
// place) and rounds it once, so that no result depends on the host's rounding mode, contraction or double rounding.
#pragma once

#include <cstdint>

namespace yyshader::ptx_machine {

enum class Rounding : std::uint8_t { nearest_even, zero, down, up };

/// A binary format: the bits of its significand's fraction and of its exponent.
struct Format {
  unsigned fraction_bits;
  unsigned exponent_bits;

  constexpr unsigned bits() const { return 1 + exponent_bits + fraction_bits; }
  constexpr std::uint64_t sign_bit() const { return 1ULL << (bits() - 1); }
  constexpr std::uint64_t infinity() const { return ((1ULL << exponent_bits) - 1) << fraction_bits; }
  constexpr std::uint64_t magnitude(std::uint64_t value) const { return value & (sign_bit() - 1); }
  constexpr bool is_nan(std::uint64_t value) const { return magnitude(value) > infinity(); }
  constexpr bool is_infinite(std::uint64_t value) const { return magnitude(value) == infinity(); }
  constexpr bool is_negative(std::uint64_t value) const { return (value & sign_bit()) != 0; }
  constexpr bool is_subnormal(std::uint64_t value) const {
    return magnitude(value) != 0 && magnitude(value) < (1ULL << fraction_bits);
  }
  /// What instructions give for "not a number": all bits but the sign for f16 and f32 (the manual's canonical NaN); for
  /// f64, of which the manual says nothing, the quiet one without payload.
  constexpr std::uint64_t canonical_nan() const { return exponent_bits == 11 ? 0x7ff8000000000000ULL : sign_bit() - 1; }
  constexpr std::uint64_t one() const { return ((1ULL << (exponent_bits - 1)) - 1) << fraction_bits; }
  /// `.ftz`: a zero of the same sign for a subnormal.
  constexpr std::uint64_t flush(std::uint64_t value) const { return is_subnormal(value) ? value & sign_bit() : value; }
  /// `.sat`: into [0, 1], NaN to +0.
  constexpr std::uint64_t saturate(std::uint64_t value) const {
    if (is_nan(value) || is_negative(value)) return 0;
    return value > one() ? one() : value;
  }
};

inline constexpr Format half_format{10, 5};
inline constexpr Format single_format{23, 8};
inline constexpr Format double_format{52, 11};

std::uint64_t soft_add(const Format& format, Rounding rounding, std::uint64_t a, std::uint64_t b);
std::uint64_t soft_subtract(const Format& format, Rounding rounding, std::uint64_t a, std::uint64_t b);
std::uint64_t soft_multiply(const Format& format, Rounding rounding, std::uint64_t a, std::uint64_t b);
/// a·b + c, rounded once.
std::uint64_t soft_fused(const Format& format, Rounding rounding, std::uint64_t a, std::uint64_t b, std::uint64_t c);
std::uint64_t soft_divide(const Format& format, Rounding rounding, std::uint64_t a, std::uint64_t b);
std::uint64_t soft_root(const Format& format, Rounding rounding, std::uint64_t a);

/// From one format to another.
std::uint64_t soft_convert(const Format& from, const Format& to, Rounding rounding, std::uint64_t value);
/// The integer (−1 if `negative`)·magnitude as a floating-point number.
std::uint64_t soft_from_integer(const Format& to, Rounding rounding, bool negative, std::uint64_t magnitude);
/// To an integral value of the same format, keeping the sign of a zero.
std::uint64_t soft_round_integral(const Format& format, Rounding rounding, std::uint64_t value);

/// A number rounded to an integer: its magnitude, at most 2^64 − 1, and whether it was larger than that.
struct RoundedInteger {
  bool negative = false;
  bool too_large = false;
  std::uint64_t magnitude = 0;
};
/// `value` is no NaN.
RoundedInteger soft_to_integer(const Format& from, Rounding rounding, std::uint64_t value);

/// Between a double and a format's bits, where every value of the format is a double.
double soft_to_double(const Format& from, std::uint64_t value);
std::uint64_t soft_from_double(const Format& to, Rounding rounding, double value);

}  // namespace yyshader::ptx_machine
