#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "source/span.hpp"

namespace yyshader::diagnostics {

enum class Severity : std::uint8_t { error, warning, note };
enum class Language : std::uint8_t { chinese, english };

// The kinds of argument that a message can take. The renderer decides how each is shown.
/// A name of the user's program, without its quotes; shown as 「name」.
struct Name {
  std::string text;
  friend bool operator==(const Name&, const Name&) = default;
};
/// A type as the user writes it; shown as is.
struct TypeText {
  std::string text;
  friend bool operator==(const TypeText&, const TypeText&) = default;
};
/// Any other text: a path, a character, a keyword, a list that is already joined; shown as is.
struct Text {
  std::string text;
  friend bool operator==(const Text&, const Text&) = default;
};
/// A number, shown in decimal.
struct Number {
  std::int64_t value = 0;
  friend bool operator==(const Number&, const Number&) = default;
};
using Argument = std::variant<Name, TypeText, Text, Number>;

/// Every message of the generator, from `diagnostics/catalogue/*.def`: one row each, see catalogue.def.
enum class Id : std::uint16_t {
#define YY_MESSAGE(number, id, severity, arguments, chinese, english) id,
#include "diagnostics/catalogue/catalogue.def"
#undef YY_MESSAGE
  count_
};

/// One row of the catalogue. In the templates `{0}`, `{1}` … stand for the arguments.
struct Row {
  int number;           ///< shown as YYnnnn, four digits; notes, labels and fixes have numbers too
  std::string_view id;  ///< the enumerator's name
  Severity severity;
  std::string_view arguments;  ///< the argument kinds as written in the row
  std::string_view chinese;
  std::string_view english;
};
const Row& row(Id id);

namespace detail {
template <Id id>
struct ArgumentsOf;
#define YY_ARGUMENTS(...) std::tuple<__VA_ARGS__>
#define YY_MESSAGE(number, id_, severity, arguments, chinese, english) \
  template <>                                                          \
  struct ArgumentsOf<Id::id_> {                                        \
    using type = YY_ARGUMENTS arguments;                               \
  };
#include "diagnostics/catalogue/catalogue.def"
#undef YY_MESSAGE
#undef YY_ARGUMENTS
}  // namespace detail

/// A catalogue message with its arguments, not yet in any language.
struct Message {
  Id id{};
  std::vector<Argument> arguments;
  friend bool operator==(const Message&, const Message&) = default;
};

/// Makes a message; the arguments must be exactly those of the catalogue's row, in kind and order.
template <Id id, typename... Args>
Message message(Args&&... args) {
  static_assert(std::is_same_v<typename detail::ArgumentsOf<id>::type, std::tuple<std::decay_t<Args>...>>,
                "the arguments do not fit the catalogue's row of this message");
  return Message{id, {Argument(std::forward<Args>(args))...}};
}

/// A second place that explains the first ("expected because of this"); drawn under its own source line.
struct Label {
  source::Span span;
  Message message;
  friend bool operator==(const Label&, const Label&) = default;
};
/// A remark of its own, at a place or (span pointing nowhere) without one.
struct Note {
  source::Span span;
  Message message;
  friend bool operator==(const Note&, const Note&) = default;
};
/// A change of the source that is known to help: replace the bytes of `span` by `replacement` (an empty span inserts).
struct Fix {
  source::Span span;
  std::string replacement;
  Message message;
  friend bool operator==(const Fix&, const Fix&) = default;
};

/// One finding. `primary` may point nowhere (an unreadable file, a wrong option).
struct Diagnostic {
  Message message;
  Severity severity = Severity::error;
  source::Span primary;
  std::string definition;  ///< the top-level definition it lies in, or empty (spec 1.8)
  std::vector<Label> labels;
  std::vector<Note> notes;
  std::vector<Fix> fixes;

  // Each adds one remark and gives the diagnostic back, to go on with. Of a temporary they give a new object, so that
  // neither `auto&&` nor an assignment to itself meets a moved-from one.
  Diagnostic& label(source::Span span, Message text) &;
  Diagnostic& note(source::Span span, Message text) &;
  Diagnostic& fix(source::Span span, std::string replacement, Message text) &;
  Diagnostic label(source::Span span, Message text) &&;
  Diagnostic note(source::Span span, Message text) &&;
  Diagnostic fix(source::Span span, std::string replacement, Message text) &&;

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Starts a diagnostic with the severity of the message's row.
template <Id id, typename... Args>
Diagnostic diagnose(source::Span primary, Args&&... args) {
  Diagnostic result;
  result.message = message<id>(std::forward<Args>(args)...);
  result.severity = row(id).severity;
  result.primary = primary;
  return result;
}

/// What a stage found, in the order found. `sorted` orders by file id, place, number for showing, and drops exact
/// repeats.
using Diagnostics = std::vector<Diagnostic>;
Diagnostics sorted(Diagnostics diagnostics);
bool has_errors(const Diagnostics& diagnostics);

}  // namespace yyshader::diagnostics
