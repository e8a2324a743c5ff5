#include "diagnostics/render.hpp"

namespace yyshader::diagnostics {
std::string render_json(const Diagnostic&, const source::SourceMap&, Language) { return "{}\n"; }
std::string render_sarif(const Diagnostics&, const source::SourceMap&, Language) { return "{}\n"; }
}  // namespace yyshader::diagnostics
