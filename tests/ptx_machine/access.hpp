// One lane's access to memory: finds the place, checks bounds, alignment, permission and races.
#pragma once

#include <cstdint>

#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {

/// The address of slot `address_slot` in `lane`, with the instruction's offset.
inline std::uint64_t lane_address(const Warp& warp, const Instruction& instruction, std::size_t address_slot,
                                  unsigned lane) {
  const std::uint64_t base = warp.values[instruction.slots[address_slot]].lane[lane];
  const std::uint64_t address = base + static_cast<std::uint64_t>(instruction.immediate);
  return instruction.memory.narrow_address ? address & 0xffffffffU : address;
}

/// The place of an access of `size` bytes; its allocation is null after a fault. For .local the offset is within the
/// thread's own copy, and `data_of` finds it.
Place locate(Warp& warp, const Instruction& instruction, unsigned lane, std::uint64_t address, unsigned size,
             bool writes);

/// The bytes at a place that `locate` has found.
inline std::uint8_t* data_of(const Warp& warp, const Place& place, unsigned lane) {
  return place.allocation->data + warp.thread(lane) * place.allocation->thread_stride + place.offset;
}

/// Notes the access for the race checks; fails if it races.
void check_race(Warp& warp, const Place& place, unsigned lane, unsigned size, AccessKind kind);

}  // namespace yyshader::ptx_machine
