// Functions of f32. Square root is exact to rounding; 1/√, 2ˣ, log2, sin and cos are the machine's own, which are
// within WGSL's accuracy; exp, log and pow change the base. The others are computed here: polynomials in x² found by
// Chebyshev approximation of f(x)/x on the intervals named, whose errors are below a tenth of a rounding.

#include <array>
#include <numbers>

#include "backend/ptx/lowering.hpp"

namespace yyshader::backend::ptx {

namespace {

// Highest power first: (f(x) / x − 1) / x² as a polynomial in x².
constexpr std::array<std::uint32_t, 9> arc_tangent_coefficients{
    // |x| ≤ 1
    0xbb1c6f2b, 0x3c5d4fb3, 0xbd12ee09, 0x3d8000e3, 0xbdb14afc, 0x3de1f8b3, 0xbe123669, 0x3e4ccc1e, 0xbeaaaaaa};
constexpr std::array<std::uint32_t, 6> arc_sine_coefficients{
    // |x| ≤ 0.5
    0x3d09ff6a, 0x3c8c7c8f, 0x3cfec6d1, 0x3d36addd, 0x3d999a18, 0x3e2aaaaa};
constexpr std::array<std::uint32_t, 6> hyperbolic_tangent_coefficients{
    // |x| ≤ 0.6
    0x3b1b5ed9, 0xbc09ca65, 0x3cb27d6c, 0xbd5d06ca, 0x3e08887b, 0xbeaaaaab};
constexpr std::array<std::uint32_t, 4> hyperbolic_sine_coefficients{// |x| ≤ 1
                                                                    0x363c5387, 0x39500480, 0x3c08888f, 0x3e2aaaab};

constexpr float half_pi = 1.57079637F;
constexpr float half_pi_rest = -4.37113883e-8F;  ///< π/2 − half_pi
constexpr float pi = 3.14159274F;
constexpr float pi_rest = -8.74227766e-8F;
constexpr float log2_e = 1.44269502F;
constexpr float log_2 = 0.693147182F;

}  // namespace

Id Lowering::polynomial(std::span<const std::uint32_t> coefficients, Id x) {
  Id sum = b_.f32_bits(coefficients[0]);
  for (const std::uint32_t coefficient : coefficients.subspan(1)) sum = fused(sum, x, b_.f32_bits(coefficient));
  return sum;
}

std::optional<Id> Lowering::math(ir::Op op, Id x) {
  const auto direct = [&](Opcode opcode) { return b_.emit(opcode, Type::f32, {x}); };
  switch (op) {
    case ir::Op::sqrt:
      return direct(Opcode::sqrt);
    case ir::Op::inverse_sqrt:
      return direct(Opcode::rsqrt);
    case ir::Op::exp2:
      return direct(Opcode::ex2);
    case ir::Op::log2:
      return direct(Opcode::lg2);
    case ir::Op::sin:
      return direct(Opcode::sin);
    case ir::Op::cos:
      return direct(Opcode::cos);
    case ir::Op::exp:
      return exponential(x);
    case ir::Op::log:
      return mul(direct(Opcode::lg2), number(log_2));
    case ir::Op::tan:
      return b_.emit(Opcode::div_full, Type::f32, {direct(Opcode::sin), direct(Opcode::cos)});
    case ir::Op::asin:
      return arc_sine(x);
    case ir::Op::acos:
      return arc_cosine(x);
    case ir::Op::atan:
      return arc_tangent(x);
    case ir::Op::sinh:
      return hyperbolic_sine(x);
    case ir::Op::cosh:
      return hyperbolic_cosine(x);
    case ir::Op::tanh:
      return hyperbolic_tangent(x);
    default:
      return {};
  }
}

Id Lowering::exponential(Id x) { return b_.emit(Opcode::ex2, Type::f32, {mul(x, number(log2_e))}); }

Id Lowering::power(Id x, Id y) {
  return b_.emit(Opcode::ex2, Type::f32, {mul(y, b_.emit(Opcode::lg2, Type::f32, {x}))});
}

Id Lowering::copy_sign(Id magnitude, Id sign) {
  const Id bit = b_.emit(Opcode::bit_and, Type::b32, {sign, b_.u32(0x80000000U)});
  return b_.emit(Opcode::bit_or, Type::b32, {magnitude, bit});
}

Id Lowering::arc_sine_core(Id x, Id square) {
  return fused(mul(x, square), polynomial(arc_sine_coefficients, square), x);
}

/// Beyond 0.5: asin x = π/2 − 2 asin √((1 − x) / 2).
Id Lowering::arc_sine(Id x) {
  const Id size = b_.emit(Opcode::abs, Type::f32, {x});
  const Id is_large = b_.compare(Comparison::gt, Type::f32, size, number(0.5F));
  const Id reduced = fused(size, number(-0.5F), number(0.5F));
  const Id square = b_.select(is_large, reduced, mul(size, size));
  const Id argument = b_.select(is_large, b_.emit(Opcode::sqrt, Type::f32, {reduced}), size);
  const Id core = arc_sine_core(argument, square);
  const Id large = add(fused(core, number(-2), number(half_pi)), number(half_pi_rest));
  return copy_sign(b_.select(is_large, large, core), x);
}

Id Lowering::arc_cosine(Id x) {
  const Id size = b_.emit(Opcode::abs, Type::f32, {x});
  const Id is_large = b_.compare(Comparison::gt, Type::f32, size, number(0.5F));
  const Id is_negative = b_.compare(Comparison::lt, Type::f32, x, number(0));
  const Id reduced = fused(size, number(-0.5F), number(0.5F));
  const Id square = b_.select(is_large, reduced, mul(size, size));
  const Id argument = b_.select(is_large, b_.emit(Opcode::sqrt, Type::f32, {reduced}), size);
  const Id core = arc_sine_core(argument, square);
  const Id twice = add(core, core);
  const Id from_pi = sub(number(pi), sub(twice, number(pi_rest)));
  const Id large = b_.select(is_negative, from_pi, twice);
  const Id signed_core = copy_sign(core, x);
  const Id small = sub(number(half_pi), sub(signed_core, number(half_pi_rest)));
  return b_.select(is_large, large, small);
}

Id Lowering::arc_tangent_core(Id x) {
  const Id square = mul(x, x);
  return fused(mul(x, square), polynomial(arc_tangent_coefficients, square), x);
}

/// Beyond 1: atan x = π/2 − atan 1/x.
Id Lowering::arc_tangent(Id x) {
  const Id size = b_.emit(Opcode::abs, Type::f32, {x});
  const Id is_large = b_.compare(Comparison::gt, Type::f32, size, number(1));
  const Id reciprocal = b_.emit(Opcode::div, Type::f32, {number(1), size});
  const Id core = arc_tangent_core(b_.select(is_large, reciprocal, size));
  const Id large = sub(number(half_pi), sub(core, number(half_pi_rest)));
  return copy_sign(b_.select(is_large, large, core), x);
}

Id Lowering::arc_tangent2(Id y, Id x) {
  const Id across = b_.emit(Opcode::abs, Type::f32, {x});
  const Id up = b_.emit(Opcode::abs, Type::f32, {y});
  const Id longer = maximum(Type::f32, across, up);
  const Id shorter = minimum(Type::f32, across, up);
  const Id is_origin = b_.compare(Comparison::eq, Type::f32, longer, number(0));
  const Id ratio = b_.emit(Opcode::div, Type::f32, {shorter, b_.select(is_origin, number(1), longer)});
  const Id core = arc_tangent_core(ratio);
  const Id is_steep = b_.compare(Comparison::gt, Type::f32, up, across);
  const Id steep = sub(number(half_pi), sub(core, number(half_pi_rest)));
  const Id right = b_.select(is_steep, steep, core);
  // The sign bit, not a comparison: atan2(y, −0) is on the left.
  const Id is_left = b_.compare(Comparison::lt, Type::s32, x, b_.u32(0));
  const Id left = sub(number(pi), sub(right, number(pi_rest)));
  return copy_sign(b_.select(is_left, left, right), y);
}

Id Lowering::hyperbolic_sine(Id x) {
  const Id size = b_.emit(Opcode::abs, Type::f32, {x});
  const Id square = mul(x, x);
  const Id small = fused(mul(size, square), polynomial(hyperbolic_sine_coefficients, square), size);
  const Id half_exp = b_.emit(Opcode::ex2, Type::f32, {fused(size, number(log2_e), number(-1))});
  const Id large = sub(half_exp, b_.emit(Opcode::div_full, Type::f32, {number(0.25F), half_exp}));
  const Id is_large = b_.compare(Comparison::gt, Type::f32, size, number(1));
  return copy_sign(b_.select(is_large, large, small), x);
}

Id Lowering::hyperbolic_cosine(Id x) {
  const Id size = b_.emit(Opcode::abs, Type::f32, {x});
  const Id half_exp = b_.emit(Opcode::ex2, Type::f32, {fused(size, number(log2_e), number(-1))});
  return add(half_exp, b_.emit(Opcode::div_full, Type::f32, {number(0.25F), half_exp}));
}

Id Lowering::hyperbolic_tangent(Id x) {
  const Id size = b_.emit(Opcode::abs, Type::f32, {x});
  const Id square = mul(x, x);
  const Id small = fused(mul(size, square), polynomial(hyperbolic_tangent_coefficients, square), size);
  const Id power_of_e = b_.emit(Opcode::ex2, Type::f32, {mul(size, number(2 * log2_e))});
  const Id rest = b_.emit(Opcode::div_full, Type::f32, {number(2), add(power_of_e, number(1))});
  const Id is_small = b_.compare(Comparison::lt, Type::f32, size, number(0.6F));
  return copy_sign(b_.select(is_small, small, sub(number(1), rest)), x);
}

}  // namespace yyshader::backend::ptx
