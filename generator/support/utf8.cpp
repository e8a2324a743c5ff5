#include "support/utf8.hpp"

#include <cstring>

#include "support/internal_error.hpp"

namespace yyshader::support {

namespace {

constexpr bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

/// The number of leading bytes of `text` from `offset` on that are ASCII, eight at a time.
std::size_t skip_ascii(std::string_view text, std::size_t offset) {
  while (text.size() - offset >= sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + offset, sizeof word);
    if ((word & 0x8080808080808080U) != 0) break;
    offset += sizeof word;
  }
  while (offset < text.size() && static_cast<unsigned char>(text[offset]) < 0x80) ++offset;
  return offset;
}

}  // namespace

std::optional<CodePoint> decode_utf8(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[offset + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return CodePoint{lead, 1};
  const std::size_t left = text.size() - offset;
  const auto tail = [&](std::size_t i) { return static_cast<char32_t>(byte(i) & 0x3F); };
  // The bounds on the second byte are what excludes overlong forms, surrogates and values past U+10FFFF.
  if (lead >= 0xC2 && lead <= 0xDF) {
    if (left < 2 || !is_continuation(byte(1))) return std::nullopt;
    return CodePoint{(static_cast<char32_t>(lead & 0x1F) << 6) | tail(1), 2};
  }
  if ((lead & 0xF0) == 0xE0) {
    if (left < 3 || !is_continuation(byte(1)) || !is_continuation(byte(2))) return std::nullopt;
    if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F)) return std::nullopt;
    return CodePoint{(static_cast<char32_t>(lead & 0x0F) << 12) | (tail(1) << 6) | tail(2), 3};
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (left < 4 || !is_continuation(byte(1)) || !is_continuation(byte(2)) || !is_continuation(byte(3))) {
      return std::nullopt;
    }
    if ((lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F)) return std::nullopt;
    return CodePoint{(static_cast<char32_t>(lead & 0x07) << 18) | (tail(1) << 12) | (tail(2) << 6) | tail(3), 4};
  }
  return std::nullopt;
}

void append_utf8(std::string& out, char32_t code_point) {
  invariant(code_point <= 0x10FFFF && !(code_point >= 0xD800 && code_point <= 0xDFFF), "not a Unicode scalar value");
  const auto put = [&](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3F));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  std::size_t offset = 0;
  while (true) {
    offset = skip_ascii(text, offset);
    if (offset == text.size()) return std::nullopt;
    // Text in Chinese is runs of three-byte characters: stay here until ASCII comes back.
    while (offset < text.size() && static_cast<unsigned char>(text[offset]) >= 0x80) {
      const auto decoded = decode_utf8(text, offset);
      if (!decoded) return offset;
      offset += decoded->length;
    }
  }
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += is_continuation(static_cast<unsigned char>(c)) ? 0U : 1U;
  return count;
}

}  // namespace yyshader::support
