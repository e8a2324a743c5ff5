#include "support/numbers.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <string_view>

namespace yyshader::support {

namespace {

/// Large enough for any 64-bit integer in decimal and any shortest scientific double.
using Buffer = std::array<char, 64>;

template <typename Integer>
void append_integer(std::string& out, Integer value) {
  Buffer buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  out.append(buffer.data(), result.ptr);
}

/// The digits and the decimal exponent of a positive finite number: `d.ddd` times ten to `exponent`.
struct Digits {
  std::string digits;
  int exponent = 0;
};

template <typename Float>
Digits shortest_digits(Float value) {
  Buffer buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t e = text.find('e');
  Digits result;
  for (const char c : text.substr(0, e)) {
    if (c != '.') result.digits += c;
  }
  std::string_view exponent = text.substr(e + 1);
  if (exponent.front() == '+') exponent.remove_prefix(1);  // from_chars reads no plus sign
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
  return result;
}

std::string write_scientific(const Digits& number) {
  std::string text(1, number.digits.front());
  if (number.digits.size() > 1) {
    text += '.';
    text.append(number.digits, 1);
  }
  text += 'e';
  append_integer(text, number.exponent);
  return text;
}

std::string write_fixed(const Digits& number) {
  if (number.exponent < 0) {
    return "0." + std::string(static_cast<std::size_t>(-number.exponent - 1), '0') + number.digits;
  }
  const auto whole = static_cast<std::size_t>(number.exponent) + 1;
  if (number.digits.size() <= whole) {
    return number.digits + std::string(whole - number.digits.size(), '0') + ".0";
  }
  return number.digits.substr(0, whole) + '.' + number.digits.substr(whole);
}

template <typename Float>
std::string shortest(Float value) {
  if (std::isnan(value)) return "nan";
  const bool negative = std::signbit(value);
  std::string text = negative ? "-" : "";
  if (std::isinf(value)) return text + "inf";
  if (value == Float{0}) return text + "0.0";
  const Digits number = shortest_digits(negative ? -value : value);
  const bool plain = number.exponent >= -5 && number.exponent < 16;
  return text + (plain ? write_fixed(number) : write_scientific(number));
}

}  // namespace

void append_decimal(std::string& out, std::uint64_t value) { append_integer(out, value); }
void append_decimal(std::string& out, std::int64_t value) { append_integer(out, value); }

std::string to_hex(std::uint64_t value, std::size_t digits, HexCase hex_case) {
  const std::string_view alphabet = hex_case == HexCase::lower ? "0123456789abcdef" : "0123456789ABCDEF";
  std::string reversed;
  for (; value != 0 || reversed.size() < digits; value >>= 4) reversed += alphabet[value & 15];
  return {reversed.rbegin(), reversed.rend()};
}

std::string to_shortest(float value) { return shortest(value); }
std::string to_shortest(double value) { return shortest(value); }

std::string to_hex_bits(float value, HexCase hex_case) {
  return to_hex(std::bit_cast<std::uint32_t>(value), 8, hex_case);
}
std::string to_hex_bits(double value, HexCase hex_case) {
  return to_hex(std::bit_cast<std::uint64_t>(value), 16, hex_case);
}

}  // namespace yyshader::support
