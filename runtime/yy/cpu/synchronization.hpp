#pragma once

// What invocations of Metal do together, on the host: barriers and subgroup operations. The line of the text where a
// call stands tells which of them belong together.

#include <vector>

#include "mathematics.hpp"
#include "workgroup.hpp"

namespace yy::cpu::metal {

enum class mem_flags { mem_none, mem_device, mem_threadgroup };

inline void threadgroup_barrier(mem_flags, int line = __builtin_LINE()) {
  detail::ambient.lane->wait(detail::Lane::State::at_barrier, line);
}

}  // namespace yy::cpu::metal

namespace yy::cpu::detail {

template <typename T>
T& value_of(const Lane* lane) {
  return *static_cast<T*>(lane->value);
}

/// Every lane gets what `Operation` makes of the values of all, in order of their numbers.
template <typename T, typename Operation>
void reduce(Lane* const* lanes, std::size_t count) {
  T result = value_of<T>(lanes[0]);
  for (std::size_t i = 1; i < count; ++i) result = Operation::apply(result, value_of<T>(lanes[i]));
  for (std::size_t i = 0; i < count; ++i) value_of<T>(lanes[i]) = result;
}

/// Every lane gets the value of the one that `Operation` chooses, or keeps its own when that is not among them.
template <typename T, typename Operation>
void shuffle(Lane* const* lanes, std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = value_of<T>(lanes[i]);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t wanted = Operation::apply(lanes[i]->invocation.thread_index_in_simdgroup, lanes[i]->selector);
    for (std::size_t j = 0; j < count; ++j) {
      if (lanes[j]->invocation.thread_index_in_simdgroup == wanted) value_of<T>(lanes[i]) = values[j];
    }
  }
}

template <typename T>
T operate(T value, std::uint32_t selector, Lane::Combine combine, int line) {
  Lane& lane = *ambient.lane;
  lane.value = &value;
  lane.selector = selector;
  lane.combine = combine;
  lane.wait(Lane::State::at_subgroup_operation, line);
  return value;
}

struct Sum {
  template <typename T>
  static T apply(T a, T b) {
    // Integers wrap around, as unsigned ones do.
    if constexpr (std::is_same_v<T, int>) {
      return static_cast<int>(static_cast<metal::uint>(a) + static_cast<metal::uint>(b));
    } else {
      return a + b;
    }
  }
  template <int N>
  static metal::vec<int, N> apply(metal::vec<int, N> a, metal::vec<int, N> b) {
    return metal::by_component([](int left, int right) { return Sum::apply(left, right); }, a, b);
  }
};
struct Largest {
  template <typename T>
  static T apply(T a, T b) {
    return metal::max(a, b);
  }
};
struct Smallest {
  template <typename T>
  static T apply(T a, T b) {
    return metal::min(a, b);
  }
};
struct Chosen {
  static std::uint32_t apply(std::uint32_t, std::uint32_t selector) { return selector; }
};
struct Crossed {
  static std::uint32_t apply(std::uint32_t own, std::uint32_t selector) { return own ^ selector; }
};

}  // namespace yy::cpu::detail

namespace yy::cpu::metal {

template <typename T>
T simd_sum(T data, int line = __builtin_LINE()) {
  return detail::operate(data, 0, &detail::reduce<T, detail::Sum>, line);
}
template <typename T>
T simd_max(T data, int line = __builtin_LINE()) {
  return detail::operate(data, 0, &detail::reduce<T, detail::Largest>, line);
}
template <typename T>
T simd_min(T data, int line = __builtin_LINE()) {
  return detail::operate(data, 0, &detail::reduce<T, detail::Smallest>, line);
}
template <typename T>
T simd_shuffle(T data, uint lane, int line = __builtin_LINE()) {
  return detail::operate(data, lane, &detail::shuffle<T, detail::Chosen>, line);
}
template <typename T>
T simd_shuffle_xor(T data, uint mask, int line = __builtin_LINE()) {
  return detail::operate(data, mask, &detail::shuffle<T, detail::Crossed>, line);
}

/// Marks the fragment that runs on this thread; it runs on, as in Metal.
inline void discard_fragment() { detail::ambient.discarded = true; }

}  // namespace yy::cpu::metal

namespace yy::cpu {

/// Whether a fragment function that this thread has called since it last asked discarded its fragment. For programs
/// that call the text's functions directly.
inline bool take_discarded() {
  const bool result = detail::ambient.discarded;
  detail::ambient.discarded = false;
  return result;
}

}  // namespace yy::cpu
