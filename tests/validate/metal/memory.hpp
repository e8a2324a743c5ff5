#pragma once
#pragma GCC system_header

#include "vector.hpp"

namespace metal {

template <typename T, uint N>
struct array {
  YY_GENERIC T& operator[](uint index) YY_GENERIC { return elements[index]; }
  const YY_GENERIC T& operator[](uint index) const YY_GENERIC { return elements[index]; }
  T elements[N];
};

/// Not copied, not read but by the functions below.
template <typename T>
struct atomic {
  atomic() = default;
  atomic(const YY_GENERIC atomic&) = delete;
  YY_GENERIC atomic& operator=(const YY_GENERIC atomic&) YY_GENERIC = delete;

 private:
  T value_;
};
using atomic_int = atomic<int>;
using atomic_uint = atomic<uint>;

enum class memory_order { relaxed };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;

#define YY_ATOMICS(space)                                                               \
  template <typename T>                                                                 \
  T atomic_load_explicit(const space atomic<T>* object, memory_order order);            \
  template <typename T, typename U, typename enable_if_shim<same_shim<T, U>>::type = 0> \
  void atomic_store_explicit(space atomic<T>* object, U value, memory_order order);     \
  template <typename T, typename U, typename enable_if_shim<same_shim<T, U>>::type = 0> \
  T atomic_fetch_add_explicit(space atomic<T>* object, U value, memory_order order);    \
  template <typename T, typename U, typename enable_if_shim<same_shim<T, U>>::type = 0> \
  T atomic_fetch_max_explicit(space atomic<T>* object, U value, memory_order order);    \
  template <typename T, typename U, typename enable_if_shim<same_shim<T, U>>::type = 0> \
  T atomic_fetch_min_explicit(space atomic<T>* object, U value, memory_order order);
YY_ATOMICS(device)
#ifdef __OPENCL_CPP_VERSION__
YY_ATOMICS(threadgroup)
#endif
#undef YY_ATOMICS

enum class mem_flags { mem_none, mem_device, mem_threadgroup };
void threadgroup_barrier(mem_flags flags);

}  // namespace metal
