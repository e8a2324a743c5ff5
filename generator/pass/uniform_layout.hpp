#pragma once

#include "diagnostics/diagnostic.hpp"
#include "ir/module.hpp"

namespace yyshader::pass {

/// Warnings, at the declaration, for uniform buffers whose type breaks WGSL's older rule of 16 bytes (spec 2.4): the
/// elements of an array stand a multiple of 16 bytes apart, structs and arrays within a struct begin at one, and what
/// follows a struct within a struct does too. Newer browsers take them all the same.
diagnostics::Diagnostics check_uniform_layouts(const ir::Module& module);

}  // namespace yyshader::pass
