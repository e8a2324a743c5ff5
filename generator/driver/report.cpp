#include "driver/report.hpp"

#include <algorithm>
#include <cstdint>

#include "diagnostics/render.hpp"
#include "driver/sarif.hpp"

namespace yyshader::driver {

namespace {

/// The line without colours.
std::string plain(std::string_view line) {
  std::string result;
  bool in_escape = false;
  for (const char c : line) {
    if (c == '\x1b') in_escape = true;
    if (!in_escape) result += c;
    if (c == 'm') in_escape = false;
  }
  return result;
}

enum class LineKind : std::uint8_t { finding, part_of_finding, other };

/// What a line of the text format is: a finding's first, one of its excerpts and notes, or a remark.
LineKind kind_of(std::string_view line) {
  if (line.starts_with(' ')) return LineKind::part_of_finding;
  const std::string text = plain(line);
  if (text.starts_with(' ') || text.find(": note: ") != std::string::npos) return LineKind::part_of_finding;
  const bool is_finding = text.find(": error: ") != std::string::npos || text.find(": warning: ") != std::string::npos;
  return is_finding ? LineKind::finding : LineKind::other;
}

}  // namespace

std::string Report::render(const diagnostics::Diagnostics& findings, const source::SourceMap& sources) const {
  if (format_ == DiagnosticsFormat::sarif) {
    return findings.empty() ? std::string() : diagnostics::render_sarif(findings, sources, language_);
  }
  diagnostics::RenderOptions options;
  options.language = language_;
  options.color = color_;
  std::string result;
  for (const diagnostics::Diagnostic& finding : findings) {
    result += format_ == DiagnosticsFormat::json ? diagnostics::render_json(finding, sources, language_)
                                                 : diagnostics::render_text(finding, sources, options);
  }
  return result;
}

void Report::add(const std::string& rendered) {
  if (rendered.empty()) return;
  if (format_ == DiagnosticsFormat::sarif) {
    documents_.push_back(rendered);
  } else {
    add_lines(rendered);
  }
}

void Report::add_lines(std::string_view lines) {
  // JSON has a finding a line.
  const bool is_text = format_ == DiagnosticsFormat::text;
  while (!lines.empty()) {
    const auto end_of_line = [&](std::size_t from) { return std::min(lines.find('\n', from), lines.size() - 1) + 1; };
    std::size_t end = end_of_line(0);
    const bool is_finding = !is_text || kind_of(lines.substr(0, end)) == LineKind::finding;
    while (is_text && is_finding && end < lines.size() &&
           kind_of(lines.substr(end, end_of_line(end) - end)) == LineKind::part_of_finding) {
      end = end_of_line(end);
    }
    if (!is_finding || shown_.emplace(lines.substr(0, end)).second) out_ += lines.substr(0, end);
    lines.remove_prefix(end);
  }
}

void Report::add(const diagnostics::Diagnostic& finding) { add(render({finding}, source::SourceMap())); }

void Report::add(Report&& other) {
  add_lines(other.out_);
  documents_.insert(documents_.end(), other.documents_.begin(), other.documents_.end());
}

void Report::remark(const diagnostics::Message& message) {
  if (format_ == DiagnosticsFormat::text) out_ += text(message) + "\n";
}

std::string Report::take() {
  if (format_ == DiagnosticsFormat::sarif) {
    if (documents_.empty()) documents_.push_back(diagnostics::render_sarif({}, source::SourceMap(), language_));
    out_ += documents_.size() == 1 ? documents_.front() : merge_sarif(documents_);
    documents_.clear();
  }
  return std::move(out_);
}

std::string Report::text(const diagnostics::Message& message) const { return diagnostics::to_text(message, language_); }

}  // namespace yyshader::driver
