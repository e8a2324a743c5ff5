#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backend/structured/text.hpp"
#include "diagnostics/diagnostic.hpp"
#include "ir/module.hpp"
#include "pass/interface_plan.hpp"

namespace yyshader::backend::msl {

struct Options {
  /// Text that runs as C++ on the CPU, with a header of its own instead of Metal's library: a variable of a kernel in
  /// threadgroup memory is written `YY_THREADGROUP(名, T);`, since `threadgroup`, which also qualifies parameters,
  /// can't stand for both there; a deep place that is assigned to is written `YY_PLACE(…)`; and the two first lines are
  /// left out, since the host's library is there already. All else is as in Metal.
  bool cpu_form = false;
  /// `--fp strict` (spec 2.5): products and sums are not fused.
  bool strict_floats = false;
};

/// How a host calls a compute entry of the CPU form: what yy/cpu/kernel.hpp wants to know.
struct CpuEntry {
  ir::EntryId entry;
  std::string function;                ///< its name in the text
  std::string kernel;                  ///< a name for what is written behind the text for it
  std::vector<std::string> arguments;  ///< C++ expressions of `CpuForm`'s two parameters
  bool is_alone = false;               ///< no invocation waits for another, or shares workgroup memory with it
};

/// What belongs to a text of the CPU form. Its names are none of the text's.
struct CpuForm {
  std::string resources;          ///< the parameter of type yy::cpu::detail::Resources
  std::string invocation;         ///< that of type yy::cpu::detail::Invocation
  std::vector<CpuEntry> entries;  ///< compute entries of the main file, in the module's order
};

/// A text, or why there is none.
struct Result {
  structured::TargetText text;
  CpuForm cpu;  ///< only with Options::cpu_form
  std::optional<diagnostics::Diagnostic> refusal;
};

/// The MSL text of a module (spec 2.3) whose effects are forwarded and which is within the limits of pass/limits.hpp.
/// `plan` is that of this very module. Refuses what Metal cannot bind or express, naming it (spec 2.3, last bullet).
Result print(const ir::Module& module, const pass::InterfacePlan& plan, const Options& options = {});

}  // namespace yyshader::backend::msl
