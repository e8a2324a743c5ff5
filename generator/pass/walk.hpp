#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "ir/module.hpp"

// Walking functions in the order of the text, without recursion: neither blocks nor trees of values are bounded in
// depth by anything but the user's program.

namespace yyshader::pass {

/// Calls `visit(statement)` for every statement of the function in the order of the text (then-block before
/// else-block).
template <typename Visit>
void for_each_statement(const ir::Function& function, Visit&& visit) {
  struct Place {
    ir::BlockId block;
    std::size_t next = 0;
  };
  std::vector<Place> stack;
  if (function.body) stack.push_back({function.body});
  while (!stack.empty()) {
    Place& place = stack.back();
    const std::vector<ir::Statement>& statements = function.blocks[place.block.index()].statements;
    if (place.next == statements.size()) {
      stack.pop_back();
      continue;
    }
    const ir::Statement& statement = statements[place.next++];
    visit(statement);
    if (statement.kind == ir::StatementKind::if_ || statement.kind == ir::StatementKind::loop) {
      // The stack is last in, first out: what stands first in the text is pushed last.
      if (statement.second) stack.push_back({statement.second});
      if (statement.first) stack.push_back({statement.first});
    }
  }
}

/// Which values of a function a `let` names, by ValueId.
inline std::vector<bool> let_named(const ir::Function& function) {
  std::vector<bool> named(function.values.values.size(), false);
  for (const ir::Block& block : function.blocks) {
    for (const ir::Statement& statement : block.statements) {
      if (statement.kind == ir::StatementKind::let) named[statement.value.index()] = true;
    }
  }
  return named;
}

/// Calls `visit(id)` for `root` and every value of its tree, parents before operands and operands in order: the order
/// of first mention. The tree ends at leaves and at values that `named` holds, which are visited but not entered.
/// `scratch` is reused between calls.
template <typename Visit>
void for_each_in_tree(const ir::ValuePool& pool, ir::ValueId root, const std::vector<bool>& named,
                      std::vector<ir::ValueId>& scratch, Visit&& visit) {
  scratch.assign(1, root);
  while (!scratch.empty()) {
    const ir::ValueId id = scratch.back();
    scratch.pop_back();
    visit(id);
    if (id != root && named[id.index()]) continue;
    const auto operands = pool.operands(id);
    for (std::size_t i = operands.size(); i > 0; --i) scratch.push_back(operands[i - 1]);
  }
}

}  // namespace yyshader::pass
