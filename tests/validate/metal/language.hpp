#pragma once
#pragma GCC system_header

#ifdef __OPENCL_CPP_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION __cl_clang_non_portable_kernel_param_types : enable
// OpenCL's own types of these names would be in sight beside those of namespace metal.
#define atomic_int atomic_int_shim
#define atomic_uint atomic_uint_shim
#define device __attribute__((opencl_global_device))
#define constant const __global
#define threadgroup __local
#define thread __private
#define YY_GENERIC __generic
// `kernel` is OpenCL's own word.
#else
#define device
#define constant const
#define threadgroup
#define thread
#define kernel
#define YY_GENERIC
#endif
#define vertex
#define fragment
/// A variable of a kernel in threadgroup memory, in the CPU form of a text.
#define YY_THREADGROUP(name, ...) __VA_ARGS__ name

namespace metal {

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;

// Just enough to tell types apart; OpenCL has no standard library.
template <bool condition, typename T = int>
struct enable_if_shim {};
template <typename T>
struct enable_if_shim<true, T> {
  using type = T;
};
template <typename A, typename B>
inline constexpr bool same_shim = false;
template <typename A>
inline constexpr bool same_shim<A, A> = true;

}  // namespace metal
