#pragma once

#include <cstddef>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::pass {

/// The `if` that is all that a block writes, or null: what makes `else { if … }` an arm of a chain. Values that are
/// evaluated inside its condition write nothing of their own.
const ir::Statement* sole_if(const ir::Function& function, ir::BlockId block);

/// How deep each block of a function stands in the text, by BlockId; only reachable blocks have an entry that counts.
struct Nesting {
  std::vector<ir::BlockId> order;       ///< reachable blocks, outer ones first
  std::vector<std::size_t> statements;  ///< statements around the block's, counted as in limits.hpp
  std::vector<std::size_t> blocks;      ///< blocks around the block's statements, itself included
  std::vector<bool> links;              ///< else blocks that hold nothing but the next arm of a long chain
};
Nesting nesting_of(const ir::Function& function);

/// How a block of a function can be left, by BlockId.
struct Exits {
  std::vector<bool> falls;    ///< at its end
  std::vector<bool> jumps;    ///< by a `break` or `continue` of the loop around it
  std::vector<bool> breaks;   ///< by such a `break`
  std::vector<bool> returns;  ///< by a `return`, nested loops included
};
Exits exits_of(const ir::Function& function, const std::vector<ir::BlockId>& outer_first);

/// Cuts chains of `if … else if …` until no block stands deeper than `deepest_statements`, where cutting can do that.
/// Where every arm before a cut leaves the block, the next piece simply stands after it; otherwise the pieces stand in
/// a loop that runs once and that an arm leaves with `break`.
void cut_chains(ir::Module& module, ir::Function& function);

}  // namespace yyshader::pass
