// Unreachable blocks, phis that choose nothing, and values that nothing needs.

#include <algorithm>
#include <unordered_set>

#include "backend/ptx/passes.hpp"

namespace yyshader::backend::ptx {

namespace {

void remove_unreachable(Procedure& procedure) {
  std::vector<bool> reached(procedure.blocks.size(), false);
  std::vector<BlockIndex> open{0};
  reached[0] = true;
  while (!open.empty()) {
    const BlockIndex block = open.back();
    open.pop_back();
    for (const BlockIndex target : procedure.blocks[block].targets) {
      if (target == no_block || reached[target]) continue;
      reached[target] = true;
      open.push_back(target);
    }
  }
  if (std::all_of(reached.begin(), reached.end(), [](bool is) { return is; })) return;
  std::vector<BlockIndex> places(procedure.blocks.size(), no_block);
  std::vector<Block> kept;
  for (BlockIndex block = 0; block < procedure.blocks.size(); ++block) {
    if (!reached[block]) continue;
    places[block] = static_cast<BlockIndex>(kept.size());
    kept.push_back(std::move(procedure.blocks[block]));
  }
  for (Block& block : kept) {
    for (BlockIndex& target : block.targets) {
      if (target != no_block) target = places[target];
    }
    std::vector<BlockIndex> before;
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < block.predecessors.size(); ++i) {
      if (places[block.predecessors[i]] == no_block) continue;
      before.push_back(places[block.predecessors[i]]);
      positions.push_back(i);
    }
    for (const Id id : block.instructions) {
      if (procedure[id].opcode != Opcode::phi || positions.size() == block.predecessors.size()) continue;
      const auto operands = procedure.operands(id);
      for (std::size_t i = 0; i < positions.size(); ++i) operands[i] = operands[positions[i]];
      procedure[id].operand_count = static_cast<std::uint32_t>(positions.size());
    }
    block.predecessors = std::move(before);
  }
  procedure.blocks = std::move(kept);
  for (BlockIndex block = 0; block < procedure.blocks.size(); ++block) {
    for (const Id id : procedure.blocks[block].instructions) procedure[id].block = block;
  }
}

class Replacements {
 public:
  explicit Replacements(std::size_t count) : to_(count, no_id) {}
  Id of(Id id) {
    Id end = id;
    while (to_[end] != no_id) end = to_[end];
    while (to_[id] != no_id) {  // shorten the way for the next
      const Id next = to_[id];
      to_[id] = end;
      id = next;
      if (id == end) break;
    }
    return end;
  }
  void set(Id from, Id to) { to_[from] = to; }

 private:
  std::vector<Id> to_;
};

/// A phi whose operands are all one value, or itself, or undefined, is that value.
bool remove_trivial_phis(Procedure& procedure) {
  Replacements replacements(procedure.instructions.size());
  bool is_changed = false;
  bool is_stable = false;
  while (!is_stable) {
    is_stable = true;
    for (Block& block : procedure.blocks) {
      const auto rest = std::remove_if(block.instructions.begin(), block.instructions.end(), [&](Id id) {
        if (procedure[id].opcode != Opcode::phi) return false;
        Id one = no_id;
        for (const Id operand : procedure.operands(id)) {
          const Id value = replacements.of(operand);
          if (value == id || value == one) continue;
          if (one != no_id) return false;
          one = value;
        }
        if (one == no_id) return false;
        replacements.set(id, one);
        is_changed = true;
        is_stable = false;
        return true;
      });
      block.instructions.erase(rest, block.instructions.end());
    }
  }
  if (!is_changed) return false;
  for (Block& block : procedure.blocks) {
    for (const Id id : block.instructions) {
      for (Id& operand : procedure.operands(id)) operand = replacements.of(operand);
    }
    if (block.condition != no_id) block.condition = replacements.of(block.condition);
  }
  for (Id& id : procedure.returned) id = replacements.of(id);
  return true;
}

void remove_unneeded(Procedure& procedure) {
  std::vector<bool> needed(procedure.instructions.size(), false);
  std::vector<Id> open;
  const auto need = [&](Id id) {
    if (needed[id]) return;
    needed[id] = true;
    open.push_back(id);
  };
  // Stores to local memory count when something reads it.
  std::unordered_set<std::uint32_t> read_regions;
  for (const Block& block : procedure.blocks) {
    for (const Id id : block.instructions) {
      const Instruction& instruction = procedure[id];
      if (instruction.opcode == Opcode::load && instruction.space == Space::local)
        read_regions.insert(instruction.region);
    }
  }
  for (const Block& block : procedure.blocks) {
    for (const Id id : block.instructions) {
      const Instruction& instruction = procedure[id];
      const Effect effect = row(instruction.opcode).effect;
      if (effect == Effect::pure || effect == Effect::load) continue;
      if (instruction.opcode == Opcode::active_mask) continue;
      if (instruction.space == Space::local && !read_regions.contains(instruction.region)) continue;
      need(id);
    }
    if (block.condition != no_id) need(block.condition);
  }
  for (const Id id : procedure.returned) need(id);
  while (!open.empty()) {
    const Id id = open.back();
    open.pop_back();
    for (const Id operand : procedure.operands(id)) need(operand);
  }
  for (Block& block : procedure.blocks) {
    const auto rest =
        std::remove_if(block.instructions.begin(), block.instructions.end(), [&](Id id) { return !needed[id]; });
    block.instructions.erase(rest, block.instructions.end());
  }
}

}  // namespace

void clean_up(Procedure& procedure) {
  remove_unreachable(procedure);
  remove_trivial_phis(procedure);
  remove_unneeded(procedure);
}

std::vector<std::uint32_t> count_uses(const Procedure& procedure) {
  std::vector<std::uint32_t> uses(procedure.instructions.size(), 0);
  for (const Block& block : procedure.blocks) {
    for (const Id id : block.instructions) {
      for (const Id operand : procedure.operands(id)) ++uses[operand];
    }
    if (block.condition != no_id) ++uses[block.condition];
  }
  for (const Id id : procedure.returned) ++uses[id];
  return uses;
}

void optimise(Procedure& procedure, bool strict_floats) {
  clean_up(procedure);
  number_values(procedure);
  clean_up(procedure);
  hoist(procedure);
  number_values(procedure);
  clean_up(procedure);
  reduce_strength(procedure);
  clean_up(procedure);
  cut_bit_fields(procedure);
  contract(procedure, strict_floats);
  join_accesses(procedure);
  clean_up(procedure);
}

}  // namespace yyshader::backend::ptx
