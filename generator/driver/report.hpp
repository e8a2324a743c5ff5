#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "driver/command_line.hpp"
#include "source/source_map.hpp"

namespace yyshader::driver {

/// What a command has to say, gathered so that main can write it and tests can read it.
struct Console {
  std::string out;
  std::string err;
};

/// Shows findings in the format that was asked for (spec 3.2).
class Report {
 public:
  Report(DiagnosticsFormat format, diagnostics::Language language, bool color)
      : format_(format), language_(language), color_(color) {}

  /// Renders the findings of one compilation.
  std::string render(const diagnostics::Diagnostics& findings, const source::SourceMap& sources) const;
  /// Takes what `render` gave, now or in an earlier run. A finding that was taken before is left out: files of one
  /// command may import the same module, and its findings are told once.
  void add(const std::string& rendered);
  /// A finding that lies in no source.
  void add(const diagnostics::Diagnostic& finding);
  /// Everything that another report has gathered in the same form.
  void add(Report&& other);
  /// A line of the command itself, which machine-readable formats leave out.
  void remark(const diagnostics::Message& message);
  /// Everything, ready to be written; SARIF's documents become one.
  std::string take();

  std::string text(const diagnostics::Message& message) const;
  DiagnosticsFormat format() const { return format_; }
  diagnostics::Language language() const { return language_; }
  bool color() const { return color_; }

 private:
  void add_lines(std::string_view lines);

  DiagnosticsFormat format_;
  diagnostics::Language language_;
  bool color_;
  std::string out_;
  std::unordered_set<std::string> shown_;  ///< findings in `out_`, as they are written
  std::vector<std::string> documents_;
};

}  // namespace yyshader::driver
