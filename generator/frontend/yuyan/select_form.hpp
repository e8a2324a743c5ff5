#pragma once

#include "frontend/yuyan/core.hpp"

namespace yyshader::frontend::yuyan {

/// Whether this 若 becomes a `select`, by the closed list of spec 1.8: one arm, a scalar or vector as result, and both
/// branches built only from locals, literals, module constants, projections, tuples and, over both branches, at most
/// eight pure operations on scalars and vectors. What reads a resource, calls a user's function, divides integers,
/// exchanges values with other invocations, or holds 虑 ； 若 is outside the list; so is reading a 格, which has a
/// time. Constructing a literal (新浮三二 于「1.5」) is a literal, not an operation. The condition may be anything.
///
/// The place matters too (never in the tail of a loop, never as an 否则若), which is the caller's to know.
bool has_select_form(const core::Program& program, const core::If& conditional, TypeId type);

/// True for the scalars and for the tuples of scalars (vectors), bare literals' types included.
bool is_scalar_or_vector(const TypeTable& types, TypeId type);
/// True for an integer scalar or a vector of one, bare integers included.
bool is_integer_like(const TypeTable& types, TypeId type);

}  // namespace yyshader::frontend::yuyan
