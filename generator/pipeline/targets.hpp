#pragma once

#include "pipeline/compile.hpp"

namespace yyshader::pipeline {

/// True when the options make it an error that `target` cannot express the program.
bool is_required(const Options& options, Target target);

/// Makes one target's text. When the program cannot be expressed there, the text is one comment line with the reason,
/// and `compilation.diagnostics` gets a warning, or an error where the options require the target (spec 2.5).
TargetResult make_text(Target target, const Options& options, const ir::Module& module, Compilation& compilation);

/// Makes the MSL text for the CPU. When the program cannot be expressed in MSL, `compilation.diagnostics` gets a
/// warning, unless making the MSL text has told it already.
CpuResult make_cpu_text(const Options& options, const ir::Module& module, Compilation& compilation);

}  // namespace yyshader::pipeline
