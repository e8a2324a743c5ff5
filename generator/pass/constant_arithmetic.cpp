#include "pass/constant_arithmetic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::pass {

namespace {

using ir::Op;

constexpr double greatest_half = 65504.0;
constexpr int half_digits = 11;
constexpr int half_least_exponent = -24;

ConstantScalar integer(std::int64_t value) { return {value, 0.0}; }
ConstantScalar floating(double value) { return {0, value}; }

/// The half next to zero from `value`: Tint cuts the digits that a half lacks.
double cut_to_half(double value) {
  if (value == 0.0) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const int unit = std::max(exponent - half_digits, half_least_exponent);
  return std::ldexp(std::trunc(std::ldexp(value, -unit)), unit);
}

std::uint64_t half_bits(double value) {
  const std::uint64_t sign = std::signbit(value) ? 0x8000U : 0U;
  const double magnitude = std::fabs(value);
  if (magnitude == 0.0) return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  const int unit = std::max(exponent - half_digits, half_least_exponent);
  const auto digits = static_cast<std::uint64_t>(std::ldexp(magnitude, -unit));
  // A number with its leading digit counts it in, which adds one to the exponent's field.
  return sign | ((static_cast<std::uint64_t>(unit - half_least_exponent) << 10U) + digits);
}

/// Infinity where the exponent's field says infinity or NaN.
double half_value(std::uint64_t bits) {
  const auto field = static_cast<int>((bits >> 10U) & 31U);
  const auto digits = static_cast<double>(bits & 1023U);
  double magnitude = std::numeric_limits<double>::infinity();
  if (field == 0) magnitude = std::ldexp(digits, half_least_exponent);
  if (field != 0 && field != 31) magnitude = std::ldexp(digits + 1024.0, field - 1 + half_least_exponent);
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

bool multiply_overflows(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return false;
  const std::int64_t least = std::numeric_limits<std::int64_t>::min();
  if (a == -1 || b == -1) return std::max(a, b) == least || std::min(a, b) == least;
  const auto product = std::bit_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  return product / b != a;
}

}  // namespace

void ConstantArithmetic::fail(ConstantFaultKind kind, std::string first, std::string second, std::string third) {
  if (!fault_) fault_ = ConstantFault{kind, std::move(first), std::move(second), std::move(third)};
}

double ConstantArithmetic::greatest_float() const {
  if (type_.kind == ir::TypeKind::abstract_float || type_.width == 64) return std::numeric_limits<double>::max();
  return type_.width == 16 ? greatest_half : static_cast<double>(std::numeric_limits<float>::max());
}

std::int64_t ConstantArithmetic::least_integer() const {
  if (is_unsigned()) return 0;
  return std::bit_cast<std::int64_t>(~std::uint64_t{0} << (width() - 1));
}

std::uint64_t ConstantArithmetic::greatest_integer() const {
  return ~std::uint64_t{0} >> (64 - width() + (is_unsigned() ? 0U : 1U));
}

std::string ConstantArithmetic::least_text() const {
  return is_float() ? "-" + greatest_text() : support::to_decimal(least_integer());
}

std::string ConstantArithmetic::greatest_text() const {
  if (!is_float()) return support::to_decimal(greatest_integer());
  return text(floating(greatest_float()));
}

std::string ConstantArithmetic::text(ConstantScalar value) const {
  if (type_.kind == ir::TypeKind::boolean) return value.integer != 0 ? "true" : "false";
  if (!is_float()) {
    if (is_unsigned()) return support::to_decimal(std::bit_cast<std::uint64_t>(value.integer));
    return support::to_decimal(value.integer);
  }
  const bool is_single = type_.kind == ir::TypeKind::floating && type_.width <= 32;
  return is_single ? support::to_shortest(static_cast<float>(value.floating)) : support::to_shortest(value.floating);
}

/// The result of a step as the type holds it. Halves are computed as floats of 32 bits.
ConstantScalar ConstantArithmetic::rounded(double value) {
  const bool is_double = type_.kind == ir::TypeKind::abstract_float || type_.width == 64;
  const double nearest = is_double ? value : static_cast<double>(static_cast<float>(value));
  if (!(std::fabs(nearest) <= greatest_float())) {
    fail(ConstantFaultKind::float_overflow, greatest_text());
    return {};
  }
  return floating(type_.width == 16 ? cut_to_half(nearest) : nearest);
}

ConstantScalar ConstantArithmetic::wrapped(std::uint64_t bits) const {
  if (width() == 64) return integer(std::bit_cast<std::int64_t>(bits));
  const std::uint64_t mask = (std::uint64_t{1} << width()) - 1;
  bits &= mask;
  const bool is_negative = !is_unsigned() && (bits >> (width() - 1)) != 0;
  return integer(std::bit_cast<std::int64_t>(is_negative ? bits | ~mask : bits));
}

/// Concrete integers wrap; those of literals without a type must not.
ConstantScalar ConstantArithmetic::integer_result(std::uint64_t bits, bool overflows) {
  if (overflows && is_abstract_integer()) fail(ConstantFaultKind::integer_overflow, least_text(), greatest_text());
  return wrapped(bits);
}

/// Calls a function of the C++ library with the precision that the type is computed with.
template <typename Function>
ConstantScalar ConstantArithmetic::through(Function function, double a) {
  if (type_.kind == ir::TypeKind::abstract_float || type_.width == 64) return rounded(function(a));
  return rounded(static_cast<double>(function(static_cast<float>(a))));
}
template <typename Function>
ConstantScalar ConstantArithmetic::through(Function function, double a, double b) {
  if (type_.kind == ir::TypeKind::abstract_float || type_.width == 64) return rounded(function(a, b));
  return rounded(static_cast<double>(function(static_cast<float>(a), static_cast<float>(b))));
}

ConstantScalar ConstantArithmetic::add(ConstantScalar a, ConstantScalar b) {
  if (is_float()) return rounded(a.floating + b.floating);
  const std::uint64_t sum = static_cast<std::uint64_t>(a.integer) + static_cast<std::uint64_t>(b.integer);
  const auto as_signed = std::bit_cast<std::int64_t>(sum);
  return integer_result(sum, ((a.integer ^ as_signed) & (b.integer ^ as_signed)) < 0);
}

ConstantScalar ConstantArithmetic::subtract(ConstantScalar a, ConstantScalar b) {
  if (is_float()) return rounded(a.floating - b.floating);
  const std::uint64_t difference = static_cast<std::uint64_t>(a.integer) - static_cast<std::uint64_t>(b.integer);
  const auto as_signed = std::bit_cast<std::int64_t>(difference);
  return integer_result(difference, ((a.integer ^ b.integer) & (a.integer ^ as_signed)) < 0);
}

ConstantScalar ConstantArithmetic::multiply(ConstantScalar a, ConstantScalar b) {
  if (is_float()) return rounded(a.floating * b.floating);
  const std::uint64_t product = static_cast<std::uint64_t>(a.integer) * static_cast<std::uint64_t>(b.integer);
  return integer_result(product, is_abstract_integer() && multiply_overflows(a.integer, b.integer));
}

ConstantScalar ConstantArithmetic::divide(ConstantScalar a, ConstantScalar b) {
  if (is_float()) {
    if (b.floating == 0.0) {
      fail(ConstantFaultKind::float_division_by_zero);
      return {};
    }
    return rounded(a.floating / b.floating);
  }
  if (b.integer == 0) {
    fail(ConstantFaultKind::integer_division_by_zero);
    return {};
  }
  if (is_unsigned()) return wrapped(static_cast<std::uint64_t>(a.integer) / static_cast<std::uint64_t>(b.integer));
  if (b.integer == -1 && a.integer == least_integer()) {
    fail(ConstantFaultKind::integer_overflow, least_text(), greatest_text());
    return {};
  }
  return integer(a.integer / b.integer);
}

ConstantScalar ConstantArithmetic::remainder(ConstantScalar a, ConstantScalar b) {
  if (is_float()) {
    if (b.floating == 0.0) {
      fail(ConstantFaultKind::float_division_by_zero);
      return {};
    }
    const auto rest = [](auto x, auto y) {
      // By way of double, so that no compiler fuses the product with the difference.
      const double product = static_cast<double>(std::trunc(x / y)) * static_cast<double>(y);
      return x - static_cast<decltype(x)>(product);
    };
    return through(rest, a.floating, b.floating);
  }
  if (b.integer == 0 || is_unsigned()) {
    if (b.integer == 0) {
      fail(ConstantFaultKind::integer_division_by_zero);
      return {};
    }
    return wrapped(static_cast<std::uint64_t>(a.integer) % static_cast<std::uint64_t>(b.integer));
  }
  if (b.integer == -1 && a.integer == least_integer()) {
    fail(ConstantFaultKind::integer_overflow, least_text(), greatest_text());
    return {};
  }
  return integer(b.integer == -1 ? 0 : a.integer % b.integer);
}

bool ConstantArithmetic::is_less(ConstantScalar a, ConstantScalar b) const {
  if (is_float()) return a.floating < b.floating;
  if (is_unsigned()) return static_cast<std::uint64_t>(a.integer) < static_cast<std::uint64_t>(b.integer);
  return a.integer < b.integer;
}

bool ConstantArithmetic::compare(Op op, ConstantScalar a, ConstantScalar b) const {
  switch (op) {
    case Op::less:
      return is_less(a, b);
    case Op::greater:
      return is_less(b, a);
    case Op::less_equal:
      return !is_less(b, a);
    case Op::greater_equal:
      return !is_less(a, b);
    case Op::equal:
      return is_float() ? a.floating == b.floating : a.integer == b.integer;
    case Op::not_equal:
      return is_float() ? a.floating != b.floating : a.integer != b.integer;
    default:
      support::internal_error("no comparison of constants");
  }
}

ConstantScalar ConstantArithmetic::shift(Op op, ConstantScalar a, std::int64_t amount) {
  const auto bits = static_cast<std::uint64_t>(a.integer);
  if (op == Op::shift_right) return is_unsigned() ? wrapped(bits >> amount) : integer(a.integer >> amount);
  const ConstantScalar result = wrapped(bits << amount);
  // What was shifted out is not there to be shifted back.
  const std::int64_t back = is_unsigned()
                                ? std::bit_cast<std::int64_t>(static_cast<std::uint64_t>(result.integer) >> amount)
                                : result.integer >> amount;
  if (back != a.integer) {
    fail(ConstantFaultKind::shift_loses_bits, text(a), support::to_decimal(amount));
  }
  return result;
}

ConstantScalar ConstantArithmetic::apply(Op op, std::span<const ConstantScalar> operands) {
  switch (op) {
    case Op::add:
      return add(operands[0], operands[1]);
    case Op::subtract:
      return subtract(operands[0], operands[1]);
    case Op::multiply:
      return multiply(operands[0], operands[1]);
    case Op::divide:
      return divide(operands[0], operands[1]);
    case Op::remainder:
      return remainder(operands[0], operands[1]);
    case Op::negate:
      return is_float() ? floating(-operands[0].floating) : subtract({}, operands[0]);
    case Op::max:
      return is_less(operands[0], operands[1]) ? operands[1] : operands[0];
    case Op::min:
      return is_less(operands[1], operands[0]) ? operands[1] : operands[0];
    case Op::clamp: {
      const ConstantScalar raised = is_less(operands[0], operands[1]) ? operands[1] : operands[0];
      return is_less(operands[2], raised) ? operands[2] : raised;
    }
    default:
      return is_float() ? apply_float(op, operands) : apply_integer(op, operands);
  }
}

ConstantScalar ConstantArithmetic::apply_integer(Op op, std::span<const ConstantScalar> operands) {
  const auto a = static_cast<std::uint64_t>(operands[0].integer);
  const std::uint64_t b = operands.size() > 1 ? static_cast<std::uint64_t>(operands[1].integer) : 0;
  switch (op) {
    case Op::abs:
      return is_unsigned() || operands[0].integer >= 0 ? operands[0] : wrapped(0 - a);
    case Op::sign:
      return integer(operands[0].integer > 0 ? 1 : operands[0].integer < 0 ? -1 : 0);
    case Op::bit_and:
      return integer(std::bit_cast<std::int64_t>(a & b));
    case Op::bit_or:
      return integer(std::bit_cast<std::int64_t>(a | b));
    case Op::bit_xor:
      return integer(std::bit_cast<std::int64_t>(a ^ b));
    case Op::bit_not:
      return wrapped(~a);
    case Op::logical_not:
      return integer(a == 0 ? 1 : 0);
    default:
      support::internal_error("no operation on constant integers");
  }
}

ConstantScalar ConstantArithmetic::apply_float(Op op, std::span<const ConstantScalar> operands) {
  const ConstantScalar x = operands[0];
  switch (op) {
    case Op::abs:
      return floating(std::fabs(x.floating));
    case Op::sign:
      return floating(x.floating > 0.0 ? 1.0 : x.floating < 0.0 ? -1.0 : 0.0);
    case Op::floor:
      return floating(std::floor(x.floating));
    case Op::ceil:
      return floating(std::ceil(x.floating));
    case Op::round:
      return floating(std::nearbyint(x.floating));
    case Op::trunc:
      return floating(std::trunc(x.floating));
    case Op::fract:
      return subtract(x, floating(std::floor(x.floating)));
    case Op::saturate:
      return floating(std::clamp(x.floating, 0.0, 1.0));
    case Op::step:
      return floating(operands[1].floating >= x.floating ? 1.0 : 0.0);
    case Op::mix: {
      const ConstantScalar rest = subtract(floating(1.0), operands[2]);
      const ConstantScalar first = multiply(x, rest);
      return add(first, multiply(operands[1], operands[2]));
    }
    case Op::fma:
      return add(multiply(x, operands[1]), operands[2]);
    case Op::smoothstep:
      return smoothstep(x, operands[1], operands[2]);
    case Op::pow:
      return power(x, operands[1]);
    case Op::atan2:
      return through([](auto a, auto b) { return std::atan2(a, b); }, x.floating, operands[1].floating);
    default:
      return apply_limited(op, x);
  }
}

/// Functions that are not defined for every number.
ConstantScalar ConstantArithmetic::apply_limited(Op op, ConstantScalar x) {
  switch (op) {
    case Op::sqrt:
      if (x.floating < 0.0) fail(ConstantFaultKind::argument_negative, text(x));
      break;
    case Op::inverse_sqrt:
    case Op::log:
    case Op::log2:
      if (x.floating <= 0.0) fail(ConstantFaultKind::argument_not_positive, text(x));
      break;
    case Op::asin:
    case Op::acos:
      if (std::fabs(x.floating) > 1.0) fail(ConstantFaultKind::argument_outside_unit, text(x));
      break;
    default:
      break;
  }
  return fault_ ? ConstantScalar{} : apply_transcendental(op, x);
}

ConstantScalar ConstantArithmetic::apply_transcendental(Op op, ConstantScalar x) {
  switch (op) {
    case Op::sqrt:
      return through([](auto a) { return std::sqrt(a); }, x.floating);
    case Op::inverse_sqrt:
      return divide(floating(1.0), through([](auto a) { return std::sqrt(a); }, x.floating));
    case Op::exp:
      return through([](auto a) { return std::exp(a); }, x.floating);
    case Op::exp2:
      return through([](auto a) { return std::exp2(a); }, x.floating);
    case Op::log:
      return through([](auto a) { return std::log(a); }, x.floating);
    case Op::log2:
      return through([](auto a) { return std::log2(a); }, x.floating);
    case Op::sin:
      return through([](auto a) { return std::sin(a); }, x.floating);
    case Op::cos:
      return through([](auto a) { return std::cos(a); }, x.floating);
    case Op::tan:
      return through([](auto a) { return std::tan(a); }, x.floating);
    case Op::asin:
      return through([](auto a) { return std::asin(a); }, x.floating);
    case Op::acos:
      return through([](auto a) { return std::acos(a); }, x.floating);
    case Op::atan:
      return through([](auto a) { return std::atan(a); }, x.floating);
    case Op::sinh:
      return through([](auto a) { return std::sinh(a); }, x.floating);
    case Op::cosh:
      return through([](auto a) { return std::cosh(a); }, x.floating);
    case Op::tanh:
      return through([](auto a) { return std::tanh(a); }, x.floating);
    default:
      support::internal_error("no operation on constant floats");
  }
}

ConstantScalar ConstantArithmetic::power(ConstantScalar base, ConstantScalar exponent) {
  if (base.floating < 0.0 || (base.floating == 0.0 && exponent.floating <= 0.0)) {
    fail(ConstantFaultKind::power_undefined, text(base), text(exponent));
    return {};
  }
  return through([](auto a, auto b) { return std::pow(a, b); }, base.floating, exponent.floating);
}

ConstantScalar ConstantArithmetic::smoothstep(ConstantScalar low, ConstantScalar high, ConstantScalar x) {
  if (low.floating == high.floating) {
    fail(ConstantFaultKind::edges_equal, text(low));
    return {};
  }
  const ConstantScalar way = subtract(x, low);
  const ConstantScalar length = subtract(high, low);
  if (fault_) return {};
  const ConstantScalar t = floating(std::clamp(divide(way, length).floating, 0.0, 1.0));
  return multiply(multiply(t, t), subtract(floating(3.0), multiply(floating(2.0), t)));
}

ConstantScalar ConstantArithmetic::convert(const ir::Type& from, ConstantScalar value) {
  const bool from_float_type = from.kind == ir::TypeKind::floating || from.kind == ir::TypeKind::abstract_float;
  if (type_.kind == ir::TypeKind::boolean) {
    return integer(from_float_type ? value.floating != 0.0 : value.integer != 0);
  }
  if (from_float_type) return from_float(from, value.floating);
  const bool from_unsigned = from.kind == ir::TypeKind::integer && !from.is_signed;
  if (is_float()) {
    const auto magnitude = static_cast<std::uint64_t>(value.integer);
    const bool is_double = type_.kind == ir::TypeKind::abstract_float || type_.width == 64;
    // Rounded once, to the nearest.
    double number = from_unsigned ? static_cast<double>(magnitude) : static_cast<double>(value.integer);
    if (!is_double) number = from_unsigned ? static_cast<float>(magnitude) : static_cast<float>(value.integer);
    if (type_.width != 16) return floating(number);
    if (std::fabs(number) <= greatest_half) return floating(cut_to_half(number));
  } else if (from.kind != ir::TypeKind::abstract_integer ||
             (value.integer >= least_integer() &&
              (value.integer < 0 || static_cast<std::uint64_t>(value.integer) <= greatest_integer()))) {
    return wrapped(static_cast<std::uint64_t>(value.integer));
  }
  fail(ConstantFaultKind::conversion_overflow, ConstantArithmetic(from).text(value), least_text(), greatest_text());
  return {};
}

ConstantScalar ConstantArithmetic::from_float(const ir::Type& from, double value) {
  if (is_float()) {
    if (std::fabs(value) > greatest_float()) {
      fail(ConstantFaultKind::conversion_overflow, ConstantArithmetic(from).text(floating(value)), least_text(),
           greatest_text());
      return {};
    }
    return rounded(value);
  }
  // Clamped to what the float type holds inside the integer's range (spec 2.5).
  const auto fits = [&](double number) {
    return from.kind == ir::TypeKind::abstract_float ? number : static_cast<double>(static_cast<float>(number));
  };
  const auto least = static_cast<double>(least_integer());
  const auto greatest = static_cast<double>(greatest_integer());
  const double whole = std::trunc(value);
  if (whole <= least) return integer(least_integer());
  if (whole < greatest) {
    return wrapped(is_unsigned() ? static_cast<std::uint64_t>(whole)
                                 : static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)));
  }
  // The greatest integer itself may be no number of the float type; then the next one below is.
  double highest = fits(greatest);
  if (highest > greatest || width() == 64) {
    highest = from.kind == ir::TypeKind::abstract_float
                  ? std::nextafter(highest, 0.0)
                  : static_cast<double>(std::nextafter(static_cast<float>(highest), 0.0F));
  }
  return wrapped(static_cast<std::uint64_t>(highest));
}

ConstantScalar ConstantArithmetic::literal(double exact) {
  if (exact > greatest_float()) {
    fail(ConstantFaultKind::literal_overflow, support::to_shortest(exact), greatest_text());
    return {};
  }
  return rounded(exact);
}

std::uint64_t ConstantArithmetic::bits_of(ConstantScalar value) const {
  if (!is_float()) {
    const auto bits = static_cast<std::uint64_t>(value.integer);
    return width() == 64 ? bits : bits & ((std::uint64_t{1} << width()) - 1);
  }
  if (width() == 16) return half_bits(value.floating);
  if (width() == 32) return std::bit_cast<std::uint32_t>(static_cast<float>(value.floating));
  return std::bit_cast<std::uint64_t>(value.floating);
}

ConstantScalar ConstantArithmetic::from_bits(std::uint64_t bits) {
  if (!is_float()) return wrapped(bits);
  double value = 0.0;
  if (width() == 16) {
    value = half_value(bits);
  } else if (width() == 32) {
    value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  } else {
    value = std::bit_cast<double>(bits);
  }
  if (std::isfinite(value)) return floating(value);
  fail(ConstantFaultKind::bits_not_finite);
  return {};
}

}  // namespace yyshader::pass
