#pragma once

#include <string>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::ir {

/// Checks every rule of module.hpp: types of operands and results, use counts, scopes, dominance, terminators,
/// interfaces, ids in range. Returns one line per broken rule (English, naming function and value), empty when sound.
/// `forwarded`: additionally no `evaluate` statement is pending and each inlined one is used exactly once.
std::vector<std::string> verify(const Module& module, bool forwarded = false);

}  // namespace yyshader::ir
