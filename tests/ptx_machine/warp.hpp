// A running warp: its registers, which of them are defined, and the helpers that instructions are made of.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ptx_machine/machine.hpp"
#include "ptx_machine/memory.hpp"
#include "ptx_machine/program.hpp"

namespace yyshader::ptx_machine {

/// What all blocks of a launch share.
struct Launch {
  const Program* program = nullptr;
  const Options* options = nullptr;
  AddressMap* memory = nullptr;
  std::vector<std::uint8_t> parameters;
  Size grid = {1, 1, 1};
  Size block = {1, 1, 1};
  std::uint32_t threads = 1;
  Statistics statistics;
  std::optional<Fault> fault;
  std::uint64_t random_state = 1;
};

/// What the warps of a block share.
struct BlockState {
  Launch* launch = nullptr;
  std::uint32_t index = 0;
  Size id = {0, 0, 0};
  ThreadClocks clocks;
};

struct alignas(64) LaneValues {
  std::array<std::uint64_t, warp_size> lane;
};

/// Calls `work(lane)` for each lane, in order.
template <class Work>
void for_lanes(LaneMask lanes, Work work) {
  if (lanes == 0xffffffffU) {
    for (unsigned lane = 0; lane < warp_size; ++lane) work(lane);
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1) work(static_cast<unsigned>(std::countr_zero(lanes)));
}

class Warp {
 public:
  std::vector<LaneValues> values;
  std::vector<LaneMask> defined;
  std::vector<std::uint32_t> origins;  ///< of each slot: the instruction that made an undefined value, or no_slot
  std::vector<LaneMask> predicates;
  std::vector<LaneMask> predicates_defined;
  std::vector<std::uint32_t> predicate_origins;
  std::vector<std::uint8_t> lane_parameters;  ///< .param variables of functions, lane by lane
  BlockState* block = nullptr;
  std::uint32_t index = 0;
  std::uint32_t pc = 0;  ///< of the instruction that runs

  Launch& launch() const { return *block->launch; }
  const Program& program() const { return *launch().program; }
  std::uint32_t thread(unsigned lane) const { return index * warp_size + lane; }
  bool failed() const { return launch().fault.has_value(); }

  /// Ends the launch; the first fault counts. `lane` is one that it happened in.
  void fail(unsigned lane, const std::string& message);
  /// `threads (x, y, z) of block (x, y, z)`.
  std::string describe_thread(std::uint32_t block_index, std::uint32_t thread) const;
  /// `line 12: add.u32 …`.
  std::string describe_instruction(std::uint32_t instruction) const;

  /// The destination is defined in those of `lanes` where all of `sources` are.
  void define(std::uint32_t destination, LaneMask lanes, std::initializer_list<std::uint32_t> sources) {
    LaneMask known = lanes;
    for (const std::uint32_t source : sources) known &= defined[source];
    if (known == lanes) {
      defined[destination] |= lanes;
    } else {
      define_partly(destination, lanes, known, sources);
    }
  }
  /// `undefined` lanes get no value; this instruction is the reason.
  void leave_undefined(std::uint32_t destination, LaneMask undefined) {
    if (undefined == 0 || !launch().options->find_undefined) return;
    defined[destination] &= ~undefined;
    origins[destination] = pc;
  }
  void define_predicate(std::uint32_t destination, LaneMask lanes, LaneMask known, std::uint32_t origin) {
    predicates_defined[destination] = (predicates_defined[destination] & ~lanes) | (known & lanes);
    if ((known & lanes) != lanes) predicate_origins[destination] = origin;
  }
  void set_predicate(std::uint32_t destination, LaneMask lanes, LaneMask bits) {
    predicates[destination] = (predicates[destination] & ~lanes) | (bits & lanes);
  }
  /// The origin of the first of `sources` that some of `lanes` have no value of.
  std::uint32_t origin_of(LaneMask lanes, std::initializer_list<std::uint32_t> sources) const;

  /// Whether `slot` has a value in all of `lanes`; else fails, saying that `what` needs it.
  bool require(std::uint32_t slot, LaneMask lanes, const char* what) {
    if ((lanes & ~defined[slot]) == 0) return true;
    refuse_undefined(slot, lanes & ~defined[slot], what);
    return false;
  }
  bool require_predicate(std::uint32_t slot, LaneMask lanes, const char* what) {
    if ((lanes & ~predicates_defined[slot]) == 0) return true;
    refuse_undefined_predicate(slot, lanes & ~predicates_defined[slot], what);
    return false;
  }

  std::uint64_t& value(std::uint32_t slot, unsigned lane) { return values[slot].lane[lane]; }

 private:
  void define_partly(std::uint32_t destination, LaneMask lanes, LaneMask known,
                     std::initializer_list<std::uint32_t> sources);
  void refuse_undefined(std::uint32_t slot, LaneMask lanes, const char* what);
  void refuse_undefined_predicate(std::uint32_t slot, LaneMask lanes, const char* what);
  std::string describe_origin(std::uint32_t origin) const;
};

/// The bits of a half, or of a pair of halves, as types of their own.
struct Half {
  std::uint16_t bits;
};
struct HalfPair {
  std::uint32_t bits;
};

template <class T>
T from_bits(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(bits);
  } else if constexpr (std::is_same_v<T, Half>) {
    return {static_cast<std::uint16_t>(bits)};
  } else if constexpr (std::is_same_v<T, HalfPair>) {
    return {static_cast<std::uint32_t>(bits)};
  } else {
    return static_cast<T>(bits);
  }
}

template <class T>
std::uint64_t to_bits(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<std::uint32_t>(value);
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(value);
  } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, HalfPair>) {
    return value.bits;
  } else {
    return static_cast<std::make_unsigned_t<T>>(value);
  }
}

/// Handlers of instructions that compute each lane by itself: `elementwise<f>` applies f to slots 1, 2, … and puts the
/// result into slot 0. A first parameter `const Modifiers&` gets the instruction's.
template <auto Function>
struct ElementwiseHandler;

template <class... Sources>
inline constexpr bool takes_modifiers = false;
template <class... Sources>
inline constexpr bool takes_modifiers<const Modifiers&, Sources...> = true;

template <class Result, class... Sources, Result (*Function)(Sources...)>
requires(!takes_modifiers<Sources...>) struct ElementwiseHandler<Function> {
  template <std::size_t... I>
  static void apply(Warp& warp, const Instruction& instruction, LaneMask lanes, std::index_sequence<I...>) {
    auto& result = warp.values[instruction.slots[0]].lane;
    const std::array<const LaneValues*, sizeof...(I)> sources = {&warp.values[instruction.slots[I + 1]]...};
    for_lanes(lanes, [&](unsigned lane) {
      result[lane] = to_bits<Result>(Function(from_bits<Sources>(sources[I]->lane[lane])...));
    });
    warp.define(instruction.slots[0], lanes, {instruction.slots[I + 1]...});
  }
  static void run(Warp& warp, const Instruction& instruction, LaneMask lanes) {
    apply(warp, instruction, lanes, std::index_sequence_for<Sources...>{});
  }
};

template <class Result, class... Sources, Result (*Function)(const Modifiers&, Sources...)>
struct ElementwiseHandler<Function> {
  template <std::size_t... I>
  static void apply(Warp& warp, const Instruction& instruction, LaneMask lanes, std::index_sequence<I...>) {
    auto& result = warp.values[instruction.slots[0]].lane;
    const std::array<const LaneValues*, sizeof...(I)> sources = {&warp.values[instruction.slots[I + 1]]...};
    for_lanes(lanes, [&](unsigned lane) {
      result[lane] = to_bits<Result>(Function(instruction.modifiers, from_bits<Sources>(sources[I]->lane[lane])...));
    });
    warp.define(instruction.slots[0], lanes, {instruction.slots[I + 1]...});
  }
  static void run(Warp& warp, const Instruction& instruction, LaneMask lanes) {
    apply(warp, instruction, lanes, std::index_sequence_for<Sources...>{});
  }
};

template <auto Function>
inline constexpr Handler elementwise = &ElementwiseHandler<Function>::run;

}  // namespace yyshader::ptx_machine
