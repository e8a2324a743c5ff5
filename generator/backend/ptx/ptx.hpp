#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "ir/module.hpp"
#include "pass/interface_plan.hpp"
#include "pass/names.hpp"
#include "source/span.hpp"

namespace yyshader::backend::ptx {

struct Options {
  bool strict_floats = false;  ///< --fp strict: no product and sum is fused
};

/// The PTX text of a module, or the reason why there is none.
struct Result {
  std::string text;
  std::vector<source::Span> line_origins;          ///< one per line of `text`; pointing nowhere for lines of no source
  std::optional<diagnostics::Diagnostic> failure;  ///< `text` is empty then
};

/// Translates a module whose effects are forwarded (spec 2.4). `names` and `plan` are those of this very module. Every
/// compute entry becomes a kernel; every other entry, and one that samples textures, becomes a comment.
Result translate(const ir::Module& module, const pass::Names& names, const pass::InterfacePlan& plan,
                 const Options& options);

}  // namespace yyshader::backend::ptx
