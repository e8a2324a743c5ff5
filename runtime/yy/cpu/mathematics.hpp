#pragma once

// Functions on numbers of Metal's library on the host, by the formulas that Metal's document gives. Of float, they are
// the standard library's; of half, those of float rounded once.

#include <cmath>

#include "matrix.hpp"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

namespace yy::cpu::metal {

#define YY_ONE(name, expression)                                                \
  inline float name(float x) { return expression; }                             \
  inline half name(half x) { return half(metal::name(static_cast<float>(x))); } \
  template <typename T, int N, std::enable_if_t<is_float<T>, int> = 0>          \
  vec<T, N> name(vec<T, N> x) {                                                 \
    return by_component([](T component) { return metal::name(component); }, x); \
  }
#define YY_VECTORS_OF_TWO(name, allowed)                                                 \
  template <typename T, int N, std::enable_if_t<allowed, int> = 0>                       \
  vec<T, N> name(vec<T, N> a, vec<T, N> b) {                                             \
    return by_component([](T left, T right) { return metal::name(left, right); }, a, b); \
  }
#define YY_TWO(name, expression)                                                                               \
  inline float name(float a, float b) { return expression; }                                                   \
  inline half name(half a, half b) { return half(metal::name(static_cast<float>(a), static_cast<float>(b))); } \
  YY_VECTORS_OF_TWO(name, is_float<T>)
#define YY_VECTORS_OF_THREE(name, allowed)                                                                      \
  template <typename T, int N, std::enable_if_t<allowed, int> = 0>                                              \
  vec<T, N> name(vec<T, N> a, vec<T, N> b, vec<T, N> c) {                                                       \
    return by_component([](T first, T second, T third) { return metal::name(first, second, third); }, a, b, c); \
  }
#define YY_THREE(name, expression)                                                                 \
  YY_CPU_INLINE float name(float a, float b, float c) { return expression; }                       \
  inline half name(half a, half b, half c) {                                                       \
    return half(metal::name(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c))); \
  }                                                                                                \
  YY_VECTORS_OF_THREE(name, is_float<T>)

// Of a number and no number, the number.
YY_TWO(max, a < b || a != a ? b : a)
YY_TWO(min, b < a || a != a ? b : a)
#define YY_INTEGERS(type)                                      \
  constexpr type max(type a, type b) { return a < b ? b : a; } \
  constexpr type min(type a, type b) { return b < a ? b : a; } \
  constexpr type clamp(type a, type low, type high) { return min(max(a, low), high); }
YY_INTEGERS(int)
YY_INTEGERS(uint)
#undef YY_INTEGERS
YY_VECTORS_OF_TWO(max, is_integer<T>)
YY_VECTORS_OF_TWO(min, is_integer<T>)

constexpr uint abs(uint x) { return x; }
constexpr int abs(int x) { return x < 0 ? static_cast<int>(0U - static_cast<uint>(x)) : x; }
template <typename T, int N, std::enable_if_t<is_integer<T>, int> = 0>
constexpr vec<T, N> abs(vec<T, N> x) {
  return by_component([](T component) { return metal::abs(component); }, x);
}
YY_ONE(abs, std::fabs(x))
YY_ONE(sqrt, std::sqrt(x))
YY_ONE(rsqrt, 1.0F / std::sqrt(x))
YY_ONE(exp, std::exp(x))
YY_ONE(exp2, std::exp2(x))
YY_ONE(log, std::log(x))
YY_ONE(log2, std::log2(x))
YY_ONE(sin, std::sin(x))
YY_ONE(cos, std::cos(x))
YY_ONE(tan, std::tan(x))
YY_ONE(asin, std::asin(x))
YY_ONE(acos, std::acos(x))
YY_ONE(atan, std::atan(x))
YY_ONE(sinh, std::sinh(x))
YY_ONE(cosh, std::cosh(x))
YY_ONE(tanh, std::tanh(x))
YY_ONE(sign, x > 0.0F ? 1.0F : x < 0.0F ? -1.0F : x == x ? x : 0.0F)
YY_ONE(floor, std::floor(x))
YY_ONE(ceil, std::ceil(x))
YY_ONE(rint, std::nearbyint(x))
YY_ONE(trunc, std::trunc(x))
inline float fract(float x) { return min(x - std::floor(x), 0.99999994F); }
inline half fract(half x) { return half(min(fract(static_cast<float>(x)), 0.99951172F)); }
template <typename T, int N, std::enable_if_t<is_float<T>, int> = 0>
vec<T, N> fract(vec<T, N> x) {
  return by_component([](T component) { return metal::fract(component); }, x);
}
YY_TWO(pow, std::pow(a, b))
YY_TWO(atan2, std::atan2(a, b))
YY_TWO(fmod, std::fmod(a, b))
YY_TWO(step, b < a ? 0.0F : 1.0F)
YY_THREE(clamp, min(max(a, b), c))
YY_VECTORS_OF_THREE(clamp, is_integer<T>)
YY_ONE(saturate, clamp(x, 0.0F, 1.0F))
YY_THREE(mix, a + (b - a) * c)
YY_CPU_INLINE float smoothstep(float low, float high, float x) {
  const float t = saturate((x - low) / (high - low));
  return t * t * (3.0F - 2.0F * t);
}
inline half smoothstep(half low, half high, half x) {
  return half(smoothstep(static_cast<float>(low), static_cast<float>(high), static_cast<float>(x)));
}
YY_VECTORS_OF_THREE(smoothstep, is_float<T>)
inline float fma(float a, float b, float c) { return std::fma(a, b, c); }
/// Products of halves are exact in float, their sums in all but the last places.
YY_CPU_INLINE half fma(half a, half b, half c) {
  return half(static_cast<float>(a) * static_cast<float>(b) + static_cast<float>(c));
}
YY_VECTORS_OF_THREE(fma, is_float<T>)

#undef YY_ONE
#undef YY_TWO
#undef YY_THREE
#undef YY_VECTORS_OF_TWO
#undef YY_VECTORS_OF_THREE

template <typename T, int N, std::enable_if_t<is_float<T>, int> = 0>
YY_CPU_INLINE T dot(vec<T, N> a, vec<T, N> b) {
  T sum = a[0] * b[0];
  for (uint i = 1; i < N; ++i) sum = sum + a[i] * b[i];
  return sum;
}
template <typename T, int N, std::enable_if_t<is_float<T>, int> = 0>
YY_CPU_INLINE T length(vec<T, N> a) {
  return metal::sqrt(dot(a, a));
}
template <typename T, int N, std::enable_if_t<is_float<T>, int> = 0>
YY_CPU_INLINE T distance(vec<T, N> a, vec<T, N> b) {
  return length(a - b);
}
template <typename T, int N, std::enable_if_t<is_float<T>, int> = 0>
vec<T, N> normalize(vec<T, N> a) {
  return a / length(a);
}
template <typename T, int N, std::enable_if_t<is_float<T>, int> = 0>
YY_CPU_INLINE vec<T, N> reflect(vec<T, N> a, vec<T, N> b) {
  const T twice = dot(b, a) + dot(b, a);
  return a - b * twice;
}
template <typename T, std::enable_if_t<is_float<T>, int> = 0>
YY_CPU_INLINE vec<T, 3> cross(vec<T, 3> a, vec<T, 3> b) {
  return vec<T, 3>(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

template <int N>
constexpr bool all(vec<bool, N> a) {
  bool result = true;
  for (uint i = 0; i < N; ++i) result = result && a[i];
  return result;
}
template <int N>
constexpr bool any(vec<bool, N> a) {
  bool result = false;
  for (uint i = 0; i < N; ++i) result = result || a[i];
  return result;
}
template <typename T, int N>
constexpr vec<T, N> select(vec<T, N> if_false, vec<T, N> if_true, vec<bool, N> condition) {
  return by_component([](T no, T yes, bool which) { return which ? yes : no; }, if_false, if_true, condition);
}

}  // namespace yy::cpu::metal

#if defined(__clang__)
#pragma STDC FP_CONTRACT DEFAULT
#endif
