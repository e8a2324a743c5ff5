// Decimal text to bits, exactly: the text is taken as a fraction of two big integers and divided to the format's own
// precision, so that every format is rounded once (f16 through f32 would round twice) and no locale is looked at.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "ir/builder.hpp"

namespace yyshader::ir {

namespace {

/// A natural number of any size; limbs of 32 bits, lowest first, no zero limb at the top.
class Natural {
 public:
  bool is_zero() const { return limbs_.empty(); }
  std::size_t bit_width() const {
    return limbs_.empty() ? 0 : limbs_.size() * 32 - static_cast<std::size_t>(std::countl_zero(limbs_.back()));
  }
  void multiply_add(std::uint32_t factor, std::uint32_t addend);
  void shift_left(std::size_t bits);
  /// Negative, zero or positive as *this is less than, equal to or greater than `other`.
  int compare(const Natural& other) const;
  /// Requires *this >= other.
  void subtract(const Natural& other);

 private:
  std::vector<std::uint32_t> limbs_;
};

void Natural::multiply_add(std::uint32_t factor, std::uint32_t addend) {
  std::uint64_t carry = addend;
  for (std::uint32_t& limb : limbs_) {
    carry += static_cast<std::uint64_t>(limb) * factor;
    limb = static_cast<std::uint32_t>(carry);
    carry >>= 32U;
  }
  if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
}

void Natural::shift_left(std::size_t bits) {
  if (limbs_.empty()) return;
  multiply_add(std::uint32_t{1} << (bits % 32), 0);
  limbs_.insert(limbs_.begin(), bits / 32, 0);
}

int Natural::compare(const Natural& other) const {
  if (limbs_.size() != other.limbs_.size()) return limbs_.size() < other.limbs_.size() ? -1 : 1;
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    if (limbs_[i] != other.limbs_[i]) return limbs_[i] < other.limbs_[i] ? -1 : 1;
  }
  return 0;
}

void Natural::subtract(const Natural& other) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    const std::uint64_t minus = borrow + (i < other.limbs_.size() ? other.limbs_[i] : 0);
    borrow = limbs_[i] < minus ? 1 : 0;
    limbs_[i] = static_cast<std::uint32_t>(limbs_[i] - minus);
  }
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

/// A binary floating-point format: `precision` counts the hidden bit, `max_exponent` is the bias.
struct FloatFormat {
  int precision;
  int max_exponent;
};

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// More significant digits than any tie between two doubles has; what follows can only break a tie.
constexpr std::size_t significant_limit = 800;
/// Powers of ten beyond which every format has overflowed or rounded to zero.
constexpr std::ptrdiff_t exponent_limit = 400;

/// The value as numerator / denominator; zero or a value past `exponent_limit` is decided by the caller from
/// `exponent`.
struct Fraction {
  Natural numerator;
  Natural denominator;
  /// Position of the first significant digit: the value is below ten to this power.
  std::ptrdiff_t magnitude = 0;
};

Fraction to_fraction(std::string_view whole, std::string_view fraction) {
  Fraction result;
  std::size_t kept = 0;
  bool rest = false;
  std::size_t first = whole.size() + fraction.size();
  std::size_t last = first;
  for (std::size_t i = 0; i < whole.size() + fraction.size(); ++i) {
    const char digit = i < whole.size() ? whole[i] : fraction[i - whole.size()];
    if (kept == 0 && digit == '0') continue;
    if (kept == 0) first = i;
    if (kept == significant_limit) {
      rest = rest || digit != '0';
      continue;
    }
    result.numerator.multiply_add(10, static_cast<std::uint32_t>(digit - '0'));
    ++kept;
    last = i + 1;
  }
  result.magnitude = static_cast<std::ptrdiff_t>(whole.size()) - static_cast<std::ptrdiff_t>(first);
  if (kept == 0 || result.magnitude > exponent_limit || result.magnitude < -exponent_limit) return result;
  std::ptrdiff_t exponent = static_cast<std::ptrdiff_t>(whole.size()) - static_cast<std::ptrdiff_t>(last);
  if (rest) {
    result.numerator.multiply_add(10, 1);
    --exponent;
  }
  result.denominator.multiply_add(0, 1);
  for (; exponent > 0; --exponent) result.numerator.multiply_add(10, 0);
  for (; exponent < 0; ++exponent) result.denominator.multiply_add(10, 0);
  return result;
}

/// A positive value between `digits` and, when `inexact`, below `digits` + 1, times two to the `place`.
struct Quotient {
  std::uint64_t digits = 0;
  bool inexact = false;
  int place = 0;
};

/// The quotient with `bits` bits or one more.
Quotient divide(Natural numerator, Natural denominator, int bits) {
  const int exponent = static_cast<int>(numerator.bit_width()) - static_cast<int>(denominator.bit_width());
  Quotient result;
  result.place = exponent - bits;
  if (result.place > 0) {
    denominator.shift_left(static_cast<std::size_t>(result.place));
  } else {
    numerator.shift_left(static_cast<std::size_t>(-result.place));
  }
  for (int bit = bits; bit >= 0; --bit) {
    Natural scaled = denominator;
    scaled.shift_left(static_cast<std::size_t>(bit));
    if (numerator.compare(scaled) < 0) continue;
    numerator.subtract(scaled);
    result.digits |= std::uint64_t{1} << static_cast<unsigned>(bit);
  }
  result.inexact = !numerator.is_zero();
  return result;
}

/// The same for the short literals that programs are full of, in one machine division; nothing when it does not fit.
std::optional<Quotient> divide_short(std::string_view whole, std::string_view fraction, int bits) {
  if (whole.size() + fraction.size() > 19) return std::nullopt;  // 10^19 < 2^64
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
  for (const char c : whole) numerator = numerator * 10 + static_cast<std::uint64_t>(c - '0');
  for (const char c : fraction) {
    numerator = numerator * 10 + static_cast<std::uint64_t>(c - '0');
    denominator *= 10;
  }
  if (numerator == 0 || 64 - static_cast<int>(std::bit_width(denominator)) < bits) return std::nullopt;
  const int shift = std::countl_zero(numerator);
  numerator <<= static_cast<unsigned>(shift);
  return Quotient{numerator / denominator, numerator % denominator != 0, -shift};
}

/// The bits of the nearest value of `format`, ties to even; nothing when that is infinity. Requires at least
/// `format.precision` + 1 bits in `value`.
std::optional<std::uint64_t> round_quotient(const FloatFormat& format, const Quotient& value) {
  // The place of a subnormal's last bit; nothing finer exists in the format.
  const int least_place = 1 - format.max_exponent - (format.precision - 1);
  const int dropped =
      std::max(static_cast<int>(std::bit_width(value.digits)) - format.precision, least_place - value.place);
  if (dropped > 64) return 0;
  const auto drop = static_cast<unsigned>(dropped);
  std::uint64_t digits = drop == 64 ? 0 : value.digits >> drop;
  const bool half = (value.digits >> (drop - 1) & 1U) != 0;
  const bool rest = value.inexact || (value.digits & ((std::uint64_t{1} << (drop - 1)) - 1)) != 0;
  if (half && (rest || (digits & 1U) != 0)) ++digits;
  int place = value.place + dropped;
  if (digits >> static_cast<unsigned>(format.precision) != 0) {
    digits >>= 1U;
    ++place;
  }
  const std::uint64_t hidden = std::uint64_t{1} << static_cast<unsigned>(format.precision - 1);
  if (digits < hidden) return digits;  // subnormal: exponent field 0
  const int exponent_field = place - least_place + 1;
  if (exponent_field > 2 * format.max_exponent) return std::nullopt;
  return (static_cast<std::uint64_t>(exponent_field) << static_cast<unsigned>(format.precision - 1)) |
         (digits - hidden);
}

std::optional<std::uint64_t> float_bits(const FloatFormat& format, std::string_view whole, std::string_view part) {
  if (const auto quotient = divide_short(whole, part, format.precision + 1)) return round_quotient(format, *quotient);
  Fraction fraction = to_fraction(whole, part);
  if (fraction.numerator.is_zero() || fraction.magnitude < -exponent_limit) return 0;
  if (fraction.magnitude > exponent_limit) return std::nullopt;
  return round_quotient(format,
                        divide(std::move(fraction.numerator), std::move(fraction.denominator), format.precision + 1));
}

std::optional<std::uint64_t> integer_bits(std::string_view digits, std::uint64_t greatest) {
  std::uint64_t value = 0;
  for (const char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (greatest - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

}  // namespace

std::optional<std::uint64_t> literal_bits(const TypeTable& types, TypeId type, std::string_view spelling) {
  const Type& shape = types[type];
  if (shape.kind == TypeKind::boolean) {
    if (spelling == "true") return 1;
    if (spelling == "false") return 0;
    return std::nullopt;
  }
  const std::size_t point = spelling.find('.');
  const std::string_view whole = spelling.substr(0, point);
  const std::string_view part = point == std::string_view::npos ? std::string_view{} : spelling.substr(point + 1);
  if (!is_digits(whole) || (point != std::string_view::npos && !is_digits(part))) return std::nullopt;

  switch (shape.kind) {
    case TypeKind::abstract_integer:
    case TypeKind::integer: {
      if (point != std::string_view::npos) return std::nullopt;
      const unsigned width = shape.kind == TypeKind::integer ? shape.width : 64U;
      const bool has_sign = shape.kind == TypeKind::abstract_integer || shape.is_signed;
      return integer_bits(whole, ~std::uint64_t{0} >> (64U - width + (has_sign ? 1U : 0U)));
    }
    case TypeKind::abstract_float:
      return float_bits({53, 1023}, whole, part);
    case TypeKind::floating:
      if (shape.width == 16) return float_bits({11, 15}, whole, part);
      if (shape.width == 32) return float_bits({24, 127}, whole, part);
      if (shape.width == 64) return float_bits({53, 1023}, whole, part);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace yyshader::ir
