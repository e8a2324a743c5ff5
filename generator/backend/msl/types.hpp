#pragma once

#include <string>
#include <string_view>

#include "backend/structured/printer.hpp"

namespace yyshader::backend::msl {

/// `float4`, `float4x4`, `array<T, N>`, `atomic_uint`, `texture2d<float>` (spec 2.3).
void write_type(const structured::Printer& printer, ir::TypeId id, std::string& out);
/// `packed_float3` for the vector type `id` of three.
void write_packed_type(const structured::Printer& printer, ir::TypeId id, std::string& out);
/// `0.5f 1.0h int(3) 2u`.
void write_literal(const structured::Printer& printer, const ir::Value& literal, std::string& out);

}  // namespace yyshader::backend::msl
