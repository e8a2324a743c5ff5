// Bits (manual 9.7.1, 9.7.7): popc clz bfind brev bfe bfi and or xor not cnot lop3 shl shr shf prmt.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "ptx_machine/decoder.hpp"
#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

template <class T>
std::uint32_t count_ones(T a) {
  return static_cast<std::uint32_t>(std::popcount(a));
}
template <class T>
std::uint32_t count_leading_zeros(T a) {
  return static_cast<std::uint32_t>(std::countl_zero(a));
}

/// The highest bit that is not a sign bit, or with .shiftamt how far it is from the top; all ones: none.
template <class T, bool shift_amount>
std::uint32_t find_bit(T a) {
  using U = std::make_unsigned_t<T>;
  const U bits = static_cast<U>(a < 0 ? ~a : a);
  if (bits == 0) return 0xffffffffU;
  const auto above = static_cast<std::uint32_t>(std::countl_zero(bits));
  return shift_amount ? above : static_cast<std::uint32_t>(8 * sizeof(T)) - 1 - above;
}

template <class T>
T reverse_bits(T a) {
  T result = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i) result = static_cast<T>((result << 1U) | ((a >> i) & 1U));
  return result;
}

/// bfe: `position` and `length` count modulo 256; beyond the top the sign (or zero) goes on.
template <class T>
T extract_field(T a, std::uint32_t b, std::uint32_t c) {
  constexpr unsigned top = 8 * sizeof(T) - 1;
  const unsigned position = b & 0xffU;
  const unsigned length = c & 0xffU;
  using U = std::make_unsigned_t<T>;
  const auto bits = static_cast<U>(a);
  const unsigned sign_position = std::min(position + length - 1, top);
  const bool sign = std::is_signed_v<T> && length != 0 && ((bits >> sign_position) & 1U) != 0;
  U result = 0;
  for (unsigned i = 0; i <= top; ++i) {
    const bool bit = i < length && position + i <= top ? ((bits >> (position + i)) & 1U) != 0 : sign;
    result |= static_cast<U>(bit) << i;
  }
  return static_cast<T>(result);
}

template <class T>
T insert_field(T a, T b, std::uint32_t c, std::uint32_t d) {
  const unsigned position = c & 0xffU;
  const unsigned length = d & 0xffU;
  T result = b;
  for (unsigned i = 0; i < length && position + i < 8 * sizeof(T); ++i) {
    const T place = T{1} << (position + i);
    result = ((a >> i) & 1U) != 0 ? result | place : result & ~place;
  }
  return result;
}

template <class T>
T bit_and(T a, T b) {
  return static_cast<T>(a & b);
}
template <class T>
T bit_or(T a, T b) {
  return static_cast<T>(a | b);
}
template <class T>
T bit_xor(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <class T>
T bit_not(T a) {
  return static_cast<T>(~a);
}
template <class T>
T is_zero(T a) {
  return a == 0 ? 1 : 0;
}

/// Amounts beyond the width count as the width.
template <class T>
T shift_left(T a, std::uint32_t amount) {
  return amount >= 8 * sizeof(T) ? T{0} : static_cast<T>(a << amount);
}
template <class T>
T shift_right(T a, std::uint32_t amount) {
  constexpr std::uint32_t width = 8 * sizeof(T);
  if (amount >= width) return std::is_signed_v<T> && a < 0 ? static_cast<T>(~T{0}) : T{0};
  return static_cast<T>(a >> amount);
}

std::uint32_t logic3(const Modifiers& modifiers, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t result = 0;
  for (unsigned row = 0; row < 8; ++row) {
    if (((modifiers.mode >> row) & 1U) == 0) continue;
    result |= ((row & 4U) != 0 ? a : ~a) & ((row & 2U) != 0 ? b : ~b) & ((row & 1U) != 0 ? c : ~c);
  }
  return result;
}

template <bool left, bool wraps>
std::uint32_t funnel_shift(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t amount = wraps ? c & 31U : std::min(c, 32U);
  const std::uint64_t both = (std::uint64_t{b} << 32U) | a;
  return static_cast<std::uint32_t>(left ? (both << amount) >> 32U : both >> amount);
}

enum PermuteMode : std::uint8_t { index, f4e, b4e, rc8, ecl, ecr, rc16 };

/// Which of the eight bytes {b, a} each byte of the result takes, as a selector of four nibbles.
std::uint32_t permute_selector(std::uint8_t mode, std::uint32_t c) {
  const std::uint32_t low = c & 3U;
  switch (mode) {
    case f4e:
      return (low + 3) << 12U | (low + 2) << 8U | (low + 1) << 4U | low;
    case b4e:
      return ((low + 5) & 7U) << 12U | ((low + 6) & 7U) << 8U | ((low + 7) & 7U) << 4U | low;
    case rc8:
      return low * 0x1111U;
    case ecl:
      return 3U << 12U | std::max(low, 2U) << 8U | std::max(low, 1U) << 4U | low;
    case ecr:
      return low << 12U | std::min(low, 2U) << 8U | std::min(low, 1U) << 4U;
    case rc16:
      return (low & 1U) != 0 ? 0x3232U : 0x1010U;
    default:
      return c & 0xffffU;
  }
}

std::uint32_t permute(const Modifiers& modifiers, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const std::uint64_t bytes = (std::uint64_t{b} << 32U) | a;
  const std::uint32_t selector = permute_selector(modifiers.mode, c);
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint32_t nibble = (selector >> (4 * i)) & 15U;
    auto byte = static_cast<std::uint32_t>((bytes >> (8 * (nibble & 7U))) & 0xffU);
    if ((nibble & 8U) != 0) byte = (byte & 0x80U) != 0 ? 0xffU : 0;
    result |= byte << (8 * i);
  }
  return result;
}

/// Predicates: false and anything is false even where the other is undefined, and true or anything is true.
template <char operation>
void combine_predicates(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const std::uint32_t a = instruction.predicates[1];
  const std::uint32_t b = instruction.predicates[2];
  const LaneMask left = warp.predicates[a] ^ (instruction.modifiers.mode != 0 ? 0xffffffffU : 0);
  const LaneMask right = warp.predicates[b] ^ (instruction.source_inverted ? 0xffffffffU : 0);
  const LaneMask left_known = warp.predicates_defined[a];
  const LaneMask right_known = warp.predicates_defined[b];
  LaneMask known = left_known & right_known;
  if (operation == '&') known |= (left_known & ~left) | (right_known & ~right);
  if (operation == '|') known |= (left_known & left) | (right_known & right);
  const LaneMask value = operation == '&' ? left & right : operation == '|' ? left | right : left ^ right;
  const std::uint32_t origin = (lanes & ~left_known) != 0 ? warp.predicate_origins[a] : warp.predicate_origins[b];
  warp.set_predicate(instruction.predicates[0], lanes, value);
  warp.define_predicate(instruction.predicates[0], lanes, known, origin);
}

void decode_predicate_operation(Reader& reader, Handler handler) {
  reader.operands(3);
  if (reader.failed()) return;
  reader.result.handler = handler;
  reader.predicate_source(1);
  reader.result.predicates[1] = reader.result.predicates[2];
  reader.result.modifiers.mode = reader.result.source_inverted ? 1 : 0;
  reader.predicate_source(2);
  reader.result.predicates[0] = reader.predicate_destination(reader.operand(0));
}

void invert_predicate(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const std::uint32_t source = instruction.predicates[2];
  const LaneMask value = warp.predicates[source] ^ (instruction.source_inverted ? 0 : 0xffffffffU);
  const LaneMask known = warp.predicates_defined[source];
  const std::uint32_t origin = warp.predicate_origins[source];
  warp.set_predicate(instruction.predicates[0], lanes, value);
  warp.define_predicate(instruction.predicates[0], lanes, known, origin);
}

constexpr std::initializer_list<Type> bit_types = {Type::b16, Type::b32, Type::b64};

/// One of three handlers, by the size of the instruction's type.
Handler by_size(Type type, Handler of16, Handler of32, Handler of64) {
  return type_size(type) == 2 ? of16 : type_size(type) == 4 ? of32 : of64;
}

template <char operation>
void decode_logic(Reader& reader) {
  if (reader.accept(".pred")) return decode_predicate_operation(reader, combine_predicates<operation>);
  const Type type = reader.type(bit_types);
  if constexpr (operation == '&') {
    reader.result.handler = by_size(type, elementwise<bit_and<std::uint16_t>>, elementwise<bit_and<std::uint32_t>>,
                                    elementwise<bit_and<std::uint64_t>>);
  } else if constexpr (operation == '|') {
    reader.result.handler = by_size(type, elementwise<bit_or<std::uint16_t>>, elementwise<bit_or<std::uint32_t>>,
                                    elementwise<bit_or<std::uint64_t>>);
  } else {
    reader.result.handler = by_size(type, elementwise<bit_xor<std::uint16_t>>, elementwise<bit_xor<std::uint32_t>>,
                                    elementwise<bit_xor<std::uint64_t>>);
  }
  reader.elementwise_operands(type, 2);
}

void decode_not(Reader& reader) {
  if (reader.accept(".pred")) {
    reader.operands(2);
    if (reader.failed()) return;
    reader.result.handler = invert_predicate;
    reader.predicate_source(1);
    reader.result.predicates[0] = reader.predicate_destination(reader.operand(0));
    return;
  }
  const Type type = reader.type(bit_types);
  reader.result.handler = by_size(type, elementwise<bit_not<std::uint16_t>>, elementwise<bit_not<std::uint32_t>>,
                                  elementwise<bit_not<std::uint64_t>>);
  reader.elementwise_operands(type, 1);
}

void decode_cnot(Reader& reader) {
  const Type type = reader.type(bit_types);
  reader.result.handler = by_size(type, elementwise<is_zero<std::uint16_t>>, elementwise<is_zero<std::uint32_t>>,
                                  elementwise<is_zero<std::uint64_t>>);
  reader.elementwise_operands(type, 1);
}

/// Shift amounts are 32 bits wide whatever is shifted.
void shift_operands(Reader& reader, Type type) {
  reader.operands(3);
  if (reader.failed()) return;
  reader.result.slots[0] = reader.destination(0, type);
  reader.result.slots[1] = reader.source(1, type);
  reader.result.slots[2] = reader.source(2, Type::u32);
}

void decode_shift_left(Reader& reader) {
  const Type type = reader.type(bit_types);
  reader.result.handler = by_size(type, elementwise<shift_left<std::uint16_t>>, elementwise<shift_left<std::uint32_t>>,
                                  elementwise<shift_left<std::uint64_t>>);
  shift_operands(reader, type);
}

void decode_shift_right(Reader& reader) {
  const Type type =
      reader.type({Type::b16, Type::b32, Type::b64, Type::u16, Type::u32, Type::u64, Type::s16, Type::s32, Type::s64});
  reader.result.handler =
      is_signed(type) ? by_size(type, elementwise<shift_right<std::int16_t>>, elementwise<shift_right<std::int32_t>>,
                                elementwise<shift_right<std::int64_t>>)
                      : by_size(type, elementwise<shift_right<std::uint16_t>>, elementwise<shift_right<std::uint32_t>>,
                                elementwise<shift_right<std::uint64_t>>);
  shift_operands(reader, type);
}

void decode_funnel_shift(Reader& reader) {
  const bool left = reader.accept(".l");
  if (!left && !reader.accept(".r")) return reader.refuse(".l or .r is missing");
  const bool wraps = reader.accept(".wrap");
  if (!wraps && !reader.accept(".clamp")) return reader.refuse(".wrap or .clamp is missing");
  reader.result.handler =
      left ? (wraps ? elementwise<funnel_shift<true, true>> : elementwise<funnel_shift<true, false>>)
           : (wraps ? elementwise<funnel_shift<false, true>> : elementwise<funnel_shift<false, false>>);
  reader.elementwise_operands(reader.type({Type::b32}), 3);
}

/// popc, clz: a .u32 result of a .b32 or .b64 source.
void decode_count(Reader& reader, Handler of32, Handler of64) {
  const Type type = reader.type({Type::b32, Type::b64});
  reader.operands(2);
  if (reader.failed()) return;
  reader.result.handler = type == Type::b32 ? of32 : of64;
  reader.result.slots[0] = reader.destination(0, Type::u32);
  reader.result.slots[1] = reader.source(1, type);
}
void decode_popc(Reader& reader) {
  decode_count(reader, elementwise<count_ones<std::uint32_t>>, elementwise<count_ones<std::uint64_t>>);
}
void decode_clz(Reader& reader) {
  decode_count(reader, elementwise<count_leading_zeros<std::uint32_t>>,
               elementwise<count_leading_zeros<std::uint64_t>>);
}

template <bool shift_amount>
Handler find_bit_handler(Type type) {
  switch (type) {
    case Type::u32:
      return elementwise<find_bit<std::uint32_t, shift_amount>>;
    case Type::s32:
      return elementwise<find_bit<std::int32_t, shift_amount>>;
    case Type::u64:
      return elementwise<find_bit<std::uint64_t, shift_amount>>;
    default:
      return elementwise<find_bit<std::int64_t, shift_amount>>;
  }
}

void decode_bfind(Reader& reader) {
  const bool shift_amount = reader.accept(".shiftamt");
  const Type type = reader.type({Type::u32, Type::s32, Type::u64, Type::s64});
  reader.operands(2);
  if (reader.failed()) return;
  reader.result.handler = shift_amount ? find_bit_handler<true>(type) : find_bit_handler<false>(type);
  reader.result.slots[0] = reader.destination(0, Type::u32);
  reader.result.slots[1] = reader.source(1, type);
}

void decode_brev(Reader& reader) {
  const Type type = reader.type({Type::b32, Type::b64});
  reader.result.handler =
      type == Type::b32 ? elementwise<reverse_bits<std::uint32_t>> : elementwise<reverse_bits<std::uint64_t>>;
  reader.elementwise_operands(type, 1);
}

void decode_bfe(Reader& reader) {
  const Type type = reader.type({Type::u32, Type::u64, Type::s32, Type::s64});
  reader.operands(4);
  if (reader.failed()) return;
  reader.result.handler = type == Type::u32   ? elementwise<extract_field<std::uint32_t>>
                          : type == Type::u64 ? elementwise<extract_field<std::uint64_t>>
                          : type == Type::s32 ? elementwise<extract_field<std::int32_t>>
                                              : elementwise<extract_field<std::int64_t>>;
  reader.result.slots[0] = reader.destination(0, type);
  reader.result.slots[1] = reader.source(1, type);
  reader.result.slots[2] = reader.source(2, Type::u32);
  reader.result.slots[3] = reader.source(3, Type::u32);
}

void decode_bfi(Reader& reader) {
  const Type type = reader.type({Type::b32, Type::b64});
  reader.operands(5);
  if (reader.failed()) return;
  reader.result.handler =
      type == Type::b32 ? elementwise<insert_field<std::uint32_t>> : elementwise<insert_field<std::uint64_t>>;
  reader.result.slots[0] = reader.destination(0, type);
  reader.result.slots[1] = reader.source(1, type);
  reader.result.slots[2] = reader.source(2, type);
  reader.result.slots[3] = reader.source(3, Type::u32);
  reader.result.slots[4] = reader.source(4, Type::u32);
}

void decode_lop3(Reader& reader) {
  const Type type = reader.type({Type::b32});
  reader.operands(5);
  if (reader.failed()) return;
  reader.result.handler = elementwise<logic3>;
  reader.result.slots[0] = reader.destination(0, type);
  for (std::size_t i = 1; i < 4; ++i) reader.result.slots[i] = reader.source(i, type);
  reader.result.modifiers.mode = static_cast<std::uint8_t>(reader.constant_integer(4, 255, "the table of lop3"));
}

void decode_prmt(Reader& reader) {
  static constexpr std::pair<std::string_view, PermuteMode> modes[] = {{".f4e", f4e}, {".b4e", b4e}, {".rc8", rc8},
                                                                       {".ecl", ecl}, {".ecr", ecr}, {".rc16", rc16}};
  const Type type = reader.type({Type::b32});
  reader.result.modifiers.mode = reader.choose(modes).value_or(index);
  reader.result.handler = elementwise<permute>;
  reader.elementwise_operands(type, 3);
}

}  // namespace

std::span<const OpcodeRow> bit_instructions() {
  static constexpr OpcodeRow rows[] = {
      {"and", decode_logic<'&'>},   {"or", decode_logic<'|'>}, {"xor", decode_logic<'^'>}, {"not", decode_not},
      {"cnot", decode_cnot},        {"lop3", decode_lop3},     {"shl", decode_shift_left}, {"shr", decode_shift_right},
      {"shf", decode_funnel_shift}, {"popc", decode_popc},     {"clz", decode_clz},        {"bfind", decode_bfind},
      {"brev", decode_brev},        {"bfe", decode_bfe},       {"bfi", decode_bfi},        {"prmt", decode_prmt},
  };
  return rows;
}

}  // namespace yyshader::ptx_machine
