#include "diagnostics/catalogue.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::diagnostics {

namespace {

constexpr Row table[] = {
#define YY_MESSAGE(number, id, severity, arguments, chinese, english) \
  {number, #id, Severity::severity, #arguments, chinese, english},
#include "diagnostics/catalogue/catalogue.def"
#undef YY_MESSAGE
};
constexpr std::size_t row_count = std::size(table);
static_assert(row_count == static_cast<std::size_t>(Id::count_));

constexpr int first_number = 1000;
constexpr int last_number = 9999;

/// The first number that stands in two rows or is not of four digits, or 0.
consteval int wrong_number() {
  std::array<bool, last_number + 1> seen{};
  for (const Row& r : table) {
    if (r.number < first_number || r.number > last_number || seen[static_cast<std::size_t>(r.number)]) return r.number;
    seen[static_cast<std::size_t>(r.number)] = true;
  }
  return 0;
}
static_assert(wrong_number() == 0, "a message number is used twice or has not four digits");

// One assertion a row and language, so that the compiler's error names the row.
#define YY_MESSAGE(number, id_, severity, arguments, chinese, english)                                    \
  static_assert(detail::check_template(chinese, std::tuple_size_v<detail::ArgumentsOf<Id::id_>::type>) == \
                    detail::TemplateFault::none,                                                          \
                "the Chinese text of " #id_ " does not fit its arguments");                               \
  static_assert(detail::check_template(english, std::tuple_size_v<detail::ArgumentsOf<Id::id_>::type>) == \
                    detail::TemplateFault::none,                                                          \
                "the English text of " #id_ " does not fit its arguments");
#include "diagnostics/catalogue/catalogue.def"
#undef YY_MESSAGE

/// `text` as the cell of a Markdown table.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '<' || c == '*' || c == '_' || c == '`') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::span<const Row> rows() { return table; }

const Row& row(Id id) {
  const auto index = static_cast<std::size_t>(id);
  support::invariant(index < row_count, "a message outside the catalogue");
  return table[index];
}

std::string code(const Row& row) { return "YY" + support::to_decimal(row.number); }

std::string_view word(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  support::internal_error("a severity outside its enumeration");
}

std::string catalogue_markdown() {
  std::vector<const Row*> ordered;
  for (const Row& r : table) ordered.push_back(&r);
  std::sort(ordered.begin(), ordered.end(), [](const Row* a, const Row* b) { return a->number < b->number; });
  std::string text = "| number | severity | name | 中文 | English |\n| --- | --- | --- | --- | --- |\n";
  for (const Row* r : ordered) {
    text += "| " + code(*r) + " | " + std::string(word(r->severity)) + " | `" + std::string(r->id) + "` | " +
            cell(r->chinese) + " | " + cell(r->english) + " |\n";
  }
  return text;
}

}  // namespace yyshader::diagnostics
