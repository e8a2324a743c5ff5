// Which values of a loop need no register of their own. ptxas could find that out, but it writes a loop's body several
// times before it does, and then needs more registers for it.

#include <vector>

#include "backend/ptx/passes.hpp"

namespace yyshader::backend::ptx {

namespace {

class Sharing {
 public:
  Sharing(const Procedure& procedure, const ControlFlow& flow)
      : procedure_(procedure),
        flow_(flow),
        next_(procedure.instructions.size(), no_id),
        positions_(procedure.instructions.size(), 0) {}

  std::vector<Id> run() {
    for (std::uint32_t loop = 0; loop < flow_.loops.size(); ++loop) find_candidates(loop);
    for (const Block& block : procedure_.blocks) {
      for (std::size_t i = 0; i < block.instructions.size(); ++i) positions_[block.instructions[i]] = i;
    }
    refuse_late_uses();
    std::vector<Id> shared(procedure_.instructions.size(), no_id);
    for (Id phi = 0; phi < next_.size(); ++phi) {
      if (next_[phi] != no_id && shared[next_[phi]] == no_id) shared[next_[phi]] = phi;
    }
    return shared;
  }

 private:
  void find_candidates(std::uint32_t loop) {
    const BlockIndex header = flow_.loops[loop].header;
    const auto& before = procedure_.blocks[header].predecessors;
    if (before.size() != 2) return;
    const std::size_t back = before[0] >= header ? 0 : 1;
    for (const Id phi : procedure_.blocks[header].instructions) {
      if (procedure_[phi].opcode != Opcode::phi) break;
      const Id next = procedure_.operands(phi)[back];
      const Instruction& value = procedure_[next];
      // Parts get their names from the instruction that gives them all.
      if (is_placeless(value.opcode) || value.opcode == Opcode::phi || value.opcode == Opcode::part) continue;
      if (class_of(value.type) != class_of(procedure_[phi].type)) continue;
      if (flow_.loop_of[value.block] == loop) next_[phi] = next;
    }
  }

  void refuse_late_uses() {
    for (BlockIndex index = 0; index < procedure_.blocks.size(); ++index) {
      const Block& block = procedure_.blocks[index];
      for (const Id id : block.instructions) {
        const auto operands = procedure_.operands(id);
        const bool is_phi = procedure_[id].opcode == Opcode::phi;
        for (std::size_t i = 0; i < operands.size(); ++i) {
          if (is_phi) {
            use_at_end(operands[i], block.predecessors[i]);
          } else {
            use(operands[i], index, positions_[id]);
          }
        }
      }
      if (block.condition != no_id) use_at_end(block.condition, index);
    }
    for (const Id id : procedure_.returned) next_[id] = no_id;
  }

  void use_at_end(Id id, BlockIndex block) { use(id, block, procedure_.blocks[block].instructions.size()); }

  /// The phi may be asked for before its next value is made, and by what makes that. Round the loop, whatever dominates
  /// the making comes before it.
  void use(Id phi, BlockIndex block, std::size_t position) {
    const Id next = next_[phi];
    if (next == no_id) return;
    const BlockIndex made = procedure_[next].block;
    const bool is_before = block == made ? position <= positions_[next] : flow_.dominates(block, made);
    if (!is_before) next_[phi] = no_id;
  }

  const Procedure& procedure_;
  const ControlFlow& flow_;
  std::vector<Id> next_;  ///< by Id of a phi: its next value, while that may share its register
  std::vector<std::size_t> positions_;
};

}  // namespace

std::vector<Id> share_registers(const Procedure& procedure, const ControlFlow& flow) {
  return Sharing(procedure, flow).run();
}

}  // namespace yyshader::backend::ptx
