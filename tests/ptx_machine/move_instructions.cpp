// mov and cvta (manual 9.7.8): copies, packing, special registers, addresses of variables.

#include <cstdint>

#include "ptx_machine/decoder.hpp"
#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

using syntax::Operand;
using syntax::OperandKind;

void copy(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  auto& result = warp.values[instruction.slots[0]].lane;
  const auto& source = warp.values[instruction.slots[1]].lane;
  for_lanes(lanes, [&](unsigned lane) { result[lane] = source[lane]; });
  warp.define(instruction.slots[0], lanes, {instruction.slots[1]});
}

void copy_predicate(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const std::uint32_t source = instruction.predicates[2];
  const LaneMask value = warp.predicates[source] ^ (instruction.source_inverted ? 0xffffffffU : 0);
  const LaneMask known = warp.predicates_defined[source];
  const std::uint32_t origin = warp.predicate_origins[source];
  warp.set_predicate(instruction.predicates[0], lanes, value);
  warp.define_predicate(instruction.predicates[0], lanes, known, origin);
}

void set_constant_predicate(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  warp.set_predicate(instruction.predicates[0], lanes, instruction.modifiers.mode != 0 ? lanes : 0);
  warp.define_predicate(instruction.predicates[0], lanes, lanes, no_slot);
}

/// {a, b, …} into slot 0: the first is the lowest. `mode` is the number of parts, `register_size` the bytes of each.
void pack(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const unsigned parts = instruction.modifiers.mode;
  LaneMask known = lanes;
  std::uint32_t origin = no_slot;
  for (unsigned part = 0; part < parts; ++part) {
    const std::uint32_t source = instruction.slots[part + 1];
    if ((known & ~warp.defined[source]) != 0) origin = warp.origins[source];
    known &= warp.defined[source];
  }
  for_lanes(lanes, [&](unsigned lane) {
    std::uint64_t value = 0;
    for (unsigned part = 0; part < parts; ++part) {
      value |= warp.value(instruction.slots[part + 1], lane) << (8U * instruction.register_size * part);
    }
    warp.value(instruction.slots[0], lane) = value;
  });
  warp.defined[instruction.slots[0]] = (warp.defined[instruction.slots[0]] & ~lanes) | known;
  if (known != lanes) warp.origins[instruction.slots[0]] = origin;
}

/// Slot 0 into {a, b, …}.
void unpack(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const unsigned bits = 8U * instruction.register_size;
  const LaneValues source = warp.values[instruction.slots[0]];
  const LaneMask known = warp.defined[instruction.slots[0]] & lanes;
  const std::uint32_t origin = warp.origins[instruction.slots[0]];
  for (unsigned part = 0; part < instruction.modifiers.mode; ++part) {
    const std::uint32_t result = instruction.slots[part + 1];
    for_lanes(lanes, [&](unsigned lane) {
      warp.value(result, lane) = (source.lane[lane] >> (bits * part)) & ((1ULL << bits) - 1);
    });
    warp.defined[result] = (warp.defined[result] & ~lanes) | known;
    if (known != lanes) warp.origins[result] = origin;
  }
}

/// The type of each part when `type` is moved from or to `parts` of them.
std::optional<Type> part_type(Type type, std::size_t parts) {
  if (type == Type::b32 && parts == 2) return Type::b16;
  if (type == Type::b64 && parts == 2) return Type::b32;
  if (type == Type::b64 && parts == 4) return Type::b16;
  return std::nullopt;
}

void decode_vector_move(Reader& reader, Type type, bool packs) {
  const Operand& vector = reader.operand(packs ? 1 : 0);
  const Operand& whole = reader.operand(packs ? 0 : 1);
  const std::optional<Type> part = part_type(type, vector.elements.size());
  if (!part) return reader.refuse("not a vector that this type is made of");
  Instruction& result = reader.result;
  for (std::size_t i = 0; i < vector.elements.size(); ++i) {
    result.slots[i + 1] =
        packs ? reader.source(vector.elements[i], *part, false) : reader.destination(vector.elements[i], *part, false);
  }
  result.slots[0] = packs ? reader.destination(whole, type, false) : reader.source(whole, type, false);
  result.modifiers.mode = static_cast<std::uint8_t>(vector.elements.size());
  result.register_size = static_cast<std::uint8_t>(type_size(*part));
  result.handler = packs ? pack : unpack;
}

void decode_predicate_move(Reader& reader) {
  reader.operands(2);
  if (reader.failed()) return;
  reader.result.predicates[0] = reader.predicate_destination(reader.operand(0));
  if (reader.operand(1).kind == OperandKind::integer) {
    reader.result.modifiers.mode = reader.constant_integer(1, 1, "a predicate") != 0 ? 1 : 0;
    reader.result.handler = set_constant_predicate;
  } else {
    reader.predicate_source(1);
    reader.result.handler = copy_predicate;
  }
}

/// Whether operand 1 names a variable, whose address is then the source.
bool decode_variable_address(Reader& reader, Type type) {
  const Operand& operand = reader.operand(1);
  if (operand.kind != OperandKind::name) return false;
  const Symbol* const symbol = reader.find(operand.name);
  if (symbol == nullptr || symbol->kind != SymbolKind::variable) return false;
  const bool is_narrow_space = symbol->space == Space::shared || symbol->space == Space::local;
  if (is_floating(type) || (type_size(type) != 8 && !(type_size(type) == 4 && is_narrow_space))) {
    reader.refuse("an address of this space is no " + std::string(type_name(type)));
  }
  reader.result.slots[1] = reader.constant_slot(symbol->address + static_cast<std::uint64_t>(operand.offset));
  return true;
}

void decode_move(Reader& reader) {
  if (reader.accept(".pred")) return decode_predicate_move(reader);
  const Type type = reader.type({Type::b16, Type::b32, Type::b64, Type::u16, Type::u32, Type::u64, Type::s16, Type::s32,
                                 Type::s64, Type::f32, Type::f64});
  reader.operands(2);
  if (reader.failed()) return;
  if (reader.operand(1).kind == OperandKind::vector) return decode_vector_move(reader, type, true);
  if (reader.operand(0).kind == OperandKind::vector) return decode_vector_move(reader, type, false);
  reader.result.handler = copy;
  reader.result.slots[0] = reader.destination(0, type);
  if (decode_variable_address(reader, type)) return;
  reader.result.slots[1] = reader.special_source(reader.operand(1), type);
  if (reader.result.slots[1] == no_slot) reader.result.slots[1] = reader.source(1, type);
}

std::uint64_t window_of(Space space) {
  return space == Space::shared ? shared_window : space == Space::local ? local_window : 0;
}

void to_generic(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const std::uint64_t window = window_of(instruction.memory.space);
  for_lanes(lanes, [&](unsigned lane) {
    warp.value(instruction.slots[0], lane) = warp.value(instruction.slots[1], lane) + window;
  });
  warp.define(instruction.slots[0], lanes, {instruction.slots[1]});
}

/// An address of another space has no meaning in this one.
void from_generic(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const std::uint64_t window = window_of(instruction.memory.space);
  LaneMask outside = 0;
  warp.define(instruction.slots[0], lanes, {instruction.slots[1]});
  for_lanes(lanes, [&](unsigned lane) {
    const std::uint64_t generic = warp.value(instruction.slots[1], lane);
    const bool is_inside = window == 0 ? generic < shared_window : (generic & ~0xffffffffULL) == window;
    if (!is_inside) outside |= 1U << lane;
    warp.value(instruction.slots[0], lane) = generic - window;
  });
  warp.leave_undefined(instruction.slots[0], outside);
}

void decode_convert_address(Reader& reader) {
  static constexpr std::pair<std::string_view, Space> spaces[] = {
      {".global", Space::global}, {".shared", Space::shared}, {".local", Space::local}, {".const", Space::constant}};
  const bool from = reader.accept(".to");
  const std::optional<Space> space = reader.choose(spaces);
  if (!space) return reader.refuse("the machine knows no such state space here");
  const Type type = reader.type({Type::u64});
  reader.operands(2);
  if (reader.failed()) return;
  reader.result.memory.space = *space;
  reader.result.slots[0] = reader.destination(0, type);
  reader.result.handler = from ? from_generic : to_generic;
  if (!from && decode_variable_address(reader, type)) return;
  reader.result.slots[1] = reader.source(1, type);
}

}  // namespace

std::span<const OpcodeRow> move_instructions() {
  static constexpr OpcodeRow rows[] = {{"mov", decode_move}, {"cvta", decode_convert_address}};
  return rows;
}

}  // namespace yyshader::ptx_machine
