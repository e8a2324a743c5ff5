// Floating-point arithmetic against the host's, in each of its rounding modes, and halves against exact double
// arithmetic.

#include <cfenv>
#include <cmath>

#include "ptx_machine/soft_float.hpp"
#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

using std::uint64_t;

#define OPERANDS [[maybe_unused]] uint64_t a, [[maybe_unused]] uint64_t b, [[maybe_unused]] uint64_t c
#define GIVES(value) [](OPERANDS) { return static_cast<uint64_t>(value); }

constexpr Rounding roundings[] = {Rounding::nearest_even, Rounding::zero, Rounding::down, Rounding::up};
constexpr int host_roundings[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
constexpr const char* rounding_names[] = {"rn", "rz", "rm", "rp"};

/// Does `work` in a rounding mode of the host. What it works on goes through volatile variables, so that no compiler
/// computes it outside.
template <class Work>
auto in_mode(int mode, Work work) {
  std::fesetround(mode);
  const auto result = work();
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class T>
struct HostArithmetic {
  static uint64_t add(int mode, uint64_t a, uint64_t b) {
    volatile T x = as<T>(a), y = as<T>(b);
    return in_mode(mode, [&] {
      volatile T r = x + y;
      return bits_of(static_cast<T>(r));
    });
  }
  static uint64_t subtract(int mode, uint64_t a, uint64_t b) {
    volatile T x = as<T>(a), y = as<T>(b);
    return in_mode(mode, [&] {
      volatile T r = x - y;
      return bits_of(static_cast<T>(r));
    });
  }
  static uint64_t multiply(int mode, uint64_t a, uint64_t b) {
    volatile T x = as<T>(a), y = as<T>(b);
    return in_mode(mode, [&] {
      volatile T r = x * y;
      return bits_of(static_cast<T>(r));
    });
  }
  static uint64_t divide(int mode, uint64_t a, uint64_t b) {
    volatile T x = as<T>(a), y = as<T>(b);
    return in_mode(mode, [&] {
      volatile T r = x / y;
      return bits_of(static_cast<T>(r));
    });
  }
  static uint64_t fused(int mode, uint64_t a, uint64_t b, uint64_t c) {
    volatile T x = as<T>(a), y = as<T>(b), z = as<T>(c);
    return in_mode(mode, [&] {
      volatile T r = std::fma(x, y, z);
      return bits_of(static_cast<T>(r));
    });
  }
  static uint64_t root(int mode, uint64_t a) {
    volatile T x = as<T>(a);
    return in_mode(mode, [&] {
      volatile T r = std::sqrt(x);
      return bits_of(static_cast<T>(r));
    });
  }
};

/// Every operation of soft_float on one triple, in every rounding mode.
template <class T>
void compare_with_host(const Format& format, bool (*same)(uint64_t, uint64_t), const Triple& triple) {
  using Host = HostArithmetic<T>;
  const uint64_t a = triple[0];
  const uint64_t b = triple[1];
  const uint64_t c = triple[2];
  for (std::size_t i = 0; i < 4; ++i) {
    const Rounding rounding = roundings[i];
    const int mode = host_roundings[i];
    const auto check = [&](const char* name, uint64_t expected, uint64_t actual) {
      EXPECT_TRUE(same(expected, actual)) << name << '.' << rounding_names[i] << std::hex << ' ' << a << ' ' << b << ' '
                                          << c << ": " << actual << ", expected " << expected;
    };
    check("add", Host::add(mode, a, b), soft_add(format, rounding, a, b));
    check("sub", Host::subtract(mode, a, b), soft_subtract(format, rounding, a, b));
    check("mul", Host::multiply(mode, a, b), soft_multiply(format, rounding, a, b));
    check("div", Host::divide(mode, a, b), soft_divide(format, rounding, a, b));
    check("sqrt", Host::root(mode, a), soft_root(format, rounding, a));
    check("fma", Host::fused(mode, a, b, c), soft_fused(format, rounding, a, b, c));
  }
}

template <class T>
void compare_at_random(const Format& format, bool (*same)(uint64_t, uint64_t)) {
  const unsigned bits = format.bits();
  for (const Triple& triple : triples_of(interesting_floats(bits))) compare_with_host<T>(format, same, triple);
  uint64_t state = 77;
  for (int i = 0; i < 20000 && !testing::Test::HasFailure(); ++i) {
    Triple triple = {next_random(state) >> (64 - bits), next_random(state) >> (64 - bits),
                     next_random(state) >> (64 - bits)};
    // Half of the time with neighbouring exponents, where sums cancel and products meet addends.
    if (i % 2 == 0) {
      const uint64_t near = format.one() + ((next_random(state) % 4) << format.fraction_bits);
      for (uint64_t& word : triple)
        word = (word & ((1ULL << format.fraction_bits) - 1)) | near | (word & format.sign_bit());
    }
    compare_with_host<T>(format, same, triple);
  }
}

TEST(SoftFloat, SinglesAreTheHosts) { compare_at_random<float>(single_format, same_single); }
TEST(SoftFloat, DoublesAreTheHosts) { compare_at_random<double>(double_format, same_double); }

/// The half nearest to a double that is exact, by trying: the definition itself.
uint64_t nearest_half(double value) {
  if (std::isnan(value)) return 0x7fff;
  const uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::abs(value);
  if (magnitude >= 65520) return sign | 0x7c00;
  const int exponent = magnitude == 0 ? -14 : std::max(-14, std::ilogb(magnitude));
  const double unit = std::ldexp(1.0, exponent - 10);
  const double whole = std::nearbyint(magnitude / unit);  // ties to even, and exact
  return sign | (static_cast<uint64_t>(exponent + 14) * 1024 + static_cast<uint64_t>(whole));
}
double half_value(uint64_t bits) {
  const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  const int exponent = static_cast<int>((bits >> 10U) & 31U);
  const auto fraction = static_cast<double>(bits & 1023U);
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * INFINITY;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

TEST(SoftFloat, EveryHalfConvertsBothWays) {
  for (uint64_t bits = 0; bits < 0x10000; ++bits) {
    const double value = soft_to_double(half_format, bits);
    if (std::isnan(half_value(bits))) {
      EXPECT_TRUE(std::isnan(value));
      continue;
    }
    EXPECT_EQ(value, half_value(bits));
    EXPECT_EQ(soft_from_double(half_format, Rounding::nearest_even, value), bits);
    const float single = as<float>(soft_convert(half_format, single_format, Rounding::zero, bits));
    EXPECT_EQ(single, half_value(bits));
    // Between this half and the next: halfway and on both sides of it.
    const double next = half_value(bits + 1);
    if ((bits & 0x7fffU) >= 0x7bffU) continue;
    const double middle = (value + next) / 2;
    EXPECT_EQ(soft_from_double(half_format, Rounding::nearest_even, middle), bits % 2 == 0 ? bits : bits + 1);
    EXPECT_EQ(soft_from_double(half_format, Rounding::nearest_even, std::nextafter(middle, next)), bits + 1);
    EXPECT_EQ(soft_from_double(half_format, Rounding::zero, std::nextafter(next, value)), bits);
    const bool negative = (bits & 0x8000U) != 0;
    EXPECT_EQ(soft_from_double(half_format, Rounding::up, middle), negative ? bits : bits + 1);
    EXPECT_EQ(soft_from_double(half_format, Rounding::down, middle), negative ? bits + 1 : bits);
  }
}

TEST(SoftFloat, IntegersRoundOnce) {
  uint64_t state = 5;
  for (int i = 0; i < 20000; ++i) {
    const uint64_t word = next_random(state) >> (next_random(state) % 64);
    volatile uint64_t source = word;
    for (std::size_t mode = 0; mode < 4; ++mode) {
      const float single = in_mode(host_roundings[mode], [&] {
        volatile float r = static_cast<float>(static_cast<std::int64_t>(source >> 1U));
        return static_cast<float>(r);
      });
      EXPECT_EQ(soft_from_integer(single_format, roundings[mode], false, word >> 1U), bits_of(single)) << word;
      const double integral = in_mode(host_roundings[mode], [&] {
        volatile double x = as<double>(word);
        volatile double r = std::nearbyint(x);
        return static_cast<double>(r);
      });
      EXPECT_TRUE(same_double(bits_of(integral), soft_round_integral(double_format, roundings[mode], word))) << word;
    }
  }
}

TEST(FloatInstructions, SinglesInEveryRounding) {
  using Host = HostArithmetic<float>;
  std::vector<InstructionCase> cases = {
      {"add.f32 %fr, %fa, %fb", GIVES(Host::add(FE_TONEAREST, a, b))},
      {"sub.f32 %fr, %fa, %fb", GIVES(Host::subtract(FE_TONEAREST, a, b))},
      {"mul.f32 %fr, %fa, 0f40400000", GIVES(Host::multiply(FE_TONEAREST, a, 0x40400000))},
      {"add.f32 %fr, %fa, 1.5", GIVES(Host::add(FE_TONEAREST, a, 0x3fc00000))},
      {"mad.rn.f32 %fr, %fa, %fb, %fc", GIVES(Host::fused(FE_TONEAREST, a, b, c))},
      {"neg.f32 %fr, %fa", GIVES((a ^ 0x80000000U) & 0xffffffffU)},
      {"abs.f32 %fr, %fa", GIVES(a & 0x7fffffffU)},
      {"copysign.f32 %fr, %fa, %fb", GIVES((a & 0x80000000U) | (b & 0x7fffffffU))},
  };
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string rounding = rounding_names[i];
    const int mode = host_roundings[i];
    cases.push_back({"add." + rounding + ".f32 %fr, %fa, %fb", [=](OPERANDS) { return Host::add(mode, a, b); }});
    cases.push_back({"sub." + rounding + ".f32 %fr, %fa, %fb", [=](OPERANDS) { return Host::subtract(mode, a, b); }});
    cases.push_back({"mul." + rounding + ".f32 %fr, %fa, %fb", [=](OPERANDS) { return Host::multiply(mode, a, b); }});
    cases.push_back(
        {"fma." + rounding + ".f32 %fr, %fa, %fb, %fc", [=](OPERANDS) { return Host::fused(mode, a, b, c); }});
    cases.push_back({"div." + rounding + ".f32 %fr, %fa, %fb", [=](OPERANDS) { return Host::divide(mode, a, b); }});
    cases.push_back({"rcp." + rounding + ".f32 %fr, %fa", [=](OPERANDS) { return Host::divide(mode, 0x3f800000, a); }});
    cases.push_back({"sqrt." + rounding + ".f32 %fr, %fa", [=](OPERANDS) { return Host::root(mode, a); }});
  }
  check_instructions(cases, triples_of(interesting_floats(32)), {}, same_single);
}

TEST(FloatInstructions, DoublesInEveryRounding) {
  using Host = HostArithmetic<double>;
  std::vector<InstructionCase> cases = {
      {"add.f64 %gr, %ga, %gb", GIVES(Host::add(FE_TONEAREST, a, b))},
      {"neg.f64 %gr, %ga", GIVES(a ^ (1ULL << 63U))},
      {"abs.f64 %gr, %ga", GIVES(a & ~(1ULL << 63U))},
      {"copysign.f64 %gr, %ga, %gb", GIVES((a & (1ULL << 63U)) | (b & ~(1ULL << 63U)))},
  };
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string rounding = rounding_names[i];
    const int mode = host_roundings[i];
    cases.push_back({"sub." + rounding + ".f64 %gr, %ga, %gb", [=](OPERANDS) { return Host::subtract(mode, a, b); }});
    cases.push_back({"mul." + rounding + ".f64 %gr, %ga, %gb", [=](OPERANDS) { return Host::multiply(mode, a, b); }});
    cases.push_back(
        {"fma." + rounding + ".f64 %gr, %ga, %gb, %gc", [=](OPERANDS) { return Host::fused(mode, a, b, c); }});
    cases.push_back({"div." + rounding + ".f64 %gr, %ga, %gb", [=](OPERANDS) { return Host::divide(mode, a, b); }});
    cases.push_back(
        {"rcp." + rounding + ".f64 %gr, %ga", [=](OPERANDS) { return Host::divide(mode, bits_of(1.0), a); }});
    cases.push_back({"sqrt." + rounding + ".f64 %gr, %ga", [=](OPERANDS) { return Host::root(mode, a); }});
  }
  check_instructions(cases, triples_of(interesting_floats(64)), {}, same_double);
}

uint64_t flushed(uint64_t a) { return (a & 0x7f800000U) == 0 ? a & 0x80000000U : a & 0xffffffffU; }
uint64_t saturated(uint64_t a) {
  const auto value = as<float>(a);
  return bits_of(value > 0 ? std::min(value, 1.0F) : 0.0F);
}

TEST(FloatInstructions, FlushAndSaturate) {
  using Host = HostArithmetic<float>;
  check_instructions(
      {
          {"add.ftz.f32 %fr, %fa, %fb", GIVES(flushed(Host::add(FE_TONEAREST, flushed(a), flushed(b))))},
          {"sub.rz.ftz.f32 %fr, %fa, %fb", GIVES(flushed(Host::subtract(FE_TOWARDZERO, flushed(a), flushed(b))))},
          {"mul.ftz.f32 %fr, %fa, %fb", GIVES(flushed(Host::multiply(FE_TONEAREST, flushed(a), flushed(b))))},
          {"fma.rn.ftz.f32 %fr, %fa, %fb, %fc",
           GIVES(flushed(Host::fused(FE_TONEAREST, flushed(a), flushed(b), flushed(c))))},
          {"div.rn.ftz.f32 %fr, %fa, %fb", GIVES(flushed(Host::divide(FE_TONEAREST, flushed(a), flushed(b))))},
          {"rcp.rn.ftz.f32 %fr, %fa", GIVES(flushed(Host::divide(FE_TONEAREST, 0x3f800000, flushed(a))))},
          {"sqrt.rn.ftz.f32 %fr, %fa", GIVES(flushed(Host::root(FE_TONEAREST, flushed(a))))},
          {"neg.ftz.f32 %fr, %fa", GIVES(flushed(a) ^ 0x80000000U)},
          {"abs.ftz.f32 %fr, %fa", GIVES(flushed(a) & 0x7fffffffU)},
          {"add.sat.f32 %fr, %fa, %fb", GIVES(saturated(Host::add(FE_TONEAREST, a, b)))},
          {"mul.rp.sat.f32 %fr, %fa, %fb", GIVES(saturated(Host::multiply(FE_UPWARD, a, b)))},
          {"fma.rn.sat.f32 %fr, %fa, %fb, %fc", GIVES(saturated(Host::fused(FE_TONEAREST, a, b, c)))},
          {"add.ftz.sat.f32 %fr, %fa, %fb", GIVES(saturated(flushed(Host::add(FE_TONEAREST, flushed(a), flushed(b)))))},
      },
      triples_of(interesting_floats(32)), {}, same_single);
}

/// The canonical results themselves: these say which NaN comes out and which zero.
TEST(FloatInstructions, ExtremaOfNaNAndZero) {
  const auto plain = [](uint64_t a, uint64_t b, bool maximum, bool propagates) -> uint64_t {
    const auto x = as<float>(a);
    const auto y = as<float>(b);
    if (std::isnan(x) || std::isnan(y)) {
      if (propagates || (std::isnan(x) && std::isnan(y))) return 0x7fffffffU;
      return (std::isnan(x) ? b : a) & 0xffffffffU;
    }
    const bool x_is_less = x < y || (x == y && std::signbit(x) && !std::signbit(y));
    return (x_is_less != maximum ? a : b) & 0xffffffffU;
  };
  check_instructions(
      {
          {"min.f32 %fr, %fa, %fb", [&](OPERANDS) { return plain(a, b, false, false); }},
          {"max.f32 %fr, %fa, %fb", [&](OPERANDS) { return plain(a, b, true, false); }},
          {"min.NaN.f32 %fr, %fa, %fb", [&](OPERANDS) { return plain(a, b, false, true); }},
          {"max.NaN.f32 %fr, %fa, %fb", [&](OPERANDS) { return plain(a, b, true, true); }},
          {"max.ftz.f32 %fr, %fa, %fb", [&](OPERANDS) { return plain(flushed(a), flushed(b), true, false); }},
          {"min.ftz.NaN.f32 %fr, %fa, %fb", [&](OPERANDS) { return plain(flushed(a), flushed(b), false, true); }},
      },
      triples_of(interesting_floats(32)));
  check_instructions({{"min.f64 %gr, %ga, %gb",
                       GIVES(std::isnan(as<double>(a)) ? b : bits_of(std::fmin(as<double>(a), as<double>(b))))},
                      {"max.f64 %gr, %ga, %gb",
                       GIVES(std::isnan(as<double>(a)) ? b : bits_of(std::fmax(as<double>(a), as<double>(b))))}},
                     {{bits_of(1.0), bits_of(2.0), 0},
                      {bits_of(NAN), bits_of(-3.0), 0},
                      {bits_of(5.0), bits_of(NAN), 0},
                      {bits_of(-INFINITY), bits_of(1e-320), 0}});
}

uint64_t half_pair(uint64_t a, uint64_t b, uint64_t (*work)(uint64_t, uint64_t)) {
  return work(a & 0xffffU, b & 0xffffU) | work((a >> 16U) & 0xffffU, (b >> 16U) & 0xffffU) << 16U;
}
uint64_t half_sum(uint64_t a, uint64_t b) { return nearest_half(half_value(a) + half_value(b)); }
uint64_t half_difference(uint64_t a, uint64_t b) { return nearest_half(half_value(a) - half_value(b)); }
uint64_t half_product(uint64_t a, uint64_t b) { return nearest_half(half_value(a) * half_value(b)); }
uint64_t flushed_half(uint64_t a) { return (a & 0x7c00U) == 0 ? a & 0x8000U : a; }
bool same_pair(uint64_t expected, uint64_t actual) {
  return same_half(expected & 0xffffU, actual & 0xffffU) && same_half(expected >> 16U, actual >> 16U);
}

TEST(FloatInstructions, HalvesAreRoundedOnce) {
  // a·b is exact in a double and so is the sum, unless the addend is far below: rounding to odd keeps it on its side.
  const auto fused = [](uint64_t a, uint64_t b, uint64_t c) {
    const double product = half_value(a) * half_value(b);
    const double addend = half_value(c);
    double sum = product + addend;
    if (std::isfinite(sum)) {
      const double larger = std::abs(product) > std::abs(addend) ? product : addend;
      const double rest = std::abs(product) > std::abs(addend) ? addend - (sum - larger) : product - (sum - larger);
      if (rest != 0 && (bits_of(sum) & 1U) == 0)
        sum = as<double>(bits_of(sum) + ((rest > 0) == (sum > 0) ? 1 : static_cast<uint64_t>(-1)));
    }
    return nearest_half(sum);
  };
  check_instructions(
      {
          {"add.f16 %hr, %ha, %hb", GIVES(half_sum(a, b))},
          {"add.rn.f16 %hr, %ha, %hb", GIVES(half_sum(a, b))},
          {"sub.f16 %hr, %ha, %hb", GIVES(half_difference(a, b))},
          {"mul.f16 %hr, %ha, %hb", GIVES(half_product(a, b))},
          {"mul.ftz.f16 %hr, %ha, %hb", GIVES(flushed_half(half_product(flushed_half(a), flushed_half(b))))},
          {"fma.rn.f16 %hr, %ha, %hb, %hc", [&](OPERANDS) { return fused(a, b, c); }},
          {"add.sat.f16 %hr, %ha, %hb",
           GIVES(half_value(half_sum(a, b)) > 0 ? std::min<uint64_t>(half_sum(a, b), 0x3c00) : 0)},
          {"neg.f16 %hr, %ha", GIVES(a ^ 0x8000U)},
          {"abs.f16 %hr, %ha", GIVES(a & 0x7fffU)},
      },
      triples_of(interesting_floats(16)), {}, same_half);
  std::vector<Triple> pairs;
  for (const auto& [a, b, c] : triples_of(interesting_floats(16)))
    pairs.push_back({a | c << 16U, b | a << 16U, c | b << 16U});
  check_instructions(
      {
          {"add.f16x2 %rr, %ra, %rb", GIVES(half_pair(a, b, half_sum))},
          {"sub.f16x2 %rr, %ra, %rb", GIVES(half_pair(a, b, half_difference))},
          {"mul.rn.f16x2 %rr, %ra, %rb", GIVES(half_pair(a, b, half_product))},
          {"neg.f16x2 %rr, %ra", GIVES(a ^ 0x80008000U)},
          {"abs.f16x2 %rr, %ra", GIVES(a & 0x7fff7fffU)},
          {"fma.rn.f16x2 %rr, %ra, %rb, %rc",
           [&](OPERANDS) {
             return fused(a & 0xffffU, b & 0xffffU, c & 0xffffU) | fused(a >> 16U, b >> 16U, c >> 16U) << 16U;
           }},
          {"max.f16x2 %rr, %ra, %rb", GIVES(half_pair(a, b,
                                                      [](uint64_t x, uint64_t y) -> uint64_t {
                                                        if (std::isnan(half_value(x)))
                                                          return std::isnan(half_value(y)) ? 0x7fffU : y;
                                                        if (std::isnan(half_value(y))) return x;
                                                        const bool x_is_less =
                                                            half_value(x) < half_value(y) ||
                                                            (half_value(x) == half_value(y) && (x & 0x8000U) != 0);
                                                        return x_is_less ? y : x;
                                                      }))},
      },
      pairs, {}, same_pair);
}

}  // namespace
}  // namespace yyshader::ptx_machine
