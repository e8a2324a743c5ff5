#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/builder.hpp"
#include "ir/module.hpp"

namespace yyshader::pass {

class Rewriter;

/// What a pass makes of single values; see Rewriter.
class RewriteRules {
 public:
  RewriteRules() = default;
  RewriteRules(const RewriteRules&) = delete;
  RewriteRules& operator=(const RewriteRules&) = delete;
  virtual ~RewriteRules() = default;

  /// True when rewriting the old value `id` may call `Rewriter::named` or `Rewriter::emit`. Such a value is kept out of
  /// the right side of a short circuit, which becomes an `if`.
  virtual bool needs_statements(const Rewriter& rewriter, ir::ValueId id) const = 0;
  /// The new value for the old value `id`, whose operands have become `operands`.
  virtual ir::ValueId rewrite(Rewriter& rewriter, ir::ValueId id, std::span<const ir::ValueId> operands) = 0;
  /// Called for each `let` and `evaluate` at its place. Returns true when it has written what stands for the statement,
  /// and given the value's replacement to `Rewriter::replace`.
  virtual bool rewrite_statement(Rewriter& rewriter, const ir::Statement& statement) = 0;
};

/// Builds a function anew, value by value, from one whose effects are forwarded and which is within the limits of
/// pass/limits.hpp (these bound how deep it calls itself). The result's effects are forwarded too. Blocks and locals
/// keep their ids, values get new ones.
class Rewriter {
 public:
  Rewriter(ir::Module& module, RewriteRules& rules) : module_(module), rules_(rules) {}

  void rewrite_function(ir::Function& function);
  /// The values of the module's constants, where no rule may ask for statements.
  void rewrite_constants();

  ir::Module& module() { return module_; }
  const ir::Module& module() const { return module_; }
  bool is_among_constants() const { return function_ == nullptr; }

  // The old values.
  const ir::Value& old_value(ir::ValueId id) const { return old_pool()[id]; }
  std::span<const ir::ValueId> old_operands(ir::ValueId id) const { return old_pool().operands(id); }
  const ir::ValuePool& old_pool() const { return is_among_constants() ? old_constants_ : old_.values; }
  /// May be used any number of times: a leaf, or named by a `let`.
  bool is_old_reusable(ir::ValueId id) const;

  // The new values.
  const ir::ValuePool& pool() const;
  ir::ValueId make(ir::Op op, ir::TypeId type, source::Span span, std::initializer_list<ir::ValueId> operands,
                   std::uint64_t payload = 0);
  ir::ValueId make(ir::Op op, ir::TypeId type, source::Span span, std::span<const ir::ValueId> operands,
                   std::uint64_t payload = 0);
  ir::ValueId literal(ir::TypeId type, std::string_view spelling, source::Span span);
  /// The old value with new operands.
  ir::ValueId keep(ir::ValueId id, std::span<const ir::ValueId> operands);
  /// `id` itself when it may be used any number of times; else names it by a `let` before the statement being written,
  /// which may be one that is written inside a later one.
  ir::ValueId named(ir::ValueId id);
  bool is_reusable(ir::ValueId id) const;

  /// Writes a statement of new values before the statement being rewritten.
  void emit(const ir::Statement& statement);
  /// What was written last in the block; null at its beginning.
  const ir::Statement* last_statement() const;
  /// What stands for the old value from now on.
  void replace(ir::ValueId old, ir::ValueId value) { map_[old.index()] = value; }
  /// The new value for an old one.
  ir::ValueId rebuild(ir::ValueId id);

 private:
  struct Output {
    std::vector<ir::Statement> statements;
    std::vector<std::size_t> inlined;  ///< places of statements that are written inside others
  };

  ir::Builder builder() { return {module_, function_}; }
  std::vector<ir::Statement> rewrite_block(const std::vector<ir::Statement>& statements);
  void rewrite_statement(const ir::Statement& statement);
  void rewrite_let(const ir::Statement& statement);
  void name_evaluation(ir::ValueId id);
  void mark_named(ir::ValueId id);
  ir::ValueId rebuild_short_circuit(ir::ValueId id);
  bool must_become_if(ir::ValueId id) const;
  void write_as_if(ir::ValueId id);
  std::vector<ir::Statement> take_evaluations_of(ir::ValueId root);

  ir::Module& module_;
  RewriteRules& rules_;
  ir::Function* function_ = nullptr;
  ir::Function old_;
  ir::ValuePool old_constants_;
  std::vector<bool> old_named_;
  std::vector<ir::ValueId> map_;  ///< by old ValueId
  std::vector<bool> named_;       ///< by new ValueId
  std::vector<Output> outputs_;   ///< of the blocks being rewritten, innermost last
  mutable std::vector<ir::ValueId> scratch_;
};

}  // namespace yyshader::pass
