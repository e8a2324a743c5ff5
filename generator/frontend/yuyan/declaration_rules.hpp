#pragma once

#include "diagnostics/diagnostic.hpp"
#include "frontend/yuyan/parser.hpp"
#include "frontend/yuyan/syntax_builder.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan {

/// Checks what 1.3 says about the sentences of one file that needs no names from elsewhere, and links signatures with
/// their definitions (`Declaration::partner`): 立 and bare expressions where they are not allowed, a signature without
/// its definition, a definition in a declaration file, a function without a signature, a second definition of a name.
/// The sentences at fault become unsound.
void check_declarations(SyntaxTreeBuilder& builder, FileRole role, const support::SymbolTable& symbols,
                        diagnostics::Diagnostics& diagnostics);

}  // namespace yyshader::frontend::yuyan
