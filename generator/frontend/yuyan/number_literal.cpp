#include "frontend/yuyan/number_literal.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace yyshader::frontend::yuyan {
namespace {

constexpr char separator = '.';

/// The characters of numbers outside ASCII, with what they mean. All take three bytes.
constexpr std::array<std::pair<std::string_view, char>, 11> chinese_characters{{
    {"零", '0'},
    {"一", '1'},
    {"二", '2'},
    {"三", '3'},
    {"四", '4'},
    {"五", '5'},
    {"六", '6'},
    {"七", '7'},
    {"八", '8'},
    {"九", '9'},
    {"点", separator},
}};

/// The digit or separator at the start of `text` as ASCII, and its length in bytes; length 0 when there is none.
std::pair<char, std::size_t> read_character(std::string_view text) {
  const char first = text.front();
  if ((first >= '0' && first <= '9') || first == separator) return {first, 1};
  for (const auto& [spelling, meaning] : chinese_characters) {
    if (text.starts_with(spelling)) return {meaning, spelling.size()};
  }
  return {'\0', 0};
}

/// `digits` without the leading zeros that do not change its value.
std::string_view without_leading_zeros(std::string_view digits) {
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

}  // namespace

bool is_number_form(std::string_view name) {
  if (name.empty()) return false;
  while (!name.empty()) {
    const std::size_t length = read_character(name).second;
    if (length == 0) return false;
    name.remove_prefix(length);
  }
  return true;
}

std::optional<NumberLiteral> parse_number_literal(std::string_view name) {
  std::string whole;
  std::string fraction;
  bool separated = false;
  while (!name.empty()) {
    const auto [character, length] = read_character(name);
    if (length == 0) return std::nullopt;
    name.remove_prefix(length);
    if (character == separator) {
      if (separated) return std::nullopt;
      separated = true;
    } else {
      (separated ? fraction : whole).push_back(character);
    }
  }
  if (whole.empty() || (separated && fraction.empty())) return std::nullopt;
  std::string text(without_leading_zeros(whole));
  if (!separated) return NumberLiteral{NumberLiteral::Kind::integer, std::move(text)};
  return NumberLiteral{NumberLiteral::Kind::decimal, std::move(text) + separator + fraction};
}

}  // namespace yyshader::frontend::yuyan
