// Floating-point arithmetic rounded as IEEE 754 says (manual 9.7.3, 9.7.4): add sub mul fma div rcp sqrt min max neg
// abs copysign. Without modifiers f32 and f64 use the host's arithmetic, which is the same; every other form is
// soft_float's.

#include "ptx_machine/float_instructions.hpp"

#include <cmath>

#include "ptx_machine/approximate_instructions.hpp"
#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

template <class T>
constexpr Format format_of = single_format;
template <>
constexpr Format format_of<double> = double_format;
template <>
constexpr Format format_of<Half> = half_format;

float canonical(float value) { return value != value ? std::bit_cast<float>(0x7fffffffU) : value; }
double canonical(double value) { return value != value ? std::bit_cast<double>(0x7ff8000000000000ULL) : value; }

template <class T>
T native_add(T a, T b) {
  return canonical(a + b);
}
template <class T>
T native_subtract(T a, T b) {
  return canonical(a - b);
}
template <class T>
T native_multiply(T a, T b) {
  return canonical(a * b);
}
template <class T>
T native_divide(T a, T b) {
  return canonical(a / b);
}
template <class T>
T native_fused(T a, T b, T c) {
  return canonical(std::fma(a, b, c));
}
template <class T>
T native_root(T a) {
  return canonical(std::sqrt(a));
}
template <class T>
T native_reciprocal(T a) {
  return canonical(T{1} / a);
}

enum class Operation : std::uint8_t { add, subtract, multiply, divide, fused, reciprocal, root };

/// One operation on bits with all its modifiers.
std::uint64_t compute(Operation operation, const Format& format, const Modifiers& modifiers, std::uint64_t a,
                      std::uint64_t b, std::uint64_t c) {
  if (modifiers.flush) {
    a = format.flush(a);
    b = format.flush(b);
    c = format.flush(c);
  }
  const Rounding rounding = modifiers.rounding;
  switch (operation) {
    case Operation::add:
      return finish_float(format, modifiers, soft_add(format, rounding, a, b));
    case Operation::subtract:
      return finish_float(format, modifiers, soft_subtract(format, rounding, a, b));
    case Operation::multiply:
      return finish_float(format, modifiers, soft_multiply(format, rounding, a, b));
    case Operation::divide:
      return finish_float(format, modifiers, soft_divide(format, rounding, a, b));
    case Operation::fused:
      return finish_float(format, modifiers, soft_fused(format, rounding, a, b, c));
    case Operation::reciprocal:
      return finish_float(format, modifiers, soft_divide(format, rounding, format.one(), a));
    case Operation::root:
      return finish_float(format, modifiers, soft_root(format, rounding, a));
  }
  return 0;
}

/// Widens an operation on one half to a pair of them.
template <class Work>
HalfPair in_pairs(std::uint32_t a, std::uint32_t b, std::uint32_t c, Work work) {
  const auto low = static_cast<std::uint32_t>(work(a & 0xffffU, b & 0xffffU, c & 0xffffU));
  const auto high = static_cast<std::uint32_t>(work(a >> 16U, b >> 16U, c >> 16U));
  return {low | high << 16U};
}

template <class T, Operation operation>
T soft1(const Modifiers& modifiers, T a) {
  return from_bits<T>(compute(operation, format_of<T>, modifiers, to_bits(a), 0, 0));
}

template <class T, Operation operation>
T soft2(const Modifiers& modifiers, T a, T b) {
  if constexpr (std::is_same_v<T, HalfPair>) {
    return in_pairs(a.bits, b.bits, 0, [&](std::uint64_t x, std::uint64_t y, std::uint64_t) {
      return compute(operation, half_format, modifiers, x, y, 0);
    });
  } else {
    return from_bits<T>(compute(operation, format_of<T>, modifiers, to_bits(a), to_bits(b), 0));
  }
}

template <class T>
T soft3(const Modifiers& modifiers, T a, T b, T c) {
  if constexpr (std::is_same_v<T, HalfPair>) {
    return in_pairs(a.bits, b.bits, c.bits, [&](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
      return compute(Operation::fused, half_format, modifiers, x, y, z);
    });
  } else {
    return from_bits<T>(compute(Operation::fused, format_of<T>, modifiers, to_bits(a), to_bits(b), to_bits(c)));
  }
}

/// A place in the order of all numbers of a format, −0 below +0.
std::int64_t order_of(const Format& format, std::uint64_t value) {
  const auto magnitude = static_cast<std::int64_t>(format.magnitude(value));
  return format.is_negative(value) ? -1 - magnitude : magnitude;
}

template <bool is_maximum>
std::uint64_t extremum(const Format& format, const Modifiers& modifiers, std::uint64_t a, std::uint64_t b) {
  if (modifiers.flush) {
    a = format.flush(a);
    b = format.flush(b);
  }
  const bool a_is_nan = format.is_nan(a);
  const bool b_is_nan = format.is_nan(b);
  if ((a_is_nan && b_is_nan) || (modifiers.propagate_nan && (a_is_nan || b_is_nan))) return format.canonical_nan();
  if (a_is_nan || b_is_nan) return a_is_nan ? b : a;
  const bool takes_a =
      is_maximum ? order_of(format, a) > order_of(format, b) : order_of(format, a) < order_of(format, b);
  return takes_a ? a : b;
}

template <class T, bool is_maximum>
T extremum_of(const Modifiers& modifiers, T a, T b) {
  if constexpr (std::is_same_v<T, HalfPair>) {
    return in_pairs(a.bits, b.bits, 0, [&](std::uint64_t x, std::uint64_t y, std::uint64_t) {
      return extremum<is_maximum>(half_format, modifiers, x, y);
    });
  } else {
    return from_bits<T>(extremum<is_maximum>(format_of<T>, modifiers, to_bits(a), to_bits(b)));
  }
}

template <class T, bool is_absolute>
T change_sign(const Modifiers& modifiers, T a) {
  const auto one = [&](const Format& format, std::uint64_t value) {
    if (modifiers.flush) value = format.flush(value);
    return is_absolute ? format.magnitude(value) : value ^ format.sign_bit();
  };
  if constexpr (std::is_same_v<T, HalfPair>) {
    return in_pairs(a.bits, 0, 0, [&](std::uint64_t x, std::uint64_t, std::uint64_t) { return one(half_format, x); });
  } else {
    return from_bits<T>(one(format_of<T>, to_bits(a)));
  }
}

template <class T>
T copy_sign(T sign, T magnitude) {
  const Format& format = format_of<T>;
  return from_bits<T>((to_bits(sign) & format.sign_bit()) | format.magnitude(to_bits(magnitude)));
}

constexpr std::initializer_list<Type> float_types = {Type::f16, Type::f16x2, Type::f32, Type::f64};

/// Takes {.rnd}{.ftz}{.sat}.type of an instruction that has them all; `.sat` and `.ftz` are not for f64, and halves are
/// only rounded to the nearest.
Type arithmetic_modifiers(Reader& reader, bool saturate, bool must_round) {
  Modifiers& modifiers = reader.result.modifiers;
  const std::optional<Rounding> rounding = saturate ? std::nullopt : reader.rounding();
  modifiers.flush = !saturate && reader.accept(".ftz");
  modifiers.saturate = saturate || reader.accept(".sat");
  const Type type = reader.type(float_types);
  if (type == Type::f64 && (modifiers.flush || modifiers.saturate)) reader.refuse(".f64 has neither .ftz nor .sat");
  if (type_size(type) != 8 && type != Type::f32 && modifiers.rounding != Rounding::nearest_even) {
    reader.refuse("halves are only rounded to nearest");
  }
  if (must_round && !rounding) reader.refuse("it must say how to round");
  return type;
}

/// Whether the host's own arithmetic does it.
bool is_plain(const Modifiers& modifiers) {
  return modifiers.rounding == Rounding::nearest_even && !modifiers.flush && !modifiers.saturate;
}

template <Operation operation>
Handler soft2_handler(Type type) {
  switch (type) {
    case Type::f16:
      return elementwise<soft2<Half, operation>>;
    case Type::f16x2:
      return elementwise<soft2<HalfPair, operation>>;
    case Type::f32:
      return elementwise<soft2<float, operation>>;
    default:
      return elementwise<soft2<double, operation>>;
  }
}

/// {.ftz}{.NaN}.type
template <bool is_maximum>
void decode_extremum(Reader& reader) {
  Modifiers& modifiers = reader.result.modifiers;
  modifiers.flush = reader.accept(".ftz");
  modifiers.propagate_nan = reader.accept(".NaN");
  const Type type = reader.type(float_types);
  if (type == Type::f64 && (modifiers.flush || modifiers.propagate_nan)) {
    reader.refuse(".f64 has neither .ftz nor .NaN");
  }
  reader.result.handler = type == Type::f16     ? elementwise<extremum_of<Half, is_maximum>>
                          : type == Type::f16x2 ? elementwise<extremum_of<HalfPair, is_maximum>>
                          : type == Type::f32   ? elementwise<extremum_of<float, is_maximum>>
                                                : elementwise<extremum_of<double, is_maximum>>;
  reader.elementwise_operands(type, 2);
}

template <bool is_absolute>
void decode_sign(Reader& reader) {
  reader.result.modifiers.flush = reader.accept(".ftz");
  const Type type = reader.type(float_types);
  if (type == Type::f64 && reader.result.modifiers.flush) reader.refuse(".f64 has no .ftz");
  reader.result.handler = type == Type::f16     ? elementwise<change_sign<Half, is_absolute>>
                          : type == Type::f16x2 ? elementwise<change_sign<HalfPair, is_absolute>>
                          : type == Type::f32   ? elementwise<change_sign<float, is_absolute>>
                                                : elementwise<change_sign<double, is_absolute>>;
  reader.elementwise_operands(type, 1);
}

/// .rnd{.ftz}.f32 or .rnd.f64, of an instruction without `.sat` and halves; the rounding must be there.
Type rounded_type(Reader& reader) {
  if (!reader.rounding()) reader.refuse("it must say how to round, or be .approx");
  reader.result.modifiers.flush = reader.accept(".ftz");
  const Type type = reader.type({Type::f32, Type::f64});
  if (type == Type::f64 && reader.result.modifiers.flush) reader.refuse(".f64 has no .ftz");
  return type;
}

void decode_reciprocal(Reader& reader) {
  if (reader.accept(".approx")) return decode_approximate(reader, ApproximateFunction::reciprocal);
  const Type type = rounded_type(reader);
  const bool plain = is_plain(reader.result.modifiers);
  if (type == Type::f32) {
    reader.result.handler =
        plain ? elementwise<native_reciprocal<float>> : elementwise<soft1<float, Operation::reciprocal>>;
  } else {
    reader.result.handler =
        plain ? elementwise<native_reciprocal<double>> : elementwise<soft1<double, Operation::reciprocal>>;
  }
  reader.elementwise_operands(type, 1);
}

void decode_root(Reader& reader) {
  if (reader.accept(".approx")) return decode_approximate(reader, ApproximateFunction::root);
  const Type type = rounded_type(reader);
  const bool plain = is_plain(reader.result.modifiers);
  if (type == Type::f32) {
    reader.result.handler = plain ? elementwise<native_root<float>> : elementwise<soft1<float, Operation::root>>;
  } else {
    reader.result.handler = plain ? elementwise<native_root<double>> : elementwise<soft1<double, Operation::root>>;
  }
  reader.elementwise_operands(type, 1);
}

void decode_copysign(Reader& reader) {
  const Type type = reader.type({Type::f32, Type::f64});
  reader.result.handler = type == Type::f32 ? elementwise<copy_sign<float>> : elementwise<copy_sign<double>>;
  reader.elementwise_operands(type, 2);
}

}  // namespace

void decode_float_add(Reader& reader, bool saturate) {
  const Type type = arithmetic_modifiers(reader, saturate, false);
  Instruction& result = reader.result;
  result.handler = soft2_handler<Operation::add>(type);
  if (type == Type::f32 && is_plain(result.modifiers)) result.handler = elementwise<native_add<float>>;
  if (type == Type::f64 && is_plain(result.modifiers)) result.handler = elementwise<native_add<double>>;
  reader.elementwise_operands(type, 2);
}

void decode_float_subtract(Reader& reader, bool saturate) {
  const Type type = arithmetic_modifiers(reader, saturate, false);
  Instruction& result = reader.result;
  result.handler = soft2_handler<Operation::subtract>(type);
  if (type == Type::f32 && is_plain(result.modifiers)) result.handler = elementwise<native_subtract<float>>;
  if (type == Type::f64 && is_plain(result.modifiers)) result.handler = elementwise<native_subtract<double>>;
  reader.elementwise_operands(type, 2);
}

void decode_float_multiply(Reader& reader) {
  const Type type = arithmetic_modifiers(reader, false, false);
  Instruction& result = reader.result;
  result.handler = soft2_handler<Operation::multiply>(type);
  if (type == Type::f32 && is_plain(result.modifiers)) result.handler = elementwise<native_multiply<float>>;
  if (type == Type::f64 && is_plain(result.modifiers)) result.handler = elementwise<native_multiply<double>>;
  reader.elementwise_operands(type, 2);
}

void decode_float_fused(Reader& reader) {
  const Type type = arithmetic_modifiers(reader, false, true);
  Instruction& result = reader.result;
  const bool plain = is_plain(result.modifiers);
  switch (type) {
    case Type::f16:
      result.handler = elementwise<soft3<Half>>;
      break;
    case Type::f16x2:
      result.handler = elementwise<soft3<HalfPair>>;
      break;
    case Type::f32:
      result.handler = plain ? elementwise<native_fused<float>> : elementwise<soft3<float>>;
      break;
    default:
      result.handler = plain ? elementwise<native_fused<double>> : elementwise<soft3<double>>;
  }
  reader.elementwise_operands(type, 3);
}

void decode_float_divide(Reader& reader) {
  if (reader.accept(".approx")) return decode_approximate(reader, ApproximateFunction::quotient);
  if (reader.accept(".full")) return decode_approximate(reader, ApproximateFunction::full_range_quotient);
  const Type type = rounded_type(reader);
  Instruction& result = reader.result;
  result.handler = soft2_handler<Operation::divide>(type);
  if (type == Type::f32 && is_plain(result.modifiers)) result.handler = elementwise<native_divide<float>>;
  if (type == Type::f64 && is_plain(result.modifiers)) result.handler = elementwise<native_divide<double>>;
  reader.elementwise_operands(type, 2);
}

void decode_float_minimum(Reader& reader) { decode_extremum<false>(reader); }
void decode_float_maximum(Reader& reader) { decode_extremum<true>(reader); }
void decode_float_negate(Reader& reader) { decode_sign<false>(reader); }
void decode_float_absolute(Reader& reader) { decode_sign<true>(reader); }

std::span<const OpcodeRow> float_instructions() {
  static constexpr OpcodeRow rows[] = {
      {"fma", decode_float_fused}, {"rcp", decode_reciprocal}, {"sqrt", decode_root}, {"copysign", decode_copysign}};
  return rows;
}

}  // namespace yyshader::ptx_machine
