#include "backend/ptx/memory_state.hpp"

namespace yyshader::backend::ptx {

Writes::Reach Writes::reach(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::store:
      return Reach::region;
    // Memory of atomics is never read by plain loads.
    case Opcode::atomic:
    case Opcode::store_relaxed:
    case Opcode::load_relaxed:
      return Reach::nothing;
    // Other threads' writes come to be seen.
    case Opcode::barrier:
    case Opcode::call:
      return Reach::everything;
    default:
      return Reach::nothing;
  }
}

/// A region that no instruction of this code writes, no thread of the launch writes, unless in a called procedure.
Writes::Writes(const Procedure& procedure, const ControlFlow& flow) {
  bool has_calls = false;
  for (const Block& block : procedure.blocks) {
    for (const Id id : block.instructions) has_calls = has_calls || procedure[id].opcode == Opcode::call;
  }
  has_calls = has_calls || !procedure.is_entry;
  for (const Block& block : procedure.blocks) {
    for (const Id id : block.instructions) {
      const Instruction& instruction = procedure[id];
      const bool is_foreign = has_calls && instruction.opcode == Opcode::load &&
                              instruction.space != Space::read_only && instruction.space != Space::constant;
      if (instruction.opcode == Opcode::store || is_foreign)
        tracked_.try_emplace(instruction.region, static_cast<std::uint32_t>(tracked_.size()));
    }
  }
  loops_.assign(flow.loops.size(), std::vector<bool>(tracked_.size(), false));
  for (BlockIndex block = 0; block < procedure.blocks.size(); ++block) {
    for (std::uint32_t loop = flow.loop_of[block]; loop != ControlFlow::no_loop; loop = flow.loops[loop].parent) {
      for (const Id id : procedure.blocks[block].instructions) {
        const Instruction& instruction = procedure[id];
        const Reach what = reach(instruction);
        if (what == Reach::region) loops_[loop][tracked_.at(instruction.region)] = true;
        if (what == Reach::everything) loops_[loop].assign(tracked_.size(), true);
      }
    }
  }
}

std::uint32_t Writes::tracked(std::uint32_t region) const {
  const auto found = tracked_.find(region);
  return found == tracked_.end() ? never : found->second;
}

}  // namespace yyshader::backend::ptx
