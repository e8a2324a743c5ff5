#pragma once

#include "ir/module.hpp"

namespace yyshader::ir {

/// Orders the values of a function so that operands stand before what uses them, and drops values and the contents of
/// blocks that nothing reaches any more: for passes that give an old value a new operand. Ids of values change.
void compact(Function& function);

}  // namespace yyshader::ir
