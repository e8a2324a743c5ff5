// Metal's library on the host: what C++ would do differently by itself.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "yy/cpu.hpp"

namespace yyshader::test {
namespace {

namespace metal = yy::cpu::metal;
using metal::float2;
using metal::float3;
using metal::half;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

// As Metal lays them out: a vector of three takes the room of four, unless it is packed.
static_assert(sizeof(float3) == 16 && alignof(float3) == 16 && sizeof(metal::packed_float3) == 12);
static_assert(sizeof(float2) == 8 && alignof(float2) == 8 && sizeof(metal::half3) == 8 && alignof(metal::half3) == 8);
static_assert(sizeof(metal::float3x3) == 48 && sizeof(metal::float2x3) == 32 && sizeof(metal::atomic_uint) == 4);

// Module constants are constants for the compiler too.
constexpr metal::float4x4 unit(metal::float4(1.0F, 0.0F, 0.0F, 0.0F), metal::float4(0.0F, 1.0F, 0.0F, 0.0F),
                               metal::float4(0.0F, 0.0F, 1.0F, 0.0F), metal::float4(0.0F, 0.0F, 0.0F, 1.0F));
static_assert((unit * metal::float4(1.0F, 2.0F, 3.0F, 4.0F)).z == 3.0F);

TEST(CpuMetal, ExtremesLeaveOutWhatIsNoNumber) {
  EXPECT_EQ(metal::max(nan, 1.0F), 1.0F);
  EXPECT_EQ(metal::max(1.0F, nan), 1.0F);
  EXPECT_EQ(metal::min(nan, 1.0F), 1.0F);
  EXPECT_EQ(metal::min(1.0F, nan), 1.0F);
  EXPECT_EQ(metal::clamp(nan, -2.0F, 3.0F), -2.0F);
  EXPECT_EQ(metal::saturate(nan), 0.0F);
  EXPECT_TRUE(std::isnan(metal::max(nan, nan)));
}

TEST(CpuMetal, RoundsTiesToEven) {
  EXPECT_EQ(metal::rint(2.5F), 2.0F);
  EXPECT_EQ(metal::rint(3.5F), 4.0F);
  EXPECT_EQ(metal::rint(-0.5F), 0.0F);
  EXPECT_TRUE(std::signbit(metal::rint(-0.5F)));
}

TEST(CpuMetal, SignsAndFractions) {
  EXPECT_EQ(metal::sign(-3.0F), -1.0F);
  EXPECT_TRUE(std::signbit(metal::sign(-0.0F)));
  EXPECT_EQ(metal::sign(nan), 0.0F);
  EXPECT_EQ(metal::fract(-0.25F), 0.75F);
  EXPECT_LT(metal::fract(-1e-10F), 1.0F);
  EXPECT_LT(metal::fract(half(-1e-7F)), half(1.0F));
  EXPECT_EQ(metal::fmod(-7.0F, 3.0F), -1.0F);
  EXPECT_EQ(metal::step(1.0F, 1.0F), 1.0F);
  EXPECT_EQ(metal::smoothstep(0.0F, 2.0F, 1.0F), 0.5F);
}

TEST(CpuMetal, HalvesRoundOnce) {
  using metal::literals::operator""h;
  EXPECT_EQ(static_cast<float>(half(0.1F) + half(0.2F)), 0.2998046875F);
  EXPECT_EQ(static_cast<float>(65504.0h + 16.0h), infinity);
  EXPECT_EQ(static_cast<float>(65504.0h + 15.0h), 65504.0F);
  EXPECT_EQ(static_cast<float>(1.0h / 3.0h), 0.333251953125F);
  EXPECT_EQ(static_cast<float>(half(5.9604645e-8F)), 5.9604645e-8F);  // the smallest
  EXPECT_EQ(static_cast<int>(-2.75h), -2);
  EXPECT_EQ(metal::as_type<std::uint32_t>(metal::half2(1.0h, -2.0h)), 0xc0003c00U);
  EXPECT_TRUE(-0.0h == 0.0h);
}

TEST(CpuMetal, VectorsAndMatrices) {
  const float3 a(1.0F, 2.0F, 3.0F);
  const float3 b(4.0F, 5.0F, 6.0F);
  EXPECT_EQ(metal::dot(a, b), 32.0F);
  EXPECT_TRUE(metal::all(metal::cross(a, b) == float3(-3.0F, 6.0F, -3.0F)));
  EXPECT_TRUE(metal::any(a == float3(0.0F, 2.0F, 0.0F)));
  EXPECT_FALSE(metal::all(a < float3(9.0F, 2.0F, 9.0F)));
  EXPECT_TRUE(metal::all(metal::select(a, b, a > float3(1.0F, 1.0F, 1.0F)) == float3(1.0F, 5.0F, 6.0F)));
  EXPECT_TRUE(metal::all(metal::reflect(float2(1.0F, -1.0F), float2(0.0F, 1.0F)) == float2(1.0F, 1.0F)));
  const metal::float2x3 columns(a, b);
  EXPECT_TRUE(metal::all(columns * float2(1.0F, 10.0F) == float3(41.0F, 52.0F, 63.0F)));
  EXPECT_TRUE(metal::all(a * columns == float2(14.0F, 32.0F)));
  const metal::float2x2 square(float2(1.0F, 2.0F), float2(3.0F, 4.0F));
  EXPECT_TRUE(metal::all((columns * square)[1] == float3(19.0F, 26.0F, 33.0F)));
  EXPECT_EQ((square + square * 2.0F)[1].x, 9.0F);
}

}  // namespace
}  // namespace yyshader::test
