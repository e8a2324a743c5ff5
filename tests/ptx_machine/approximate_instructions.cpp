// Approximate functions (manual 9.7.3, 9.7.4): div.approx div.full rcp sqrt rsqrt sin cos lg2 ex2 tanh.
//
// A device's results are some numbers within the manual's bounds. `exact` gives the number nearest to the true value;
// `worst` the one furthest from it that the bound still allows, on a side that depends on the operands alone. A kernel
// that needs more than the manual promises fails under `worst`, and one that passes does not pass by luck.
//
// The CUDA C++ Programming Guide promises more for functions that are one such instruction, or one and a product: exp2f
// and rsqrtf 2 ulp, __log2f 2 ulp and __logf (lg2.approx times ln 2) 3 ulp where the argument is not in [0.5, 2]. The
// smaller of the two bounds counts.

#include "ptx_machine/approximate_instructions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "ptx_machine/float_instructions.hpp"
#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

using enum ApproximateFunction;

/// An error of `units` in the last place of a float near `exact`.
double last_places(double exact, double units) {
  const int exponent = exact == 0 ? -126 : std::max(std::ilogb(exact), -126);
  return std::ldexp(units, exponent - 23);
}

/// __log2f within 2 ulp; __logf within 3, half of one being the product's own rounding.
double logarithm_bound(float x, double exact) {
  if (x > 0.5F && x < 2) return std::exp2(-22);
  const double natural = last_places(exact * std::numbers::ln2, 2.45) / std::numbers::ln2;
  return std::min({std::abs(exact) * std::exp2(-22), last_places(exact, 2), natural});
}

double exact_value(ApproximateFunction function, double x, double y) {
  switch (function) {
    case quotient:
    case full_range_quotient:
      return x / y;
    case reciprocal:
      return 1 / x;
    case root:
      return std::sqrt(x);
    case reciprocal_root:
      return 1 / std::sqrt(x);
    case sine:
      return std::sin(x);
    case cosine:
      return std::cos(x);
    case logarithm:
      return std::log2(x);
    case exponential:
      return std::exp2(x);
    case hyperbolic_tangent:
      return std::tanh(x);
  }
  return 0;
}

double trigonometric_bound(double x) {
  const double magnitude = std::abs(x);
  if (magnitude <= 2 * std::numbers::pi) return std::exp2(-20.5);
  if (magnitude <= 100 * std::numbers::pi) return std::exp2(-14.7);
  // "Outside of this range, the best effort implementation is used": the argument's own last place is lost at least.
  return std::min(2.0, magnitude * std::exp2(-20));
}

/// Spreads the operands' bits over a word, so that neighbours err to different sides.
std::uint32_t scatter(std::uint32_t a, std::uint32_t b) {
  std::uint32_t word = a * 0x9e3779b1U ^ std::rotl(b, 15) * 0x85ebca77U;
  word ^= word >> 15U;
  word *= 0xc2b2ae3dU;
  return word ^ (word >> 13U);
}

/// The value of a format furthest from `exact` within `bound`, above or below it.
std::uint64_t furthest(const Format& format, double exact, double bound, bool above) {
  const Rounding towards_exact = above ? Rounding::down : Rounding::up;
  const std::uint64_t candidate = soft_from_double(format, towards_exact, above ? exact + bound : exact - bound);
  const double distance = soft_to_double(format, candidate) - exact;
  const bool is_on_its_side = above ? distance >= 0 : distance <= 0;
  if (!is_on_its_side || format.is_infinite(candidate)) return soft_from_double(format, Rounding::nearest_even, exact);
  return candidate;
}

/// div.approx where the divisor is so large that its reciprocal vanishes.
bool has_vanishing_reciprocal(float divisor) {
  const float magnitude = std::abs(divisor);
  return magnitude > 0x1p126F && magnitude <= std::numeric_limits<float>::max();
}

template <ApproximateFunction function>
float compute(const Modifiers& modifiers, float x, float y) {
  const Format& format = single_format;
  if (modifiers.flush) {
    x = from_bits<float>(format.flush(to_bits(x)));
    y = from_bits<float>(format.flush(to_bits(y)));
  }
  double exact = exact_value(function, x, y);
  if (function == quotient && has_vanishing_reciprocal(y)) {
    exact = std::isinf(x) ? std::numeric_limits<double>::quiet_NaN() : std::copysign(0.0, exact);
  }
  const double bound = single_error_bound(function, x, y, exact);
  std::uint64_t bits = soft_from_double(format, Rounding::nearest_even, exact);
  if (modifiers.worst && bound > 0 && std::isfinite(exact) && !format.is_infinite(bits)) {
    const auto operands = scatter(static_cast<std::uint32_t>(to_bits(x)), static_cast<std::uint32_t>(to_bits(y)));
    bits = furthest(format, exact, bound, (operands & 1U) != 0);
  }
  return from_bits<float>(finish_float(format, modifiers, bits));
}

template <ApproximateFunction function>
float unary(const Modifiers& modifiers, float x) {
  return compute<function>(modifiers, x, 0);
}

template <ApproximateFunction function>
std::uint64_t half_value(const Modifiers& modifiers, std::uint64_t x) {
  const double exact = exact_value(function, soft_to_double(half_format, x), 0);
  std::uint64_t bits = soft_from_double(half_format, Rounding::nearest_even, exact);
  if (!modifiers.worst || !std::isfinite(exact) || half_format.magnitude(x) == 0 || half_format.is_infinite(bits))
    return bits;
  const double bound = function == exponential ? std::abs(exact) * std::exp2(-9.9) : std::exp2(-10.987);
  return furthest(half_format, exact, bound, (scatter(static_cast<std::uint32_t>(x), 0) & 1U) != 0);
}

template <ApproximateFunction function>
Half half(const Modifiers& modifiers, Half x) {
  return {static_cast<std::uint16_t>(half_value<function>(modifiers, x.bits))};
}
template <ApproximateFunction function>
HalfPair half_pair(const Modifiers& modifiers, HalfPair x) {
  return {static_cast<std::uint32_t>(half_value<function>(modifiers, x.bits & 0xffffU) |
                                     half_value<function>(modifiers, x.bits >> 16U) << 16U)};
}

Handler single_handler(ApproximateFunction function) {
  switch (function) {
    case quotient:
      return elementwise<compute<quotient>>;
    case full_range_quotient:
      return elementwise<compute<full_range_quotient>>;
    case reciprocal:
      return elementwise<unary<reciprocal>>;
    case root:
      return elementwise<unary<root>>;
    case reciprocal_root:
      return elementwise<unary<reciprocal_root>>;
    case sine:
      return elementwise<unary<sine>>;
    case cosine:
      return elementwise<unary<cosine>>;
    case logarithm:
      return elementwise<unary<logarithm>>;
    case exponential:
      return elementwise<unary<exponential>>;
    case hyperbolic_tangent:
      return elementwise<unary<hyperbolic_tangent>>;
  }
  return nullptr;
}

/// {.ftz}.f32 after .approx; ex2 and tanh have halves, without .ftz.
template <ApproximateFunction function>
void decode_named(Reader& reader) {
  if (!reader.accept(".approx")) return reader.refuse(".approx is missing");
  if constexpr (function == exponential || function == hyperbolic_tangent) {
    const bool is_pair = reader.next() == ".f16x2";
    if (is_pair || reader.next() == ".f16") {
      reader.result.modifiers.worst = reader.options().approximation == Approximation::worst;
      reader.result.handler = is_pair ? elementwise<half_pair<function>> : elementwise<half<function>>;
      return reader.elementwise_operands(reader.type({Type::f16, Type::f16x2}), 1);
    }
  }
  decode_approximate(reader, function);
}

}  // namespace

double single_error_bound(ApproximateFunction function, float x, float y, double exact) {
  const double relative = std::abs(exact);
  switch (function) {
    case quotient:
      // The bound is promised for 2^-126 <= |divisor| <= 2^126 alone.
      return std::isfinite(x) && std::abs(y) <= 0x1p126F && std::abs(y) >= 0x1p-126F ? last_places(exact, 2) : 0;
    case full_range_quotient:
      return last_places(exact, 2);
    case reciprocal:  // 2^-23 absolute where the argument is between 1 and 2
      return x == 0 || std::isinf(x) ? 0 : std::ldexp(1.0, -23 - std::ilogb(x));
    case root:
      return relative * std::exp2(-23);
    case reciprocal_root:
      return std::min(relative * std::exp2(-22.9), last_places(exact, 2));
    case sine:
    case cosine:
      return x == 0 ? 0 : trigonometric_bound(x);
    case logarithm:
      return logarithm_bound(x, exact);
    case exponential:
      return x == 0 || single_format.is_subnormal(to_bits(x))
                 ? 0
                 : std::min(relative * std::exp2(-22), last_places(exact, 2));
    case hyperbolic_tangent:
      return std::isinf(x) || single_format.is_subnormal(to_bits(x)) ? 0 : relative * std::exp2(-11);
  }
  return 0;
}

void decode_approximate(Reader& reader, ApproximateFunction function) {
  reader.result.modifiers.flush = function != hyperbolic_tangent && reader.accept(".ftz");
  const Type type = reader.type({Type::f32});
  reader.result.modifiers.worst = reader.options().approximation == Approximation::worst;
  reader.result.handler = single_handler(function);
  reader.elementwise_operands(type, function == quotient || function == full_range_quotient ? 2 : 1);
}

std::span<const OpcodeRow> approximate_instructions() {
  static constexpr OpcodeRow rows[] = {
      {"rsqrt", decode_named<reciprocal_root>},
      {"sin", decode_named<sine>},
      {"cos", decode_named<cosine>},
      {"lg2", decode_named<logarithm>},
      {"ex2", decode_named<exponential>},
      {"tanh", decode_named<hyperbolic_tangent>},
  };
  return rows;
}

}  // namespace yyshader::ptx_machine
