#pragma once

#include "ir/module.hpp"

namespace yyshader::pass {

/// Keeps every index inside its buffer or array, as WGSL has it and `--bounds clamp` wants it of the other targets
/// (spec 2.5): an index becomes the smaller of itself and the last one, unless it is proven to be in range by what it
/// is computed from or by the conditions round it. A buffer holds one element at least, as WebGPU has it. Wide loads
/// become four single ones. The lengths of buffers are asked for where they are needed, so that interfaces must be
/// planned afterwards. Takes and gives a module whose effects are forwarded and that is within the limits of
/// pass/limits.hpp, which the result may exceed.
ir::Module clamp_indices(ir::Module module);

}  // namespace yyshader::pass
