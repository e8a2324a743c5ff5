#pragma once

#include <vector>

#include "ir/module.hpp"
#include "ir/uses.hpp"

namespace yyshader::pass {

/// What running something may do to memory and to other invocations, calls followed. Ids stand once each, ascending.
/// Atomic operations and writes of a part count as writes of the whole resource.
struct Effects {
  std::vector<ir::GlobalId> reads;
  std::vector<ir::GlobalId> writes;
  std::vector<ir::LocalId> local_reads;
  std::vector<ir::LocalId> local_writes;
  bool has_barrier = false;  ///< barriers, discard and loads that are barriers too
  bool has_group = false;    ///< exchanges values with other invocations

  bool is_pure() const {
    return reads.empty() && writes.empty() && local_reads.empty() && local_writes.empty() && !has_barrier && !has_group;
  }
};

/// The memory that one operation reaches: a global, a local, or neither (a parameter, when languages have pointers).
struct Place {
  ir::GlobalId global;
  ir::LocalId local;
};
/// Where a pointer or handle leads.
Place place_of(const ir::Function& function, ir::ValueId pointer);

/// True for memory that an invocation of the program can change: writable buffers and workgroup variables.
bool can_change(const ir::Global& global);

/// The effects of a module's functions, each found once. Time and space grow with the module and with what the called
/// functions reach, not with the number of paths between them.
class EffectAnalysis {
 public:
  explicit EffectAnalysis(const ir::Module& module);

  /// All that a call does, but for evaluating its arguments; locals of the function itself don't show.
  const Effects& of_function(ir::FunctionId function) const { return functions_[function.index()]; }

  /// What evaluating the value does at its time, but for evaluating its operands. A short circuit's right side counts
  /// with its block.
  Effects of_value(const ir::Function& function, ir::ValueId value) const;

  /// All that the tree of `root` does when it is written as one expression: parts that an `evaluate` statement
  /// evaluates belong to it, values that a `let` names don't.
  Effects of_tree(const ir::Function& function, const ir::Uses& uses, ir::ValueId root) const;

  /// All that happens at the statement's time, nested blocks included. What it uses of earlier `evaluate` statements
  /// has happened at theirs.
  Effects of_statement(const ir::Function& function, const ir::Statement& statement) const;

 private:
  class Collector;

  std::vector<Effects> functions_;
};

}  // namespace yyshader::pass
