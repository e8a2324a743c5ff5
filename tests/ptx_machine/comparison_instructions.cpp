// Comparison and selection (manual 9.7.3, 9.7.5, 9.7.6): setp set selp slct testp.

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "ptx_machine/decoder.hpp"
#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

/// The lanes where `test(a, b)` holds.
template <class T, class Test>
LaneMask lanes_where(Warp& warp, const Instruction& instruction, LaneMask lanes, Test test) {
  const auto& a = warp.values[instruction.slots[1]].lane;
  const auto& b = warp.values[instruction.slots[2]].lane;
  LaneMask result = 0;
  for_lanes(lanes, [&](unsigned lane) {
    result |= static_cast<LaneMask>(test(from_bits<T>(a[lane]), from_bits<T>(b[lane])) ? 1U : 0U) << lane;
  });
  return result;
}

template <class T>
bool is_nan([[maybe_unused]] T value) {
  if constexpr (std::is_floating_point_v<T>) return std::isnan(value);
  return false;
}

/// Ordered comparisons are false where an operand is NaN, unordered ones true; for integers the two are the same.
template <class T>
LaneMask compare(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const auto where = [&](auto test) { return lanes_where<T>(warp, instruction, lanes, test); };
  switch (instruction.modifiers.comparison) {
    case Comparison::eq:
      return where([](T a, T b) { return a == b; });
    case Comparison::ne:
      return where([](T a, T b) { return a < b || a > b; });
    case Comparison::lt:
      return where([](T a, T b) { return a < b; });
    case Comparison::le:
      return where([](T a, T b) { return a <= b; });
    case Comparison::gt:
      return where([](T a, T b) { return a > b; });
    case Comparison::ge:
      return where([](T a, T b) { return a >= b; });
    case Comparison::equ:
      return where([](T a, T b) { return !(a < b || a > b); });
    case Comparison::neu:
      return where([](T a, T b) { return a != b; });
    case Comparison::ltu:
      return where([](T a, T b) { return !(a >= b); });
    case Comparison::leu:
      return where([](T a, T b) { return !(a > b); });
    case Comparison::gtu:
      return where([](T a, T b) { return !(a <= b); });
    case Comparison::geu:
      return where([](T a, T b) { return !(a < b); });
    case Comparison::num:
      return where([](T a, T b) { return !is_nan(a) && !is_nan(b); });
    case Comparison::nan:
      return where([](T a, T b) { return is_nan(a) || is_nan(b); });
  }
  return 0;
}

/// Copies the sources of f16, f16x2 and flushed f32 comparisons to scratch registers as f32, then compares those.
LaneMask compare_converted(Warp& warp, const Instruction& instruction, LaneMask lanes, unsigned shift) {
  const bool is_half = instruction.modifiers.second_type != Type::f32;
  const Format& format = is_half ? half_format : single_format;
  Instruction converted = instruction;
  converted.slots[1] = instruction.slots[4];
  converted.slots[2] = instruction.slots[5];
  for (std::size_t operand = 1; operand <= 2; ++operand) {
    for_lanes(lanes, [&](unsigned lane) {
      std::uint64_t bits = warp.value(instruction.slots[operand], lane) >> shift;
      if (is_half) bits &= 0xffffU;
      if (instruction.modifiers.flush) bits = format.flush(bits);
      warp.value(converted.slots[operand], lane) =
          is_half ? soft_convert(half_format, single_format, Rounding::zero, bits) : bits;
    });
  }
  return compare<float>(warp, converted, lanes);
}

LaneMask compare_by_type(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  switch (instruction.modifiers.second_type) {
    case Type::b16:
    case Type::u16:
      return compare<std::uint16_t>(warp, instruction, lanes);
    case Type::b32:
    case Type::u32:
      return compare<std::uint32_t>(warp, instruction, lanes);
    case Type::b64:
    case Type::u64:
      return compare<std::uint64_t>(warp, instruction, lanes);
    case Type::s16:
      return compare<std::int16_t>(warp, instruction, lanes);
    case Type::s32:
      return compare<std::int32_t>(warp, instruction, lanes);
    case Type::s64:
      return compare<std::int64_t>(warp, instruction, lanes);
    case Type::f64:
      return compare<double>(warp, instruction, lanes);
    case Type::f32:
      if (!instruction.modifiers.flush) return compare<float>(warp, instruction, lanes);
      return compare_converted(warp, instruction, lanes, 0);
    default:
      return compare_converted(warp, instruction, lanes, 0);
  }
}

LaneMask combine(const Warp& warp, const Instruction& instruction, LaneMask test) {
  if (instruction.modifiers.combination == Combination::none) return test;
  const LaneMask other = warp.predicates[instruction.predicates[2]] ^ (instruction.source_inverted ? 0xffffffffU : 0);
  switch (instruction.modifiers.combination) {
    case Combination::and_:
      return test & other;
    case Combination::or_:
      return test | other;
    default:
      return test ^ other;
  }
}

/// The lanes where the comparison's operands, and the predicate combined with it, are defined; `origin` says why others
/// are not.
LaneMask known_lanes(const Warp& warp, const Instruction& instruction, LaneMask lanes, std::uint32_t& origin) {
  const std::uint32_t a = instruction.slots[1];
  const std::uint32_t b = instruction.slots[2];
  LaneMask known = warp.defined[a] & warp.defined[b];
  origin = warp.origin_of(lanes, {a, b});
  if (instruction.modifiers.combination != Combination::none) {
    const std::uint32_t c = instruction.predicates[2];
    if ((lanes & ~known) == 0) origin = warp.predicate_origins[c];
    known &= warp.predicates_defined[c];
  }
  return known;
}

void set_predicate(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  std::uint32_t origin = no_slot;
  const LaneMask known = known_lanes(warp, instruction, lanes, origin);
  const LaneMask test = compare_by_type(warp, instruction, lanes);
  // With halves in pairs the second result is of the upper ones; otherwise it is of the test's opposite.
  const bool in_pairs = instruction.modifiers.second_type == Type::f16x2;
  const LaneMask second = in_pairs ? compare_converted(warp, instruction, lanes, 16) : ~test;
  const LaneMask first_result = combine(warp, instruction, test);
  const LaneMask second_result = combine(warp, instruction, second);
  warp.set_predicate(instruction.predicates[0], lanes, first_result);
  warp.define_predicate(instruction.predicates[0], lanes, known, origin);
  if (instruction.predicates[1] == no_slot) return;
  warp.set_predicate(instruction.predicates[1], lanes, second_result);
  warp.define_predicate(instruction.predicates[1], lanes, known, origin);
}

/// set: all ones, or 1.0, for true.
void set_value(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  std::uint32_t origin = no_slot;
  const LaneMask known = known_lanes(warp, instruction, lanes, origin);
  const LaneMask low = combine(warp, instruction, compare_by_type(warp, instruction, lanes));
  LaneMask high = 0;
  if (instruction.modifiers.second_type == Type::f16x2) {
    high = combine(warp, instruction, compare_converted(warp, instruction, lanes, 16));
  }
  const Type type = instruction.modifiers.type;
  const std::uint64_t truth = type == Type::f32                          ? single_format.one()
                              : type == Type::f16 || type == Type::f16x2 ? half_format.one()
                                                                         : 0xffffffffU;
  for_lanes(lanes, [&](unsigned lane) {
    std::uint64_t value = ((low >> lane) & 1U) != 0 ? truth : 0;
    if (((high >> lane) & 1U) != 0) value |= truth << 16U;
    warp.value(instruction.slots[0], lane) = value;
  });
  warp.defined[instruction.slots[0]] = (warp.defined[instruction.slots[0]] & ~lanes) | (known & lanes);
  warp.origins[instruction.slots[0]] = origin;
}

/// d = chosen lane by lane; only the chosen source must be defined.
void choose(Warp& warp, const Instruction& instruction, LaneMask lanes, LaneMask first, LaneMask known,
            std::uint32_t origin) {
  const std::uint32_t d = instruction.slots[0];
  const std::uint32_t a = instruction.slots[1];
  const std::uint32_t b = instruction.slots[2];
  const LaneMask result = known & ((first & warp.defined[a]) | (~first & warp.defined[b]));
  if ((lanes & ~result) != 0 && (lanes & ~known) == 0) {
    origin = (lanes & first & ~warp.defined[a]) != 0 ? warp.origins[a] : warp.origins[b];
  }
  for_lanes(lanes, [&](unsigned lane) {
    warp.value(d, lane) = ((first >> lane) & 1U) != 0 ? warp.value(a, lane) : warp.value(b, lane);
  });
  warp.defined[d] = (warp.defined[d] & ~lanes) | (result & lanes);
  if ((lanes & ~result) != 0) warp.origins[d] = origin;
}

void select(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const std::uint32_t c = instruction.predicates[2];
  const LaneMask first = warp.predicates[c] ^ (instruction.source_inverted ? 0xffffffffU : 0);
  choose(warp, instruction, lanes, first, warp.predicates_defined[c], warp.predicate_origins[c]);
}

/// slct: the first where the third operand is not negative; not where it is NaN.
void select_by_sign(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const std::uint32_t c = instruction.slots[3];
  const bool is_float = instruction.modifiers.second_type == Type::f32;
  LaneMask first = 0;
  for_lanes(lanes, [&](unsigned lane) {
    std::uint64_t bits = warp.value(c, lane);
    if (is_float && instruction.modifiers.flush) bits = single_format.flush(bits);
    const bool holds = is_float ? from_bits<float>(bits) >= 0 : from_bits<std::int32_t>(bits) >= 0;
    first |= (holds ? 1U : 0U) << lane;
  });
  choose(warp, instruction, lanes, first, warp.defined[c], warp.origins[c]);
}

enum Property : std::uint8_t { finite, infinite, number, not_a_number, normal, subnormal };

bool has_property(const Format& format, std::uint8_t property, std::uint64_t value) {
  const bool is_finite = !format.is_nan(value) && !format.is_infinite(value);
  switch (property) {
    case finite:
      return is_finite;
    case infinite:
      return format.is_infinite(value);
    case number:
      return !format.is_nan(value);
    case not_a_number:
      return format.is_nan(value);
    case normal:  // zero counts as neither normal nor subnormal
      return is_finite && !format.is_subnormal(value) && format.magnitude(value) != 0;
    default:
      return format.is_subnormal(value);
  }
}

void test_property(Warp& warp, const Instruction& instruction, LaneMask lanes) {
  const Format& format = instruction.modifiers.type == Type::f32 ? single_format : double_format;
  const std::uint32_t a = instruction.slots[1];
  LaneMask holds = 0;
  for_lanes(lanes, [&](unsigned lane) {
    holds |= (has_property(format, instruction.modifiers.mode, warp.value(a, lane)) ? 1U : 0U) << lane;
  });
  warp.set_predicate(instruction.predicates[0], lanes, holds);
  warp.define_predicate(instruction.predicates[0], lanes, warp.defined[a], warp.origins[a]);
}

struct ComparisonName {
  std::string_view name;
  Comparison comparison;
  enum class For : std::uint8_t { all, numbers, unsigned_only, floats } types;
};

constexpr ComparisonName comparison_names[] = {
    {".eq", Comparison::eq, ComparisonName::For::all},
    {".ne", Comparison::ne, ComparisonName::For::all},
    {".lt", Comparison::lt, ComparisonName::For::numbers},
    {".le", Comparison::le, ComparisonName::For::numbers},
    {".gt", Comparison::gt, ComparisonName::For::numbers},
    {".ge", Comparison::ge, ComparisonName::For::numbers},
    {".lo", Comparison::lt, ComparisonName::For::unsigned_only},
    {".ls", Comparison::le, ComparisonName::For::unsigned_only},
    {".hi", Comparison::gt, ComparisonName::For::unsigned_only},
    {".hs", Comparison::ge, ComparisonName::For::unsigned_only},
    {".equ", Comparison::equ, ComparisonName::For::floats},
    {".neu", Comparison::neu, ComparisonName::For::floats},
    {".ltu", Comparison::ltu, ComparisonName::For::floats},
    {".leu", Comparison::leu, ComparisonName::For::floats},
    {".gtu", Comparison::gtu, ComparisonName::For::floats},
    {".geu", Comparison::geu, ComparisonName::For::floats},
    {".num", Comparison::num, ComparisonName::For::floats},
    {".nan", Comparison::nan, ComparisonName::For::floats},
};

/// Takes .CmpOp{.BoolOp}{.ftz}; what it may compare is checked once the type is known.
const ComparisonName* comparison_modifiers(Reader& reader) {
  static constexpr std::pair<std::string_view, Combination> combinations[] = {
      {".and", Combination::and_}, {".or", Combination::or_}, {".xor", Combination::xor_}};
  for (const ComparisonName& row : comparison_names) {
    if (!reader.accept(row.name)) continue;
    reader.result.modifiers.comparison = row.comparison;
    reader.result.modifiers.combination = reader.choose(combinations).value_or(Combination::none);
    reader.result.modifiers.flush = reader.accept(".ftz");
    return &row;
  }
  reader.refuse("a comparison is missing");
  return nullptr;
}

/// Takes the type compared, and fills in the sources from operand 1 on.
void comparison_sources(Reader& reader, const ComparisonName& name) {
  Instruction& result = reader.result;
  const Type destination_type = result.modifiers.type;
  const Type type = reader.type({Type::b16, Type::b32, Type::b64, Type::u16, Type::u32, Type::u64, Type::s16, Type::s32,
                                 Type::s64, Type::f16, Type::f16x2, Type::f32, Type::f64});
  result.modifiers.second_type = type;
  result.modifiers.type = destination_type;
  using For = ComparisonName::For;
  const bool fits = name.types == For::all || (name.types == For::numbers && type_kind(type) != TypeKind::bits) ||
                    (name.types == For::unsigned_only && type_kind(type) == TypeKind::unsigned_integer) ||
                    (name.types == For::floats && is_floating(type));
  if (!fits) reader.refuse(std::string(name.name) + " does not compare " + std::string(type_name(type)));
  if (result.modifiers.flush && (!is_floating(type) || type == Type::f64)) {
    reader.refuse(std::string(type_name(type)) + " has no .ftz");
  }
  const bool combines = result.modifiers.combination != Combination::none;
  reader.operands(combines ? 4 : 3);
  if (reader.failed()) return;
  result.slots[1] = reader.source(1, type);
  result.slots[2] = reader.source(2, type);
  result.slots[4] = reader.scratch_slot(0);
  result.slots[5] = reader.scratch_slot(1);
  if (combines) reader.predicate_source(3);
}

void decode_setp(Reader& reader) {
  const ComparisonName* const name = comparison_modifiers(reader);
  if (name == nullptr) return;
  comparison_sources(reader, *name);
  if (reader.failed()) return;
  const syntax::Operand& destination = reader.operand(0);
  const bool is_pair = destination.kind == syntax::OperandKind::pair;
  reader.result.predicates[0] = reader.predicate_destination(is_pair ? destination.elements[0] : destination);
  if (is_pair) reader.result.predicates[1] = reader.predicate_destination(destination.elements[1]);
  reader.result.handler = set_predicate;
}

void decode_set(Reader& reader) {
  const ComparisonName* const name = comparison_modifiers(reader);
  if (name == nullptr) return;
  const Type type = reader.type({Type::u32, Type::s32, Type::f32, Type::f16, Type::f16x2});
  comparison_sources(reader, *name);
  if (reader.failed()) return;
  const Type source = reader.result.modifiers.second_type;
  if ((type == Type::f16x2) != (source == Type::f16x2) || (type == Type::f16 && source != Type::f16)) {
    return reader.refuse("the machine does not know this pair of types");
  }
  reader.result.slots[0] = reader.destination(0, type);
  reader.result.handler = set_value;
}

constexpr std::initializer_list<Type> selectable_types = {Type::b16, Type::b32, Type::b64, Type::u16,
                                                          Type::u32, Type::u64, Type::s16, Type::s32,
                                                          Type::s64, Type::f32, Type::f64};

void decode_selp(Reader& reader) {
  const Type type = reader.type(selectable_types);
  reader.operands(4);
  if (reader.failed()) return;
  reader.result.slots[0] = reader.destination(0, type);
  reader.result.slots[1] = reader.source(1, type);
  reader.result.slots[2] = reader.source(2, type);
  reader.predicate_source(3);
  reader.result.handler = select;
}

void decode_slct(Reader& reader) {
  reader.result.modifiers.flush = reader.accept(".ftz");
  const Type type = reader.type(selectable_types);
  const Type sign_type = reader.type({Type::s32, Type::f32});
  if (reader.result.modifiers.flush && sign_type != Type::f32) reader.refuse(".s32 has no .ftz");
  reader.operands(4);
  if (reader.failed()) return;
  reader.result.modifiers.second_type = sign_type;
  reader.result.slots[0] = reader.destination(0, type);
  reader.result.slots[1] = reader.source(1, type);
  reader.result.slots[2] = reader.source(2, type);
  reader.result.slots[3] = reader.source(3, sign_type);
  reader.result.handler = select_by_sign;
}

void decode_testp(Reader& reader) {
  static constexpr std::pair<std::string_view, Property> properties[] = {
      {".finite", finite},           {".infinite", infinite}, {".number", number},
      {".notanumber", not_a_number}, {".normal", normal},     {".subnormal", subnormal}};
  const std::optional<Property> property = reader.choose(properties);
  if (!property) return reader.refuse("what testp tests is missing");
  const Type type = reader.type({Type::f32, Type::f64});
  reader.operands(2);
  if (reader.failed()) return;
  reader.result.modifiers.mode = *property;
  reader.result.predicates[0] = reader.predicate_destination(reader.operand(0));
  reader.result.slots[1] = reader.source(1, type);
  reader.result.handler = test_property;
}

}  // namespace

std::span<const OpcodeRow> comparison_instructions() {
  static constexpr OpcodeRow rows[] = {{"setp", decode_setp},
                                       {"set", decode_set},
                                       {"selp", decode_selp},
                                       {"slct", decode_slct},
                                       {"testp", decode_testp}};
  return rows;
}

}  // namespace yyshader::ptx_machine
