#pragma once

#include <string>
#include <string_view>

#include "ir/module.hpp"

namespace yyshader::frontend::yuyan::testing {

/// Loads, checks and lowers one shading source (the import of 着色内建 is put before it), expects that nothing is
/// reported but warnings, and that the module verifies.
ir::Module lower_source(std::string_view source);

/// The dump of that module.
std::string dump_of(std::string_view source);

/// The dump of a source that may use these resources, without them: 数据 (u32, read and written), 浮数 (f32), 参 (a
/// uniform struct 参数 of 长 u32, 向 vec3<f32> and 表 array<u32, 4>), 共享 (workgroup array<u32, 8>).
std::string own_dump_of(std::string_view source);

/// The function `name` in that dump, to its closing brace.
std::string function_of(std::string_view name, std::string_view source);

}  // namespace yyshader::frontend::yuyan::testing
