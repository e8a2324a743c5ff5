#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "backend/ptx/passes.hpp"

namespace yyshader::backend::ptx {

/// Which regions of memory a procedure, its loops and its blocks may see written.
class Writes {
 public:
  Writes(const Procedure& procedure, const ControlFlow& flow);

  static constexpr std::uint32_t never = 0xffffffffU;
  /// The number of a region that may be written while the procedure runs, or `never`.
  std::uint32_t tracked(std::uint32_t region) const;
  std::size_t count() const { return tracked_.size(); }
  bool in_loop(std::uint32_t loop, std::uint32_t tracked) const { return loops_[loop][tracked]; }

  /// What an instruction may change: nothing, one region, or everything that is tracked.
  enum class Reach : std::uint8_t { nothing, region, everything };
  static Reach reach(const Instruction& instruction);

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> tracked_;
  std::vector<std::vector<bool>> loops_;
};

}  // namespace yyshader::backend::ptx
