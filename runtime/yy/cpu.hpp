#pragma once

// Runs compute entries on the host, without a GPU: from the MSL text, compiled as C++ by the program's own compiler
// (add_yy_shader(… HOST cpu), docs/host-and-build.md). C++17, header-only; programs link with the system's threads.
//
//   #include "应用/加倍。着色程序.hpp"
//   std::vector<float> in{1, 2, 3, 4}, out(4);
//   yy::cpu::run(应用::加倍::着色程序, "加倍入口", {1, 1, 1}, {{0, 0, in}, {0, 1, out}});

#include <initializer_list>

#include "cpu/arguments.hpp"
#include "cpu/binding.hpp"
#include "cpu/kernel.hpp"
#include "cpu/matrix.hpp"
#include "cpu/memory.hpp"
#include "cpu/synchronization.hpp"
#include "cpu/texture.hpp"

namespace yy::cpu {

/// How many workgroups a run has in each direction.
struct Grid {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

struct Options {
  std::uint32_t subgroup_size = 32;      ///< lanes; a power of two up to 128
  unsigned threads = 0;                  ///< that run workgroups; 0: one for each core
  std::size_t stack_bytes = 256 * 1024;  ///< of each invocation of a kernel with barriers or subgroup operations
};

/// A generated program: what its header calls 着色程序. When the MSL text cannot express the source, it has no kernels.
struct Program {
  const Module* module = nullptr;
  List<detail::Kernel> kernels;
  std::string_view reason;  ///< why there are none; else empty
};

/// Runs `grid` workgroups of the entry whose item or function is named `entry` and returns when all have ended.
/// Workgroups run in any order, several at a time. `arguments`: every resource that the entry uses and no other, by
/// group and binding or by name; a buffer that the entry only reads may be const, and two read ones may overlap.
///
/// Throws yy::cpu::Error when an argument is missing, too small, of another kind or unknown, and when the entry is not
/// one that can run; then nothing has run. Throws it too, after some has run, when invocations of a workgroup wait at
/// a barrier that others never reach.
inline void run(const Program& program, std::string_view entry, Grid grid, const std::vector<Argument>& arguments,
                const Options& options = {}) {
  const Entry& found = detail::find_compute_entry(*program.module, program.reason, entry);
  const detail::Kernel& kernel = detail::find_kernel(program.kernels, found);
  detail::check_subgroup_size(found, options.subgroup_size);
  detail::BoundResources bound(found, arguments);
  detail::Launch launch;
  launch.resources = &bound.resources();
  launch.grid = metal::uint3(grid.x, grid.y, grid.z);
  launch.size = metal::uint3(found.workgroup_size[0], found.workgroup_size[1], found.workgroup_size[2]);
  launch.subgroup_size = options.subgroup_size;
  launch.stack_bytes = options.stack_bytes;
  try {
    detail::run_on_threads(kernel, launch, options.threads);
  } catch (const detail::Stuck& stuck) {
    throw Error(ErrorKind::barrier, "the entry " + std::string(found.name) + ": " + stuck.what());
  }
  bound.copy_back();
}

}  // namespace yy::cpu
