#include "frontend/yuyan/check.hpp"

#include <utility>

#include "frontend/yuyan/checking/context.hpp"
#include "frontend/yuyan/checking/definitions.hpp"

namespace yyshader::frontend::yuyan {

CheckResult check(Program& program) {
  checking::Context context(program);
  checking::DefinitionChecker(context).run();
  return {std::move(context.core), std::move(context.diagnostics)};
}

}  // namespace yyshader::frontend::yuyan
