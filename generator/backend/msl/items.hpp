#pragma once

#include <string>
#include <string_view>

#include "backend/structured/printer.hpp"

namespace yyshader::backend::msl {

// The dialect's hooks for items and heads of functions.

void write_structure(structured::Printer& printer, ir::StructId id);
/// Resources are parameters: nothing is written.
void write_global(structured::Printer& printer, ir::GlobalId id);
void write_constant(structured::Printer& printer, ir::ConstantId id);
void write_function_head(structured::Printer& printer, ir::FunctionId id);
void write_body_start(structured::Printer& printer, ir::FunctionId id);
void write_further_arguments(const structured::Printer& printer, ir::FunctionId callee, bool any_before,
                             std::string& out);

/// The attribute of an entry's input (spec 1.9), without brackets.
std::string_view input_attribute(ir::Builtin builtin);

}  // namespace yyshader::backend::msl
