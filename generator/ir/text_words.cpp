#include "ir/text_words.hpp"

#include <algorithm>

namespace yyshader::ir::text {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<std::string_view, 8> plain_type_words{"void",  "bool",   "abstract_int", "abstract_float",
                                                           "array", "atomic", "ptr",          "sampler"};

/// What an item starts with: as a name it is quoted, so that the reader finds the items at a glance.
constexpr std::array<std::string_view, 6> item_words{"features", "struct", "global", "constant", "function", "entry"};

bool is_bare(std::string_view name) {
  if (name.empty() || is_digit(name.front()) || is_type_word(name) || is_item_word(name)) return false;
  return std::all_of(name.begin(), name.end(), is_word_byte) && name.find("「") == std::string_view::npos &&
         name.find("」") == std::string_view::npos;
}

}  // namespace

bool is_word_byte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || is_digit(byte) || byte == '_' ||
         static_cast<unsigned char>(byte) >= 0x80;
}

std::optional<Type> numeric_type(std::string_view word) {
  if (word.size() < 2 || word.size() > 4) return std::nullopt;
  const char kind = word.front();
  if (kind != 'i' && kind != 'u' && kind != 'f') return std::nullopt;
  unsigned width = 0;
  for (const char c : word.substr(1)) {
    if (!is_digit(c)) return std::nullopt;
    width = width * 10 + static_cast<unsigned>(c - '0');
  }
  if (word[1] == '0' || width > 255) return std::nullopt;
  Type type;
  type.kind = kind == 'f' ? TypeKind::floating : TypeKind::integer;
  type.is_signed = kind == 'i';
  type.width = static_cast<std::uint8_t>(width);
  return type;
}

std::optional<VectorWord> vector_word(std::string_view word) {
  const auto size = [](char c) { return is_digit(c) ? static_cast<unsigned>(c - '0') : 0U; };
  if (word.size() == 4 && word.substr(0, 3) == "vec" && is_digit(word[3])) return VectorWord{0, size(word[3])};
  if (word.size() == 6 && word.substr(0, 3) == "mat" && word[4] == 'x' && is_digit(word[3]) && is_digit(word[5])) {
    return VectorWord{size(word[3]), size(word[5])};
  }
  return std::nullopt;
}

bool is_type_word(std::string_view word) {
  return std::find(plain_type_words.begin(), plain_type_words.end(), word) != plain_type_words.end() ||
         texture_shapes.find(word) || numeric_type(word) || vector_word(word);
}

bool is_item_word(std::string_view word) {
  return std::find(item_words.begin(), item_words.end(), word) != item_words.end();
}

void append_name(std::string& out, std::string_view name) {
  if (is_bare(name)) {
    out += name;
    return;
  }
  constexpr std::string_view close = "」";
  out += "「";
  while (true) {
    const std::size_t found = name.find(close);
    out += name.substr(0, found);
    if (found == std::string_view::npos) break;
    out += close;
    out += close;
    name.remove_prefix(found + close.size());
  }
  out += close;
}

}  // namespace yyshader::ir::text
