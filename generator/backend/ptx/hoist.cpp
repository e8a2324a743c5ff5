// Loop-invariant code motion.

#include <algorithm>

#include "backend/ptx/memory_state.hpp"
#include "backend/ptx/passes.hpp"

namespace yyshader::backend::ptx {

namespace {

class Hoisting {
 public:
  explicit Hoisting(Procedure& procedure)
      : procedure_(procedure), flow_(analyse(procedure)), writes_(procedure, flow_) {
    for (std::uint32_t loop = 0; loop < flow_.loops.size(); ++loop) find_exits(loop);
  }

  void run() {
    for (BlockIndex block = 0; block < procedure_.blocks.size(); ++block) {
      if (flow_.loop_of[block] == ControlFlow::no_loop) continue;
      auto& list = procedure_.blocks[block].instructions;
      const auto rest = std::remove_if(list.begin(), list.end(), [&](Id id) { return move(id, block); });
      list.erase(rest, list.end());
    }
  }

 private:
  /// Every turn of a loop runs a block that dominates all its ways out and back.
  void find_exits(std::uint32_t index) {
    std::vector<BlockIndex> ends;
    for (const BlockIndex block : flow_.loops[index].blocks) {
      for (const BlockIndex target : procedure_.blocks[block].targets) {
        if (target == no_block) continue;
        if (!is_inside(target, index) || target == flow_.loops[index].header) ends.push_back(block);
      }
      if (procedure_.blocks[block].targets[0] == no_block) ends.push_back(block);
    }
    ends_.push_back(std::move(ends));
  }

  bool is_inside(BlockIndex block, std::uint32_t loop) const {
    std::uint32_t inner = flow_.loop_of[block];
    while (inner != ControlFlow::no_loop && inner != loop) inner = flow_.loops[inner].parent;
    return inner == loop;
  }

  bool always_runs(BlockIndex block, std::uint32_t loop) const {
    return std::all_of(ends_[loop].begin(), ends_[loop].end(),
                       [&](BlockIndex end) { return flow_.dominates(block, end); });
  }

  bool is_invariant(Id id, BlockIndex block, std::uint32_t loop) const {
    const Instruction& instruction = procedure_[id];
    for (const Id operand : procedure_.operands(id)) {
      const Instruction& source = procedure_[operand];
      if (!is_placeless(source.opcode) && is_inside(source.block, loop)) return false;
    }
    if (instruction.opcode != Opcode::load) return true;
    const std::uint32_t tracked = writes_.tracked(instruction.region);
    if (tracked != Writes::never && writes_.in_loop(loop, tracked)) return false;
    return instruction.is_safe || always_runs(block, loop);
  }

  bool move(Id id, BlockIndex block) {
    const Opcode opcode = procedure_[id].opcode;
    const Effect effect = row(opcode).effect;
    if (opcode == Opcode::phi || (effect != Effect::pure && opcode != Opcode::load)) return false;
    BlockIndex from = block;
    std::uint32_t loop = flow_.loop_of[block];
    BlockIndex target = no_block;
    while (loop != ControlFlow::no_loop && flow_.loops[loop].preheader != no_block && is_invariant(id, from, loop)) {
      target = flow_.loops[loop].preheader;
      from = target;
      loop = flow_.loops[loop].parent;
    }
    if (target == no_block) return false;
    procedure_.blocks[target].instructions.push_back(id);
    procedure_[id].block = target;
    return true;
  }

  Procedure& procedure_;
  ControlFlow flow_;
  Writes writes_;
  std::vector<std::vector<BlockIndex>> ends_;  ///< by loop
};

}  // namespace

void hoist(Procedure& procedure) { Hoisting(procedure).run(); }

}  // namespace yyshader::backend::ptx
