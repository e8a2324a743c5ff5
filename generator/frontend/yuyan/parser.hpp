#pragma once

#include <cstdint>
#include <string_view>

#include "diagnostics/diagnostic.hpp"
#include "frontend/yuyan/syntax_tree.hpp"
#include "source/span.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan {

/// What a file is for, by its name (1.1); it decides which sentences are allowed.
enum class FileRole : std::uint8_t {
  source,        ///< 名。着色器。豫
  declarations,  ///< 名。着色器。接口。豫
  description,   ///< 名。包。豫
};

struct ParsedFile {
  SyntaxTree tree;
  diagnostics::Diagnostics diagnostics;
};

/// How many errors of one file are listed.
inline constexpr std::size_t maximum_listed_errors = 1000;

/// Parses one file (1.2 to 1.4) and checks the rules of 1.3 that need no names from elsewhere: which sentences may
/// stand in which kind of file, that a signature is followed by its definition, that a name is defined once. The tree
/// holds every sentence; those with faults are marked unsound. Text that is not valid UTF-8 gives one error and no
/// sentences. `text` must be under 4 GiB. Takes time and memory linear in the text, whatever it is.
ParsedFile parse_file(source::FileId file, std::string_view text, FileRole role, support::SymbolTable& symbols);

}  // namespace yyshader::frontend::yuyan
