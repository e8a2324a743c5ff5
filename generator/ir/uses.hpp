#pragma once

#include <cstdint>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::ir {

/// How a value gets its time: not at all (it is part of the tree that uses it), by a `let`, or by an `evaluate`.
enum class Role : std::uint8_t { part, let, evaluate };

/// How the values of one function are used by what can be reached from its body. Ids that are out of range are
/// skipped, and each block is taken once, so that unsound functions can be asked too.
struct Uses {
  std::vector<BlockId> blocks;  ///< reachable ones; a block before the blocks nested in it
  std::vector<Role> roles;      ///< by ValueId
  std::vector<std::uint32_t>
      counts;  ///< by ValueId: in how many operand lists and statements; its own `let` or `evaluate` not counted
  std::vector<Symbol> names;  ///< by ValueId: of its `let`

  bool is_named_part(ValueId id) const { return roles[id.index()] != Role::part; }
};
Uses uses_of(const Function& function);
/// The same for the values of the module's constants.
Uses uses_of_constants(const Module& module);

/// True for operations that name something: literal, constant, parameter, global and local reference.
bool is_leaf(Op op);
/// The block of the right side's evaluations of a short circuit; `none` for other values and pure ones.
BlockId right_side_block(const Value& value);
/// True when evaluating the value does something at a time, so that a statement must do it.
bool has_time(const Value& value);
/// The leaf that a pointer leads back to through its references; the value itself when it is no reference.
ValueId root_of(const ValuePool& pool, ValueId pointer);

}  // namespace yyshader::ir
