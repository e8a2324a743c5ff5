#pragma once

#include <optional>

#include "ir/module.hpp"

namespace yyshader::pass {

/// Makes a program uniform whose only trouble is that WGSL's analysis takes a struct of builtin inputs for one value,
/// so that a field that differs between invocations spoils one that does not (spec 1.6): such a parameter of an entry
/// becomes one parameter for each field, named `parameter_field`, and so do parameters of that struct in functions that
/// the entry passes it on to, as few of them as will do. Nothing when that does not make all of the program uniform.
///
/// Takes and gives a module whose effects are forwarded and which is within the limits of pass/limits.hpp. Ids of
/// structs, functions and entries stay.
std::optional<ir::Module> split_inputs_for_uniformity(const ir::Module& module);

}  // namespace yyshader::pass
