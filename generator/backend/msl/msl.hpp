#pragma once

#include <optional>

#include "backend/structured/text.hpp"
#include "diagnostics/diagnostic.hpp"
#include "ir/module.hpp"
#include "pass/interface_plan.hpp"

namespace yyshader::backend::msl {

struct Options {
  /// Text that runs as C++ on the CPU, with a header of its own instead of Metal's library: a variable of a kernel in
  /// threadgroup memory is written `YY_THREADGROUP(名, T);`, since `threadgroup`, which also qualifies parameters,
  /// can't stand for both there. All else is as in Metal.
  bool cpu_form = false;
  /// `--fp strict` (spec 2.5): products and sums are not fused.
  bool strict_floats = false;
};

/// A text, or why there is none.
struct Result {
  structured::TargetText text;
  std::optional<diagnostics::Diagnostic> refusal;
};

/// The MSL text of a module (spec 2.3) whose effects are forwarded and which is within the limits of pass/limits.hpp.
/// `plan` is that of this very module. Refuses what Metal cannot bind or express, naming it (spec 2.3, last bullet).
Result print(const ir::Module& module, const pass::InterfacePlan& plan, const Options& options = {});

}  // namespace yyshader::backend::msl
