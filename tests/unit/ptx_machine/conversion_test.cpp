// cvt between every two kinds of numbers, against the host's conversions where these are defined, and the manual's
// rules elsewhere.

#include <cmath>

#include "ptx_machine/soft_float.hpp"
#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

using std::uint64_t;

#define OPERANDS [[maybe_unused]] uint64_t a, [[maybe_unused]] uint64_t b, [[maybe_unused]] uint64_t c
#define GIVES(value) [](OPERANDS) { return static_cast<uint64_t>(value); }

template <class To, class From>
uint64_t extend(From value) {
  return bits_of(static_cast<To>(value));
}

TEST(Conversions, IntegersExtendAndChop) {
  check_instructions(
      {
          {"cvt.u64.u32 %dr, %ra", GIVES(a & 0xffffffffU)},
          {"cvt.s64.s32 %dr, %ra", GIVES(extend<std::int64_t>(as<std::int32_t>(a)))},
          {"cvt.u32.u64 %rr, %da", GIVES(a & 0xffffffffU)},
          {"cvt.u16.u32 %hr, %ra", GIVES(a & 0xffffU)},
          {"cvt.u32.u16 %rr, %ha", GIVES(a & 0xffffU)},
          {"cvt.s32.s16 %rr, %ha", GIVES(extend<std::int32_t>(as<std::int16_t>(a)))},
          {"cvt.s32.s8 %rr, %ra", GIVES(extend<std::int32_t>(as<std::int8_t>(a)))},
          {"cvt.u32.u8 %rr, %ra", GIVES(a & 0xffU)},
          {"cvt.s8.s32 %rr, %ra", GIVES(extend<std::int32_t>(as<std::int8_t>(a)))},
          {"cvt.u8.u32 %rr, %ra", GIVES(a & 0xffU)},
          {"cvt.s16.s32 %dr, %ra", GIVES(extend<std::int64_t>(as<std::int16_t>(a)))},
          {"cvt.u32.s16 %rr, %ha", GIVES(extend<std::int32_t>(as<std::int16_t>(a)))},
      },
      triples_of(interesting_words(64)));
}

template <class T>
std::int64_t clamped(std::int64_t value) {
  constexpr auto least = static_cast<std::int64_t>(std::numeric_limits<T>::min());
  constexpr auto most = static_cast<std::int64_t>(std::numeric_limits<T>::max());
  return std::min(std::max(value, least), most);
}

TEST(Conversions, IntegersSaturate) {
  check_instructions(
      {
          {"cvt.sat.u8.s32 %rr, %ra", GIVES(static_cast<uint64_t>(clamped<std::uint8_t>(as<std::int32_t>(a))))},
          {"cvt.sat.s8.s32 %rr, %ra", GIVES(extend<std::int32_t>(clamped<std::int8_t>(as<std::int32_t>(a))))},
          {"cvt.sat.u32.s32 %rr, %ra", GIVES(static_cast<uint64_t>(clamped<std::uint32_t>(as<std::int32_t>(a))))},
          {"cvt.sat.s32.u32 %rr, %ra", GIVES(std::min(a & 0xffffffffU, uint64_t{0x7fffffff}))},
          {"cvt.sat.s32.s64 %rr, %da", GIVES(extend<std::int32_t>(clamped<std::int32_t>(as<std::int64_t>(a))))},
          {"cvt.sat.u16.s64 %hr, %da", GIVES(static_cast<uint64_t>(clamped<std::uint16_t>(as<std::int64_t>(a))))},
      },
      triples_of(interesting_words(64)));
}

/// A double made integral, clamped, and NaN as the manual has it.
template <class T>
uint64_t to_integer(double value, double (*round)(double), uint64_t of_nan) {
  if (std::isnan(value)) return of_nan;
  const double whole = round(value);
  if (whole <= static_cast<double>(std::numeric_limits<T>::min())) return bits_of(std::numeric_limits<T>::min());
  if (whole >= static_cast<double>(std::numeric_limits<T>::max())) return bits_of(std::numeric_limits<T>::max());
  return bits_of(static_cast<T>(whole));
}

std::vector<Triple> floats_around_integers() {
  std::vector<Triple> operands = triples_of(interesting_floats(32));
  for (const float value :
       {0.5F,          1.5F,           2.5F,           -0.5F,         -1.5F,         0.4999F,  2147483520.0F,
        2147483648.0F, -2147483648.0F, -2147483904.0F, 4294967040.0F, 4294967296.0F, 9.3e18F,  1.9e19F,
        -1.0F,         255.0F,         255.5F,         256.0F,        65535.0F,      65536.0F, -129.0F}) {
    operands.push_back({bits_of(value), 0, 0});
  }
  return operands;
}

TEST(Conversions, FloatsToIntegersRoundClampAndTakeNaNToZero) {
  check_instructions(
      {
          {"cvt.rzi.s32.f32 %rr, %fa", GIVES(to_integer<std::int32_t>(as<float>(a), std::trunc, 0))},
          {"cvt.rni.s32.f32 %rr, %fa", GIVES(to_integer<std::int32_t>(as<float>(a), std::nearbyint, 0))},
          {"cvt.rmi.s32.f32 %rr, %fa", GIVES(to_integer<std::int32_t>(as<float>(a), std::floor, 0))},
          {"cvt.rpi.s32.f32 %rr, %fa", GIVES(to_integer<std::int32_t>(as<float>(a), std::ceil, 0))},
          {"cvt.rzi.u32.f32 %rr, %fa", GIVES(to_integer<std::uint32_t>(as<float>(a), std::trunc, 0))},
          {"cvt.rzi.sat.u32.f32 %rr, %fa", GIVES(to_integer<std::uint32_t>(as<float>(a), std::trunc, 0))},
          {"cvt.rzi.u8.f32 %rr, %fa", GIVES(to_integer<std::uint8_t>(as<float>(a), std::trunc, 0))},
          {"cvt.rzi.u16.f32 %hr, %fa", GIVES(to_integer<std::uint16_t>(as<float>(a), std::trunc, 0))},
          {"cvt.rmi.s64.f32 %dr, %fa", GIVES(to_integer<std::int64_t>(as<float>(a), std::floor, 1ULL << 63U))},
          {"cvt.rzi.u64.f32 %dr, %fa", GIVES(to_integer<std::uint64_t>(as<float>(a), std::trunc, 1ULL << 63U))},
          {"cvt.rpi.ftz.s32.f32 %rr, %fa",
           GIVES(to_integer<std::int32_t>((a & 0x7f800000U) == 0 ? 0.0 : as<float>(a), std::ceil, 0))},
      },
      floats_around_integers());
  check_instructions(
      {
          {"cvt.rzi.s32.f64 %rr, %ga", GIVES(to_integer<std::int32_t>(as<double>(a), std::trunc, 0x80000000U))},
          {"cvt.rni.s64.f64 %dr, %ga", GIVES(to_integer<std::int64_t>(as<double>(a), std::nearbyint, 1ULL << 63U))},
      },
      triples_of(interesting_floats(64)));
  check_instructions(
      {{"cvt.rzi.s32.f16 %rr, %ha", GIVES(to_integer<std::int32_t>(soft_to_double(half_format, a), std::trunc, 0))},
       {"cvt.rni.u16.f16 %hr, %ha",
        GIVES(to_integer<std::uint16_t>(soft_to_double(half_format, a), std::nearbyint, 0))}},
      triples_of(interesting_floats(16)));
}

TEST(Conversions, IntegersToFloats) {
  check_instructions(
      {
          {"cvt.rn.f32.u32 %fr, %ra", GIVES(bits_of(static_cast<float>(as<std::uint32_t>(a))))},
          {"cvt.rn.f32.s32 %fr, %ra", GIVES(bits_of(static_cast<float>(as<std::int32_t>(a))))},
          {"cvt.rn.f32.u64 %fr, %da", GIVES(bits_of(static_cast<float>(a)))},
          {"cvt.rn.f32.s64 %fr, %da", GIVES(bits_of(static_cast<float>(as<std::int64_t>(a))))},
          {"cvt.rn.f32.u8 %fr, %ra", GIVES(bits_of(static_cast<float>(as<std::uint8_t>(a))))},
          {"cvt.rn.f64.s64 %gr, %da", GIVES(bits_of(static_cast<double>(as<std::int64_t>(a))))},
          {"cvt.rn.f64.u32 %gr, %ra", GIVES(bits_of(static_cast<double>(as<std::uint32_t>(a))))},
          {"cvt.rn.f16.s32 %hr, %ra",
           GIVES(soft_from_double(half_format, Rounding::nearest_even, as<std::int32_t>(a)))},
          {"cvt.rz.f32.u32 %fr, %ra", GIVES(bits_of([](std::uint32_t value) {
             const auto nearest = static_cast<float>(value);
             return static_cast<double>(nearest) > value ? std::nextafter(nearest, 0.0F) : nearest;
           }(as<std::uint32_t>(a))))},
      },
      triples_of(interesting_words(64)));
}

TEST(Conversions, FloatsToFloats) {
  check_instructions(
      {
          {"cvt.rn.f32.f64 %fr, %ga", GIVES(bits_of(static_cast<float>(as<double>(a))))},
          {"cvt.rni.f64.f64 %gr, %ga", GIVES(bits_of(std::nearbyint(as<double>(a))))},
          {"cvt.rmi.f64.f64 %gr, %ga", GIVES(bits_of(std::floor(as<double>(a))))},
      },
      triples_of(interesting_floats(64)), {}, [](uint64_t expected, uint64_t actual) {
        return same_double(expected, actual) || (expected >> 32U == 0 && same_single(expected, actual));
      });
  check_instructions(
      {
          {"cvt.rni.f32.f32 %fr, %fa", GIVES(bits_of(std::nearbyint(as<float>(a))))},
          {"cvt.rzi.f32.f32 %fr, %fa", GIVES(bits_of(std::trunc(as<float>(a))))},
          {"cvt.rmi.f32.f32 %fr, %fa", GIVES(bits_of(std::floor(as<float>(a))))},
          {"cvt.rpi.f32.f32 %fr, %fa", GIVES(bits_of(std::ceil(as<float>(a))))},
          {"cvt.sat.f32.f32 %fr, %fa", GIVES(bits_of(as<float>(a) > 0 ? std::min(as<float>(a), 1.0F) : 0.0F))},
          {"cvt.ftz.f32.f32 %fr, %fa", GIVES((a & 0x7f800000U) == 0 ? a & 0x80000000U : a)},
          {"cvt.rpi.ftz.f32.f32 %fr, %fa",
           GIVES((a & 0x7f800000U) == 0 ? a & 0x80000000U : bits_of(std::ceil(as<float>(a))))},
      },
      floats_around_integers(), {}, same_single);
  check_instructions({{"cvt.f64.f32 %gr, %fa", GIVES(bits_of(static_cast<double>(as<float>(a))))}},
                     triples_of(interesting_floats(32)), {}, same_double);
  check_instructions(
      {
          {"cvt.rn.f16.f32 %hr, %fa", GIVES(soft_from_double(half_format, Rounding::nearest_even, as<float>(a)))},
          {"cvt.rm.f16.f32 %hr, %fa", GIVES(soft_from_double(half_format, Rounding::down, as<float>(a)))},
          {"cvt.rn.sat.f16.f32 %hr, %fa",
           GIVES(as<float>(a) > 0 ? soft_from_double(half_format, Rounding::nearest_even, std::min(as<float>(a), 1.0F))
                                  : 0)},
      },
      triples_of(interesting_floats(32)), {}, same_half);
  check_instructions(
      {
          {"cvt.rn.f16x2.f32 %rr, %fa, %fb",
           GIVES(soft_from_double(half_format, Rounding::nearest_even, as<float>(a)) << 16U |
                 soft_from_double(half_format, Rounding::nearest_even, as<float>(b)))},
          {"cvt.rz.f16x2.f32 %rr, %fa, %fb", GIVES(soft_from_double(half_format, Rounding::zero, as<float>(a)) << 16U |
                                                   soft_from_double(half_format, Rounding::zero, as<float>(b)))},
      },
      triples_of(interesting_floats(32)));
  check_instructions(
      {{"cvt.f32.f16 %fr, %ha", GIVES(bits_of(static_cast<float>(soft_to_double(half_format, a))))},
       {"cvt.f32.f16 %fr, %ra", GIVES(bits_of(static_cast<float>(soft_to_double(half_format, a))))},
       {"cvt.rmi.f16.f16 %hr, %ha",
        GIVES(soft_from_double(half_format, Rounding::zero, std::floor(soft_to_double(half_format, a))))}},
      triples_of(interesting_floats(16)), {}, [](uint64_t expected, uint64_t actual) {
        return same_single(expected, actual) || (expected < 0x10000 && same_half(expected, actual));
      });
}

}  // namespace
}  // namespace yyshader::ptx_machine
