#include "diagnostics/diagnostic.hpp"

#include <algorithm>
#include <utility>

namespace yyshader::diagnostics {

Diagnostic& Diagnostic::label(source::Span span, Message text) & {
  labels.push_back(Label{span, std::move(text)});
  return *this;
}

Diagnostic& Diagnostic::note(source::Span span, Message text) & {
  notes.push_back(Note{span, std::move(text)});
  return *this;
}

Diagnostic& Diagnostic::fix(source::Span span, std::string replacement, Message text) & {
  fixes.push_back(Fix{span, std::move(replacement), std::move(text)});
  return *this;
}

Diagnostic Diagnostic::label(source::Span span, Message text) && { return std::move(label(span, std::move(text))); }

Diagnostic Diagnostic::note(source::Span span, Message text) && { return std::move(note(span, std::move(text))); }

Diagnostic Diagnostic::fix(source::Span span, std::string replacement, Message text) && {
  return std::move(fix(span, std::move(replacement), std::move(text)));
}

namespace {

auto sort_key(const Diagnostic& d) {
  return std::tuple(d.primary.file, d.primary.begin, d.primary.end, row(d.message.id).number);
}

}  // namespace

Diagnostics sorted(Diagnostics diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return sort_key(a) < sort_key(b); });
  Diagnostics result;
  result.reserve(diagnostics.size());
  std::size_t group = 0;  // where those of the same place and number begin
  for (Diagnostic& next : diagnostics) {
    if (!result.empty() && sort_key(result.back()) != sort_key(next)) group = result.size();
    const auto first = result.begin() + static_cast<std::ptrdiff_t>(group);
    if (std::find(first, result.end(), next) == result.end()) result.push_back(std::move(next));
  }
  return result;
}

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

}  // namespace yyshader::diagnostics
