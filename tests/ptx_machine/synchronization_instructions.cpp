// Between the lanes of a warp and the warps of a block (manual 9.7.8, 9.7.12): shfl vote match redux activemask bar
// barrier bar.warp membar fence. The scheduler decides when they run, and for which lanes at once.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "ptx_machine/decoder.hpp"
#include "ptx_machine/memory_instructions.hpp"
#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

using syntax::Operand;
using syntax::OperandKind;

// Every collective instruction has its member mask in slot 4.
constexpr std::size_t members_slot = 4;

enum ShuffleMode : std::uint8_t { up, down, butterfly, indexed };

/// Where a lane's value comes from, and whether that is in range; out of range it is the lane itself.
struct ShuffleSource {
  unsigned lane;
  bool is_in_range;
};

ShuffleSource shuffle_source(std::uint8_t mode, unsigned lane, std::uint32_t b, std::uint32_t c) {
  const auto offset = static_cast<int>(b & 31U);
  const std::uint32_t clamp = c & 31U;
  const std::uint32_t segment = (c >> 8U) & 31U;
  const auto own = static_cast<int>(lane);
  const auto last = static_cast<int>((lane & segment) | (clamp & ~segment));
  const auto first = static_cast<int>(lane & segment);
  int source = own;
  switch (mode) {
    case up:
      source = own - offset;
      break;
    case down:
      source = own + offset;
      break;
    case butterfly:
      source = own ^ offset;
      break;
    default:
      source = first | (offset & ~static_cast<int>(segment));
  }
  const bool is_in_range = mode == up ? source >= last : source <= last;
  return {is_in_range ? static_cast<unsigned>(source) : lane, is_in_range};
}

/// Slots: 0 result, 1 value, 2 lane or offset, 3 clamp and segment. What comes from a lane that does not take part is
/// undefined.
void shuffle(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  if (!warp.require(instruction.slots[2], lanes, "a shuffle's lane")) return;
  if (!warp.require(instruction.slots[3], lanes, "a shuffle's range")) return;
  const LaneValues values = warp.values[instruction.slots[1]];
  const LaneMask values_known = warp.defined[instruction.slots[1]];
  const std::uint32_t values_origin = warp.origins[instruction.slots[1]];
  const std::uint32_t result = instruction.slots[0];
  LaneMask in_range = 0;
  LaneMask inactive = 0;
  LaneMask unknown = 0;
  const LaneValues offsets = warp.values[instruction.slots[2]];
  const LaneValues ranges = warp.values[instruction.slots[3]];
  for_lanes(lanes, [&](unsigned lane) {
    const auto source = shuffle_source(instruction.modifiers.mode, lane, static_cast<std::uint32_t>(offsets.lane[lane]),
                                       static_cast<std::uint32_t>(ranges.lane[lane]));
    if (source.is_in_range) in_range |= 1U << lane;
    if (((lanes >> source.lane) & 1U) == 0) {
      inactive |= 1U << lane;
    } else if (((values_known >> source.lane) & 1U) == 0) {
      unknown |= 1U << lane;
    }
    warp.value(result, lane) = values.lane[source.lane];
  });
  warp.define(result, lanes, {});
  warp.leave_undefined(result, unknown);
  if (unknown != 0) warp.origins[result] = values_origin;
  warp.leave_undefined(result, inactive);
  if (instruction.predicates[0] != no_slot) {
    warp.set_predicate(instruction.predicates[0], lanes, in_range);
    warp.define_predicate(instruction.predicates[0], lanes, lanes, no_slot);
  }
}

enum VoteMode : std::uint8_t { all, any, uniform, ballot };

void vote(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const std::uint32_t source = instruction.predicates[2];
  if (!warp.require_predicate(source, lanes, "a vote")) return;
  const LaneMask holds = (warp.predicates[source] ^ (instruction.source_inverted ? 0xffffffffU : 0)) & lanes;
  if (instruction.modifiers.mode == ballot) {
    for_lanes(lanes, [&](unsigned lane) { warp.value(instruction.slots[0], lane) = holds; });
    warp.define(instruction.slots[0], lanes, {});
    return;
  }
  const bool result = instruction.modifiers.mode == all   ? holds == lanes
                      : instruction.modifiers.mode == any ? holds != 0
                                                          : holds == lanes || holds == 0;
  warp.set_predicate(instruction.predicates[0], lanes, result ? lanes : 0);
  warp.define_predicate(instruction.predicates[0], lanes, lanes, no_slot);
}

/// match.any (mode 0): the lanes with the same value; match.all: all lanes if their values are all equal, else none.
void match(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  if (!warp.require(instruction.slots[1], lanes, "a match")) return;
  const LaneValues values = warp.values[instruction.slots[1]];
  bool all_equal = true;
  for_lanes(lanes, [&](unsigned lane) {
    LaneMask same = 0;
    for_lanes(lanes, [&](unsigned other) {
      if (values.lane[other] == values.lane[lane]) same |= 1U << other;
    });
    all_equal = all_equal && same == lanes;
    warp.value(instruction.slots[0], lane) = same;
  });
  if (instruction.modifiers.mode != 0) {
    for_lanes(lanes, [&](unsigned lane) { warp.value(instruction.slots[0], lane) = all_equal ? lanes : 0; });
  }
  warp.define(instruction.slots[0], lanes, {});
  if (instruction.predicates[0] == no_slot) return;
  warp.set_predicate(instruction.predicates[0], lanes, all_equal ? lanes : 0);
  warp.define_predicate(instruction.predicates[0], lanes, lanes, no_slot);
}

enum ReduceMode : std::uint8_t { sum, minimum, maximum, bit_and, bit_or, bit_xor };

std::uint32_t reduce_two(const Modifiers& modifiers, std::uint32_t a, std::uint32_t b) {
  const bool is_less =
      modifiers.type == Type::s32 ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) : a < b;
  switch (modifiers.mode) {
    case sum:
      return a + b;
    case minimum:
      return is_less ? a : b;
    case maximum:
      return is_less ? b : a;
    case bit_and:
      return a & b;
    case bit_or:
      return a | b;
    default:
      return a ^ b;
  }
}

void reduce(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  if (!warp.require(instruction.slots[1], lanes, "a reduction")) return;
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  auto result = static_cast<std::uint32_t>(warp.value(instruction.slots[1], first));
  for_lanes(lanes & (lanes - 1), [&](unsigned lane) {
    result =
        reduce_two(instruction.modifiers, result, static_cast<std::uint32_t>(warp.value(instruction.slots[1], lane)));
  });
  for_lanes(lanes, [&](unsigned lane) { warp.value(instruction.slots[0], lane) = result; });
  warp.define(instruction.slots[0], lanes, {});
}

/// bar.warp.sync orders what its lanes did in memory.
void warp_barrier(Warp& warp, const Instruction&, LaneMask lanes) {
  std::vector<std::uint32_t> threads;
  for_lanes(lanes, [&](unsigned lane) { threads.push_back(warp.thread(lane)); });
  warp.block->clocks.partial_barrier(threads, threads);
}

void active_mask(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  for_lanes(lanes, [&](unsigned lane) { warp.value(instruction.slots[0], lane) = lanes; });
  warp.define(instruction.slots[0], lanes, {});
}

/// Memory is the same for all threads at once, so that a fence has nothing to do; it orders nothing for the race checks
/// either.
void fence(Warp&, const Instruction&, LaneMask) {}

void set_collective(Reader& reader, Handler handler, std::size_t members_operand) {
  reader.result.flow = Flow::collective;
  reader.result.handler = handler;
  reader.result.slots[members_slot] = reader.source(members_operand, Type::b32);
}

/// A register as the result, or register|predicate.
void register_and_predicate(Reader& reader, Type type) {
  const Operand& destination = reader.operand(0);
  const bool is_pair = destination.kind == OperandKind::pair;
  const Operand& first = is_pair ? destination.elements[0] : destination;
  if (first.kind == OperandKind::sink) reader.refuse("its result goes to a register");
  if (reader.failed()) return;
  reader.result.slots[0] = reader.destination(first, type, false);
  if (is_pair) reader.result.predicates[0] = reader.predicate_destination(destination.elements[1]);
}

void decode_shuffle(Reader& reader) {
  static constexpr std::pair<std::string_view, ShuffleMode> modes[] = {
      {".up", up}, {".down", down}, {".bfly", butterfly}, {".idx", indexed}};
  if (!reader.accept(".sync")) return reader.refuse("without .sync this target does not have it");
  const std::optional<ShuffleMode> mode = reader.choose(modes);
  if (!mode) return reader.refuse("the mode of a shuffle is missing");
  const Type type = reader.type({Type::b32});
  reader.operands(5);
  if (reader.failed()) return;
  reader.result.modifiers.mode = *mode;
  register_and_predicate(reader, type);
  reader.result.slots[1] = reader.source(1, type);
  reader.result.slots[2] = reader.source(2, Type::u32);
  reader.result.slots[3] = reader.source(3, Type::u32);
  set_collective(reader, shuffle, 4);
}

void decode_vote(Reader& reader) {
  static constexpr std::pair<std::string_view, VoteMode> modes[] = {
      {".all", all}, {".any", any}, {".uni", uniform}, {".ballot", ballot}};
  if (!reader.accept(".sync")) return reader.refuse("without .sync this target does not have it");
  const std::optional<VoteMode> mode = reader.choose(modes);
  if (!mode) return reader.refuse("the mode of a vote is missing");
  reader.type({*mode == ballot ? Type::b32 : Type::pred});
  reader.operands(3);
  if (reader.failed()) return;
  reader.result.modifiers.mode = *mode;
  if (*mode == ballot) {
    reader.result.slots[0] = reader.destination(0, Type::b32);
  } else {
    reader.result.predicates[0] = reader.predicate_destination(reader.operand(0));
  }
  reader.predicate_source(1);
  set_collective(reader, vote, 2);
}

void decode_match(Reader& reader) {
  const bool is_all = reader.accept(".all");
  if (!is_all && !reader.accept(".any")) return reader.refuse(".all or .any is missing");
  if (!reader.accept(".sync")) return reader.refuse("without .sync there is no match");
  const Type type = reader.type({Type::b32, Type::b64});
  reader.operands(3);
  if (reader.operand(0).kind == OperandKind::pair && !is_all) reader.refuse("match.any has no predicate");
  if (reader.failed()) return;
  reader.result.modifiers.mode = is_all ? 1 : 0;
  register_and_predicate(reader, Type::b32);
  reader.result.slots[1] = reader.source(1, type);
  set_collective(reader, match, 2);
}

void decode_reduce(Reader& reader) {
  static constexpr std::pair<std::string_view, ReduceMode> modes[] = {
      {".add", sum}, {".min", minimum}, {".max", maximum}, {".and", bit_and}, {".or", bit_or}, {".xor", bit_xor}};
  if (!reader.accept(".sync")) return reader.refuse("without .sync there is no redux");
  const std::optional<ReduceMode> mode = reader.choose(modes);
  if (!mode) return reader.refuse("the operation of a reduction is missing");
  const Type type = *mode >= bit_and ? reader.type({Type::b32}) : reader.type({Type::u32, Type::s32});
  reader.operands(3);
  if (reader.failed()) return;
  reader.result.modifiers.mode = *mode;
  reader.result.slots[0] = reader.destination(0, type);
  reader.result.slots[1] = reader.source(1, type);
  set_collective(reader, reduce, 2);
}

void decode_active_mask(Reader& reader) {
  const Type type = reader.type({Type::b32});
  reader.operands(1);
  if (reader.failed()) return;
  reader.result.slots[0] = reader.destination(0, type);
  reader.result.flow = Flow::converge;
  reader.result.handler = active_mask;
}

/// The barrier's number and, from operand `first + 1`, the number of threads; constants are checked at once.
void barrier_operands(Reader& reader, Barrier& barrier, std::size_t first, bool has_count) {
  if (reader.operand(first).kind == OperandKind::integer) reader.constant_integer(first, 15, "a barrier's number");
  barrier.id_slot = reader.source(first, Type::u32);
  if (!has_count) return;
  const Operand& count = reader.operand(first + 1);
  if (count.kind == OperandKind::integer && (count.bits % warp_size != 0 || count.bits == 0 || count.bits > 1024)) {
    reader.refuse("the number of threads at a barrier is a multiple of 32");
  }
  barrier.count_slot = reader.source(first + 1, Type::u32);
}

void decode_barrier_reduction(Reader& reader, Barrier& barrier) {
  static constexpr std::pair<std::string_view, Barrier::Reduction> reductions[] = {
      {".popc", Barrier::Reduction::popc}, {".and", Barrier::Reduction::and_}, {".or", Barrier::Reduction::or_}};
  const auto reduction = reader.choose(reductions);
  if (!reduction) return reader.refuse("the operation of a reduction is missing");
  barrier.reduction = *reduction;
  if (barrier.is_aligned && reader.accept(".aligned")) return reader.refuse("bar is always aligned");
  if (!barrier.is_aligned) barrier.is_aligned = reader.accept(".aligned");
  reader.type({*reduction == Barrier::Reduction::popc ? Type::u32 : Type::pred});
  reader.operands(3, 4);
  if (reader.failed()) return;
  const std::size_t count = reader.operand_count();
  barrier_operands(reader, barrier, 1, count == 4);
  if (*reduction == Barrier::Reduction::popc) {
    reader.result.slots[0] = reader.destination(0, Type::u32);
  } else {
    reader.result.predicates[0] = reader.predicate_destination(reader.operand(0));
  }
  reader.predicate_source(count - 1);
}

void decode_warp_barrier(Reader& reader) {
  if (!reader.accept(".sync")) return reader.refuse(".sync is missing");
  reader.operands(1);
  if (reader.failed()) return;
  set_collective(reader, warp_barrier, 0);
}

void decode_barrier(Reader& reader, bool is_bar) {
  if (is_bar && reader.accept(".warp")) return decode_warp_barrier(reader);
  reader.accept(".cta");
  Barrier barrier;
  barrier.is_aligned = is_bar;
  reader.result.flow = Flow::barrier;
  if (reader.accept(".red")) {
    decode_barrier_reduction(reader, barrier);
  } else {
    barrier.waits = !reader.accept(".arrive");
    if (barrier.waits && !reader.accept(".sync")) return reader.refuse("the machine knows no such barrier");
    if (!is_bar) barrier.is_aligned = reader.accept(".aligned");
    reader.operands(barrier.waits ? 1 : 2, 2);
    if (reader.failed()) return;
    barrier_operands(reader, barrier, 0, reader.operand_count() == 2);
  }
  reader.result.target = static_cast<std::uint32_t>(reader.program().barriers.size());
  reader.program().barriers.push_back(barrier);
}

void decode_bar(Reader& reader) { decode_barrier(reader, true); }
void decode_general_barrier(Reader& reader) { decode_barrier(reader, false); }

void decode_membar(Reader& reader) {
  if (!reader.accept(".cta") && !reader.accept(".gl") && !reader.accept(".sys")) reader.refuse("a level is missing");
  reader.operands(0);
  reader.result.handler = fence;
}

void decode_fence(Reader& reader) {
  if (!reader.accept(".sc")) reader.accept(".acq_rel");
  if (!accept_scope(reader)) reader.refuse("a scope is missing");
  reader.operands(0);
  reader.result.handler = fence;
}

}  // namespace

std::span<const OpcodeRow> synchronization_instructions() {
  static constexpr OpcodeRow rows[] = {{"shfl", decode_shuffle},
                                       {"vote", decode_vote},
                                       {"match", decode_match},
                                       {"redux", decode_reduce},
                                       {"activemask", decode_active_mask},
                                       {"bar", decode_bar},
                                       {"barrier", decode_general_barrier},
                                       {"membar", decode_membar},
                                       {"fence", decode_fence}};
  return rows;
}

}  // namespace yyshader::ptx_machine
