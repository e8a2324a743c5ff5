#pragma once

#include <optional>

#include "frontend/yuyan/core.hpp"
#include "ir/module.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan {

/// Turns the typed core of a whole program into IR (spec 1.7, 1.8, 2.2).
///
/// `symbols` is the table that the core's symbols come from; the module gets a table of its own with the names that it
/// needs. Definitions that are not sound are left out. Every sound one is lowered: there are no user errors here; a
/// core that breaks its own contract throws support::InternalError.
///
/// Each entry item gets an ir::Function of its own. Where the source function is also called, its plain body follows
/// the entries' functions; all of them bear the source function's name.
///
/// Effects are left as pending `evaluate` statements for pass::forward_effects.
ir::Module lower(const core::Program& program, const support::SymbolTable& symbols);

/// The same program with the recursions that nothing calls, which no text has: each is written out where it is defined,
/// behind a condition and with parameters of which nothing is known. For checks only. Nothing when all are called.
std::optional<ir::Module> lower_with_uncalled(const core::Program& program, const support::SymbolTable& symbols);

}  // namespace yyshader::frontend::yuyan
