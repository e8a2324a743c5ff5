// cvt (manual 9.7.8): between integers, floating-point numbers, and both.

#include <algorithm>
#include <cstdint>

#include "ptx_machine/decoder.hpp"
#include "ptx_machine/float_instructions.hpp"
#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

const Format& format_of(Type type) {
  return type == Type::f16 ? half_format : type == Type::f32 ? single_format : double_format;
}

/// An integer of `type` out of its lowest bits, as a sign and a magnitude.
struct Integer {
  bool negative;
  std::uint64_t magnitude;
};

Integer read_integer(Type type, std::uint64_t bits) {
  const unsigned unused = 64 - 8 * type_size(type);
  if (!is_signed(type)) return {false, (bits << unused) >> unused};
  const std::int64_t value = static_cast<std::int64_t>(bits << unused) >> unused;
  return {value < 0, value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value)};
}

/// The number nearest to `value` within the range of `type`.
std::uint64_t clamp_integer(Type type, const Integer& value) {
  const unsigned bits = 8 * type_size(type);
  const std::uint64_t all = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
  if (!is_signed(type)) return value.negative ? 0 : std::min(value.magnitude, all);
  const std::uint64_t largest = all >> 1U;
  return value.negative ? 0 - std::min(value.magnitude, largest + 1) : std::min(value.magnitude, largest);
}

/// A result of `type` as it fills a register of `size` bytes: extended by its own sign.
std::uint64_t fill_register(Type type, unsigned size, std::uint64_t bits) {
  const Integer value = read_integer(type, bits);
  const std::uint64_t whole = value.negative ? 0 - value.magnitude : value.magnitude;
  return size == 8 ? whole : whole & ((1ULL << (8 * size)) - 1);
}

std::uint64_t integer_to_integer(const Modifiers& modifiers, std::uint64_t bits) {
  const Integer value = read_integer(modifiers.second_type, bits);
  if (modifiers.saturate) return clamp_integer(modifiers.type, value);
  return value.negative ? 0 - value.magnitude : value.magnitude;
}

std::uint64_t integer_to_float(const Modifiers& modifiers, std::uint64_t bits) {
  const Integer value = read_integer(modifiers.second_type, bits);
  const Format& format = format_of(modifiers.type);
  return finish_float(format, modifiers,
                      soft_from_integer(format, modifiers.rounding, value.negative, value.magnitude));
}

std::uint64_t float_to_integer(const Modifiers& modifiers, std::uint64_t bits) {
  const Format& format = format_of(modifiers.second_type);
  if (modifiers.flush && modifiers.second_type == Type::f32) bits = format.flush(bits);
  const unsigned size = type_size(modifiers.type);
  if (format.is_nan(bits)) {
    // Zero, but the least signed number of the width where a side has 64 bits.
    return modifiers.second_type == Type::f64 || size == 8 ? 1ULL << (8 * size - 1) : 0;
  }
  const RoundedInteger rounded = soft_to_integer(format, modifiers.rounding, bits);
  return clamp_integer(modifiers.type, {rounded.negative, rounded.too_large ? ~0ULL : rounded.magnitude});
}

std::uint64_t float_to_float(const Modifiers& modifiers, std::uint64_t bits) {
  const Format& from = format_of(modifiers.second_type);
  const Format& to = format_of(modifiers.type);
  bits &= from.sign_bit() | (from.sign_bit() - 1);
  // .ftz is about f32 alone, on whichever side it is.
  if (modifiers.flush && modifiers.second_type == Type::f32) bits = from.flush(bits);
  std::uint64_t result = modifiers.mode != 0 ? soft_round_integral(from, modifiers.rounding, bits)
                                             : soft_convert(from, to, modifiers.rounding, bits);
  if (modifiers.flush && modifiers.type == Type::f32) result = to.flush(result);
  return modifiers.saturate ? to.saturate(result) : result;
}

template <std::uint64_t (*Convert)(const Modifiers&, std::uint64_t)>
void convert(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const Modifiers& modifiers = instruction.modifiers;
  const auto& source = warp.values[instruction.slots[1]].lane;
  auto& result = warp.values[instruction.slots[0]].lane;
  const bool is_float_result = is_floating(modifiers.type);
  for_lanes(lanes, [&](unsigned lane) {
    const std::uint64_t value = Convert(modifiers, source[lane]);
    result[lane] = is_float_result ? value : fill_register(modifiers.type, instruction.register_size, value);
  });
  warp.define(instruction.slots[0], lanes, {instruction.slots[1]});
}

/// cvt.rnd.f16x2.f32 d, a, b: a becomes the upper half.
HalfPair pack_halves(const Modifiers& modifiers, float a, float b) {
  const auto high = soft_convert(single_format, half_format, modifiers.rounding, to_bits(a));
  const auto low = soft_convert(single_format, half_format, modifiers.rounding, to_bits(b));
  return {static_cast<std::uint32_t>(high << 16U | low)};
}

void decode_pack(Reader& reader) {
  reader.type({Type::f16x2});
  reader.type({Type::f32});
  reader.operands(3);
  if (reader.failed()) return;
  reader.result.slots[0] = reader.destination(0, Type::f16x2);
  reader.result.slots[1] = reader.source(1, Type::f32);
  reader.result.slots[2] = reader.source(2, Type::f32);
  reader.result.handler = elementwise<pack_halves>;
}

/// Whether every value of `inner` is one of `outer`.
bool is_superset(Type outer, Type inner) {
  if (is_signed(outer) == is_signed(inner)) return type_size(outer) >= type_size(inner);
  return is_signed(outer) && type_size(outer) > type_size(inner);
}

enum class Rounds : std::uint8_t { no, to_integer, to_float };

/// Which rounding a conversion takes: the manual lets none stand where none is needed, and asks for one where it is.
void check_rounding(Reader& reader, Rounds found, Type to, Type from) {
  if (!is_floating(from) || !is_floating(to)) {
    const Rounds needed = is_floating(from) ? Rounds::to_integer : is_floating(to) ? Rounds::to_float : Rounds::no;
    if (found != needed) reader.refuse("not the rounding that this conversion takes");
    return;
  }
  const bool is_narrowing = type_size(to) < type_size(from);
  if (is_narrowing && found != Rounds::to_float) reader.refuse("it must say how to round");
  if (!is_narrowing && found == Rounds::to_float) reader.refuse("this conversion does not round");
  if (to != from && found == Rounds::to_integer) reader.refuse("only within one type are numbers made integral");
}

Handler handler_of(Type to, Type from) {
  if (is_floating(from)) return is_floating(to) ? convert<float_to_float> : convert<float_to_integer>;
  return is_floating(to) ? convert<integer_to_float> : convert<integer_to_integer>;
}

void decode_convert(Reader& reader) {
  static constexpr std::pair<std::string_view, Rounding> integral[] = {
      {".rni", Rounding::nearest_even}, {".rzi", Rounding::zero}, {".rmi", Rounding::down}, {".rpi", Rounding::up}};
  static constexpr std::initializer_list<Type> types = {Type::u8,  Type::u16, Type::u32, Type::u64, Type::s8, Type::s16,
                                                        Type::s32, Type::s64, Type::f16, Type::f32, Type::f64};
  Modifiers& modifiers = reader.result.modifiers;
  Rounds rounds = Rounds::no;
  if (const auto rounding = reader.choose(integral)) {
    modifiers.rounding = *rounding;
    modifiers.mode = 1;
    rounds = Rounds::to_integer;
  } else if (const auto of_float = reader.rounding()) {
    rounds = Rounds::to_float;
    const bool nearest_or_zero = *of_float == Rounding::nearest_even || *of_float == Rounding::zero;
    if (nearest_or_zero && reader.next() == ".f16x2") return decode_pack(reader);
  }
  modifiers.flush = reader.accept(".ftz");
  modifiers.saturate = reader.accept(".sat");
  const Type to = reader.type(types);
  const Type from = reader.type(types);
  modifiers.type = to;
  modifiers.second_type = from;
  check_rounding(reader, rounds, to, from);
  if (modifiers.flush && to != Type::f32 && from != Type::f32) reader.refuse(".ftz is for .f32");
  if (modifiers.saturate && is_integer(to) && is_integer(from) && is_superset(to, from)) {
    reader.refuse(".sat is for conversions that can leave the range");
  }
  reader.operands(2);
  if (reader.failed()) return;
  reader.result.slots[0] = reader.destination(reader.operand(0), to, true);
  if (is_integer(to)) reader.result.slots[1] = reader.special_source(reader.operand(1), from);
  if (reader.result.slots[1] == no_slot) reader.result.slots[1] = reader.source(reader.operand(1), from, true);
  reader.result.handler = handler_of(to, from);
}

}  // namespace

std::span<const OpcodeRow> conversion_instructions() {
  static constexpr OpcodeRow rows[] = {{"cvt", decode_convert}};
  return rows;
}

}  // namespace yyshader::ptx_machine
