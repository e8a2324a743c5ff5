#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/structured/dialect.hpp"
#include "backend/structured/text.hpp"
#include "ir/module.hpp"
#include "pass/interface_plan.hpp"
#include "pass/names.hpp"
#include "support/text_writer.hpp"

namespace yyshader::backend::structured {

/// Writes the text of a module in a block-structured target (spec 2.2, 2.3). The module's effects are forwarded
/// (`ir::verify(module, true)` holds) and it is within the limits of pass/limits.hpp, which bound how deep this class
/// calls itself.
///
/// Hooks of a dialect get the printer itself: the lower half of the public part is theirs.
class Printer {
 public:
  Printer(const Dialect& dialect, const ir::Module& module, const pass::Names& names, const pass::InterfacePlan& plan);

  /// The whole text. Breaks with an internal error, never with a wrong text, when an operation has no spelling.
  TargetText print() &&;

  const ir::Module& module() const { return module_; }
  const pass::Names& names() const { return names_; }
  const pass::InterfacePlan& plan() const { return plan_; }

  /// The values of the function (or of the module's constants) being written.
  const ir::ValuePool& pool() const { return *pool_; }
  /// The function being written; `none` in other items.
  ir::FunctionId function() const { return function_; }

  /// Writes one line made from `origin`.
  void line(std::string_view text, source::Span origin);
  /// `line`, then one more level of indentation.
  void open(std::string_view text, source::Span origin);
  /// One level less, then `line`.
  void close(std::string_view text, source::Span origin);

  /// What the dialect knows of the module; see Dialect.
  template <typename Knowledge>
  const Knowledge& knowledge() const {
    return *static_cast<const Knowledge*>(dialect_.knowledge);
  }

  /// Appends the value as an expression: its name where a `let` in scope gives one.
  void expression(ir::ValueId id, Position position, std::string& out);
  /// Appends operands separated by `, `, each as an operand.
  void arguments(std::span<const ir::ValueId> operands, std::string& out);
  /// Appends an operation in the printer's own form.
  void own_operation(ir::ValueId id, Position position, std::string& out);
  void type(ir::TypeId id, std::string& out) const { dialect_.type(*this, id, out); }

 private:
  void item(const ir::Item& item);
  void function_item(ir::FunctionId id);
  /// `at_end`: the function ends where the block does, so that `return;` need not be said.
  void block(ir::BlockId id, bool at_end);
  void statement(const ir::Statement& statement, bool at_end);
  void let(const ir::Statement& statement);
  void evaluate(const ir::Statement& statement);
  void variable(const ir::Statement& statement);
  void store(const ir::Statement& statement);
  void branch(const ir::Statement& statement, bool at_end);
  std::string condition_line(std::string_view before, ir::ValueId condition);
  /// True when a chain that begins here is written with `else if` (spec 2.2).
  bool is_long_chain(const ir::Statement& statement) const;

  void definition(ir::ValueId id, Position position, std::string& out);
  void extract(ir::ValueId id, std::string& out);
  void call(ir::ValueId id, std::string& out);
  void operator_expression(const Spelling& spelling, ir::ValueId id, std::string& out);

  const Dialect& dialect_;
  const ir::Module& module_;
  const pass::Names& names_;
  const pass::InterfacePlan& plan_;

  support::TextWriter writer_;
  std::vector<source::Span> line_origins_;
  bool blank_line_due_ = false;

  ir::FunctionId function_;
  const ir::ValuePool* pool_;
  std::vector<const std::string*> visible_names_;  ///< by ValueId: the name of a `let` in scope, or null
  std::vector<ir::ValueId> visible_;               ///< the named ones, innermost last
  std::size_t depth_ = 0;
};

/// `Printer(…).print()`.
TargetText print(const Dialect& dialect, const ir::Module& module, const pass::Names& names,
                 const pass::InterfacePlan& plan);

}  // namespace yyshader::backend::structured
