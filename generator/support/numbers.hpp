#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>

namespace yyshader::support {

// Numbers to text. Nothing here looks at the process's locale: the same value gives the same bytes everywhere
// (spec 4.1).

/// Appends `value` in decimal.
void append_decimal(std::string& out, std::uint64_t value);
void append_decimal(std::string& out, std::int64_t value);

/// `value` in decimal, of any integer type.
template <std::integral Integer>
std::string to_decimal(Integer value) {
  std::string text;
  if constexpr (std::signed_integral<Integer>) {
    append_decimal(text, static_cast<std::int64_t>(value));
  } else {
    append_decimal(text, static_cast<std::uint64_t>(value));
  }
  return text;
}

enum class HexCase : std::uint8_t { lower, upper };

/// `value` in hexadecimal without a prefix, padded with zeros to at least `digits` digits.
std::string to_hex(std::uint64_t value, std::size_t digits = 1, HexCase hex_case = HexCase::lower);

/// The shortest decimal text that reads back as exactly `value`. It always shows that it is no integer: a point or an
/// exponent is present (`1.0`, `0.1`, `1e-7`, `3.5e20`). Values from 1e-5 up to, not including, 1e16 are written
/// without an exponent. Infinities and NaN give `inf`, `-inf`, `nan`, which no target accepts: callers deal with them
/// before.
std::string to_shortest(float value);
std::string to_shortest(double value);

/// The IEEE 754 bits of `value` in hexadecimal: 8 digits for float (`3f800000` is 1), 16 for double.
std::string to_hex_bits(float value, HexCase hex_case = HexCase::lower);
std::string to_hex_bits(double value, HexCase hex_case = HexCase::lower);

}  // namespace yyshader::support
