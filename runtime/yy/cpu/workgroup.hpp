#pragma once

// Runs the invocations of a workgroup: each is a fiber, all of one workgroup on one thread. A fiber that comes to a
// barrier or a subgroup operation yields; when nobody can go on alone, the driver sees who waits for what.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "fiber.hpp"
#include "vector.hpp"

namespace yy::cpu::detail {

/// Invocations wait for others that never come.
class Stuck : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Who an invocation is, by Metal's names for it.
struct Invocation {
  metal::uint3 thread_position_in_grid{0U, 0U, 0U};
  metal::uint3 thread_position_in_threadgroup{0U, 0U, 0U};
  metal::uint3 threadgroup_position_in_grid{0U, 0U, 0U};
  metal::uint3 threadgroups_per_grid{0U, 0U, 0U};
  std::uint32_t thread_index_in_threadgroup = 0;
  std::uint32_t thread_index_in_simdgroup = 0;
  std::uint32_t threads_per_simdgroup = 0;
};

class Workgroup;

/// One invocation of the workgroup that runs, and what it waits for.
struct Lane {
  enum class State : std::uint8_t { ready, at_barrier, at_subgroup_operation, ended };
  /// What the lanes that wait at one subgroup operation come to: each `value` is replaced.
  using Combine = void (*)(Lane* const* lanes, std::size_t count);

  Workgroup* workgroup = nullptr;
  Invocation invocation;
  std::unique_ptr<Fiber> fiber;
  State state = State::ready;
  int line = 0;                ///< of the generated text: where it waits
  void* value = nullptr;       ///< at a subgroup operation: its operand, on its own stack
  std::uint32_t selector = 0;  ///< at a shuffle: which lane, or which bits of its number differ
  Combine combine = nullptr;
  std::size_t variables = 0;  ///< of the workgroup's memory that it has declared

  /// Lets the others run until the driver has what it waits for. Defined behind Workgroup.
  void wait(State for_what, int at_line);
};

/// What the functions of the text find without being told: the invocation that runs on this thread.
struct Ambient {
  Lane* lane = nullptr;
  bool discarded = false;
};
inline thread_local Ambient ambient;

/// A kernel that runs once for each invocation: `call(kernel, invocation)`.
struct KernelCall {
  void (*call)(const void* kernel, const Invocation& invocation) = nullptr;
  const void* kernel = nullptr;
};

/// The fibers and the memory of workgroups that run on one thread, one after the other.
class Workgroup {
 public:
  /// `size` in invocations.
  Workgroup(metal::uint3 size, std::uint32_t subgroup_size, std::size_t stack_bytes, KernelCall kernel)
      : size_(size), subgroup_size_(subgroup_size), kernel_(kernel) {
    const std::size_t count = std::size_t{size.x} * size.y * size.z;
    lanes_ = std::vector<Lane>(count);
    for (std::size_t i = 0; i < count; ++i) {
      Lane& lane = lanes_[i];
      const auto index = static_cast<std::uint32_t>(i);
      lane.workgroup = this;
      lane.invocation.thread_index_in_threadgroup = index;
      lane.invocation.thread_index_in_simdgroup = index % subgroup_size;
      lane.invocation.threads_per_simdgroup = subgroup_size;
      lane.invocation.thread_position_in_threadgroup =
          metal::uint3(index % size.x, index / size.x % size.y, index / size.x / size.y);
      lane.fiber = std::make_unique<Fiber>(stack_bytes, &Workgroup::live, &lane);
    }
  }

  /// Runs one workgroup to its end. Throws Stuck.
  void run(metal::uint3 position, metal::uint3 count) {
    for (Lane& lane : lanes_) {
      lane.state = Lane::State::ready;
      lane.invocation.threadgroup_position_in_grid = position;
      lane.invocation.threadgroups_per_grid = count;
      lane.invocation.thread_position_in_grid = position * size_ + lane.invocation.thread_position_in_threadgroup;
    }
    do {
      for (std::size_t first = 0; first < lanes_.size(); first += subgroup_size_) {
        settle(first, std::min<std::size_t>(first + subgroup_size_, lanes_.size()));
      }
    } while (pass_barrier());
  }

  /// Called by a lane that waits or has ended: the next of its subgroup that is ready goes on, or else the driver.
  void pass_on(Lane& lane) {
#if defined(YY_CPU_HANDS_OVER)
    Lane* const next = &lane + 1;
    if (next != settling_end_ && next->state == Lane::State::ready) {
      ambient.lane = next;
      lane.fiber->hand_over(*next->fiber);
      return;
    }
#endif
    lane.fiber->yield();
  }

  /// The place of the variable that the lane declares next: all lanes declare the same ones in the same order.
  void* variable(Lane& lane, std::size_t bytes) {
    const std::size_t number = lane.variables++;
    if (number == memory_.size()) {
      const std::size_t blocks = bytes / sizeof(Block) + 1;
      memory_.emplace_back(new Block[blocks]);
      // Not zero, as on a GPU: what must be zero at the start, the text sets to zero.
      std::memset(memory_.back().get(), 0xa5, blocks * sizeof(Block));
    }
    return memory_[number].get();
  }

 private:
  struct alignas(16) Block {
    unsigned char bytes[16];
  };

  /// The life of a fiber: one invocation after another.
  static void live(void* argument) {
    Lane& lane = *static_cast<Lane*>(argument);
    while (true) {
      ambient.lane = &lane;
      lane.variables = 0;
      const KernelCall& kernel = lane.workgroup->kernel_;
      kernel.call(kernel.kernel, lane.invocation);
      lane.wait(Lane::State::ended, 0);
    }
  }

  /// Runs a subgroup until each of its lanes has ended or waits at a barrier.
  void settle(std::size_t first, std::size_t end) {
    settling_end_ = lanes_.data() + end;
    do {
      for (std::size_t i = first; i < end; ++i) {
        if (lanes_[i].state != Lane::State::ready) continue;
        ambient.lane = &lanes_[i];
        lanes_[i].fiber->resume();
      }
    } while (operate(first, end));
  }

  /// Carries out one subgroup operation, if any lane waits at one. Of several, the one that stands first in the text is
  /// next: lanes that went another way meet the others again behind it.
  bool operate(std::size_t first, std::size_t end) {
    const Lane* next = nullptr;
    for (std::size_t i = first; i < end; ++i) {
      const Lane& lane = lanes_[i];
      if (lane.state != Lane::State::at_subgroup_operation) continue;
      if (next == nullptr || lane.line < next->line) next = &lane;
    }
    if (next == nullptr) return false;
    const Lane::Combine combine = next->combine;
    const int line = next->line;
    active_.clear();
    for (std::size_t i = first; i < end; ++i) {
      Lane& lane = lanes_[i];
      const bool is_active =
          lane.state == Lane::State::at_subgroup_operation && lane.line == line && lane.combine == combine;
      if (!is_active) continue;
      active_.push_back(&lane);
      lane.state = Lane::State::ready;
    }
    combine(active_.data(), active_.size());
    return true;
  }

  /// Every lane has ended (false) or waits at the same barrier (true: now it may go on).
  bool pass_barrier() {
    const Lane& one = lanes_.front();
    for (const Lane& lane : lanes_) {
      if (lane.state == one.state && (lane.state == Lane::State::ended || lane.line == one.line)) continue;
      const Lane& waiting = one.state == Lane::State::at_barrier ? one : lane;
      const Lane& other = one.state == Lane::State::at_barrier ? lane : one;
      throw Stuck(
          "invocation " + std::to_string(waiting.invocation.thread_index_in_threadgroup) +
          " of a workgroup waits at the barrier in line " + std::to_string(waiting.line) +
          " of the generated file, invocation " + std::to_string(other.invocation.thread_index_in_threadgroup) +
          (other.state == Lane::State::ended ? " has ended" : " at that in line " + std::to_string(other.line)) +
          ": a barrier must be reached by all");
    }
    if (one.state == Lane::State::ended) return false;
    for (Lane& lane : lanes_) lane.state = Lane::State::ready;
    return true;
  }

  metal::uint3 size_;
  std::uint32_t subgroup_size_;
  KernelCall kernel_;
  std::vector<std::unique_ptr<Block[]>> memory_;
  std::vector<Lane> lanes_;
  std::vector<Lane*> active_;
  const Lane* settling_end_ = nullptr;
};

inline void Lane::wait(State for_what, int at_line) {
  state = for_what;
  line = at_line;
  workgroup->pass_on(*this);
}

/// The variable that a kernel declares next in the memory of its workgroup. It holds what was there.
template <typename T>
T& workgroup_variable() {
  static_assert(alignof(T) <= 16, "a place in workgroup memory is aligned to 16 bytes");
  Lane& lane = *ambient.lane;
  return *static_cast<T*>(lane.workgroup->variable(lane, sizeof(T)));
}

/// The place itself: for `YY_PLACE`.
template <typename T>
constexpr T& place(T& of) {
  return of;
}

}  // namespace yy::cpu::detail
