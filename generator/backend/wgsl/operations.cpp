#include "backend/wgsl/operations.hpp"

#include "backend/structured/printer.hpp"

namespace yyshader::backend::wgsl {

namespace {

using ir::Op;
using structured::call;
using structured::custom;
using structured::infix;
using structured::own;
using structured::place_call;
using structured::Position;
using structured::prefix;
using structured::Printer;
using structured::select_call;
using structured::type_call;
using structured::typed_call;
using structured::word;

/// 读四: `vec4<f32>(数[甲], 数[(甲) + 1u], 数[(甲) + 2u], 数[(甲) + 3u])` (spec 2.2).
void write_load4(Printer& printer, ir::ValueId id, Position, std::string& out) {
  const auto operands = printer.pool().operands(id);
  std::string array;
  printer.expression(operands[0], Position::operand, array);
  std::string index;
  printer.expression(operands[1], Position::whole, index);
  printer.type(printer.pool()[id].type, out);
  out.append("(").append(array).append("[").append(index).append("]");
  for (const std::string_view offset : {"1u", "2u", "3u"}) {
    out.append(", ").append(array).append("[(").append(index).append(") + ").append(offset).append("]");
  }
  out += ')';
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
    {Op::construct, type_call()},
    {Op::extract, own()},
    {Op::index, own()},
    {Op::select, select_call("select")},
    {Op::convert, type_call()},
    {Op::bitcast, typed_call("bitcast")},
    {Op::add, infix("+")},
    {Op::subtract, infix("-")},
    {Op::multiply, infix("*")},
    {Op::divide, infix("/")},
    {Op::remainder, infix("%")},
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
    {Op::inverse_sqrt, call("inverseSqrt")},
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
    {Op::round, call("round")},
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
    {Op::unpack_half2, call("unpack2x16float")},
    {Op::pack_half2, call("pack2x16float")},
    {Op::array_length, place_call("arrayLength")},
    {Op::texture_dimensions, call("textureDimensions")},
    {Op::texture_sample, call("textureSample")},
    {Op::texture_load, call("textureLoad")},
    {Op::load, own()},
    {Op::load4, custom(write_load4)},
    {Op::workgroup_uniform_load, place_call("workgroupUniformLoad")},
    {Op::atomic_load, place_call("atomicLoad")},
    {Op::atomic_store, place_call("atomicStore")},
    {Op::atomic_add, place_call("atomicAdd")},
    {Op::atomic_max, place_call("atomicMax")},
    {Op::atomic_min, place_call("atomicMin")},
    {Op::workgroup_barrier, call("workgroupBarrier")},
    {Op::storage_barrier, call("storageBarrier")},
    {Op::subgroup_add, call("subgroupAdd")},
    {Op::subgroup_max, call("subgroupMax")},
    {Op::subgroup_min, call("subgroupMin")},
    {Op::subgroup_broadcast, call("subgroupShuffle")},  // the source lane need not be a constant, as subgroupBroadcast asks
    {Op::subgroup_shuffle, call("subgroupShuffle")},
    {Op::subgroup_shuffle_xor, call("subgroupShuffleXor")},
    {Op::discard, word("discard")},
    {Op::call, own()},
};
// clang-format on

}  // namespace

constexpr structured::OperationTable operations = structured::OperationTable::of(rows);

}  // namespace yyshader::backend::wgsl
