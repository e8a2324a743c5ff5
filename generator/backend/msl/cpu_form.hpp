#pragma once

#include "backend/msl/msl.hpp"
#include "backend/structured/printer.hpp"

namespace yyshader::backend::msl {

/// How a host calls the compute entries of the module that `printer` writes: their arguments are in the order of the
/// text's parameters (items.cpp).
CpuForm cpu_form_of(const structured::Printer& printer);

}  // namespace yyshader::backend::msl
