#pragma once

#include "ir/module.hpp"

namespace yyshader::pass {

/// For targets where a module constant must be what C++ calls a core constant expression (Metal): a constant stays an
/// item when it is made of literals, other such constants, constructions, and `+ - *`, negation and conversion of
/// scalars. Any other becomes a `let` at the beginning of each function that needs it.
ir::Module keep_simple_constants(ir::Module module);

}  // namespace yyshader::pass
