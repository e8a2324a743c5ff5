#pragma once

#include <string_view>

namespace yyshader::pass {

/// XID_Start or `_`: may begin an identifier of WGSL and C++.
bool is_identifier_start(char32_t code_point);
/// XID_Continue: may follow in one.
bool is_identifier_continue(char32_t code_point);
/// True of code points without which any text is in NFC (spec 2.1: names not in NFC are escaped).
bool can_break_nfc(char32_t code_point);

/// True when a text of WGSL or MSL gives `name` a meaning of its own: keyword, reserved word, predeclared name, name of
/// namespace metal or macro, or `main` (spec 2.1). Both targets have one set, so that a name is the same in both.
bool is_reserved_word(std::string_view name);

}  // namespace yyshader::pass
