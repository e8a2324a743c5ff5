#pragma once

#include <vector>

#include "ir/module.hpp"
#include "pass/constant_integers.hpp"
#include "pass/effects.hpp"

namespace yyshader::pass {

/// By EntryId: the workgroup variables that an invocation might read before they are wholly written (spec 2.5), in the
/// order of `used`. A variable is proven when, on every way to a first read, it is written
///
/// - element by element by all invocations, the index being the local invocation index (or what equals it, computed
/// from
///   the local invocation id) and the length the workgroup's size, or
/// - as a whole, by all invocations or by one (`if (index == constant)`),
///
/// and a barrier stands between that and the read. A barrier is met by all invocations or none (WGSL's uniformity), so
/// what each has done before it, all have done.
///
/// Parameters may be plain (pass/entry_interfaces.hpp) or structs of builtin inputs.
std::vector<ir::GlobalId> unproven_workgroup_variables(const ir::Module& module, const EffectAnalysis& effects,
                                                       const ConstantIntegers& constants, ir::EntryId entry,
                                                       const std::vector<ir::GlobalId>& used);

/// Lets each compute entry begin with setting the workgroup variables to zero that are not proven, then a barrier.
/// `used`: by EntryId, the workgroup variables of the entry in order of first mention. Takes and gives a module whose
/// effects are forwarded.
ir::Module zero_workgroup_memory(ir::Module module, const std::vector<std::vector<ir::GlobalId>>& used);

}  // namespace yyshader::pass
