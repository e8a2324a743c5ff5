#include "backend/msl/operations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "backend/msl/knowledge.hpp"
#include "backend/msl/types.hpp"
#include "ir/uses.hpp"
#include "pass/layout.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::backend::msl {

namespace {

using ir::Op;
using structured::call;
using structured::custom;
using structured::infix;
using structured::own;
using structured::Position;
using structured::prefix;
using structured::Printer;
using structured::type_call;
using structured::typed_call;
using structured::unsupported;
using structured::word;

std::span<const ir::ValueId> operands_of(const Printer& printer, ir::ValueId id) { return printer.pool().operands(id); }

const ir::Type& type_of(const Printer& printer, ir::ValueId id) {
  return printer.module().types[printer.pool()[id].type];
}

bool is_packed(const Printer& printer, const ir::Type& type, std::uint64_t member) {
  if (type.kind != ir::TypeKind::structure) return false;
  const Knowledge& knowledge = printer.knowledge<Knowledge>();
  return knowledge.layouts[type.structure.index()].is_packed(static_cast<std::size_t>(member));
}

/// True of the place of a member that is written as a packed vector.
bool is_packed_place(const Printer& printer, ir::ValueId place) {
  const ir::Value& value = printer.pool()[place];
  if (value.op != Op::member_reference) return false;
  const ir::TypeId structure = type_of(printer, operands_of(printer, place)[0]).element;
  return is_packed(printer, printer.module().types[structure], value.payload);
}

/// `T(…)` round what `write` appends.
template <typename Write>
void write_converted(const Printer& printer, ir::TypeId type, std::string& out, const Write& write) {
  write_type(printer, type, out);
  out += '(';
  write();
  out += ')';
}

/// `S{…}` with something for each member of padding, `array<T, N>{…}`, `float3(…)`.
void write_construct(Printer& printer, ir::ValueId id, Position, std::string& out) {
  const ir::TypeId type_id = printer.pool()[id].type;
  const ir::Type& type = printer.module().types[type_id];
  const auto operands = operands_of(printer, id);
  write_type(printer, type_id, out);
  if (type.kind != ir::TypeKind::structure) {
    const bool is_array = type.kind == ir::TypeKind::array;
    out += is_array ? '{' : '(';
    printer.arguments(operands, out);
    out += is_array ? '}' : ')';
    return;
  }
  const StructLayout& layout = printer.knowledge<Knowledge>().layouts[type.structure.index()];
  out += '{';
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) out += ", ";
    if (!layout.members.empty() && layout.members[i].padding_before > 0) out += "{}, ";
    if (layout.is_packed(i)) {
      write_packed_type(printer, printer.pool()[operands[i]].type, out);
      out += '(';
      printer.expression(operands[i], Position::whole, out);
      out += ')';
    } else {
      printer.expression(operands[i], Position::operand, out);
    }
  }
  if (layout.padding_after > 0) out += ", {}";
  out += '}';
}

void write_extract(Printer& printer, ir::ValueId id, Position position, std::string& out) {
  const ir::Type& whole = type_of(printer, operands_of(printer, id)[0]);
  if (!is_packed(printer, whole, printer.pool()[id].payload)) return printer.own_operation(id, position, out);
  write_converted(printer, printer.pool()[id].type, out, [&] { printer.own_operation(id, position, out); });
}

void write_load(Printer& printer, ir::ValueId id, Position position, std::string& out) {
  if (!is_packed_place(printer, operands_of(printer, id)[0])) return printer.own_operation(id, position, out);
  write_converted(printer, printer.pool()[id].type, out, [&] { printer.own_operation(id, position, out); });
}

/// `c ? a : b`; by component `select(b, a, c)`.
void write_select(Printer& printer, ir::ValueId id, Position position, std::string& out) {
  const auto operands = operands_of(printer, id);
  if (type_of(printer, operands[0]).kind == ir::TypeKind::vector) {
    out += "select(";
    printer.arguments(std::array{operands[2], operands[1], operands[0]}, out);
    out += ')';
    return;
  }
  if (position == Position::operand) out += '(';
  printer.expression(operands[0], Position::operand, out);
  out += " ? ";
  printer.expression(operands[1], Position::operand, out);
  out += " : ";
  printer.expression(operands[2], Position::operand, out);
  if (position == Position::operand) out += ')';
}

/// `fmod(a, b)` of floats, `a % b` of integers.
void write_remainder(Printer& printer, ir::ValueId id, Position position, std::string& out) {
  const auto operands = operands_of(printer, id);
  const ir::TypeTable& types = printer.module().types;
  if (types.is_float(types.scalar_of(printer.pool()[id].type))) {
    out += "fmod(";
    printer.arguments(operands, out);
    out += ')';
    return;
  }
  if (position == Position::operand) out += '(';
  printer.expression(operands[0], Position::operand, out);
  out += " % ";
  printer.expression(operands[1], Position::operand, out);
  if (position == Position::operand) out += ')';
}

void write_unpack(Printer& printer, ir::ValueId id, Position, std::string& out) {
  out += "float2(as_type<half2>(";
  printer.arguments(operands_of(printer, id), out);
  out += "))";
}

void write_pack(Printer& printer, ir::ValueId id, Position, std::string& out) {
  out += "as_type<uint>(half2(";
  printer.arguments(operands_of(printer, id), out);
  out += "))";
}

/// `缓冲字节数[n] / stride`, less the bytes before the array.
void write_array_length(Printer& printer, ir::ValueId id, Position position, std::string& out) {
  const ir::ValueId place = operands_of(printer, id)[0];
  const ir::Value& root = printer.pool()[ir::root_of(printer.pool(), place)];
  const ir::Global& global = printer.module().globals[static_cast<std::size_t>(root.payload)];
  support::invariant(printer.pool()[place].op == Op::global_reference, "a runtime array that is part of a struct");
  const FunctionKnowledge& known = printer.knowledge<Knowledge>().functions[printer.function().index()];
  if (position == Position::operand) out += '(';
  out.append(known.sizes_name).append("[");
  support::append_decimal(out, std::uint64_t{global.group * 16 + global.binding});
  out += "] / ";
  support::append_decimal(out, std::uint64_t{pass::stride_of(printer.module(), global.type)});
  out += 'u';
  if (position == Position::operand) out += ')';
}

unsigned texel_coordinates(ir::TextureShape shape) {
  switch (shape) {
    case ir::TextureShape::d1:
      return 1;
    case ir::TextureShape::d3:
    case ir::TextureShape::cube:
      return 3;
    default:
      return 2;
  }
}

void write_texture_dimensions(Printer& printer, ir::ValueId id, Position, std::string& out) {
  const ir::ValueId texture = operands_of(printer, id)[0];
  const ir::TypeId type = printer.pool()[id].type;
  const unsigned count =
      printer.module().types[type].kind == ir::TypeKind::vector ? printer.module().types[type].length : 1;
  constexpr std::string_view getters[] = {".get_width()", ".get_height()", ".get_depth()"};
  write_type(printer, type, out);
  out += '(';
  for (unsigned i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    printer.expression(texture, Position::operand, out);
    out += getters[i];
  }
  out += ')';
}

void write_texture_sample(Printer& printer, ir::ValueId id, Position, std::string& out) {
  const auto operands = operands_of(printer, id);
  printer.expression(operands[0], Position::operand, out);
  out += ".sample(";
  printer.arguments(operands.subspan(1), out);
  out += ')';
}

/// `t.read(uint2(c), uint(l))`
void write_texture_load(Printer& printer, ir::ValueId id, Position, std::string& out) {
  const auto operands = operands_of(printer, id);
  const unsigned count = texel_coordinates(type_of(printer, operands[0]).shape);
  printer.expression(operands[0], Position::operand, out);
  out += ".read(uint";
  if (count > 1) support::append_decimal(out, std::uint64_t{count});
  out += '(';
  printer.expression(operands[1], Position::operand, out);
  out += "), uint(";
  printer.expression(operands[2], Position::operand, out);
  out += "))";
}

/// 读四: `*(const device float4*)(&(a)[i])`
void write_load4(Printer& printer, ir::ValueId id, Position position, std::string& out) {
  const auto operands = operands_of(printer, id);
  if (position == Position::operand) out += '(';
  out += "*(const device ";
  write_type(printer, printer.pool()[id].type, out);
  out += "*)(&(";
  printer.expression(operands[0], Position::whole, out);
  out += ")[";
  printer.expression(operands[1], Position::whole, out);
  out += "])";
  if (position == Position::operand) out += ')';
}

std::string_view atomic_name(Op op) {
  switch (op) {
    case Op::atomic_load:
      return "atomic_load_explicit";
    case Op::atomic_store:
      return "atomic_store_explicit";
    case Op::atomic_add:
      return "atomic_fetch_add_explicit";
    case Op::atomic_max:
      return "atomic_fetch_max_explicit";
    case Op::atomic_min:
      return "atomic_fetch_min_explicit";
    default:
      support::internal_error("no atomic operation");
  }
}

/// `atomic_fetch_add_explicit(&a[i], v, memory_order_relaxed)`
void write_atomic(Printer& printer, ir::ValueId id, Position, std::string& out) {
  out.append(atomic_name(printer.pool()[id].op)).append("(&");
  printer.arguments(operands_of(printer, id), out);
  out += ", memory_order_relaxed)";
}

// clang-format off
constexpr structured::OperationRow rows[] = {
    {Op::literal, own()},
    {Op::constant, own()},
    {Op::parameter, own()},
    {Op::global_reference, own()},
    {Op::local_reference, own()},
    {Op::index_reference, own()},
    {Op::member_reference, own()},
    {Op::copy, own()},
    {Op::construct, custom(write_construct)},
    {Op::extract, custom(write_extract)},
    {Op::index, own()},
    {Op::select, custom(write_select)},
    {Op::convert, type_call()},
    {Op::bitcast, typed_call("as_type")},
    {Op::add, infix("+")},
    {Op::subtract, infix("-")},
    {Op::multiply, infix("*")},
    {Op::divide, infix("/")},
    {Op::remainder, custom(write_remainder)},
    {Op::negate, prefix("-")},
    {Op::vector_times_scalar, infix("*")},
    {Op::matrix_times_scalar, infix("*")},
    {Op::matrix_times_vector, infix("*")},
    {Op::vector_times_matrix, infix("*")},
    {Op::matrix_times_matrix, infix("*")},
    {Op::less, infix("<")},
    {Op::greater, infix(">")},
    {Op::less_equal, infix("<=")},
    {Op::greater_equal, infix(">=")},
    {Op::equal, infix("==")},
    {Op::not_equal, infix("!=")},
    {Op::logical_and, infix("&&")},
    {Op::logical_or, infix("||")},
    {Op::logical_not, prefix("!")},
    {Op::all, call("all")},
    {Op::any_, call("any")},
    {Op::bit_and, infix("&")},
    {Op::bit_or, infix("|")},
    {Op::bit_xor, infix("^")},
    {Op::bit_not, prefix("~")},
    {Op::shift_left, infix("<<")},
    {Op::shift_right, infix(">>")},
    {Op::sqrt, call("sqrt")},
    {Op::inverse_sqrt, call("rsqrt")},
    {Op::exp, call("exp")},
    {Op::exp2, call("exp2")},
    {Op::log, call("log")},
    {Op::log2, call("log2")},
    {Op::pow, call("pow")},
    {Op::sin, call("sin")},
    {Op::cos, call("cos")},
    {Op::tan, call("tan")},
    {Op::asin, call("asin")},
    {Op::acos, call("acos")},
    {Op::atan, call("atan")},
    {Op::atan2, call("atan2")},
    {Op::sinh, call("sinh")},
    {Op::cosh, call("cosh")},
    {Op::tanh, call("tanh")},
    {Op::abs, call("abs")},
    {Op::sign, call("sign")},
    {Op::floor, call("floor")},
    {Op::ceil, call("ceil")},
    {Op::round, call("rint")},
    {Op::trunc, call("trunc")},
    {Op::fract, call("fract")},
    {Op::saturate, call("saturate")},
    {Op::max, call("max")},
    {Op::min, call("min")},
    {Op::clamp, call("clamp")},
    {Op::step, call("step")},
    {Op::mix, call("mix")},
    {Op::smoothstep, call("smoothstep")},
    {Op::fma, call("fma")},
    {Op::dot, call("dot")},
    {Op::length, call("length")},
    {Op::distance, call("distance")},
    {Op::normalize, call("normalize")},
    {Op::reflect, call("reflect")},
    {Op::cross, call("cross")},
    {Op::unpack_half2, custom(write_unpack)},
    {Op::pack_half2, custom(write_pack)},
    {Op::array_length, custom(write_array_length)},
    {Op::texture_dimensions, custom(write_texture_dimensions)},
    {Op::texture_sample, custom(write_texture_sample)},
    {Op::texture_load, custom(write_texture_load)},
    {Op::load, custom(write_load)},
    {Op::load4, custom(write_load4)},
    {Op::workgroup_uniform_load, unsupported("pass/guards.hpp makes a load between barriers of it")},
    {Op::atomic_load, custom(write_atomic)},
    {Op::atomic_store, custom(write_atomic)},
    {Op::atomic_add, custom(write_atomic)},
    {Op::atomic_max, custom(write_atomic)},
    {Op::atomic_min, custom(write_atomic)},
    {Op::workgroup_barrier, word("threadgroup_barrier(mem_flags::mem_threadgroup)")},
    {Op::storage_barrier, word("threadgroup_barrier(mem_flags::mem_device)")},
    {Op::subgroup_add, call("simd_sum")},
    {Op::subgroup_max, call("simd_max")},
    {Op::subgroup_min, call("simd_min")},
    {Op::subgroup_broadcast, call("simd_shuffle")},  // the lane may differ between threads
    {Op::subgroup_shuffle, call("simd_shuffle")},
    {Op::subgroup_shuffle_xor, call("simd_shuffle_xor")},
    {Op::discard, word("discard_fragment()")},
    {Op::call, own()},
};
// clang-format on

/// GCC looks at a place that a struct is assigned to again and again, twice as often for each level of its brackets;
/// what a function returns it looks at once.
constexpr std::size_t deepest_plain_place = 8;

std::size_t bracket_depth(std::string_view text) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (const char c : text) {
    if (c == '(') deepest = std::max(deepest, ++depth);
    if (c == ')') --depth;
  }
  return deepest;
}

}  // namespace

constexpr structured::OperationTable operations = structured::OperationTable::of(rows);

void write_stored_place(Printer& printer, const ir::Statement& store, std::string& out) {
  std::string place;
  printer.expression(store.target, Position::operand, place);
  if (!knowledge_of(printer).options.cpu_form || bracket_depth(place) <= deepest_plain_place) {
    out += place;
  } else {
    out.append("YY_PLACE(").append(place).append(")");
  }
}

void write_stored_value(Printer& printer, const ir::Statement& store, std::string& out) {
  if (!is_packed_place(printer, store.target)) return printer.expression(store.value, Position::whole, out);
  write_packed_type(printer, printer.pool()[store.value].type, out);
  out += '(';
  printer.expression(store.value, Position::whole, out);
  out += ')';
}

}  // namespace yyshader::backend::msl
