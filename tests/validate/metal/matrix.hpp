#pragma once
#pragma GCC system_header

#include "vector.hpp"

namespace metal {

/// C columns of R rows.
template <typename T, int C, int R>
struct matrix {
  matrix() = default;
  template <typename... Columns,
            typename enable_if_shim<sizeof...(Columns) == C && (same_shim<Columns, vec<T, R>> && ...)>::type = 0>
  explicit matrix(Columns... columns);
  YY_GENERIC vec<T, R>& operator[](uint index) YY_GENERIC;
  const YY_GENERIC vec<T, R>& operator[](uint index) const YY_GENERIC;

 private:
  vec<T, R> columns_[C];
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
matrix<T, C, R> operator+(matrix<T, C, R> a, matrix<T, C, R> b);
template <typename T, int C, int R>
matrix<T, C, R> operator-(matrix<T, C, R> a, matrix<T, C, R> b);
template <typename T, int C, int R, typename U, typename enable_if_shim<same_shim<T, U>>::type = 0>
matrix<T, C, R> operator*(matrix<T, C, R> a, U b);
template <typename T, int C, int R>
vec<T, R> operator*(matrix<T, C, R> a, vec<T, C> b);
template <typename T, int C, int R>
vec<T, C> operator*(vec<T, R> a, matrix<T, C, R> b);
template <typename T, int C, int R, int K>
matrix<T, K, R> operator*(matrix<T, C, R> a, matrix<T, K, C> b);

}  // namespace metal
