#pragma once

#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/yuyan/check.hpp"
#include "frontend/yuyan/modules.hpp"

namespace yyshader::frontend::yuyan::test {

/// Files by their path below the package's root.
using Files = std::map<std::string, std::string>;

/// A program of files in memory, loaded and checked. The file that is checked is `应用/主。着色器。豫`; the package
/// 应用 has its root at `应用`.
class Checked {
 public:
  /// One file. `着色内建` is opened before it, on the first line.
  explicit Checked(std::string_view source);
  /// Several files, as they are.
  explicit Checked(const Files& files);

  /// The names of all messages found, errors and warnings, in the order of their places: `type_mismatch`.
  std::vector<std::string> ids() const;
  /// The first finding with this id as the user sees it (Chinese), without its place and source lines.
  std::string message(std::string_view id) const;
  /// The text that the first finding with this id points at.
  std::string at(std::string_view id) const;
  /// The replacement of its first fix, and its first label's or note's text and place.
  std::string fix(std::string_view id) const;
  std::string label_at(std::string_view id) const;
  std::string note(std::string_view id) const;
  /// The core of the definition, or `absent`.
  std::string core(std::string_view name) const;
  /// The definition's body or value alone.
  std::string body(std::string_view name) const;

  Program program;
  CheckResult result;

 private:
  const diagnostics::Diagnostic* find(std::string_view id) const;
  std::vector<diagnostics::Diagnostic> all_;
};

/// A source and the messages that it must give, no more and no less; in the form of a table row.
struct Case {
  std::string_view name;
  std::string_view source;
  std::vector<std::string> ids;
};
void PrintTo(const Case& c, std::ostream* out);
/// Runs all rows; each failing row is shown with its rendered messages.
void run_cases(const std::vector<Case>& cases);

/// A compute function 「试」 with this body, its parameters as given: 「浮」浮三二 「整」整三二 「无」无三二 「真」爻
/// 「向」二维浮 「三」三维浮 「阵」二阶浮, and result type `result`.
std::string function(std::string_view result, std::string_view body);

}  // namespace yyshader::frontend::yuyan::test
