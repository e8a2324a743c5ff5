#pragma once

#include <string>

#include "reflect/model.hpp"

namespace yyshader::host {

/// The whole model as a JSON document (spec 3.1, docs/host-and-build.md); ends with a newline.
std::string json_module(const reflect::Model& model);

}  // namespace yyshader::host
