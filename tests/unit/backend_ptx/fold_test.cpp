#include "backend/ptx/fold.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

namespace yyshader::backend::ptx {
namespace {

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

std::optional<std::uint64_t> folded(Operation operation, std::initializer_list<std::uint64_t> operands) {
  return fold(operation, std::span<const std::uint64_t>(operands.begin(), operands.size()));
}

TEST(PtxFold, IntegersWrapAndShiftsEnd) {
  EXPECT_EQ(folded({Opcode::add, Type::u32, Type::none, 0, 0}, {0xffffffffU, 2}), 1U);
  EXPECT_EQ(folded({Opcode::mul, Type::u32, Type::none, 0, 0}, {0x10000U, 0x10000U}), 0U);
  EXPECT_EQ(folded({Opcode::shl, Type::b32, Type::none, 0, 0}, {1, 32}), 0U);
  EXPECT_EQ(folded({Opcode::shr, Type::s32, Type::none, 0, 0}, {0x80000000U, 40}), 0xffffffffU);
  EXPECT_EQ(folded({Opcode::div, Type::u32, Type::none, 0, 0}, {1, 0}), std::nullopt);
  EXPECT_EQ(folded({Opcode::div, Type::s32, Type::none, 0, 0}, {0x80000000U, 0xffffffffU}), std::nullopt);
  EXPECT_EQ(folded({Opcode::mul_wide, Type::u64, Type::s32, 0, 0}, {0xffffffffU, 4}), static_cast<std::uint64_t>(-4));
}

TEST(PtxFold, WhatIsNotANumberIsLeftToTheMachine) {
  EXPECT_EQ(folded({Opcode::div, Type::f32, Type::none, 0, 0}, {bits(0), bits(0)}), std::nullopt);
  EXPECT_EQ(folded({Opcode::add, Type::f32, Type::none, 0, 0}, {bits(1), bits(2)}), bits(3));
  EXPECT_EQ(folded({Opcode::sin, Type::f32, Type::none, 0, 0}, {bits(1)}), std::nullopt);
  // Which zero min gives is the machine's affair.
  EXPECT_EQ(folded({Opcode::min, Type::f32, Type::none, 0, 0}, {bits(0.0F), bits(-0.0F)}), std::nullopt);
}

TEST(PtxFold, ConversionsSaturate) {
  const auto to_integer = [&](Type type, float value) {
    return folded({Opcode::cvt, type, Type::f32, static_cast<std::uint8_t>(Rounding::rzi), 0}, {bits(value)});
  };
  EXPECT_EQ(to_integer(Type::s32, 3e9F), 0x7fffffffU);
  EXPECT_EQ(to_integer(Type::s32, -3e9F), 0x80000000U);
  EXPECT_EQ(to_integer(Type::u32, -1), 0U);
  EXPECT_EQ(to_integer(Type::u32, NAN), 0U);
  EXPECT_EQ(to_integer(Type::s32, -1.9F), 0xffffffffU);
  const auto rounded = [&](float value) {
    return folded({Opcode::cvt, Type::f32, Type::f32, static_cast<std::uint8_t>(Rounding::rni), 0}, {bits(value)});
  };
  EXPECT_EQ(rounded(2.5F), bits(2));
  EXPECT_EQ(rounded(3.5F), bits(4));
  EXPECT_EQ(rounded(-0.25F), bits(-0.0F));
}

TEST(PtxFold, EveryHalfSurvivesTheWayThroughFloat) {
  for (unsigned half = 0; half < 0x10000U; ++half) {
    const float wide = float_from_half(static_cast<std::uint16_t>(half));
    if (std::isnan(wide)) continue;
    ASSERT_EQ(half_from_float(wide), half);
  }
  EXPECT_EQ(half_from_float(65519.0F), 0x7bffU);
  EXPECT_EQ(half_from_float(65520.0F), 0x7c00U);
  EXPECT_EQ(half_from_float(1.00048828125F), 0x3c00U);  // half way: to the even one
  EXPECT_EQ(half_from_float(2.98023223876953125e-8F), 0U);
}

TEST(PtxFold, InvertedComparisonsHoldExactlyWhenTheOtherDoesNot) {
  constexpr std::array values{0.0F, 1.0F, -1.0F};
  for (int comparison = 0; comparison < 12; ++comparison) {
    const auto one = static_cast<Comparison>(comparison);
    const Comparison other = inverted(one, true);
    for (const float a : {values[0], values[1], values[2], NAN}) {
      for (const float b : {values[0], values[1], values[2], NAN}) {
        const auto holds = [&](Comparison c) {
          return folded({Opcode::setp, Type::pred, Type::f32, static_cast<std::uint8_t>(c), 0}, {bits(a), bits(b)});
        };
        ASSERT_NE(holds(one), holds(other)) << comparison << ' ' << a << ' ' << b;
      }
    }
  }
}

}  // namespace
}  // namespace yyshader::backend::ptx
