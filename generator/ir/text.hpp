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

}  // namespace yyshader::ir
