#pragma once

#include <vector>

#include "ir/module.hpp"
#include "pass/constant_integers.hpp"

namespace yyshader::pass {

/// Which values of a function, by ValueId, are `index` or `index_reference` with an index that surely lies inside: by
/// what it is computed from (constants, masks, remainders, the workgroup's size), or by a comparison with a bound or
/// the very buffer's length that stands round it.
std::vector<bool> indices_in_range(const ir::Module& module, const ir::Function& function,
                                   const ConstantIntegers& constants);

}  // namespace yyshader::pass
