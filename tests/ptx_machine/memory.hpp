// Bounded allocations at made-up addresses, and what is known of their bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ptx_machine/program.hpp"
#include "ptx_machine/races.hpp"

namespace yyshader::ptx_machine {

struct Allocation {
  std::string name;
  Space space = Space::global;
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  std::uint64_t thread_stride = 0;  ///< of .local: from one thread's copy to the next
  std::uint8_t* data = nullptr;
  std::vector<std::uint8_t> known;  ///< per byte, whether it was ever written; empty: all are
  bool is_read_only = false;
  Shadow shadow;
};

/// A byte of an allocation, or none: `allocation` is null and `nearest` may say what lies around.
struct Place {
  Allocation* allocation = nullptr;
  std::uint64_t offset = 0;
};

/// The addresses of one launch.
class AddressMap {
 public:
  /// Adds a global or constant allocation at the next address of its own, `alignment` past a large power of two, so
  /// that an access which needs more than the alignment promised is seen to be misaligned. Returns its address.
  std::uint64_t add_global(std::unique_ptr<Allocation> allocation, std::uint64_t alignment);

  /// Adds a .shared or .local variable, in the order of their addresses.
  void add_window(std::unique_ptr<Allocation> allocation);

  /// The allocation that `address` of `space` lies in or near to: its offset may be outside of the allocation (then it
  /// wraps).
  Place find(Space space, std::uint64_t address) const;

  std::vector<std::unique_ptr<Allocation>>& globals() { return globals_; }
  std::vector<std::unique_ptr<Allocation>>& shared() { return shared_; }
  std::vector<std::unique_ptr<Allocation>>& locals() { return locals_; }

 private:
  static Place in_window(const std::vector<std::unique_ptr<Allocation>>& window, std::uint64_t address);

  std::vector<std::unique_ptr<Allocation>> globals_;
  std::vector<std::unique_ptr<Allocation>> shared_;
  std::vector<std::unique_ptr<Allocation>> locals_;
};

std::string_view space_name(Space space);

}  // namespace yyshader::ptx_machine
