// Cuts PTX text into tokens (manual, chapter 4).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ptx_machine/syntax.hpp"

namespace yyshader::ptx_machine {

enum class TokenKind : std::uint8_t {
  identifier,
  dot_word,  ///< a full stop and what follows it: .reg, .f32, .x
  integer,   ///< `bits`
  floating,  ///< `bits` of an f64
  single,    ///< `bits` of an f32 (0f…)
  string,
  mark,  ///< one character of punctuation
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  unsigned line = 0;
  std::uint64_t bits = 0;

  bool is(std::string_view mark) const { return kind == TokenKind::mark && text == mark; }
  bool is_word(std::string_view word) const { return kind == TokenKind::dot_word && text == word; }
};

/// The tokens of `text`, the last of them `end`. What is no PTX is reported and left out.
std::vector<Token> tokenize(std::string_view text, std::vector<Problem>& problems);

}  // namespace yyshader::ptx_machine
