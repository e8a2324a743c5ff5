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

#ifdef __OPENCL_CPP_VERSION__
// Clang takes what a constructor gives for an object in `__private`, what a function gives for one in no space, and
// refuses
// `?:` between the two; so constructors are called through a function.
template <typename To, typename... From>
To make_shim(From... from) {
  return To(from...);
}
}  // namespace metal
#define float2(...) make_shim<float2>(__VA_ARGS__)
#define float3(...) make_shim<float3>(__VA_ARGS__)
#define float4(...) make_shim<float4>(__VA_ARGS__)
#define half2(...) make_shim<half2>(__VA_ARGS__)
#define half3(...) make_shim<half3>(__VA_ARGS__)
#define half4(...) make_shim<half4>(__VA_ARGS__)
#define int2(...) make_shim<int2>(__VA_ARGS__)
#define int3(...) make_shim<int3>(__VA_ARGS__)
#define int4(...) make_shim<int4>(__VA_ARGS__)
#define uint2(...) make_shim<uint2>(__VA_ARGS__)
#define uint3(...) make_shim<uint3>(__VA_ARGS__)
#define uint4(...) make_shim<uint4>(__VA_ARGS__)
#define bool2(...) make_shim<bool2>(__VA_ARGS__)
#define bool3(...) make_shim<bool3>(__VA_ARGS__)
#define bool4(...) make_shim<bool4>(__VA_ARGS__)
#define float2x2(...) make_shim<float2x2>(__VA_ARGS__)
#define float2x3(...) make_shim<float2x3>(__VA_ARGS__)
#define float2x4(...) make_shim<float2x4>(__VA_ARGS__)
#define float3x2(...) make_shim<float3x2>(__VA_ARGS__)
#define float3x3(...) make_shim<float3x3>(__VA_ARGS__)
#define float3x4(...) make_shim<float3x4>(__VA_ARGS__)
#define float4x2(...) make_shim<float4x2>(__VA_ARGS__)
#define float4x3(...) make_shim<float4x3>(__VA_ARGS__)
#define float4x4(...) make_shim<float4x4>(__VA_ARGS__)
#define half2x2(...) make_shim<half2x2>(__VA_ARGS__)
#define half2x3(...) make_shim<half2x3>(__VA_ARGS__)
#define half2x4(...) make_shim<half2x4>(__VA_ARGS__)
#define half3x2(...) make_shim<half3x2>(__VA_ARGS__)
#define half3x3(...) make_shim<half3x3>(__VA_ARGS__)
#define half3x4(...) make_shim<half3x4>(__VA_ARGS__)
#define half4x2(...) make_shim<half4x2>(__VA_ARGS__)
#define half4x3(...) make_shim<half4x3>(__VA_ARGS__)
#define half4x4(...) make_shim<half4x4>(__VA_ARGS__)
namespace metal {
#endif

}  // namespace metal
