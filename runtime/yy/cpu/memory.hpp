#pragma once

// Arrays and atomics of Metal's library on the host. Atomics are real ones: workgroups run on several threads.

#if !defined(__GNUC__)
#include <atomic>
#endif

#include "vector.hpp"

namespace yy::cpu::metal {

template <typename T, std::size_t N>
struct array {
  constexpr T& operator[](uint index) { return elements[index]; }
  constexpr const T& operator[](uint index) const { return elements[index]; }
  T elements[N];
};

/// Not copied, not read but by the functions below.
template <typename T>
class atomic {
 public:
  atomic() = default;
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

#if defined(__GNUC__)
  T load() const { return __atomic_load_n(&value_, __ATOMIC_RELAXED); }
  void store(T value) { __atomic_store_n(&value_, value, __ATOMIC_RELAXED); }
  T add(T value) { return __atomic_fetch_add(&value_, value, __ATOMIC_RELAXED); }
  bool exchange(T& expected, T desired) {
    return __atomic_compare_exchange_n(&value_, &expected, desired, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
#else
  T load() const { return shared().load(std::memory_order_relaxed); }
  void store(T value) { shared().store(value, std::memory_order_relaxed); }
  T add(T value) { return shared().fetch_add(value, std::memory_order_relaxed); }
  bool exchange(T& expected, T desired) {
    return shared().compare_exchange_weak(expected, desired, std::memory_order_relaxed);
  }
#endif

 private:
#if !defined(__GNUC__)
  static_assert(sizeof(std::atomic<T>) == sizeof(T), "an atomic number takes no more room than the number");
  std::atomic<T>& shared() const { return *reinterpret_cast<std::atomic<T>*>(const_cast<T*>(&value_)); }
#endif
  T value_;
};
using atomic_int = atomic<int>;
using atomic_uint = atomic<uint>;

enum class memory_order { relaxed };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;

template <typename T>
T atomic_load_explicit(const atomic<T>* object, memory_order) {
  return object->load();
}
template <typename T, typename U, std::enable_if_t<std::is_same_v<T, U>, int> = 0>
void atomic_store_explicit(atomic<T>* object, U value, memory_order) {
  object->store(value);
}
template <typename T, typename U, std::enable_if_t<std::is_same_v<T, U>, int> = 0>
T atomic_fetch_add_explicit(atomic<T>* object, U value, memory_order) {
  return object->add(value);
}
template <typename T, typename U, std::enable_if_t<std::is_same_v<T, U>, int> = 0>
T atomic_fetch_max_explicit(atomic<T>* object, U value, memory_order) {
  T former = object->load();
  while (former < value && !object->exchange(former, value)) {
  }
  return former;
}
template <typename T, typename U, std::enable_if_t<std::is_same_v<T, U>, int> = 0>
T atomic_fetch_min_explicit(atomic<T>* object, U value, memory_order) {
  T former = object->load();
  while (value < former && !object->exchange(former, value)) {
  }
  return former;
}

}  // namespace yy::cpu::metal
