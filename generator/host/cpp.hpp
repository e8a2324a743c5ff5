#pragma once

#include <string>

#include "host/emit.hpp"
#include "reflect/model.hpp"

namespace yyshader::host {

/// The header (spec 3.1): texts, names, tables and mirrors as constexpr values in one namespace.
std::string cpp_header(const reflect::Model& model, const Options& options);

/// The same as a C++20 module interface, `export module yy.包.….名;`.
std::string cpp_module(const reflect::Model& model, const Options& options);

/// The header with the line maps of the texts, for the one place of a program that reads drivers' messages.
std::string cpp_line_header(const reflect::Model& model, const Options& options);

}  // namespace yyshader::host
