// The decoded form of a text: one array of instructions whose operands are slots of a warp's register file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ptx_machine/soft_float.hpp"
#include "ptx_machine/types.hpp"

namespace yyshader::ptx_machine {

using LaneMask = std::uint32_t;
inline constexpr unsigned warp_size = 32;
inline constexpr std::uint32_t no_slot = 0xffffffffU;

class Warp;
struct Instruction;

/// What an instruction does to the lanes of `lanes`.
using Handler = void (*)(Warp& warp, const Instruction& instruction, LaneMask lanes);

/// How an instruction passes control on. Everything but `next` is seen by the scheduler.
enum class Flow : std::uint8_t {
  next,
  branch,
  call,
  ret,
  exit,
  collective,  ///< waits for the lanes of a member mask, then runs for all of them at once
  barrier,     ///< waits for other warps
  converge,    ///< activemask: runs with as many lanes as come together
};

enum class Space : std::uint8_t { generic, global, shared, local, constant };

enum class Comparison : std::uint8_t { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };
enum class Combination : std::uint8_t { none, and_, or_, xor_ };

/// How an access meets accesses of other threads (manual, "Memory consistency model").
enum class Strength : std::uint8_t {
  weak,
  strong,        ///< relaxed, acquire, release, volatile, and every atomic operation
  non_coherent,  ///< .nc: nothing may write the place during the launch
};

struct Modifiers {
  Type type = Type::b32;
  Type second_type = Type::b32;
  Rounding rounding = Rounding::nearest_even;
  bool flush = false;
  bool saturate = false;
  bool propagate_nan = false;
  bool worst = false;  ///< of an approximation: as far off as the manual allows
  Comparison comparison = Comparison::eq;
  Combination combination = Combination::none;
  std::uint8_t mode = 0;  ///< what else the instruction's handler distinguishes
};

struct MemoryAccess {
  Space space = Space::generic;
  Strength strength = Strength::weak;
  std::uint8_t size = 4;   ///< bytes of one element
  std::uint8_t count = 1;  ///< elements
  bool sign_extend = false;
  bool narrow_address = false;  ///< the address register has 32 bits
};

struct Barrier {
  bool is_aligned = true;
  bool waits = true;  ///< false: bar.arrive
  std::uint32_t id_slot = no_slot;
  std::uint32_t count_slot = no_slot;
  enum class Reduction : std::uint8_t { none, popc, and_, or_ } reduction = Reduction::none;
};

struct Instruction {
  Handler handler = nullptr;
  Flow flow = Flow::next;
  bool guard_inverted = false;
  bool source_inverted = false;    ///< of `predicates[2]`
  std::uint8_t register_size = 4;  ///< bytes of the destination register, where it may be wider than the type
  std::uint32_t guard = no_slot;
  std::array<std::uint32_t, 6> slots = {no_slot, no_slot, no_slot, no_slot, no_slot, no_slot};
  std::array<std::uint32_t, 3> predicates = {no_slot, no_slot, no_slot};  ///< two destinations, one source
  std::uint32_t target = 0;                                               ///< of a branch; index of a call or a barrier
  std::int64_t immediate = 0;
  Modifiers modifiers;
  MemoryAccess memory;
};

/// One value that a call hands over: between registers, or between .param variables.
struct CallCopy {
  bool is_register = true;
  std::uint32_t from = 0;  ///< slot, or offset in the lane's parameter bytes
  std::uint32_t to = 0;
  std::uint32_t size = 0;
};

struct CallSite {
  std::uint32_t target = 0;
  std::vector<CallCopy> arguments;
  std::vector<CallCopy> results;
};

/// A .shared, .local, .global or .const variable at its address in its own space.
struct StaticVariable {
  std::string name;
  Space space = Space::shared;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::vector<std::uint8_t> initial;  ///< of .global and .const: all its bytes
  std::uint32_t entry = no_slot;      ///< of .shared: the only entry that has it, if any
};

struct EntryParameter {
  std::string name;
  Type type = Type::u64;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool is_array = false;
};

struct Entry {
  std::string name;
  std::vector<EntryParameter> parameters;
  std::uint32_t parameter_bytes = 0;
  std::uint32_t start = 0;
  std::optional<std::array<std::uint32_t, 3>> required_block;
  std::optional<std::array<std::uint32_t, 3>> largest_block;
};

struct SourceLine {
  unsigned line = 0;
  std::string text;
};

/// Values that a warp has from the start.
enum class Special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  zero,
  laneid,
  warpid,
  nwarpid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
};

struct Program {
  std::vector<Instruction> code;
  std::vector<SourceLine> lines;  ///< of each instruction
  std::vector<CallSite> calls;
  std::vector<Barrier> barriers;
  std::vector<Entry> entries;
  std::vector<StaticVariable> variables;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> constants;  ///< slot, value
  std::vector<std::pair<std::uint32_t, Special>> specials;
  std::vector<std::string> slot_names;       ///< for messages
  std::vector<std::string> predicate_names;  ///< for messages
  std::uint32_t lane_parameter_bytes = 0;    ///< of all .param variables of functions
  std::uint32_t call_depth = 1;              ///< the deepest chain of calls
};

// Where the spaces lie in generic addresses; a global address is its own generic address. The gaps are such that no
// 32-bit index times an element's size leads from one variable into another.
inline constexpr unsigned global_gap_bits = 36;
inline constexpr unsigned window_gap_bits = 24;
inline constexpr std::uint64_t shared_window = 1ULL << 48U;
inline constexpr std::uint64_t local_window = 1ULL << 49U;

}  // namespace yyshader::ptx_machine
