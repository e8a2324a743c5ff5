#pragma once

#include <vector>

#include "backend/ptx/machine.hpp"

// What is done to a lowered procedure. Lowering has folded constants and shared what it saw twice; these passes look at
// the whole procedure.

namespace yyshader::backend::ptx {

/// Which blocks come before which, and the loops. Blocks stand in an order in which every edge but those back to a
/// loop's header goes forward.
struct ControlFlow {
  static constexpr std::uint32_t no_loop = 0xffffffffU;
  struct Loop {
    BlockIndex header = no_block;
    BlockIndex preheader = no_block;  ///< the one block before it, which goes nowhere else; or none
    std::uint32_t parent = no_loop;
    std::vector<BlockIndex> blocks;  ///< those of inner loops too
  };
  std::vector<BlockIndex> dominator;               ///< by block: the immediate one; the first block's is itself
  std::vector<std::vector<BlockIndex>> dominated;  ///< by block: whose immediate dominator it is
  std::vector<std::uint32_t> loop_of;              ///< by block: the innermost
  std::vector<Loop> loops;                         ///< outer ones first

  bool dominates(BlockIndex above, BlockIndex below) const;
};
ControlFlow analyse(const Procedure& procedure);

/// Takes away blocks that are never reached, phis that choose nothing, and what nothing needs.
void clean_up(Procedure& procedure);
/// Global value numbering: what is computed, or read while nothing can have written it, is not computed or read again
/// where the first stands on every way.
void number_values(Procedure& procedure);
/// Moves out of loops what every turn would compute or read anew.
void hoist(Procedure& procedure);
/// Joins products and sums: integers always, floats unless `strict_floats`.
void contract(Procedure& procedure, bool strict_floats);
/// Joins loads and stores of neighbours to ones of two or four, where the address is known to be aligned.
void join_accesses(Procedure& procedure);
/// All of the above.
void optimise(Procedure& procedure, bool strict_floats);

/// By Id: how many operands and conditions name it.
std::vector<std::uint32_t> count_uses(const Procedure& procedure);

}  // namespace yyshader::backend::ptx
