#pragma once

#include "ir/module.hpp"

namespace yyshader::pass {

/// Decides for every pending `evaluate` statement how it is written (spec 1.8 "arguments with effects"): inlined into
/// its one use when no effect between them could change it or be changed by it, else named by a `let` without name (a
/// 临时); dropped or a statement when nothing uses it. Rewrites a short-circuit whose right side needs a name as `if`.
/// After it `ir::verify(module, true)` holds.
ir::Module forward_effects(ir::Module module);

}  // namespace yyshader::pass
