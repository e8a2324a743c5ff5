#pragma once

// Generated kernels, and how the workgroups of a launch are shared out over threads.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "texture.hpp"
#include "workgroup.hpp"

namespace yy::cpu::detail {

/// Every buffer, texture and sampler of one launch, by Metal's index.
struct Resources {
  static constexpr std::size_t buffer_count = 31;
  static constexpr std::size_t texture_count = 128;
  static constexpr std::size_t sampler_count = 16;

  void* buffers[buffer_count] = {};
  std::uint32_t sizes[buffer_count] = {};  ///< bytes
  const void* textures[texture_count] = {};
  Sampler samplers[sampler_count];

  template <typename T>
  T* pointer(std::size_t index) const {
    return static_cast<T*>(buffers[index]);
  }
  template <typename T>
  T& reference(std::size_t index) const {
    return *static_cast<T*>(buffers[index]);
  }
  template <typename T>
  metal::texture2d<T> texture(std::size_t index) const {
    return metal::texture2d<T>(*static_cast<const Texels<T>*>(textures[index]));
  }
  metal::sampler sampler(std::size_t index) const { return metal::sampler(samplers[index]); }
};

/// One run of a kernel. Threads take workgroups from it until none is left.
struct Launch {
  const Resources* resources = nullptr;
  metal::uint3 grid{1U, 1U, 1U};
  metal::uint3 size{1U, 1U, 1U};
  std::uint32_t subgroup_size = 32;
  std::size_t stack_bytes = 0;
  std::uint64_t step = 1;  ///< workgroups that a thread takes at once
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> failed{false};

  std::uint64_t workgroups() const { return std::uint64_t{grid.x} * grid.y * grid.z; }
  metal::uint3 position(std::uint64_t number) const {
    return metal::uint3(static_cast<std::uint32_t>(number % grid.x),
                        static_cast<std::uint32_t>(number / grid.x % grid.y),
                        static_cast<std::uint32_t>(number / grid.x / grid.y));
  }

  /// Gives `work` one workgroup after the other.
  template <typename Work>
  void share(const Work& work) {
    const std::uint64_t count = workgroups();
    while (!failed.load(std::memory_order_relaxed)) {
      const std::uint64_t first = next.fetch_add(step, std::memory_order_relaxed);
      if (first >= count) return;
      for (std::uint64_t number = first; number < std::min(first + step, count); ++number) work(position(number));
    }
  }
};

/// What the generated header knows of one compute entry.
struct Kernel {
  std::string_view function;
  void (*run)(Launch& launch) = nullptr;  ///< called by each thread
};

/// A kernel whose invocations need nothing of each other: plain loops. `Body::call(resources, invocation)` is the
/// kernel.
template <typename Body>
void run_alone(Launch& launch) {
  // A copy that nothing else can point at, so that stores of the kernel do not make the compiler read it again.
  const Resources resources = *launch.resources;
  const metal::uint3 size = launch.size;
  launch.share([&](metal::uint3 group) {
    Invocation invocation;
    invocation.threadgroup_position_in_grid = group;
    invocation.threadgroups_per_grid = launch.grid;
    invocation.threads_per_simdgroup = launch.subgroup_size;
    const metal::uint3 first = group * size;
    for (std::uint32_t z = 0; z < size.z; ++z) {
      for (std::uint32_t y = 0; y < size.y; ++y) {
        for (std::uint32_t x = 0; x < size.x; ++x) {
          invocation.thread_position_in_threadgroup = metal::uint3(x, y, z);
          invocation.thread_position_in_grid = metal::uint3(first.x + x, first.y + y, first.z + z);
          invocation.thread_index_in_threadgroup = (z * size.y + y) * size.x + x;
          invocation.thread_index_in_simdgroup = invocation.thread_index_in_threadgroup % launch.subgroup_size;
          Body::call(resources, invocation);
        }
      }
    }
  });
}

/// A kernel with barriers, subgroup operations or workgroup memory: fibers.
template <typename Body>
void run_together(Launch& launch) {
  KernelCall kernel;
  kernel.kernel = launch.resources;
  kernel.call = [](const void* resources, const Invocation& invocation) {
    Body::call(*static_cast<const Resources*>(resources), invocation);
  };
  Workgroup workgroup(launch.size, launch.subgroup_size, launch.stack_bytes, kernel);
  launch.share([&](metal::uint3 group) { workgroup.run(group, launch.grid); });
}

/// Runs all workgroups of the launch; what a thread throws is thrown again here, when all have stopped.
inline void run_on_threads(const Kernel& kernel, Launch& launch, unsigned threads) {
  const std::uint64_t invocations =
      launch.workgroups() * (std::uint64_t{launch.size.x} * launch.size.y * launch.size.z);
  // A thread costs as much as some thousand invocations.
  constexpr std::uint64_t least_for_a_thread = 4096;
  std::uint64_t wanted = threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
  if (threads == 0) wanted = std::min(wanted, invocations / least_for_a_thread + 1);
  wanted = std::min(wanted, launch.workgroups());
  // Each thread comes back for more about eight times.
  launch.step = std::max<std::uint64_t>(1, launch.workgroups() / (wanted * 8 + 1));
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&] {
    try {
      kernel.run(launch);
    } catch (...) {
      launch.failed = true;
      const std::lock_guard<std::mutex> lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  try {
    for (std::uint64_t i = 1; i < wanted; ++i) others.emplace_back(work);
  } catch (const std::system_error&) {  // no more threads: those that there are do the work
  }
  work();
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace yy::cpu::detail
