#pragma once

#include "backend/msl/knowledge.hpp"
#include "ir/module.hpp"
#include "pass/interface_plan.hpp"
#include "pass/names.hpp"

namespace yyshader::backend::msl {

/// A module that says what Metal can, and what is known of it.
struct Legalized {
  ir::Module module;
  Knowledge knowledge;
};

/// Makes a module's meaning C++'s meaning by the passes of spec 2.5. Functions, globals and entries keep their ids.
Legalized legalize(ir::Module module, const pass::InterfacePlan& plan, const Options& options);

/// Names the parameters that the IR doesn't have; `names` are those of the legalized module.
void name_further_parameters(const ir::Module& module, const pass::Names& names, Knowledge& knowledge);

}  // namespace yyshader::backend::msl
