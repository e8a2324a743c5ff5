#pragma once

#include "backend/structured/operation_table.hpp"

namespace yyshader::backend::wgsl {

/// WGSL's spelling of every operation.
extern const structured::OperationTable operations;

}  // namespace yyshader::backend::wgsl
