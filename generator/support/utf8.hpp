#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace yyshader::support {

/// One decoded code point and the number of bytes it took (1 to 4).
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;
};

/// Decodes the code point that starts at `offset`. Returns nothing at the end of `text` or when the bytes there are not
/// valid UTF-8 (overlong forms, surrogates and values above U+10FFFF are invalid).
std::optional<CodePoint> decode_utf8(std::string_view text, std::size_t offset);

/// Appends `code_point` (a valid scalar value) to `out` as UTF-8.
void append_utf8(std::string& out, char32_t code_point);

/// The byte offset of the first invalid UTF-8 sequence, or nothing when `text` is valid throughout.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

/// The number of code points in valid UTF-8 text.
std::size_t count_code_points(std::string_view text);

/// The number of terminal columns of one code point: 2 for wide and full-width characters, 0 for combining marks and
/// controls, else 1 (ambiguous ones too).
std::size_t display_width(char32_t code_point);

/// The number of terminal columns that `text` takes: wide and full-width characters count two, combining marks none.
/// Tabs are not expanded here. A byte that is no valid UTF-8 counts one column.
std::size_t display_width(std::string_view text);

/// True when `text` is valid UTF-8 in Unicode Normalisation Form C.
bool is_nfc(std::string_view text);

}  // namespace yyshader::support
