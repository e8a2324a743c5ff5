#pragma once

#include <string>
#include <string_view>

namespace yyshader::host {

/// `text` as one C++ string literal on one line. Characters that could end it, join with their neighbours or mislead a
/// reader are escaped; the rest stays readable.
std::string cpp_literal(std::string_view text);

/// Appends `inline constexpr char <name>[]` holding `text` and a final NUL (spec 3.1): adjacent literals, one a line of
/// the text, long lines in pieces. Texts that are too long for MSVC's limit on literals get a list of numbers there.
void append_char_array(std::string& out, std::string_view name, std::string_view text);

}  // namespace yyshader::host
