#pragma once

#include "ir/module.hpp"

namespace yyshader::pass {

/// Makes operations whose meaning WGSL defines, but C++ does not, into ones that C++ defines (spec 2.5), for targets
/// that are compiled as C++:
///
/// - `+ - *`, negation, abs and `<<` of signed integers compute with the unsigned type and convert back;
/// - division and remainder get a divisor that is neither 0 nor, under the least integer, −1, unless it is a constant
///   that is safe;
/// - shift amounts are taken modulo the width, unless constant;
/// - floats are clamped before they become integers (NaN becomes the lower end, as the target's `max` decides it);
/// - sign, dot and clamp of integers, which the target lacks or leaves open, become arithmetic;
/// - a load that is uniform over the workgroup becomes a barrier, a load and a barrier.
///
/// Takes and gives a module whose effects are forwarded and which is within the limits of pass/limits.hpp; expressions
/// may come out deeper than these.
ir::Module guard_arithmetic(ir::Module module);

}  // namespace yyshader::pass
