#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/catalogue.hpp"
#include "diagnostics/change.hpp"
#include "diagnostics/layout.hpp"
#include "diagnostics/line_view.hpp"
#include "diagnostics/paint.hpp"
#include "diagnostics/render.hpp"
#include "diagnostics/snippet.hpp"

namespace yyshader::diagnostics {

namespace {

Style style_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return Style::error;
    case Severity::warning:
      return Style::warning;
    case Severity::note:
      return Style::note;
  }
  return Style::plain;
}

/// Where a finding lies; one that lies nowhere is the program's own word.
std::string place_of(source::Span span, const source::SourceMap& sources) {
  return span ? place_text(sources, span.file, span.begin) : "yyshader";
}

std::string in_definition(const std::string& definition, Language language) {
  if (definition.empty()) return {};
  const std::string name = to_text(Name{definition});
  return language == Language::chinese ? "（在" + name + "中）" : " (in " + name + ")";
}

class TextRenderer {
 public:
  TextRenderer(const source::SourceMap& sources, const RenderOptions& options)
      : sources_(sources), options_(options), paint_(options.color) {}

  std::string render(const Diagnostic& diagnostic) {
    headline(diagnostic.primary, diagnostic.severity, text(diagnostic.message));
    out_ += printable(in_definition(diagnostic.definition, options_.language));
    out_ += " [" + code(row(diagnostic.message.id)) + "]\n";
    std::vector<Mark> marks{{diagnostic.primary, true, {}}};
    for (const Label& label : diagnostic.labels) marks.push_back({label.span, false, text(label.message)});
    snippet(style_of(diagnostic.severity), marks);
    for (const Label& label : diagnostic.labels) {
      if (!label.span) remark({}, label.message);  // its place is text of the compiler's own
    }
    for (const Note& note : diagnostic.notes) {
      remark(note.span, note.message);
      snippet(Style::note, {{note.span, true, {}}});
    }
    for (const Fix& fix : diagnostic.fixes) {
      remark(fix.span, fix.message);
      if (fix.span) out_ += draw_change(sources_, paint_, options_.width, fix.span, fix.replacement);
    }
    return std::move(out_);
  }

 private:
  std::string text(const Message& message) const { return printable(to_text(message, options_.language)); }
  void snippet(Style primary, const std::vector<Mark>& marks) {
    out_ += draw_snippet(sources_, paint_, options_.width, primary, marks);
  }

  void headline(source::Span span, Severity severity, std::string_view message) {
    paint_.add(out_, Style::path, place_of(span, sources_) + ":");
    out_ += ' ';
    paint_.add(out_, style_of(severity), std::string(word(severity)) + ":");
    out_ += ' ';
    out_ += message;
  }
  void remark(source::Span span, const Message& message) {
    headline(span, Severity::note, text(message));
    out_ += '\n';
  }

  const source::SourceMap& sources_;
  const RenderOptions& options_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::string render_text(const Diagnostic& diagnostic, const source::SourceMap& sources, const RenderOptions& options) {
  return TextRenderer(sources, options).render(diagnostic);
}

}  // namespace yyshader::diagnostics
