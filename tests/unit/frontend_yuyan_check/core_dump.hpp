#pragma once

#include <string>

#include "frontend/yuyan/core.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan::test {

/// A definition of the typed core on one line, for assertions: `add(号.0, 2:无三二)`.
std::string dump(const core::Program& program, const support::SymbolTable& symbols, const core::Definition& definition);
std::string dump_type(const core::Program& program, const support::SymbolTable& symbols, TypeId type);

}  // namespace yyshader::frontend::yuyan::test
