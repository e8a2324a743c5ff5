// Integer arithmetic (manual 9.7.1): add sub mul mad div rem abs neg min max.

#include <cstdint>
#include <limits>
#include <type_traits>

#include "ptx_machine/decoder.hpp"
#include "ptx_machine/float_instructions.hpp"
#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

__extension__ using Signed128 = __int128;
__extension__ using Unsigned128 = unsigned __int128;

// Wrapping arithmetic is done on a type that cannot overflow: narrow unsigned types would be promoted to int.
template <class T>
using Word = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>;

template <class T>
T add(T a, T b) {
  return static_cast<T>(static_cast<Word<T>>(a) + static_cast<Word<T>>(b));
}
template <class T>
T subtract(T a, T b) {
  return static_cast<T>(static_cast<Word<T>>(a) - static_cast<Word<T>>(b));
}
template <class T>
T multiply_low(T a, T b) {
  return static_cast<T>(static_cast<Word<T>>(a) * static_cast<Word<T>>(b));
}
template <class T>
T multiply_high(T a, T b) {
  using Product = std::conditional_t<std::is_signed_v<T>, Signed128, Unsigned128>;
  return static_cast<T>((static_cast<Product>(a) * static_cast<Product>(b)) >> (8 * sizeof(T)));
}
template <class T>
T negate(T a) {
  return subtract<T>(0, a);
}
template <class T>
T absolute(T a) {
  return a < 0 ? negate(a) : a;
}
template <class T>
T minimum(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T maximum(T a, T b) {
  return a < b ? b : a;
}
template <class T>
T multiply_add_low(T a, T b, T c) {
  return add(multiply_low(a, b), c);
}
template <class T>
T multiply_add_high(T a, T b, T c) {
  return add(multiply_high(a, b), c);
}

template <class T>
using Double = std::conditional_t<std::is_signed_v<T>, std::conditional_t<sizeof(T) == 2, std::int32_t, std::int64_t>,
                                  std::conditional_t<sizeof(T) == 2, std::uint32_t, std::uint64_t>>;

template <class T>
Double<T> multiply_wide(T a, T b) {
  return multiply_low(static_cast<Double<T>>(a), static_cast<Double<T>>(b));
}
template <class T>
Double<T> multiply_add_wide(T a, T b, Double<T> c) {
  return add(multiply_wide(a, b), c);
}

std::int32_t clamp_to_s32(std::int64_t value) {
  constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(value < least ? least : value > most ? most : value);
}
std::int32_t add_saturated(std::int32_t a, std::int32_t b) { return clamp_to_s32(std::int64_t{a} + b); }
std::int32_t subtract_saturated(std::int32_t a, std::int32_t b) { return clamp_to_s32(std::int64_t{a} - b); }
std::int32_t multiply_add_high_saturated(std::int32_t a, std::int32_t b, std::int32_t c) {
  return clamp_to_s32(std::int64_t{multiply_high(a, b)} + c);
}

/// Division by zero gives "an unspecified, machine-specific value": none that anything may depend on. The remainder
/// "for negative numbers is machine-dependent": likewise.
template <class T, bool is_remainder>
void divide(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const std::uint32_t result = instruction.slots[0];
  const std::uint32_t dividend = instruction.slots[1];
  const std::uint32_t divisor = instruction.slots[2];
  warp.define(result, lanes, {dividend, divisor});
  LaneMask unspecified = 0;
  for_lanes(lanes, [&](unsigned lane) {
    const T a = from_bits<T>(warp.value(dividend, lane));
    const T b = from_bits<T>(warp.value(divisor, lane));
    T value = static_cast<T>(~T{0});
    bool is_specified = b != 0;
    if constexpr (std::is_signed_v<T>) {
      if (is_remainder && (a < 0 || b < 0)) is_specified = false;
      if (b == -1) {
        value = is_remainder ? T{0} : negate(a);
      } else if (b != 0) {
        value = static_cast<T>(is_remainder ? a % b : a / b);
      }
    } else if (b != 0) {
      value = static_cast<T>(is_remainder ? a % b : a / b);
    }
    warp.value(result, lane) = to_bits<T>(value);
    if (!is_specified) unspecified |= 1U << lane;
  });
  warp.leave_undefined(result, unspecified);
}

/// The handler of `templated<T>` for the integer type T.
#define PTX_MACHINE_BY_INTEGER_TYPE(type, templated)  \
  [](Type which) -> Handler {                         \
    switch (which) {                                  \
      case Type::u16:                                 \
        return elementwise<templated<std::uint16_t>>; \
      case Type::u32:                                 \
        return elementwise<templated<std::uint32_t>>; \
      case Type::u64:                                 \
        return elementwise<templated<std::uint64_t>>; \
      case Type::s16:                                 \
        return elementwise<templated<std::int16_t>>;  \
      case Type::s32:                                 \
        return elementwise<templated<std::int32_t>>;  \
      case Type::s64:                                 \
        return elementwise<templated<std::int64_t>>;  \
      default:                                        \
        return nullptr;                               \
    }                                                 \
  }(type)

constexpr std::initializer_list<Type> integer_types = {Type::u16, Type::u32, Type::u64,
                                                       Type::s16, Type::s32, Type::s64};

bool next_is_integer(const Reader& reader) {
  const std::optional<Type> type = type_named(reader.next());
  return type && is_integer(*type);
}

void decode_add(Reader& reader) {
  if (reader.accept(".sat")) {
    if (!next_is_integer(reader)) return decode_float_add(reader, true);
    reader.result.handler = elementwise<add_saturated>;
    return reader.elementwise_operands(reader.type({Type::s32}), 2);
  }
  if (!next_is_integer(reader)) return decode_float_add(reader, false);
  const Type type = reader.type(integer_types);
  reader.result.handler = PTX_MACHINE_BY_INTEGER_TYPE(type, add);
  reader.elementwise_operands(type, 2);
}

void decode_subtract(Reader& reader) {
  if (reader.accept(".sat")) {
    if (!next_is_integer(reader)) return decode_float_subtract(reader, true);
    reader.result.handler = elementwise<subtract_saturated>;
    return reader.elementwise_operands(reader.type({Type::s32}), 2);
  }
  if (!next_is_integer(reader)) return decode_float_subtract(reader, false);
  const Type type = reader.type(integer_types);
  reader.result.handler = PTX_MACHINE_BY_INTEGER_TYPE(type, subtract);
  reader.elementwise_operands(type, 2);
}

Type wide_type(Type type) {
  switch (type) {
    case Type::u16:
      return Type::u32;
    case Type::s16:
      return Type::s32;
    case Type::u32:
      return Type::u64;
    default:
      return Type::s64;
  }
}

Handler wide_multiply_handler(Type type) {
  switch (type) {
    case Type::u16:
      return elementwise<multiply_wide<std::uint16_t>>;
    case Type::s16:
      return elementwise<multiply_wide<std::int16_t>>;
    case Type::u32:
      return elementwise<multiply_wide<std::uint32_t>>;
    default:
      return elementwise<multiply_wide<std::int32_t>>;
  }
}

Handler wide_multiply_add_handler(Type type) {
  switch (type) {
    case Type::u16:
      return elementwise<multiply_add_wide<std::uint16_t>>;
    case Type::s16:
      return elementwise<multiply_add_wide<std::int16_t>>;
    case Type::u32:
      return elementwise<multiply_add_wide<std::uint32_t>>;
    default:
      return elementwise<multiply_add_wide<std::int32_t>>;
  }
}

/// mul.wide and mad.wide: the result, and mad's addend, are twice as wide.
void decode_wide(Reader& reader, bool adds) {
  const Type type = reader.type({Type::u16, Type::u32, Type::s16, Type::s32});
  reader.result.handler = adds ? wide_multiply_add_handler(type) : wide_multiply_handler(type);
  reader.operands(adds ? 4 : 3);
  reader.result.slots[0] = reader.destination(0, wide_type(type));
  reader.result.slots[1] = reader.source(1, type);
  reader.result.slots[2] = reader.source(2, type);
  if (adds) reader.result.slots[3] = reader.source(3, wide_type(type));
}

void decode_multiply(Reader& reader) {
  if (reader.accept(".wide")) return decode_wide(reader, false);
  const bool high = reader.accept(".hi");
  if (!high && !reader.accept(".lo")) {
    if (next_is_integer(reader)) return reader.refuse(".lo, .hi or .wide is missing");
    return decode_float_multiply(reader);
  }
  const Type type = reader.type(integer_types);
  reader.result.handler =
      high ? PTX_MACHINE_BY_INTEGER_TYPE(type, multiply_high) : PTX_MACHINE_BY_INTEGER_TYPE(type, multiply_low);
  reader.elementwise_operands(type, 2);
}

void decode_multiply_add(Reader& reader) {
  if (reader.accept(".wide")) return decode_wide(reader, true);
  const bool high = reader.accept(".hi");
  if (!high && !reader.accept(".lo")) {
    if (next_is_integer(reader)) return reader.refuse(".lo, .hi or .wide is missing");
    decode_float_fused(reader);  // mad.rn.f32 is fma.rn.f32 on this target
    if (type_size(reader.result.modifiers.type) < 4 || reader.result.modifiers.type == Type::f16x2) {
      reader.refuse("mad is not for halves");
    }
    return;
  }
  if (high && reader.accept(".sat")) {
    reader.result.handler = elementwise<multiply_add_high_saturated>;
    return reader.elementwise_operands(reader.type({Type::s32}), 3);
  }
  const Type type = reader.type(integer_types);
  reader.result.handler =
      high ? PTX_MACHINE_BY_INTEGER_TYPE(type, multiply_add_high) : PTX_MACHINE_BY_INTEGER_TYPE(type, multiply_add_low);
  reader.elementwise_operands(type, 3);
}

template <bool is_remainder>
Handler division_handler(Type type) {
  switch (type) {
    case Type::u16:
      return divide<std::uint16_t, is_remainder>;
    case Type::u32:
      return divide<std::uint32_t, is_remainder>;
    case Type::u64:
      return divide<std::uint64_t, is_remainder>;
    case Type::s16:
      return divide<std::int16_t, is_remainder>;
    case Type::s32:
      return divide<std::int32_t, is_remainder>;
    default:
      return divide<std::int64_t, is_remainder>;
  }
}

void decode_divide(Reader& reader) {
  if (!next_is_integer(reader)) return decode_float_divide(reader);
  const Type type = reader.type(integer_types);
  reader.result.handler = division_handler<false>(type);
  reader.elementwise_operands(type, 2);
}

void decode_remainder(Reader& reader) {
  const Type type = reader.type(integer_types);
  reader.result.handler = division_handler<true>(type);
  reader.elementwise_operands(type, 2);
}

void decode_minimum(Reader& reader) {
  if (!next_is_integer(reader)) return decode_float_minimum(reader);
  const Type type = reader.type(integer_types);
  reader.result.handler = PTX_MACHINE_BY_INTEGER_TYPE(type, minimum);
  reader.elementwise_operands(type, 2);
}

void decode_maximum(Reader& reader) {
  if (!next_is_integer(reader)) return decode_float_maximum(reader);
  const Type type = reader.type(integer_types);
  reader.result.handler = PTX_MACHINE_BY_INTEGER_TYPE(type, maximum);
  reader.elementwise_operands(type, 2);
}

void decode_negate(Reader& reader) {
  if (!next_is_integer(reader)) return decode_float_negate(reader);
  const Type type = reader.type({Type::s16, Type::s32, Type::s64});
  reader.result.handler = type == Type::s16   ? elementwise<negate<std::int16_t>>
                          : type == Type::s32 ? elementwise<negate<std::int32_t>>
                                              : elementwise<negate<std::int64_t>>;
  reader.elementwise_operands(type, 1);
}

void decode_absolute(Reader& reader) {
  if (!next_is_integer(reader)) return decode_float_absolute(reader);
  const Type type = reader.type({Type::s16, Type::s32, Type::s64});
  reader.result.handler = type == Type::s16   ? elementwise<absolute<std::int16_t>>
                          : type == Type::s32 ? elementwise<absolute<std::int32_t>>
                                              : elementwise<absolute<std::int64_t>>;
  reader.elementwise_operands(type, 1);
}

#undef PTX_MACHINE_BY_INTEGER_TYPE

}  // namespace

std::span<const OpcodeRow> integer_instructions() {
  static constexpr OpcodeRow rows[] = {
      {"add", decode_add},    {"sub", decode_subtract},  {"mul", decode_multiply}, {"mad", decode_multiply_add},
      {"div", decode_divide}, {"rem", decode_remainder}, {"min", decode_minimum},  {"max", decode_maximum},
      {"neg", decode_negate}, {"abs", decode_absolute},
  };
  return rows;
}

}  // namespace yyshader::ptx_machine
