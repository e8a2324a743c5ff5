#include "driver/report.hpp"

#include "diagnostics/render.hpp"
#include "driver/sarif.hpp"

namespace yyshader::driver {

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
    out_ += rendered;
  }
}

void Report::add(const diagnostics::Diagnostic& finding) { add(render({finding}, source::SourceMap())); }

void Report::add(Report&& other) {
  out_ += other.out_;
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
