#include <string>
#include <string_view>

#include "pass/identifiers.hpp"
#include "pass/names.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"
#include "support/utf8.hpp"

namespace yyshader::pass {

namespace {

bool is_identifier(std::string_view name) {
  if (name.empty() || name == "_" || name.starts_with("__")) return false;
  for (std::size_t offset = 0; offset < name.size();) {
    const auto decoded = support::decode_utf8(name, offset);
    if (!decoded) return false;
    if (offset == 0 ? !is_identifier_start(decoded->value) : !is_identifier_continue(decoded->value)) return false;
    offset += decoded->length;
  }
  return true;
}

}  // namespace

std::string legal_name(std::string_view name) {
  const bool normalised = support::is_nfc(name);
  if (normalised && is_identifier(name) && !is_reserved_word(name)) return std::string(name);
  std::string result = "豫_";
  for (std::size_t offset = 0; offset < name.size();) {
    const auto decoded = support::decode_utf8(name, offset);
    support::invariant(decoded.has_value(), "a name is not valid UTF-8");
    if (is_identifier_continue(decoded->value) && (normalised || !can_break_nfc(decoded->value))) {
      result += name.substr(offset, decoded->length);
    } else {
      result += '_';
      result += support::to_hex(decoded->value);
      result += '_';
    }
    offset += decoded->length;
  }
  return result;
}

std::string ascii_name(std::string_view prefix, std::string_view name) {
  std::string result(prefix);
  for (const char c : name) {
    const bool kept = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (kept) {
      result += c;
    } else {
      result += '_';
      result += support::to_hex(static_cast<unsigned char>(c), 2);
    }
  }
  return result;
}

}  // namespace yyshader::pass
