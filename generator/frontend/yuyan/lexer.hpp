#pragma once

#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "frontend/yuyan/token.hpp"
#include "source/span.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan {

/// The tokens of one file; the last is `end_of_file`.
struct LexedFile {
  std::vector<Token> tokens;
  diagnostics::Diagnostics diagnostics;  ///< in source order
  /// True when an unclosed quote or comment swallowed the rest: whatever the parser misses at the end is its fault.
  bool cut_off = false;
};

/// Splits `text` (valid UTF-8, under 4 GiB) into tokens (1.2). Faults are reported and stepped over: half-width
/// punctuation is taken for the full-width one, bare words and numbers for names.
LexedFile lex(source::FileId file, std::string_view text, support::SymbolTable& symbols);

}  // namespace yyshader::frontend::yuyan
