#include <string_view>

#include "diagnostics/render.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"
#include "support/utf8.hpp"

namespace yyshader::diagnostics {

namespace {

/// Arguments come from the user's text and may be of any length; a message stays readable all the same (characters).
constexpr std::size_t longest_name = 200;
constexpr std::size_t longest_type = 2000;
constexpr std::size_t longest_text = 4000;

/// `text`, cut after `limit` characters.
std::string shortened(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  std::size_t offset = 0;
  for (std::size_t count = 0; count < limit && offset < text.size(); ++count) {
    const auto decoded = support::decode_utf8(text, offset);
    offset += decoded ? decoded->length : 1;
  }
  return std::string(text.substr(0, offset)) + (offset < text.size() ? "…" : "");
}

struct ArgumentText {
  std::string operator()(const Name& name) const { return "「" + shortened(name.text, longest_name) + "」"; }
  std::string operator()(const TypeText& type) const { return shortened(type.text, longest_type); }
  std::string operator()(const Text& text) const { return shortened(text.text, longest_text); }
  std::string operator()(const Number& number) const { return support::to_decimal(number.value); }
};

}  // namespace

std::string to_text(const Argument& argument) { return std::visit(ArgumentText{}, argument); }

std::string to_text(const Message& message, Language language) {
  const Row& entry = row(message.id);
  const std::string_view pattern = language == Language::chinese ? entry.chinese : entry.english;
  std::string text;
  // The form of the pattern was checked at compile time (catalogue.cpp).
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c != '{' && c != '}') {
      text += c;
    } else if (pattern[i + 1] == c) {
      text += c;
      ++i;
    } else {
      const auto number = static_cast<std::size_t>(pattern[i + 1] - '0');
      support::invariant(number < message.arguments.size(), "a message without one of its arguments");
      text += to_text(message.arguments[number]);
      i += 2;
    }
  }
  return text;
}

}  // namespace yyshader::diagnostics
