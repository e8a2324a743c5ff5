#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace yyshader::frontend::yuyan {

/// The value that a name spells when it is a number (1.4).
struct NumberLiteral {
  enum class Kind { integer, decimal };
  Kind kind = Kind::integer;
  /// ASCII, digit by digit: an integer without leading zeros (`0` for zero); a decimal as `整.分` whose whole part has
  /// no needless leading zeros and whose fraction is kept as written (`0.50`).
  std::string text;

  friend bool operator==(const NumberLiteral&, const NumberLiteral&) = default;
};

/// True when every character of `name` is one of `0123456789.零一二三四五六七八九点` and there is at least one: the
/// form of a number, though perhaps a malformed one (`1.2.3`, `点五`).
bool is_number_form(std::string_view name);

/// The number that `name` (without quotes) spells, read digit by digit (`六四` is 64), or nothing when it is none: a
/// character outside the set above, more than one separator, or a separator without digits on both sides.
/// Whether the name *is* a number depends on whether it is bound, which only the checker knows.
std::optional<NumberLiteral> parse_number_literal(std::string_view name);

}  // namespace yyshader::frontend::yuyan
