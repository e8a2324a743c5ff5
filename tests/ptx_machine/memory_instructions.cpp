// Loads and stores (manual 9.7.8): ld st, with vectors, .nc, volatile and the ordered forms; ld.param and st.param.

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "ptx_machine/access.hpp"
#include "ptx_machine/decoder.hpp"
#include "ptx_machine/memory_instructions.hpp"

namespace yyshader::ptx_machine {
namespace {

using syntax::Operand;
using syntax::OperandKind;

// Loads and stores have their elements in slots 0 to 3 and their address in slot 4.
constexpr std::size_t address_slot = 4;

/// Whether all of `size` bytes have been written; allocations without a list of known bytes are known.
bool is_known(const Warp& warp, const Place& place, unsigned lane, unsigned size) {
  const auto& known = place.allocation->known;
  if (known.empty()) return true;
  const auto first =
      known.begin() + static_cast<std::ptrdiff_t>(warp.thread(lane) * place.allocation->thread_stride + place.offset);
  return std::all_of(first, first + size, [](std::uint8_t is) { return is != 0; });
}

void make_known(const Warp& warp, const Place& place, unsigned lane, unsigned size) {
  auto& known = place.allocation->known;
  if (known.empty()) return;
  const auto first =
      known.begin() + static_cast<std::ptrdiff_t>(warp.thread(lane) * place.allocation->thread_stride + place.offset);
  std::fill_n(first, size, std::uint8_t{1});
}

AccessKind read_kind(Strength strength) {
  return strength == Strength::weak     ? AccessKind::read
         : strength == Strength::strong ? AccessKind::strong_read
                                        : AccessKind::non_coherent_read;
}

/// The bits of one element as they fill a register: T is signed where the sign is extended.
template <class T>
std::uint64_t extended(const std::uint8_t* bytes, unsigned register_size) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  const auto whole = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  const std::uint64_t bits = std::is_signed_v<T> ? whole : static_cast<std::uint64_t>(value);
  return register_size == 8 ? bits : bits & ((1ULL << (8 * register_size)) - 1);
}

template <class T>
void load(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const MemoryAccess& memory = instruction.memory;
  if (!warp.require(instruction.slots[address_slot], lanes, "an address")) return;
  const unsigned size = static_cast<unsigned>(sizeof(T)) * memory.count;
  LaneMask unknown = 0;
  // The address register may be one of the results: it is read in each lane before these are written.
  for_lanes(lanes, [&](unsigned lane) {
    if (warp.failed()) return;
    const Place place =
        locate(warp, instruction, lane, lane_address(warp, instruction, address_slot, lane), size, false);
    if (place.allocation == nullptr) return;
    check_race(warp, place, lane, size, read_kind(memory.strength));
    if (!is_known(warp, place, lane, size)) unknown |= 1U << lane;
    const std::uint8_t* const data = data_of(warp, place, lane);
    for (unsigned i = 0; i < memory.count; ++i) {
      warp.value(instruction.slots[i], lane) = extended<T>(data + i * sizeof(T), instruction.register_size);
    }
  });
  for (unsigned i = 0; i < memory.count; ++i) {
    warp.define(instruction.slots[i], lanes, {});
    warp.leave_undefined(instruction.slots[i], unknown);
  }
}

void store(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const MemoryAccess& memory = instruction.memory;
  if (!warp.require(instruction.slots[address_slot], lanes, "an address")) return;
  for (unsigned i = 0; i < memory.count; ++i) {
    if (!warp.require(instruction.slots[i], lanes, "a stored value")) return;
  }
  const unsigned size = 0U + memory.size * memory.count;
  for_lanes(lanes, [&](unsigned lane) {
    if (warp.failed()) return;
    const Place place =
        locate(warp, instruction, lane, lane_address(warp, instruction, address_slot, lane), size, true);
    if (place.allocation == nullptr) return;
    check_race(warp, place, lane, size,
               memory.strength == Strength::strong ? AccessKind::strong_write : AccessKind::write);
    make_known(warp, place, lane, size);
    std::uint8_t* const data = data_of(warp, place, lane);
    for (unsigned i = 0; i < memory.count; ++i) {
      // The lowest bytes come first (the host is little-endian, as the device is).
      std::memcpy(data + static_cast<std::size_t>(i) * memory.size, &warp.value(instruction.slots[i], lane),
                  memory.size);
    }
  });
}

/// A parameter of the entry: the same bytes for all threads, at offset `immediate`.
void load_entry_parameter(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const MemoryAccess& memory = instruction.memory;
  for (unsigned i = 0; i < memory.count; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits,
                warp.launch().parameters.data() + instruction.immediate + static_cast<std::size_t>(i) * memory.size,
                memory.size);
    const std::uint64_t value = extend_element(memory, instruction.register_size, bits);
    for_lanes(lanes, [&](unsigned lane) { warp.value(instruction.slots[i], lane) = value; });
    warp.define(instruction.slots[i], lanes, {});
  }
}

std::uint8_t* lane_parameter(Warp& warp, const Instruction& instruction, unsigned lane) {
  return warp.lane_parameters.data() + static_cast<std::size_t>(lane) * warp.program().lane_parameter_bytes +
         instruction.immediate;
}

void load_lane_parameter(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const MemoryAccess& memory = instruction.memory;
  for (unsigned i = 0; i < memory.count; ++i) {
    for_lanes(lanes, [&](unsigned lane) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, lane_parameter(warp, instruction, lane) + static_cast<std::size_t>(i) * memory.size,
                  memory.size);
      warp.value(instruction.slots[i], lane) = extend_element(memory, instruction.register_size, bits);
    });
    warp.define(instruction.slots[i], lanes, {});
  }
}

void store_lane_parameter(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const MemoryAccess& memory = instruction.memory;
  for (unsigned i = 0; i < memory.count; ++i) {
    if (!warp.require(instruction.slots[i], lanes, "a parameter")) return;
    for_lanes(lanes, [&](unsigned lane) {
      std::memcpy(lane_parameter(warp, instruction, lane) + static_cast<std::size_t>(i) * memory.size,
                  &warp.value(instruction.slots[i], lane), memory.size);
    });
  }
}

/// Takes {.v2|.v4}.type and the elements of `vector`, which go to slots 0 to 3.
void decode_elements(Reader& reader, std::size_t vector_operand, bool is_load) {
  static constexpr std::pair<std::string_view, std::uint8_t> counts[] = {{".v2", std::uint8_t{2}},
                                                                         {".v4", std::uint8_t{4}}};
  MemoryAccess& memory = reader.result.memory;
  memory.count = reader.choose(counts).value_or(1);
  const Type type = reader.type({Type::b8, Type::b16, Type::b32, Type::b64, Type::u8, Type::u16, Type::u32, Type::u64,
                                 Type::s8, Type::s16, Type::s32, Type::s64, Type::f32, Type::f64});
  memory.size = static_cast<std::uint8_t>(type_size(type));
  memory.sign_extend = is_signed(type);
  reader.operands(2);
  if (memory.size * memory.count > 16) reader.refuse("an access has at most 16 bytes");
  const Operand& operand = reader.operand(vector_operand);
  const bool is_vector = operand.kind == OperandKind::vector;
  if (is_vector != (memory.count > 1) || (is_vector && operand.elements.size() != memory.count)) {
    reader.refuse("not the number of elements that the instruction says");
  }
  bool has_result = !is_load;
  std::uint8_t register_size = memory.size;
  for (unsigned i = 0; i < memory.count && !reader.failed(); ++i) {
    const Operand& element = is_vector ? operand.elements[i] : operand;
    if (!is_load) {
      reader.result.slots[i] = reader.source(element, type, true);
      continue;
    }
    reader.result.slots[i] = reader.destination(element, type, true);
    if (element.kind == OperandKind::sink) continue;
    if (has_result && reader.result.register_size != register_size) {
      reader.refuse("the elements' registers differ in size");
    }
    has_result = true;
    register_size = reader.result.register_size;
  }
  reader.result.register_size = register_size;
  if (!has_result) reader.refuse("a load has a result");
}

Handler load_handler(const MemoryAccess& memory) {
  switch (memory.size) {
    case 1:
      return memory.sign_extend ? load<std::int8_t> : load<std::uint8_t>;
    case 2:
      return memory.sign_extend ? load<std::int16_t> : load<std::uint16_t>;
    case 4:
      return memory.sign_extend ? load<std::int32_t> : load<std::uint32_t>;
    default:
      return load<std::uint64_t>;
  }
}

/// ld.param, st.param: the name of a parameter, with a constant offset.
void decode_parameter_access(Reader& reader, bool is_load) {
  decode_elements(reader, is_load ? 0 : 1, is_load);
  const Operand& operand = reader.operand(is_load ? 1 : 0);
  if (operand.kind != OperandKind::address) reader.refuse("an address stands in brackets");
  if (reader.failed()) return;
  const Symbol* const parameter = reader.symbol(operand);
  if (parameter == nullptr) return;
  const MemoryAccess& memory = reader.result.memory;
  const bool is_entry_parameter = parameter->kind == SymbolKind::entry_parameter;
  if (!is_entry_parameter && parameter->kind != SymbolKind::lane_parameter) return reader.refuse("not a parameter");
  if (!is_load && (is_entry_parameter || parameter->is_written_by_caller)) {
    return reader.refuse("a function's parameter is only to be read");
  }
  const std::int64_t size = memory.size * memory.count;
  if (operand.offset < 0 || operand.offset + size > static_cast<std::int64_t>(parameter->size)) {
    return reader.refuse("outside of the parameter");
  }
  if (operand.offset % size != 0) return reader.refuse("not aligned in the parameter");
  reader.result.immediate = static_cast<std::int64_t>(parameter->address) + operand.offset;
  reader.result.handler = is_entry_parameter ? load_entry_parameter
                          : is_load          ? load_lane_parameter
                                             : store_lane_parameter;
}

/// Takes {.weak | .volatile | .relaxed.scope | .acquire.scope (or .release.scope)}.
void decode_strength(Reader& reader, std::string_view ordered) {
  if (reader.accept(".weak")) return;
  if (reader.accept(".volatile")) {
    reader.result.memory.strength = Strength::strong;
  } else if (reader.accept(".relaxed") || reader.accept(ordered)) {
    reader.result.memory.strength = Strength::strong;
    if (!accept_scope(reader)) reader.refuse("a scope is missing");
  }
}

void decode_load(Reader& reader) {
  decode_strength(reader, ".acquire");
  MemoryAccess& memory = reader.result.memory;
  if (memory.strength == Strength::weak && reader.accept(".param")) return decode_parameter_access(reader, true);
  static constexpr std::pair<std::string_view, Space> spaces[] = {
      {".global", Space::global}, {".shared", Space::shared}, {".local", Space::local}, {".const", Space::constant}};
  const Space space = reader.choose(spaces).value_or(Space::generic);
  if (memory.strength == Strength::strong && (space == Space::local || space == Space::constant)) {
    reader.refuse("ordered and volatile loads are of global and shared memory");
  }
  static constexpr std::pair<std::string_view, bool> cache_hints[] = {
      {".ca", true}, {".cg", true}, {".cs", true}, {".lu", false}, {".cv", false}};
  const bool may_be_non_coherent =
      space == Space::global && memory.strength == Strength::weak && reader.choose(cache_hints).value_or(true);
  if (may_be_non_coherent && reader.accept(".nc")) memory.strength = Strength::non_coherent;
  if (space != Space::global && memory.strength == Strength::weak) reader.choose(cache_hints);
  decode_elements(reader, 0, true);
  if (reader.failed()) return;
  reader.address(1, space, address_slot);
  reader.result.handler = load_handler(memory);
}

void decode_store(Reader& reader) {
  decode_strength(reader, ".release");
  if (reader.result.memory.strength == Strength::weak && reader.accept(".param")) {
    return decode_parameter_access(reader, false);
  }
  static constexpr std::pair<std::string_view, Space> spaces[] = {
      {".global", Space::global}, {".shared", Space::shared}, {".local", Space::local}};
  const Space space = reader.choose(spaces).value_or(Space::generic);
  if (reader.result.memory.strength == Strength::strong && space == Space::local) {
    reader.refuse("ordered and volatile stores are to global and shared memory");
  }
  static constexpr std::pair<std::string_view, int> cache_hints[] = {{".wb", 0}, {".cg", 0}, {".cs", 0}, {".wt", 0}};
  if (reader.result.memory.strength == Strength::weak) reader.choose(cache_hints);
  decode_elements(reader, 1, false);
  if (reader.failed()) return;
  reader.address(0, space, address_slot);
  reader.result.handler = store;
}

}  // namespace

bool accept_scope(Reader& reader) { return reader.accept(".cta") || reader.accept(".gpu") || reader.accept(".sys"); }

std::uint64_t extend_element(const MemoryAccess& memory, unsigned register_size, std::uint64_t bits) {
  const unsigned unused = 64U - 8U * memory.size;
  if (memory.sign_extend) bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
  return register_size == 8 ? bits : bits & ((1ULL << (8 * register_size)) - 1);
}

std::span<const OpcodeRow> memory_instructions() {
  static constexpr OpcodeRow rows[] = {{"ld", decode_load}, {"st", decode_store}};
  return rows;
}

}  // namespace yyshader::ptx_machine
