#pragma once

#include <cstdint>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::backend::ptx {

/// Which functions are written as a `.func` of their own; all others are expanded where they are called.
///
/// The budget: a function whose body, expanded calls included, is heavier than `largest_inlined` operations becomes a
/// `.func` unless it is called from one place only. So each call adds at most that much to the text, which stays linear
/// in the source. Expansions nest at most `deepest_inlining` deep, since lowering calls itself for each.
struct InlinePlan {
  static constexpr std::uint32_t largest_inlined = 512;
  static constexpr std::uint32_t deepest_inlining = 24;
  std::vector<bool> is_outlined;  ///< by FunctionId
};
InlinePlan plan_inlining(const ir::Module& module);

/// How many machine operations a function's own values come to, roughly; calls count as one.
std::uint32_t weight_of(const ir::Module& module, const ir::Function& function);

}  // namespace yyshader::backend::ptx
