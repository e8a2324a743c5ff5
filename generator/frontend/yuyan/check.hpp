#pragma once

#include "diagnostics/diagnostic.hpp"
#include "frontend/yuyan/core.hpp"
#include "frontend/yuyan/modules.hpp"

namespace yyshader::frontend::yuyan {

/// What checking a program gives: the typed core and everything found. When there are errors the core is partial: the
/// definitions they lie in, and those that depend on them, are marked (`core::Definition::sound`).
struct CheckResult {
  core::Program program;
  diagnostics::Diagnostics diagnostics;
};

/// Resolves the names of a loaded program and checks its types and definitions (spec 1.1, 1.4–1.9). Adds the spellings
/// of literals to `program.symbols`, else leaves `program` as it is. Never fails on a user's fault.
CheckResult check(Program& program);

}  // namespace yyshader::frontend::yuyan
