#pragma once

#include <vector>

#include "ir/module.hpp"

namespace yyshader::pass {

/// What a function itself or through its callees uses.
struct FunctionUse {
  std::vector<ir::FunctionId> callees;      ///< called directly, each once, in order of first call
  std::vector<ir::GlobalId> mention_order;  ///< resources and workgroup variables, in order of first mention (2.3)
  std::vector<ir::GlobalId> sized_buffers;  ///< those of `mention_order` whose length is asked
  ir::Features features;                    ///< directives that its values, types and interface need (2.2)
};

/// What every function uses, by FunctionId. Mentions follow the order of the text: statements in order, the place of a
/// store before its value, a called function's own mentions before those of the arguments (its name stands first),
/// operands in order. Calls make no circle (spec 1.6).
std::vector<FunctionUse> function_uses(const ir::Module& module);

/// The directives that the whole text needs: what its items mention, whether or not an entry reaches them.
ir::Features text_features(const ir::Module& module, const std::vector<FunctionUse>& uses);

}  // namespace yyshader::pass
