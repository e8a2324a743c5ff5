#pragma once

#include "frontend/yuyan/checking/context.hpp"

namespace yyshader::frontend::yuyan::checking {

/// Adds to a message that shows two types the one thing in which they differ, where they differ in one thing only:
/// a part of them, the type or number of components, or that two structs of one name are different ones.
void mark_difference(const Context& context, Diagnostic& mismatch, TypeId expected, TypeId given);

}  // namespace yyshader::frontend::yuyan::checking
