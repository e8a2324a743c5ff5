// PTX text to syntax::Module: module directives, functions, declarations, instructions (manual, chapters 4, 5, 7, 10,
// 11).
#pragma once

#include <string_view>
#include <vector>

#include "ptx_machine/syntax.hpp"

namespace yyshader::ptx_machine {

/// Parses `text`, which must outlive the module. What is wrong or unknown is added to `problems`, each with its line.
syntax::Module parse(std::string_view text, std::vector<Problem>& problems);

}  // namespace yyshader::ptx_machine
