// `--fp strict` (spec 2.5) where the machine could fuse a product with a sum: this file is compiled for such machines.

#include <gtest/gtest.h>

#include "yy/cpu.hpp"

namespace yyshader::test {
namespace {

namespace text {
#include "yy/cpu/text_begin.hpp"
// What a strict text of the CPU form begins with (generator/backend/msl/msl.cpp).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=off")
#endif

float 积和(float a, float b, float c) { return a * b + c; }
float2 积和(float2 a, float2 b, float2 c) { return a * b + c; }
float 点积(float2 a, float2 b) { return dot(a, b); }
float 混合(float a, float b, float c) { return mix(a, b, c); }
float 矩阵(float2x2 a, float2 b) { return (a * b).x; }
float 左乘(float2 a, float2x2 b) { return (a * b).x; }

#include "yy/cpu/text_end.hpp"
}  // namespace text

using yy::cpu::metal::float2;
using yy::cpu::metal::float2x2;

TEST(CpuStrict, ProductsAreRoundedBeforeTheyAreAdded) {
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this machine does not fuse";
  // a² is 1 + 2⁻¹¹ + 2⁻²⁴, whose last part is lost in rounding, but not in a fused sum.
  volatile float opaque = 1.0F + 1.0F / 4096.0F;
  const float a = opaque;
  opaque = -(1.0F + 1.0F / 2048.0F);
  const float c = opaque;
  opaque = 1.0F;
  const float one = opaque;
  EXPECT_EQ(text::积和(a, a, c), 0.0F);
  EXPECT_EQ(text::积和(float2(a, a), float2(a, a), float2(c, c)).y, 0.0F);
  EXPECT_EQ(text::点积(float2(c, a), float2(one, a)), 0.0F);
  EXPECT_EQ(text::点积(float2(a, c), float2(a, one)), 0.0F);
  // c + ((a + c) − c) · a, where (a + c) − c is a without rounding.
  EXPECT_EQ(text::混合(c, a + c, a), 0.0F);
  EXPECT_EQ(text::矩阵(float2x2(float2(a, a), float2(c, c)), float2(a, one)), 0.0F);
  EXPECT_EQ(text::左乘(float2(a, c), float2x2(float2(a, one), float2(a, one))), 0.0F);
}

}  // namespace
}  // namespace yyshader::test
