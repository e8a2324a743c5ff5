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
/// Counts indices up along with the loop where they were computed from its count anew.
void reduce_strength(Procedure& procedure);
/// Cuts bytes and half words out of words by one instruction, where that is what shifts and masks do.
void cut_bit_fields(Procedure& procedure);
/// Joins loads and stores of neighbours to ones of two or four, where the address is known to be aligned.
void join_accesses(Procedure& procedure);
/// All of the above.
void optimise(Procedure& procedure, bool strict_floats);

/// By Id of a value: the phi of a loop that has this value in the next turn and is not asked for any more once it is
/// made, so that one register will do for both; or `no_id`.
std::vector<Id> share_registers(const Procedure& procedure, const ControlFlow& flow);

/// By Id: how many operands and conditions name it.
std::vector<std::uint32_t> count_uses(const Procedure& procedure);

}  // namespace yyshader::backend::ptx
