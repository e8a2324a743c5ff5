#pragma once

#include <vector>

#include "ir/module.hpp"
#include "pass/constant_integers.hpp"

namespace yyshader::pass {

/// Which loops of a function might run for ever without doing anything that C++ counts as progress, by BlockId of their
/// bodies. C++ lets a compiler assume that there is no such loop; WGSL doesn't (spec 2.5). A loop is safe when
///
/// - each of its iterations reaches a barrier or an atomic operation, or
/// - it counts: a variable that every iteration changes by the same step, and nothing else does, is held at the loop's
///   start against a bound that does not change, and the steps can't jump over the bound for ever.
std::vector<bool> loops_without_progress(const ir::Module& module, const ir::Function& function,
                                         const ConstantIntegers& constants);

}  // namespace yyshader::pass
