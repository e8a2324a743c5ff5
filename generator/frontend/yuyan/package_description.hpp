#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "source/span.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan {

/// The suffix of a description's file name.
inline constexpr std::string_view description_suffix = "。包。豫";

/// What a 名。包。豫 says (1.1).
struct PackageDescription {
  std::string name;                       ///< 「名称」; empty when it is missing or unfit
  std::vector<std::string> dependencies;  ///< 「依赖」
  source::Span dependencies_span;  ///< where a dependency could be added: the value of 「依赖」, else the name
  diagnostics::Diagnostics diagnostics;
};

/// Reads a description. Of keys other than 「名称」 and 「依赖」 only the shape of the value is checked.
PackageDescription read_description(source::FileId file, std::string_view text, support::SymbolTable& symbols);

}  // namespace yyshader::frontend::yuyan
