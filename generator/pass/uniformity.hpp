#pragma once

#include "diagnostics/diagnostic.hpp"
#include "ir/module.hpp"

namespace yyshader::pass {

/// WGSL's uniformity analysis (docs/uniformity.md): finds barriers, samplings and subgroup operations that some
/// invocations may reach without the others. One warning for each way to one of them, in the order of items, showing
/// the operation, the condition that parts the invocations, and where the difference comes from, through calls. Takes a
/// module whose effects are forwarded and which is within the limits of pass/limits.hpp.
diagnostics::Diagnostics check_uniformity(const ir::Module& module);

}  // namespace yyshader::pass
