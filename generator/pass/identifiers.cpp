#include "pass/identifiers.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "pass/identifier_tables.hpp"
#include "pass/reserved_msl.hpp"
#include "pass/reserved_wgsl.hpp"

namespace yyshader::pass {

namespace {

constexpr bool is_sorted_and_disjoint(std::span<const CodePointRange> table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].first > table[i].last) return false;
    if (i > 0 && table[i].first <= table[i - 1].last + 1) return false;
  }
  return !table.empty();
}
static_assert(is_sorted_and_disjoint(xid_start));
static_assert(is_sorted_and_disjoint(xid_continue));
static_assert(is_sorted_and_disjoint(nfc_unstable));

constexpr bool is_sorted_list(std::span<const std::string_view> words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i - 1] >= words[i]) return false;
  }
  return !words.empty();
}

constexpr std::array<std::span<const std::string_view>, 11> reserved_lists = {
    wgsl_keywords, wgsl_reserved_words, wgsl_predeclared_types, wgsl_enumerants, wgsl_functions, cpp_keywords,
    msl_keywords,  metal_types,         metal_functions,        metal_macros,    cpu_form_macros};

constexpr bool are_sorted_lists() {
  for (const auto list : reserved_lists) {
    if (!is_sorted_list(list)) return false;
  }
  return true;
}
static_assert(are_sorted_lists(), "a list of reserved words is not sorted by bytes, or has a word twice");

bool contains(std::span<const CodePointRange> table, char32_t code_point) {
  const auto after = std::upper_bound(table.begin(), table.end(), code_point,
                                      [](char32_t value, const CodePointRange& range) { return value < range.first; });
  return after != table.begin() && code_point <= std::prev(after)->last;
}

constexpr bool is_ascii_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_ascii_digit(char32_t c) { return c >= '0' && c <= '9'; }
constexpr bool is_common_ideograph(char32_t c) { return c >= 0x4E00 && c <= 0x9FFF; }

}  // namespace

bool is_identifier_start(char32_t code_point) {
  if (code_point < 0x80) return is_ascii_letter(code_point) || code_point == '_';
  return is_common_ideograph(code_point) || contains(xid_start, code_point);
}

bool is_identifier_continue(char32_t code_point) {
  if (code_point < 0x80) return is_ascii_letter(code_point) || is_ascii_digit(code_point) || code_point == '_';
  return is_common_ideograph(code_point) || contains(xid_continue, code_point);
}

bool can_break_nfc(char32_t code_point) { return code_point >= 0x300 && contains(nfc_unstable, code_point); }

bool is_reserved_word(std::string_view name) {
  return std::any_of(reserved_lists.begin(), reserved_lists.end(), [&](std::span<const std::string_view> list) {
    return std::binary_search(list.begin(), list.end(), name);
  });
}

}  // namespace yyshader::pass
