#include "support/numbers.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <clocale>
#include <cstdint>
#include <limits>
#include <string>

namespace yyshader::support {
namespace {

TEST(Numbers, IntegersInDecimal) {
  EXPECT_EQ(to_decimal(0), "0");
  EXPECT_EQ(to_decimal(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(to_decimal(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(to_decimal(std::uint8_t{7}), "7");
}

TEST(Numbers, HexIsPadded) {
  EXPECT_EQ(to_hex(0), "0");
  EXPECT_EQ(to_hex(0xBEEF), "beef");
  EXPECT_EQ(to_hex(0xBEEF, 8, HexCase::upper), "0000BEEF");
  EXPECT_EQ(to_hex(std::numeric_limits<std::uint64_t>::max(), 4), "ffffffffffffffff");
}

TEST(Numbers, ShortestShowsThatItIsNoInteger) {
  EXPECT_EQ(to_shortest(0.0), "0.0");
  EXPECT_EQ(to_shortest(-0.0F), "-0.0");
  EXPECT_EQ(to_shortest(1.0), "1.0");
  EXPECT_EQ(to_shortest(-12.5), "-12.5");
  EXPECT_EQ(to_shortest(0.1F), "0.1");
  EXPECT_EQ(to_shortest(0.1), "0.1");
  EXPECT_EQ(to_shortest(static_cast<double>(0.1F)), "0.10000000149011612");
  EXPECT_EQ(to_shortest(100000.0), "100000.0");
}

TEST(Numbers, ShortestTurnsToExponentsOutsideItsRange) {
  EXPECT_EQ(to_shortest(1e-5), "0.00001");
  EXPECT_EQ(to_shortest(1.5e-6), "1.5e-6");
  EXPECT_EQ(to_shortest(1e15), "1000000000000000.0");
  EXPECT_EQ(to_shortest(1e16), "1e16");
  EXPECT_EQ(to_shortest(std::numeric_limits<float>::max()), "3.4028235e38");
  EXPECT_EQ(to_shortest(std::numeric_limits<float>::denorm_min()), "1e-45");
  EXPECT_EQ(to_shortest(std::numeric_limits<double>::max()), "1.7976931348623157e308");
}

TEST(Numbers, ShortestNamesWhatIsNotFinite) {
  EXPECT_EQ(to_shortest(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(to_shortest(-std::numeric_limits<float>::infinity()), "-inf");
  EXPECT_EQ(to_shortest(std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(Numbers, ShortestReadsBackAsTheSameBits) {
  std::uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(state >> 32));
    if (value != value || value - value != 0.0F) continue;
    const std::string text = to_shortest(value);
    float back = 0;
    std::from_chars(text.data(), text.data() + text.size(), back);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(back), std::bit_cast<std::uint32_t>(value)) << text;
    ASSERT_NE(text.find_first_of(".e"), std::string::npos) << text;
  }
}

TEST(Numbers, BitsInHex) {
  EXPECT_EQ(to_hex_bits(1.0F), "3f800000");
  EXPECT_EQ(to_hex_bits(1.0F, HexCase::upper), "3F800000");
  EXPECT_EQ(to_hex_bits(-0.0F), "80000000");
  EXPECT_EQ(to_hex_bits(0.0), "0000000000000000");
  EXPECT_EQ(to_hex_bits(-2.0), "c000000000000000");
}

TEST(Numbers, TheLocaleIsNotLookedAt) {
  // Where the system has one of these, its decimal comma and its grouping must not appear.
  const char* found = nullptr;
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"}) {
    if (found == nullptr) found = std::setlocale(LC_ALL, name);
  }
  EXPECT_EQ(to_shortest(1234567.5), "1234567.5");
  EXPECT_EQ(to_decimal(1234567), "1234567");
  std::setlocale(LC_ALL, "C");
}

}  // namespace
}  // namespace yyshader::support
