#pragma once

#include <cstdint>
#include <vector>

#include "frontend/yuyan/core.hpp"

namespace yyshader::frontend::yuyan {

/// How far expanding recursions may go. A recursion is written out at every call of it (spec 1.8), so that each call
/// from the body of another multiplies the text, and nests it.
struct ExpansionLimits {
  std::uint64_t expressions = 1'000'000;  ///< in one function, after expanding
  std::uint32_t depth = 60;               ///< recursions inside each other (Tint takes 127 nested blocks)
  std::uint32_t nesting = 3000;  ///< expressions inside each other, after expanding; what lowering's stack takes
};

/// A function that would exceed the limits.
struct ExpansionFault {
  core::DefinitionId function;
  core::RecursionId recursion;  ///< the innermost one with which the limit is first exceeded, else `none`
  bool too_deep = false;        ///< nested too deep, else too long
};

/// The sound functions whose recursions expand beyond `limits`, in the order of the program. Linear in the core,
/// however many expansions there would be. The checker reports them; lowering relies on there being none.
std::vector<ExpansionFault> find_excessive_expansions(const core::Program& program, ExpansionLimits limits = {});

}  // namespace yyshader::frontend::yuyan
