#pragma once

#include "backend/structured/text.hpp"
#include "ir/module.hpp"
#include "pass/interface_plan.hpp"
#include "pass/names.hpp"

namespace yyshader::backend::wgsl {

/// The WGSL text of a module (spec 2.2) whose effects are forwarded and which is within WGSL's limits
/// (pass/limits.hpp). `names` and `plan` are those of this very module.
structured::TargetText print(const ir::Module& module, const pass::Names& names, const pass::InterfacePlan& plan);

}  // namespace yyshader::backend::wgsl
