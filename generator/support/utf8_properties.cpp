#include <utf8proc.h>

#include <cstdlib>
#include <memory>

#include "support/utf8.hpp"

namespace yyshader::support {

std::size_t display_width(char32_t code_point) {
  if (code_point >= 0x20 && code_point < 0x7F) return 1;
  const int width = utf8proc_charwidth(static_cast<utf8proc_int32_t>(code_point));
  return width < 0 ? 0 : static_cast<std::size_t>(width);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const auto decoded = decode_utf8(text, offset);
    width += decoded ? display_width(decoded->value) : 1;
    offset += decoded ? decoded->length : 1;
  }
  return width;
}

namespace {

/// Code points that neither change under NFC nor take part in a composition: what nearly every name is made of.
constexpr bool is_always_nfc(char32_t c) { return c < 0x300 || (c >= 0x4E00 && c <= 0x9FFF); }

struct Free {
  void operator()(utf8proc_uint8_t* memory) const { std::free(memory); }
};

}  // namespace

bool is_nfc(std::string_view text) {
  bool plain = true;
  for (std::size_t offset = 0; offset < text.size();) {
    const auto decoded = decode_utf8(text, offset);
    if (!decoded) return false;
    plain = plain && is_always_nfc(decoded->value);
    offset += decoded->length;
  }
  if (plain) return true;
  utf8proc_uint8_t* raw = nullptr;
  const auto length =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                   &raw, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, Free> composed(raw);
  if (length < 0) return false;
  return text == std::string_view(reinterpret_cast<const char*>(composed.get()), static_cast<std::size_t>(length));
}

}  // namespace yyshader::support
