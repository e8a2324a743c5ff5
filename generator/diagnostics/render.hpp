#pragma once

#include <cstddef>
#include <string>

#include "diagnostics/diagnostic.hpp"
#include "source/source_map.hpp"

namespace yyshader::diagnostics {

/// How diagnostics are shown (spec 3.2).
struct RenderOptions {
  Language language = Language::chinese;
  bool color = false;
  std::size_t width = 120;  ///< longer source lines are cut around the span
};

/// The message's text in one language, arguments filled in.
std::string to_text(const Message& message, Language language);

/// An argument as messages show it, the same in both languages: names in 「」; cut with … when it is very long.
std::string to_text(const Argument& argument);

/// `file:line:col: error: 消息 [YYnnnn]`, the source line, carets aligned by display width, labels, notes, fixes; ends
/// with a newline. The definition stands after the message, `（在「加倍」中）`. What lies nowhere has the place
/// `yyshader`. The severity words are `error`, `warning`, `note` in both languages.
std::string render_text(const Diagnostic& diagnostic, const source::SourceMap& sources, const RenderOptions& options);

/// One JSON object without line breaks, ended by a newline.
std::string render_json(const Diagnostic& diagnostic, const source::SourceMap& sources, Language language);

/// A whole SARIF 2.1.0 document.
std::string render_sarif(const Diagnostics& diagnostics, const source::SourceMap& sources, Language language);

}  // namespace yyshader::diagnostics
