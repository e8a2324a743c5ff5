// atom and red (manual 9.7.12): one read and write that nothing comes between. Lanes of a warp follow one another in an
// order that the manual leaves open: ascending in lockstep, else random.

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "ptx_machine/access.hpp"
#include "ptx_machine/decoder.hpp"
#include "ptx_machine/memory_instructions.hpp"
#include "ptx_machine/schedule.hpp"

namespace yyshader::ptx_machine {
namespace {

enum Operation : std::uint8_t {
  add,
  minimum,
  maximum,
  exchange,
  compare_exchange,
  bit_and,
  bit_or,
  bit_xor,
  increment,
  decrement
};

// Slot 0: the old value (no_slot for red), 1 and 2: operands, 4: the address.
constexpr std::size_t address_slot = 4;

std::uint64_t add_floats(const Modifiers& modifiers, Space space, std::uint64_t old, std::uint64_t operand) {
  constexpr Rounding nearest = Rounding::nearest_even;
  switch (modifiers.type) {
    case Type::f16:
      return soft_add(half_format, nearest, old, operand);
    case Type::f16x2:
      return soft_add(half_format, nearest, old & 0xffffU, operand & 0xffffU) |
             soft_add(half_format, nearest, old >> 16U, operand >> 16U) << 16U;
    case Type::f32: {
      // On global memory subnormals are flushed, on shared memory they are not.
      const Format& format = single_format;
      if (space != Space::global) return soft_add(format, nearest, old, operand);
      return format.flush(soft_add(format, nearest, format.flush(old), format.flush(operand)));
    }
    default:
      return soft_add(double_format, nearest, old, operand);
  }
}

bool is_less(Type type, std::uint64_t a, std::uint64_t b) {
  if (!is_signed(type)) return a < b;
  const unsigned unused = 64 - 8 * type_size(type);
  return static_cast<std::int64_t>(a << unused) < static_cast<std::int64_t>(b << unused);
}

std::uint64_t new_value(const Modifiers& modifiers, Space space, std::uint64_t old, std::uint64_t b, std::uint64_t c) {
  switch (static_cast<Operation>(modifiers.mode)) {
    case add:
      return is_floating(modifiers.type) ? add_floats(modifiers, space, old, b) : old + b;
    case minimum:
      return is_less(modifiers.type, b, old) ? b : old;
    case maximum:
      return is_less(modifiers.type, old, b) ? b : old;
    case exchange:
      return b;
    case compare_exchange:
      return old == b ? c : old;
    case bit_and:
      return old & b;
    case bit_or:
      return old | b;
    case bit_xor:
      return old ^ b;
    case increment:
      return old >= b ? 0 : old + 1;
    case decrement:
      return old == 0 || old > b ? b : old - 1;
  }
  return old;
}

void run_lane(Warp& warp, const Instruction& instruction, unsigned lane) {
  const unsigned size = instruction.memory.size;
  const std::uint64_t address = lane_address(warp, instruction, address_slot, lane);
  const Place place = locate(warp, instruction, lane, address, size, true);
  if (place.allocation == nullptr) return;
  if (place.allocation->space == Space::local) return warp.fail(lane, "an atomic operation on .local memory");
  check_race(warp, place, lane, size, AccessKind::strong_write);
  auto& known = place.allocation->known;
  const auto first = known.begin() + static_cast<std::ptrdiff_t>(known.empty() ? 0 : place.offset);
  if (!known.empty() && std::any_of(first, first + size, [](std::uint8_t is) { return is == 0; })) {
    return warp.fail(lane, "an atomic operation on memory that nothing has written");
  }
  std::uint8_t* const data = data_of(warp, place, lane);
  std::uint64_t old = 0;
  std::memcpy(&old, data, size);
  const std::uint64_t b = warp.value(instruction.slots[1], lane);
  const std::uint64_t c = instruction.slots[2] == no_slot ? 0 : warp.value(instruction.slots[2], lane);
  const std::uint64_t result = new_value(instruction.modifiers, place.allocation->space, old, b, c);
  std::memcpy(data, &result, size);
  if (instruction.slots[0] != no_slot) warp.value(instruction.slots[0], lane) = old;
}

void run(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  if (!warp.require(instruction.slots[address_slot], lanes, "an address")) return;
  if (!warp.require(instruction.slots[1], lanes, "an atomic operation")) return;
  if (instruction.slots[2] != no_slot && !warp.require(instruction.slots[2], lanes, "an atomic operation")) return;
  const unsigned first = warp.launch().options->schedule == Schedule::lockstep
                             ? 0
                             : static_cast<unsigned>(random_number(warp.launch(), warp_size));
  for (unsigned i = 0; i < warp_size; ++i) {
    const unsigned lane = (first + i) % warp_size;
    if (((lanes >> lane) & 1U) != 0 && !warp.failed()) run_lane(warp, instruction, lane);
  }
  if (instruction.slots[0] != no_slot) warp.define(instruction.slots[0], lanes, {});
}

/// Takes {.noftz}.type, and says whether the operation has that type.
Type operation_type(Reader& reader, Operation operation) {
  switch (operation) {
    case add: {
      const bool no_flush = reader.accept(".noftz");
      const Type type = reader.type({Type::u32, Type::s32, Type::u64, Type::f32, Type::f64, Type::f16, Type::f16x2});
      if (no_flush != (type == Type::f16 || type == Type::f16x2))
        reader.refuse(".noftz is for halves, and they need it");
      return type;
    }
    case minimum:
    case maximum:
      return reader.type({Type::u32, Type::s32, Type::u64, Type::s64});
    case increment:
    case decrement:
      return reader.type({Type::u32});
    case compare_exchange:
      return reader.type({Type::b16, Type::b32, Type::b64});
    default:
      return reader.type({Type::b32, Type::b64});
  }
}

void decode(Reader& reader, bool has_result) {
  static constexpr std::pair<std::string_view, Operation> operations[] = {
      {".add", add},     {".min", minimum}, {".max", maximum}, {".exch", exchange}, {".cas", compare_exchange},
      {".and", bit_and}, {".or", bit_or},   {".xor", bit_xor}, {".inc", increment}, {".dec", decrement}};
  static constexpr std::pair<std::string_view, Space> spaces[] = {{".global", Space::global},
                                                                  {".shared", Space::shared}};
  static constexpr std::pair<std::string_view, int> orders[] = {
      {".relaxed", 0}, {".acquire", 0}, {".release", 0}, {".acq_rel", 0}};
  const bool only_relaxed = !has_result && (reader.next() == ".acquire" || reader.next() == ".acq_rel");
  if (only_relaxed) reader.refuse("red has no result to acquire with");
  reader.choose(orders);
  accept_scope(reader);
  const Space space = reader.choose(spaces).value_or(Space::generic);
  const std::optional<Operation> operation = reader.choose(operations);
  if (!operation) return reader.refuse("an operation is missing, or not known to the machine");
  if (!has_result && (*operation == exchange || *operation == compare_exchange))
    reader.refuse("red has no such operation");
  const Type type = operation_type(reader, *operation);
  const std::size_t first = has_result ? 1 : 0;
  const bool has_third = *operation == compare_exchange;
  reader.operands(first + 2 + (has_third ? 1 : 0));
  if (reader.failed()) return;
  Instruction& result = reader.result;
  result.modifiers.mode = *operation;
  result.memory.size = static_cast<std::uint8_t>(type_size(type));
  if (has_result) result.slots[0] = reader.destination(0, type);
  reader.address(first, space, address_slot);
  result.slots[1] = reader.source(first + 1, type);
  if (has_third) result.slots[2] = reader.source(first + 2, type);
  result.handler = run;
}

void decode_atom(Reader& reader) { decode(reader, true); }
void decode_red(Reader& reader) { decode(reader, false); }

}  // namespace

std::span<const OpcodeRow> atomic_instructions() {
  static constexpr OpcodeRow rows[] = {{"atom", decode_atom}, {"red", decode_red}};
  return rows;
}

}  // namespace yyshader::ptx_machine
