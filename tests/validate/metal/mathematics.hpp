#pragma once
#pragma GCC system_header

#include "matrix.hpp"

namespace metal {

/// The scalar of a scalar or vector.
template <typename T>
struct scalar_shim {
  using type = T;
};
template <typename T, int N>
struct scalar_shim<vec<T, N>> {
  using type = T;
};
template <typename T>
inline constexpr bool float_like_shim = is_float_shim<typename scalar_shim<T>::type>;
template <typename T>
inline constexpr bool integer_like_shim = is_integer_shim<typename scalar_shim<T>::type>;

#define YY_ONE(name, allowed)                                       \
  template <typename T, typename enable_if_shim<allowed>::type = 0> \
  T name(T x);
#define YY_TWO(name, allowed)                                       \
  template <typename T, typename enable_if_shim<allowed>::type = 0> \
  T name(T a, T b);
#define YY_THREE(name, allowed)                                     \
  template <typename T, typename enable_if_shim<allowed>::type = 0> \
  T name(T a, T b, T c);
#define YY_FLOAT float_like_shim<T>
#define YY_NUMBER float_like_shim<T> || integer_like_shim<T>

YY_ONE(sqrt, YY_FLOAT)
YY_ONE(rsqrt, YY_FLOAT)
YY_ONE(exp, YY_FLOAT)
YY_ONE(exp2, YY_FLOAT)
YY_ONE(log, YY_FLOAT)
YY_ONE(log2, YY_FLOAT)
YY_ONE(sin, YY_FLOAT)
YY_ONE(cos, YY_FLOAT)
YY_ONE(tan, YY_FLOAT)
YY_ONE(asin, YY_FLOAT)
YY_ONE(acos, YY_FLOAT)
YY_ONE(atan, YY_FLOAT)
YY_ONE(sinh, YY_FLOAT)
YY_ONE(cosh, YY_FLOAT)
YY_ONE(tanh, YY_FLOAT)
YY_ONE(sign, YY_FLOAT)
YY_ONE(floor, YY_FLOAT)
YY_ONE(ceil, YY_FLOAT)
YY_ONE(rint, YY_FLOAT)
YY_ONE(trunc, YY_FLOAT)
YY_ONE(fract, YY_FLOAT)
YY_ONE(saturate, YY_FLOAT)
YY_ONE(abs, YY_NUMBER)
YY_TWO(pow, YY_FLOAT)
YY_TWO(atan2, YY_FLOAT)
YY_TWO(fmod, YY_FLOAT)
YY_TWO(step, YY_FLOAT)
YY_TWO(max, YY_NUMBER)
YY_TWO(min, YY_NUMBER)
YY_THREE(clamp, YY_NUMBER)
YY_THREE(mix, YY_FLOAT)
YY_THREE(smoothstep, YY_FLOAT)
YY_THREE(fma, YY_FLOAT)
#undef YY_ONE
#undef YY_TWO
#undef YY_THREE
#undef YY_FLOAT
#undef YY_NUMBER

template <typename T, int N, typename enable_if_shim<is_float_shim<T>>::type = 0>
T dot(vec<T, N> a, vec<T, N> b);
template <typename T, int N, typename enable_if_shim<is_float_shim<T>>::type = 0>
T length(vec<T, N> a);
template <typename T, int N, typename enable_if_shim<is_float_shim<T>>::type = 0>
T distance(vec<T, N> a, vec<T, N> b);
template <typename T, int N, typename enable_if_shim<is_float_shim<T>>::type = 0>
vec<T, N> normalize(vec<T, N> a);
template <typename T, int N, typename enable_if_shim<is_float_shim<T>>::type = 0>
vec<T, N> reflect(vec<T, N> a, vec<T, N> b);
template <typename T, typename enable_if_shim<is_float_shim<T>>::type = 0>
vec<T, 3> cross(vec<T, 3> a, vec<T, 3> b);

template <int N>
bool all(vec<bool, N> a);
template <int N>
bool any(vec<bool, N> a);
template <typename T, int N>
vec<T, N> select(vec<T, N> if_false, vec<T, N> if_true, vec<bool, N> condition);

/// Between types of one size.
template <typename To, typename From, typename enable_if_shim<sizeof(To) == sizeof(From)>::type = 0>
To as_type(From from);

#define YY_SIMD(name)                                                                                  \
  template <typename T, typename enable_if_shim<float_like_shim<T> || integer_like_shim<T>>::type = 0> \
  T name(T data);
YY_SIMD(simd_sum)
YY_SIMD(simd_max)
YY_SIMD(simd_min)
#undef YY_SIMD
// Metal takes the lane as a ushort, into which a uint converts.
template <typename T, typename enable_if_shim<float_like_shim<T> || integer_like_shim<T>>::type = 0>
T simd_shuffle(T data, uint lane);
template <typename T, typename enable_if_shim<float_like_shim<T> || integer_like_shim<T>>::type = 0>
T simd_shuffle_xor(T data, uint mask);

}  // namespace metal
