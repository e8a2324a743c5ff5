#pragma once

#include "ir/module.hpp"

namespace yyshader::pass {

/// Splits expressions so that none has more than `deepest_brackets` brackets around any of its parts, the blocks around
/// it counted in: what is deeper gets a temporary before the statement. A short circuit whose right side is too deep
/// becomes an `if`. Also names the index of a 读四 that is not to be written several times: one with an effect, or a
/// large one. Order and number of effects stay as they are.
/// Returns whether anything was split.
bool split_expressions(ir::Module& module, ir::Function& function);

/// The same for the values of module constants, whose parts become constants without a name.
void split_constants(ir::Module& module);

}  // namespace yyshader::pass
