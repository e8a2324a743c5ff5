#include "diagnostics/catalogue.hpp"
#include "diagnostics/render.hpp"
#include "support/numbers.hpp"

namespace yyshader::diagnostics {

std::string render_text(const Diagnostic& diagnostic, const source::SourceMap& sources, const RenderOptions& options) {
  std::string out;
  if (diagnostic.primary) {
    const auto place = sources.line_column(diagnostic.primary.file, diagnostic.primary.begin);
    out += std::string(sources.path(diagnostic.primary.file)) + ":" + support::to_decimal(place.line) + ":" +
           support::to_decimal(place.column) + ": ";
  }
  out += std::string(word(diagnostic.severity)) + ": " + to_text(diagnostic.message, options.language) + " [" +
         code(row(diagnostic.message.id)) + "]\n";
  return out;
}

}  // namespace yyshader::diagnostics
