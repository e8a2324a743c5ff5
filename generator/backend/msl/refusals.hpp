#pragma once

#include <optional>

#include "diagnostics/diagnostic.hpp"
#include "ir/module.hpp"
#include "pass/interface_plan.hpp"

namespace yyshader::backend::msl {

/// Why Metal can't bind or express the program (spec 2.3, last bullet), at the place of the entry it is about; the
/// first reason only. Nothing when it can.
std::optional<diagnostics::Diagnostic> refusal_of(const ir::Module& module, const pass::InterfacePlan& plan);

}  // namespace yyshader::backend::msl
