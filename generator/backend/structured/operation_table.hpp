#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ir/module.hpp"

namespace yyshader::backend::structured {

class Printer;

/// Where an expression stands: alone (right side, condition, index), or as an operand or argument, where operators are
/// parenthesised (spec 2.2).
enum class Position : std::uint8_t { whole, operand };

/// How an operation is written. `text` and `custom` belong to some of the forms only.
enum class Form : std::uint8_t {
  own,          ///< the printer's own: names, places, elements, members, loads, calls of functions
  infix,        ///< `a text b`
  prefix,       ///< `text a`
  call,         ///< `text(a, b)`
  typed_call,   ///< `text<T>(a, b)`, T the type of the result
  type_call,    ///< `T(a, b)`
  place_call,   ///< `text(&a, b)`: the first operand is a place
  word,         ///< `text`
  select_call,  ///< `text(if false, if true, condition)`
  ternary,      ///< `condition ? if true : if false`
  custom,       ///< what the function `custom` writes
  unsupported,  ///< no spelling: `text` says why; such a program fails the target before it is printed
};

/// Writes the operation `id` (never a named value); the value's operands through `printer.expression`.
using WriteOperation = void (*)(Printer& printer, ir::ValueId id, Position position, std::string& out);

struct Spelling {
  Form form = Form::unsupported;
  std::string_view text;
  WriteOperation custom = nullptr;
};

/// A row of a target's table.
struct OperationRow {
  ir::Op operation;
  Spelling spelling;
};

inline constexpr std::size_t operation_count = static_cast<std::size_t>(ir::Op::count_);

/// A target's spelling of every operation.
class OperationTable {
 public:
  const Spelling& operator[](ir::Op op) const { return spellings_[static_cast<std::size_t>(op)]; }

  /// The table with these rows, in any order. Does not compile unless every operation has exactly one row.
  template <std::size_t count>
  static constexpr OperationTable of(const OperationRow (&rows)[count]) {
    static_assert(count == operation_count, "every operation needs one row");
    OperationTable table;
    std::array<bool, operation_count> seen{};
    for (const OperationRow& row : rows) {
      const auto index = static_cast<std::size_t>(row.operation);
      if (seen[index]) throw "an operation has two rows";
      seen[index] = true;
      table.spellings_[index] = row.spelling;
    }
    return table;
  }

 private:
  std::array<Spelling, operation_count> spellings_{};
};

// The forms, as a target's table writes them.
constexpr Spelling own() { return {Form::own, {}, nullptr}; }
constexpr Spelling infix(std::string_view text) { return {Form::infix, text, nullptr}; }
constexpr Spelling prefix(std::string_view text) { return {Form::prefix, text, nullptr}; }
constexpr Spelling call(std::string_view text) { return {Form::call, text, nullptr}; }
constexpr Spelling typed_call(std::string_view text) { return {Form::typed_call, text, nullptr}; }
constexpr Spelling type_call() { return {Form::type_call, {}, nullptr}; }
constexpr Spelling place_call(std::string_view text) { return {Form::place_call, text, nullptr}; }
constexpr Spelling word(std::string_view text) { return {Form::word, text, nullptr}; }
constexpr Spelling select_call(std::string_view text) { return {Form::select_call, text, nullptr}; }
constexpr Spelling ternary() { return {Form::ternary, {}, nullptr}; }
constexpr Spelling custom(WriteOperation write) { return {Form::custom, {}, write}; }
constexpr Spelling unsupported(std::string_view reason) { return {Form::unsupported, reason, nullptr}; }

}  // namespace yyshader::backend::structured
