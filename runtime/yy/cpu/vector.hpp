#pragma once

// Vectors of Metal's library on the host: laid out, aligned and built as there.

#include "scalar.hpp"

namespace yy::cpu::metal {

template <typename T, int N>
struct vec;

/// `packed_float3`: stands at any multiple of its element's size.
template <typename T, int N>
struct packed_vec {
  packed_vec() = default;
  explicit constexpr packed_vec(vec<T, N> other) {
    for (uint i = 0; i < N; ++i) elements[i] = other[i];
  }
  constexpr T& operator[](uint index) { return elements[index]; }
  constexpr const T& operator[](uint index) const { return elements[index]; }

  T elements[N];
};

template <typename T, typename... Components>
inline constexpr bool are_components = (std::is_same_v<Components, T> && ...);

// Constructors take exactly what they are made for: components of the very type, or a vector to convert.
template <typename T>
struct alignas(2 * sizeof(T)) vec<T, 2> {
  vec() = default;
  template <typename A, typename B, std::enable_if_t<are_components<T, A, B>, int> = 0>
  constexpr vec(A a, B b) : x(a), y(b) {}
  template <typename U>
  explicit constexpr vec(vec<U, 2> other) : x(static_cast<T>(other.x)), y(static_cast<T>(other.y)) {}
  explicit constexpr vec(packed_vec<T, 2> other) : x(other[0]), y(other[1]) {}
  constexpr T& operator[](uint index) { return index == 0 ? x : y; }
  constexpr const T& operator[](uint index) const { return index == 0 ? x : y; }
  T x, y;
};

template <typename T>
struct alignas(4 * sizeof(T)) vec<T, 3> {
  vec() = default;
  template <typename A, typename B, typename C, std::enable_if_t<are_components<T, A, B, C>, int> = 0>
  constexpr vec(A a, B b, C c) : x(a), y(b), z(c) {}
  template <typename U>
  explicit constexpr vec(vec<U, 3> other)
      : x(static_cast<T>(other.x)), y(static_cast<T>(other.y)), z(static_cast<T>(other.z)) {}
  explicit constexpr vec(packed_vec<T, 3> other) : x(other[0]), y(other[1]), z(other[2]) {}
  constexpr T& operator[](uint index) { return index == 0 ? x : index == 1 ? y : z; }
  constexpr const T& operator[](uint index) const { return index == 0 ? x : index == 1 ? y : z; }
  T x, y, z;
};

template <typename T>
struct alignas(4 * sizeof(T)) vec<T, 4> {
  vec() = default;
  template <typename A, typename B, typename C, typename D, std::enable_if_t<are_components<T, A, B, C, D>, int> = 0>
  constexpr vec(A a, B b, C c, D d) : x(a), y(b), z(c), w(d) {}
  template <typename U>
  explicit constexpr vec(vec<U, 4> other)
      : x(static_cast<T>(other.x)),
        y(static_cast<T>(other.y)),
        z(static_cast<T>(other.z)),
        w(static_cast<T>(other.w)) {}
  explicit constexpr vec(packed_vec<T, 4> other) : x(other[0]), y(other[1]), z(other[2]), w(other[3]) {}
  constexpr T& operator[](uint index) { return index == 0 ? x : index == 1 ? y : index == 2 ? z : w; }
  constexpr const T& operator[](uint index) const { return index == 0 ? x : index == 1 ? y : index == 2 ? z : w; }
  T x, y, z, w;
};

using float2 = vec<float, 2>;
using float3 = vec<float, 3>;
using float4 = vec<float, 4>;
using half2 = vec<half, 2>;
using half3 = vec<half, 3>;
using half4 = vec<half, 4>;
using int2 = vec<int, 2>;
using int3 = vec<int, 3>;
using int4 = vec<int, 4>;
using uint2 = vec<uint, 2>;
using uint3 = vec<uint, 3>;
using uint4 = vec<uint, 4>;
using bool2 = vec<bool, 2>;
using bool3 = vec<bool, 3>;
using bool4 = vec<bool, 4>;
using packed_float3 = packed_vec<float, 3>;
using packed_half3 = packed_vec<half, 3>;
using packed_int3 = packed_vec<int, 3>;
using packed_uint3 = packed_vec<uint, 3>;

/// `operation` of each component, or of each pair or triple of components, as a vector.
template <typename T, int N, typename Operation>
constexpr auto by_component(Operation operation, vec<T, N> a) {
  using R = decltype(operation(a.x));
  if constexpr (N == 2) return vec<R, 2>(operation(a.x), operation(a.y));
  if constexpr (N == 3) return vec<R, 3>(operation(a.x), operation(a.y), operation(a.z));
  if constexpr (N == 4) return vec<R, 4>(operation(a.x), operation(a.y), operation(a.z), operation(a.w));
}
template <typename T, typename U, int N, typename Operation>
constexpr auto by_component(Operation operation, vec<T, N> a, vec<U, N> b) {
  using R = decltype(operation(a.x, b.x));
  if constexpr (N == 2) return vec<R, 2>(operation(a.x, b.x), operation(a.y, b.y));
  if constexpr (N == 3) return vec<R, 3>(operation(a.x, b.x), operation(a.y, b.y), operation(a.z, b.z));
  if constexpr (N == 4) {
    return vec<R, 4>(operation(a.x, b.x), operation(a.y, b.y), operation(a.z, b.z), operation(a.w, b.w));
  }
}
template <typename T, typename U, typename V, int N, typename Operation>
constexpr auto by_component(Operation operation, vec<T, N> a, vec<U, N> b, vec<V, N> c) {
  using R = decltype(operation(a.x, b.x, c.x));
  if constexpr (N == 2) return vec<R, 2>(operation(a.x, b.x, c.x), operation(a.y, b.y, c.y));
  if constexpr (N == 3) {
    return vec<R, 3>(operation(a.x, b.x, c.x), operation(a.y, b.y, c.y), operation(a.z, b.z, c.z));
  }
  if constexpr (N == 4) {
    return vec<R, 4>(operation(a.x, b.x, c.x), operation(a.y, b.y, c.y), operation(a.z, b.z, c.z),
                     operation(a.w, b.w, c.w));
  }
}

#define YY_BINARY(sign, allowed)                                                                         \
  template <typename T, int N, std::enable_if_t<allowed, int> = 0>                                       \
  constexpr vec<T, N> operator sign(vec<T, N> a, vec<T, N> b) {                                          \
    return by_component([](T left, T right) { return static_cast<T>(left sign right); }, a, b);          \
  }                                                                                                      \
  template <typename T, int N, typename U, std::enable_if_t<(allowed) && std::is_same_v<T, U>, int> = 0> \
  constexpr vec<T, N> operator sign(vec<T, N> a, U b) {                                                  \
    return by_component([b](T left) { return static_cast<T>(left sign b); }, a);                         \
  }                                                                                                      \
  template <typename T, int N, typename U, std::enable_if_t<(allowed) && std::is_same_v<T, U>, int> = 0> \
  constexpr vec<T, N> operator sign(U a, vec<T, N> b) {                                                  \
    return by_component([a](T right) { return static_cast<T>(a sign right); }, b);                       \
  }
YY_BINARY(+, is_number<T>)
YY_BINARY(-, is_number<T>)
YY_BINARY(*, is_number<T>)
YY_BINARY(/, is_number<T>)
YY_BINARY(%, is_integer<T>)
YY_BINARY(&, is_integer<T>)
YY_BINARY(|, is_integer<T>)
YY_BINARY(^, is_integer<T>)
#undef YY_BINARY

template <typename T, int N, std::enable_if_t<is_integer<T>, int> = 0>
constexpr vec<T, N> operator<<(vec<T, N> a, vec<uint, N> b) {
  return by_component([](T left, uint right) { return static_cast<T>(left << right); }, a, b);
}
template <typename T, int N, std::enable_if_t<is_integer<T>, int> = 0>
constexpr vec<T, N> operator>>(vec<T, N> a, vec<uint, N> b) {
  return by_component([](T left, uint right) { return static_cast<T>(left >> right); }, a, b);
}
template <typename T, int N, std::enable_if_t<is_number<T>, int> = 0>
constexpr vec<T, N> operator-(vec<T, N> a) {
  return by_component([](T component) { return static_cast<T>(-component); }, a);
}
template <typename T, int N, std::enable_if_t<is_integer<T>, int> = 0>
constexpr vec<T, N> operator~(vec<T, N> a) {
  return by_component([](T component) { return static_cast<T>(~component); }, a);
}
template <int N>
constexpr vec<bool, N> operator!(vec<bool, N> a) {
  return by_component([](bool component) { return !component; }, a);
}

#define YY_COMPARISON(sign, allowed)                                            \
  template <typename T, int N, std::enable_if_t<allowed, int> = 0>              \
  constexpr vec<bool, N> operator sign(vec<T, N> a, vec<T, N> b) {              \
    return by_component([](T left, T right) { return left sign right; }, a, b); \
  }
YY_COMPARISON(<, is_number<T>)
YY_COMPARISON(>, is_number<T>)
YY_COMPARISON(<=, is_number<T>)
YY_COMPARISON(>=, is_number<T>)
YY_COMPARISON(==, true)
YY_COMPARISON(!=, true)
#undef YY_COMPARISON

}  // namespace yy::cpu::metal
