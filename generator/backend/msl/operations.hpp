#pragma once

#include <string>

#include "backend/structured/printer.hpp"

namespace yyshader::backend::msl {

/// MSL's spelling of every operation.
extern const structured::OperationTable operations;

/// The place that an assignment writes. In the CPU form a deep one stands in `YY_PLACE(…)`.
void write_stored_place(structured::Printer& printer, const ir::Statement& store, std::string& out);
/// The right side of an assignment: converted where the place is a packed vector.
void write_stored_value(structured::Printer& printer, const ir::Statement& store, std::string& out);

}  // namespace yyshader::backend::msl
