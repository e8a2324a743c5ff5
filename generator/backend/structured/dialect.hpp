#pragma once

#include <string>
#include <string_view>

#include "backend/structured/operation_table.hpp"
#include "ir/module.hpp"

namespace yyshader::backend::structured {

/// What one block-structured target writes in its own way; everything else is the printer's. A target is one constexpr
/// object of this type (spec 4.1): words, a table of operations, and hooks for what no word can say.
struct Dialect {
  std::string_view name;
  const OperationTable* operations;

  // Statements. A name and ` = value;` follow the first two, the value stands between the next two.
  std::string_view let_word;           ///< `let `, unless `let_head` says otherwise
  std::string_view compile_time_word;  ///< `const `: names a value of a bare literal's type
  std::string_view drop_open;          ///< `_ = `
  std::string_view drop_close;         ///< `;`
  std::string_view loop_head;          ///< `loop {`

  // Hooks. Those that write lines may write none; the printer puts the blank lines between items.
  void (*preamble)(Printer& printer);  ///< the lines before the items, without a blank line at their end
  void (*structure)(Printer& printer, ir::StructId id);   ///< the whole item
  void (*global)(Printer& printer, ir::GlobalId id);      ///< the whole item
  void (*constant)(Printer& printer, ir::ConstantId id);  ///< the whole item
  void (*function_head)(Printer& printer,
                        ir::FunctionId id);  ///< the lines up to the one that ends in `{`, which `open` writes
  void (*body_start)(Printer& printer, ir::FunctionId id);  ///< lines before the statements; may be null
  void (*loop_start)(Printer& printer,
                     const ir::Statement& loop);  ///< lines that a loop's body begins with; may be null

  void (*type)(const Printer& printer, ir::TypeId type, std::string& out);
  void (*literal)(const Printer& printer, const ir::Value& literal, std::string& out);
  /// A variable's declaration without initial value and semicolon: `var 名: T`.
  void (*variable)(const Printer& printer, std::string_view name, ir::TypeId type, std::string& out);
  /// What stands before the name that a `let` gives; false: the usual word. May be null.
  bool (*let_head)(const Printer& printer, const ir::Statement& let, std::string& out);
  /// The place that an assignment writes, where it is not spelled as anywhere else; may be null.
  void (*stored_place)(Printer& printer, const ir::Statement& store, std::string& out);
  /// The right side of an assignment where the place's own type is not that of the value; may be null.
  void (*stored_value)(Printer& printer, const ir::Statement& store, std::string& out);
  /// The arguments that a call passes besides its operands, a comma before each but, without `any_before`, the first;
  /// may be null.
  void (*further_arguments)(const Printer& printer, ir::FunctionId callee, bool any_before, std::string& out);

  /// What the dialect's own functions know of the module, for them alone to read (`Printer::knowledge`); may be null.
  const void* knowledge = nullptr;
};

}  // namespace yyshader::backend::structured
