#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "ir/builder.hpp"

namespace yyshader::ir {
namespace {

class LiteralBits : public testing::Test {
 protected:
  std::optional<std::uint64_t> bits(TypeId type, const std::string& text) { return literal_bits(types_, type, text); }

  /// The value of a finite half.
  static double half(std::uint64_t bits) {
    const int exponent = static_cast<int>(bits >> 10U);
    const auto fraction = static_cast<double>(bits & 1023U);
    return exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  }
  /// All digits of a double that has few.
  static std::string digits(double value) {
    std::string text(200, '\0');
    const auto result = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 60);
    text.resize(static_cast<std::size_t>(result.ptr - text.data()));
    return text;
  }

  TypeTable types_;
};

TEST_F(LiteralBits, IntegersFitTheirPositiveRange) {
  EXPECT_EQ(bits(types_.i32(), "2147483647"), 0x7fffffffU);
  EXPECT_EQ(bits(types_.i32(), "2147483648"), std::nullopt);
  EXPECT_EQ(bits(types_.u32(), "4294967295"), 0xffffffffU);
  EXPECT_EQ(bits(types_.u32(), "4294967296"), std::nullopt);
  EXPECT_EQ(bits(types_.abstract_integer(), "9223372036854775807"), 0x7fffffffffffffffU);
  EXPECT_EQ(bits(types_.abstract_integer(), "9223372036854775808"), std::nullopt);
  EXPECT_EQ(bits(types_.integer(64, false), "18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(bits(types_.integer(64, false), "18446744073709551616"), std::nullopt);
  EXPECT_EQ(bits(types_.integer(8, true), "128"), std::nullopt);
  EXPECT_EQ(bits(types_.u32(), "007"), 7U);
}

TEST_F(LiteralBits, OnlyPlainSpellingsAreRead) {
  for (const char* text : {"", ".", "1.", ".5", "1e5", "-1", "+1", " 1", "1 ", "1,5", "0x10", "1.5.5", "inf", "nan"}) {
    EXPECT_EQ(bits(types_.f32(), text), std::nullopt) << text;
    EXPECT_EQ(bits(types_.u32(), text), std::nullopt) << text;
  }
  EXPECT_EQ(bits(types_.u32(), "1.0"), std::nullopt);
  EXPECT_EQ(bits(types_.boolean(), "true"), 1U);
  EXPECT_EQ(bits(types_.boolean(), "false"), 0U);
  EXPECT_EQ(bits(types_.boolean(), "1"), std::nullopt);
  EXPECT_EQ(bits(types_.void_type(), "1"), std::nullopt);
}

TEST_F(LiteralBits, FloatsRoundToNearest) {
  EXPECT_EQ(bits(types_.f32(), "0.1"), 0x3dcccccdU);
  EXPECT_EQ(bits(types_.f32(), "1"), 0x3f800000U);
  EXPECT_EQ(bits(types_.f32(), "0.0"), 0U);
  EXPECT_EQ(bits(types_.f32(), "3.14159265358979"), 0x40490fdbU);
  EXPECT_EQ(bits(types_.f16(), "1.0"), 0x3c00U);
  EXPECT_EQ(bits(types_.f16(), "0.1"), 0x2e66U);
  EXPECT_EQ(bits(types_.abstract_float(), "0.1"), 0x3fb999999999999aU);
}

TEST_F(LiteralBits, TiesGoToEven) {
  EXPECT_EQ(bits(types_.f32(), "16777217"), 0x4b800000U);
  EXPECT_EQ(bits(types_.f32(), "16777219"), 0x4b800002U);
  EXPECT_EQ(bits(types_.f32(), "16777217.0000000000000000000000000000000000001"), 0x4b800001U);
}

TEST_F(LiteralBits, WhatRoundsToInfinityDoesNotFit) {
  EXPECT_EQ(bits(types_.f16(), "65504"), 0x7bffU);
  EXPECT_EQ(bits(types_.f16(), "65519.999"), 0x7bffU);
  EXPECT_EQ(bits(types_.f16(), "65520"), std::nullopt);
  EXPECT_EQ(bits(types_.f32(), "340282356779733661637539395458142568447"), 0x7f7fffffU);
  EXPECT_EQ(bits(types_.f32(), "340282356779733661637539395458142568448"), std::nullopt);
  EXPECT_EQ(bits(types_.f32(), std::string(100000, '9')), std::nullopt);
}

TEST_F(LiteralBits, SmallValuesBecomeSubnormalOrZero) {
  const std::string zeros(44, '0');
  EXPECT_EQ(bits(types_.f32(), "0." + zeros + "14"), 1U);
  EXPECT_EQ(bits(types_.f32(), "0." + zeros + "07"), 0U);
  EXPECT_EQ(bits(types_.f32(), "0." + std::string(100000, '0') + "1"), 0U);
  // Half of the least subnormal half: a tie, and just above it.
  EXPECT_EQ(bits(types_.f16(), "0.0000000298023223876953125"), 0U);
  EXPECT_EQ(bits(types_.f16(), "0.00000002980232238769531250001"), 1U);
}

TEST_F(LiteralBits, HalvesAreNotRoundedTwice) {
  // Just above the middle of two halves; through f32 it would become the middle, and then the even half below.
  EXPECT_EQ(bits(types_.f16(), "1.00048828125"), 0x3c00U);
  EXPECT_EQ(bits(types_.f16(), "1.00048828125000001"), 0x3c01U);
}

TEST_F(LiteralBits, HalvesAndTheMiddlesBetweenThem) {
  for (std::uint64_t low = 0; low < 0x7bffU; low += 61) {
    const double middle = (half(low) + half(low + 1)) / 2;
    ASSERT_EQ(bits(types_.f16(), digits(half(low))), low);
    ASSERT_EQ(bits(types_.f16(), digits(middle)), (low + 1) / 2 * 2);
    ASSERT_EQ(bits(types_.f16(), digits(middle) + std::string(900, '0') + "1"), low + 1);
  }
}

TEST_F(LiteralBits, AgreesWithTheStandardLibrary) {
  std::mt19937_64 random(7);
  const auto upto = [&random](std::uint64_t most) { return static_cast<std::size_t>(random() % (most + 1)); };
  for (int round = 0; round < 2000; ++round) {
    std::string text = "0";
    for (std::size_t count = upto(30); count > 0; --count) text += static_cast<char>('0' + upto(9));
    text += '.';
    text.append(upto(30), '0');
    for (std::size_t count = 1 + upto(30); count > 0; --count) text += static_cast<char>('0' + upto(9));
    float single = 0;
    double wide = 0;
    std::from_chars(text.data(), text.data() + text.size(), single);
    std::from_chars(text.data(), text.data() + text.size(), wide);
    ASSERT_EQ(bits(types_.f32(), text), std::bit_cast<std::uint32_t>(single)) << text;
    ASSERT_EQ(bits(types_.abstract_float(), text), std::bit_cast<std::uint64_t>(wide)) << text;
  }
}

}  // namespace
}  // namespace yyshader::ir
