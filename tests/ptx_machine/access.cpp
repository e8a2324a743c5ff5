#include "ptx_machine/access.hpp"

#include <string>

namespace yyshader::ptx_machine {
namespace {

std::string hexadecimal(std::uint64_t value) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), digits[value & 15U]);
    value >>= 4U;
  } while (value != 0);
  return "0x" + text;
}

std::string describe_access(unsigned size, bool writes) {
  return std::string(writes ? "writes " : "reads ") + std::to_string(size) + " bytes ";
}

std::string describe_place(const Place& place) {
  const auto offset = static_cast<std::int64_t>(place.offset);
  return "at " + place.allocation->name + (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
}

}  // namespace

Place locate(Warp& warp, const Instruction& instruction, unsigned lane, std::uint64_t address, unsigned size,
             bool writes) {
  const Space space = instruction.memory.space;
  const Place place = warp.launch().memory->find(space, address);
  if (place.allocation == nullptr) {
    warp.fail(lane, describe_access(size, writes) + "at " + hexadecimal(address) + ", where nothing lies in the " +
                        std::string(space_name(space)) + " space");
    return {};
  }
  const Allocation& allocation = *place.allocation;
  if (place.offset > allocation.size || size > allocation.size - place.offset) {
    warp.fail(lane, describe_access(size, writes) + describe_place(place) + ", outside of its " +
                        std::to_string(allocation.size) + " bytes");
    return {};
  }
  if (address % size != 0) {
    warp.fail(lane, describe_access(size, writes) + describe_place(place) +
                        ", which is not known to be a multiple of " + std::to_string(size));
    return {};
  }
  if (writes && (allocation.is_read_only || allocation.space == Space::constant)) {
    warp.fail(lane, describe_access(size, writes) + describe_place(place) + ", which is only to be read");
    return {};
  }
  return place;
}

void check_race(Warp& warp, const Place& place, unsigned lane, unsigned size, AccessKind kind) {
  Allocation& allocation = *place.allocation;
  const bool is_shared_by_threads = allocation.space == Space::global || allocation.space == Space::shared;
  if (!warp.launch().options->find_races || !is_shared_by_threads || allocation.is_read_only) return;
  allocation.shadow.prepare(size);
  for (std::uint64_t offset = place.offset; offset < place.offset + size; offset += allocation.shadow.granule()) {
    const auto conflict =
        note_access(allocation.shadow.cell(offset), kind, warp.block->clocks, warp.thread(lane), warp.pc);
    if (!conflict) continue;
    const bool is_own = conflict->block == warp.block->index && conflict->thread == warp.thread(lane);
    warp.fail(lane, std::string(is_own ? ".nc and a write meet " : "a data race ") +
                        describe_place({&allocation, offset}) + "\n  with " +
                        warp.describe_thread(conflict->block, conflict->thread) + " in " +
                        warp.describe_instruction(conflict->instruction));
    return;
  }
}

}  // namespace yyshader::ptx_machine
