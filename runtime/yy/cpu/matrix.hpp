#pragma once

// Matrices of Metal's library on the host.

#include "vector.hpp"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

namespace yy::cpu::metal {

/// C columns of R rows.
template <typename T, int C, int R>
struct matrix {
  matrix() = default;
  template <typename... Columns,
            std::enable_if_t<sizeof...(Columns) == C && (std::is_same_v<Columns, vec<T, R>> && ...), int> = 0>
  explicit constexpr matrix(Columns... of_columns) : columns{of_columns...} {}
  constexpr vec<T, R>& operator[](uint index) { return columns[index]; }
  constexpr const vec<T, R>& operator[](uint index) const { return columns[index]; }

  vec<T, R> columns[C];
};

#define YY_MATRICES(scalar, columns)                      \
  using scalar##columns##x2 = matrix<scalar, columns, 2>; \
  using scalar##columns##x3 = matrix<scalar, columns, 3>; \
  using scalar##columns##x4 = matrix<scalar, columns, 4>;
YY_MATRICES(float, 2)
YY_MATRICES(float, 3)
YY_MATRICES(float, 4)
YY_MATRICES(half, 2)
YY_MATRICES(half, 3)
YY_MATRICES(half, 4)
#undef YY_MATRICES

template <typename T, int C, int R>
YY_CPU_INLINE constexpr matrix<T, C, R> operator+(matrix<T, C, R> a, matrix<T, C, R> b) {
  for (uint i = 0; i < C; ++i) a[i] = a[i] + b[i];
  return a;
}
template <typename T, int C, int R>
YY_CPU_INLINE constexpr matrix<T, C, R> operator-(matrix<T, C, R> a, matrix<T, C, R> b) {
  for (uint i = 0; i < C; ++i) a[i] = a[i] - b[i];
  return a;
}
template <typename T, int C, int R, typename U, std::enable_if_t<std::is_same_v<T, U>, int> = 0>
YY_CPU_INLINE constexpr matrix<T, C, R> operator*(matrix<T, C, R> a, U b) {
  for (uint i = 0; i < C; ++i) a[i] = a[i] * b;
  return a;
}
template <typename T, int C, int R>
YY_CPU_INLINE constexpr vec<T, R> operator*(matrix<T, C, R> a, vec<T, C> b) {
  vec<T, R> sum = a[0] * b[0];
  for (uint i = 1; i < C; ++i) sum = sum + a[i] * b[i];
  return sum;
}
template <typename T, int C, int R>
YY_CPU_INLINE constexpr vec<T, C> operator*(vec<T, R> a, matrix<T, C, R> b) {
  vec<T, C> result{};
  for (uint i = 0; i < C; ++i) {
    T sum = a[0] * b[i][0];
    for (uint row = 1; row < R; ++row) sum = sum + a[row] * b[i][row];
    result[i] = sum;
  }
  return result;
}
template <typename T, int C, int R, int K>
YY_CPU_INLINE constexpr matrix<T, K, R> operator*(matrix<T, C, R> a, matrix<T, K, C> b) {
  matrix<T, K, R> result{};
  for (uint i = 0; i < K; ++i) result[i] = a * b[i];
  return result;
}

}  // namespace yy::cpu::metal

#if defined(__clang__)
#pragma STDC FP_CONTRACT DEFAULT
#endif
