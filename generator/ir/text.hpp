#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/module.hpp"

namespace yyshader::ir {

/// The module as text, deterministic and complete but for spans: `read(dump(m))` dumps to the same text.
std::string dump(const Module& module);

/// Reads what `dump` writes (also written by hand: blank lines and `//` comments are skipped). Returns nothing on a
/// fault; `error` then says line and reason. Does not verify.
std::optional<Module> read(std::string_view text, std::string& error);

/// A type as the dump writes it, but for a struct's mere name where several have it; for messages about the IR.
std::string type_text(const Module& module, TypeId type);

}  // namespace yyshader::ir
