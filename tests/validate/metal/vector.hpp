#pragma once
#pragma GCC system_header

#include "scalar.hpp"

namespace metal {

template <typename T, int N>
struct vec;

/// `packed_float3`: stands at any multiple of its element's size. Metal takes it for a vector in more places than this.
template <typename T, int N>
struct packed_vec {
  packed_vec() = default;
  explicit packed_vec(vec<T, N> other);
  YY_GENERIC T& operator[](uint index) YY_GENERIC;
  const YY_GENERIC T& operator[](uint index) const YY_GENERIC;

 private:
  T elements_[N];
};

// Constructors take exactly what they are made for: components of the very type, or a vector to convert.
template <typename T>
struct alignas(2 * sizeof(T)) vec<T, 2> {
  vec() = default;
  template <typename A, typename B, typename enable_if_shim<same_shim<A, T> && same_shim<B, T>>::type = 0>
  vec(A a, B b);
  template <typename U>
  explicit vec(vec<U, 2> other);
  explicit vec(packed_vec<T, 2> other);
  YY_GENERIC T& operator[](uint index) YY_GENERIC;
  const YY_GENERIC T& operator[](uint index) const YY_GENERIC;
  T x, y;
};

template <typename T>
struct alignas(4 * sizeof(T)) vec<T, 3> {
  vec() = default;
  template <typename A, typename B, typename C,
            typename enable_if_shim<same_shim<A, T> && same_shim<B, T> && same_shim<C, T>>::type = 0>
  vec(A a, B b, C c);
  template <typename U>
  explicit vec(vec<U, 3> other);
  explicit vec(packed_vec<T, 3> other);
  YY_GENERIC T& operator[](uint index) YY_GENERIC;
  const YY_GENERIC T& operator[](uint index) const YY_GENERIC;
  T x, y, z;
};

template <typename T>
struct alignas(4 * sizeof(T)) vec<T, 4> {
  vec() = default;
  template <typename A, typename B, typename C, typename D,
            typename enable_if_shim<same_shim<A, T> && same_shim<B, T> && same_shim<C, T> && same_shim<D, T>>::type = 0>
  vec(A a, B b, C c, D d);
  template <typename U>
  explicit vec(vec<U, 4> other);
  explicit vec(packed_vec<T, 4> other);
  YY_GENERIC T& operator[](uint index) YY_GENERIC;
  const YY_GENERIC T& operator[](uint index) const YY_GENERIC;
  T x, y, z, w;
};

#define YY_VECTORS(scalar)          \
  using scalar##2 = vec<scalar, 2>; \
  using scalar##3 = vec<scalar, 3>; \
  using scalar##4 = vec<scalar, 4>; \
  using packed_##scalar##3 = packed_vec<scalar, 3>;
YY_VECTORS(float)
YY_VECTORS(half)
YY_VECTORS(int)
YY_VECTORS(uint)
using bool2 = vec<bool, 2>;
using bool3 = vec<bool, 3>;
using bool4 = vec<bool, 4>;
#undef YY_VECTORS

#define YY_BINARY(sign, allowed)                                                                            \
  template <typename T, int N, typename enable_if_shim<allowed>::type = 0>                                  \
  vec<T, N> operator sign(vec<T, N> a, vec<T, N> b);                                                        \
  template <typename T, int N, typename U, typename enable_if_shim<(allowed) && same_shim<T, U>>::type = 0> \
  vec<T, N> operator sign(vec<T, N> a, U b);                                                                \
  template <typename T, int N, typename U, typename enable_if_shim<(allowed) && same_shim<T, U>>::type = 0> \
  vec<T, N> operator sign(U a, vec<T, N> b);
#define YY_NUMBER is_float_shim<T> || is_integer_shim<T>
YY_BINARY(+, YY_NUMBER)
YY_BINARY(-, YY_NUMBER)
YY_BINARY(*, YY_NUMBER)
YY_BINARY(/, YY_NUMBER)
YY_BINARY(%, is_integer_shim<T>)
YY_BINARY(&, is_integer_shim<T>)
YY_BINARY(|, is_integer_shim<T>)
YY_BINARY(^, is_integer_shim<T>)
#undef YY_BINARY

template <typename T, int N, typename enable_if_shim<is_integer_shim<T>>::type = 0>
vec<T, N> operator<<(vec<T, N> a, vec<uint, N> b);
template <typename T, int N, typename enable_if_shim<is_integer_shim<T>>::type = 0>
vec<T, N> operator>>(vec<T, N> a, vec<uint, N> b);
template <typename T, int N, typename enable_if_shim<YY_NUMBER>::type = 0>
vec<T, N> operator-(vec<T, N> a);
template <typename T, int N, typename enable_if_shim<is_integer_shim<T>>::type = 0>
vec<T, N> operator~(vec<T, N> a);
template <int N>
vec<bool, N> operator!(vec<bool, N> a);

#define YY_COMPARISON(sign, allowed)                                       \
  template <typename T, int N, typename enable_if_shim<allowed>::type = 0> \
  vec<bool, N> operator sign(vec<T, N> a, vec<T, N> b);
YY_COMPARISON(<, YY_NUMBER)
YY_COMPARISON(>, YY_NUMBER)
YY_COMPARISON(<=, YY_NUMBER)
YY_COMPARISON(>=, YY_NUMBER)
YY_COMPARISON(==, true)
YY_COMPARISON(!=, true)
#undef YY_COMPARISON
#undef YY_NUMBER

}  // namespace metal
