#pragma once

#include <string>
#include <string_view>

#include "host/emit.hpp"
#include "reflect/model.hpp"

namespace yyshader::host {

/// The program that runs on the CPU (spec 3.4): the MSL text as C++, and a table of its kernels for yy/cpu.hpp.
/// `module_file` is the name of the C++ module's header beside it.
std::string cpu_header(const reflect::Model& model, const Options& options, std::string_view module_file);

}  // namespace yyshader::host
