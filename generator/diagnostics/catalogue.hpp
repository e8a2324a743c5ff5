#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "diagnostics/diagnostic.hpp"

namespace yyshader::diagnostics {

/// All rows of the catalogue in the order of `Id`.
std::span<const Row> rows();

/// The number as messages show it: `YY` and four digits.
std::string code(const Row& row);

/// The severity word, the same in both languages (spec 1.8).
std::string_view word(Severity severity);

/// The catalogue as a Markdown document, ordered by number: what docs/diagnostics.md holds.
std::string catalogue_markdown();

namespace detail {

/// What is wrong with a message template, for the checks at compile time.
enum class TemplateFault { none, stray_brace, unknown_argument, unused_argument };

/// A template holds `{n}` for each of its `arguments` arguments at least once, and no other brace but the doubled ones
/// `{{` and `}}`, which stand for themselves.
constexpr TemplateFault check_template(std::string_view text, std::size_t arguments) {
  unsigned used = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{' && text[i] != '}') continue;
    const bool doubled = i + 1 < text.size() && text[i + 1] == text[i];
    if (doubled) {
      ++i;
      continue;
    }
    if (text[i] == '}' || i + 2 >= text.size() || text[i + 1] < '0' || text[i + 1] > '9' || text[i + 2] != '}') {
      return TemplateFault::stray_brace;
    }
    const auto number = static_cast<std::size_t>(text[i + 1] - '0');
    if (number >= arguments) return TemplateFault::unknown_argument;
    used |= 1U << number;
    i += 2;
  }
  return used == (1U << arguments) - 1U ? TemplateFault::none : TemplateFault::unused_argument;
}

}  // namespace detail

}  // namespace yyshader::diagnostics
