#include "host/cpp_text.hpp"

#include <algorithm>

#include "support/numbers.hpp"
#include "support/utf8.hpp"

namespace yyshader::host {

namespace {

constexpr std::size_t piece_limit = 1000;     // bytes of text in one literal
constexpr std::size_t literal_limit = 65535;  // MSVC's and the standard's limit on joined literals
constexpr std::size_t numbers_per_line = 32;

/// Characters that are drawn as nothing or turn the direction of what follows: compilers warn of them.
bool is_misleading(char32_t c) {
  return c == 0xfeff || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x2069) ||
         (c >= 0x80 && c < 0xa0);
}

/// Always three digits, so that a digit that follows is not taken in.
void append_octal(std::string& out, unsigned char byte) {
  out += '\\';
  out += static_cast<char>('0' + (byte >> 6));
  out += static_cast<char>('0' + ((byte >> 3) & 7));
  out += static_cast<char>('0' + (byte & 7));
}

void append_ascii(std::string& out, char c) {
  switch (c) {
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '?':  // two of them could begin a trigraph
      out += out.ends_with('?') ? "\\?" : "?";
      return;
    default:
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
        append_octal(out, static_cast<unsigned char>(c));
      } else {
        out += c;
      }
  }
}

/// The end of the piece that starts at `begin`: after a newline, or near the limit, between characters.
std::size_t piece_end(std::string_view text, std::size_t begin) {
  std::size_t end = std::min(begin + piece_limit, text.size());
  const std::size_t newline = text.substr(begin, end - begin).find('\n');
  if (newline != std::string_view::npos) return begin + newline + 1;
  while (end < text.size() && end > begin + 1 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  return end;
}

void append_pieces(std::string& out, std::string_view text) {
  if (text.empty()) out += "\n    \"\"";
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = piece_end(text, begin);
    out += "\n    " + cpp_literal(text.substr(begin, end - begin));
    begin = end;
  }
}

void append_numbers(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % numbers_per_line == 0) out += "\n    ";
    support::append_decimal(out, std::int64_t{static_cast<signed char>(text[i])});
    out += ',';
  }
  out += '0';
}

}  // namespace

std::string cpp_literal(std::string_view text) {
  std::string out = "\"";
  out.reserve(text.size() + 8);
  for (std::size_t i = 0; i < text.size();) {
    if (static_cast<unsigned char>(text[i]) < 0x80) {
      append_ascii(out, text[i]);
      ++i;
      continue;
    }
    const auto point = support::decode_utf8(text, i);
    const std::size_t length = point ? point->length : 1;
    if (!point || is_misleading(point->value)) {
      for (std::size_t k = 0; k < length; ++k) append_octal(out, static_cast<unsigned char>(text[i + k]));
    } else {
      out += text.substr(i, length);
    }
    i += length;
  }
  return out += '"';
}

void append_char_array(std::string& out, std::string_view name, std::string_view text) {
  const std::string head = "inline constexpr char " + std::string(name) + "[] =";
  if (text.size() < literal_limit) {
    out += head;
    append_pieces(out, text);
    out += ";\n";
    return;
  }
  out += "#if defined(_MSC_VER) && !defined(__clang__)\n" + head + " {";
  append_numbers(out, text);
  out += "};\n#else\n";
  out +=
      "#ifdef __clang__\n#pragma clang diagnostic push\n#pragma clang diagnostic ignored "
      "\"-Woverlength-strings\"\n#endif\n";
  out += head;
  append_pieces(out, text);
  out += ";\n#ifdef __clang__\n#pragma clang diagnostic pop\n#endif\n#endif\n";
}

}  // namespace yyshader::host
