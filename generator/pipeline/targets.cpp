#include "pipeline/targets.hpp"

#include <algorithm>
#include <string_view>

#include "backend/msl/msl.hpp"
#include "backend/ptx/ptx.hpp"
#include "backend/wgsl/wgsl.hpp"
#include "diagnostics/render.hpp"
#include "pass/uniform_inputs.hpp"
#include "pass/uniformity.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"
#include "support/utf8.hpp"

namespace yyshader::pipeline {

namespace {

using diagnostics::Language;
using diagnostics::Message;

/// PTX takes ASCII only: other characters appear by their numbers.
std::string ascii_only(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto point = support::decode_utf8(text, i);
    if (point && point->value < 0x80) {
      result += text[i];
    } else if (point) {
      result += "U+" + support::to_hex(point->value, 4, support::HexCase::upper);
    }
    i += point ? point->length : 1;
  }
  return result;
}

/// The text of a target that cannot express the program: one comment line. Its language does not depend on the
/// reader's, so that the same source gives the same bytes everywhere.
TargetResult failed(Target target, const Message& reason) {
  const Language language = target == Target::ptx ? Language::english : Language::chinese;
  std::string line = diagnostics::to_text(reason, language);
  std::replace(line.begin(), line.end(), '\n', ' ');
  if (target == Target::ptx) line = ascii_only(line);
  return {{"// " + line + "\n", {source::Span{}}}, true};
}

/// What a refusal of a target comes to: its comment for text, and a finding that fails the compilation only where the
/// options require the target (spec 2.5).
TargetResult refused(Target target, diagnostics::Diagnostic finding, const Options& options, Compilation& compilation) {
  TargetResult result = failed(target, finding.message);
  finding.severity = is_required(options, target) ? diagnostics::Severity::error : diagnostics::Severity::warning;
  compilation.diagnostics.push_back(std::move(finding));
  return result;
}

TargetResult make_msl(const Options& options, const ir::Module& module, Compilation& compilation) {
  backend::msl::Options wanted;
  wanted.strict_floats = options.strict_floats;
  backend::msl::Result result = backend::msl::print(module, compilation.plan, wanted);
  if (result.refusal) return refused(Target::msl, std::move(*result.refusal), options, compilation);
  return {std::move(result.text), false};
}

TargetResult make_ptx(const Options& options, const ir::Module& module, Compilation& compilation) {
  backend::ptx::Options wanted;
  wanted.strict_floats = options.strict_floats;
  backend::ptx::Result result = backend::ptx::translate(module, compilation.names, compilation.plan, wanted);
  if (result.failure) return refused(Target::ptx, std::move(*result.failure), options, compilation);
  TargetResult made;
  made.text.text = std::move(result.text);
  made.text.line_origins = std::move(result.line_origins);
  return made;
}

/// A program that is not uniform has no WGSL text, unless passing structs on field by field makes it so; each way to
/// break the rule is told (spec 1.6).
TargetResult make_wgsl(const Options& options, const ir::Module& module, Compilation& compilation) {
  diagnostics::Diagnostics violations = pass::check_uniformity(module);
  // Not the module whose names and interface are known, but one that goes before the clamping of its indices.
  const bool is_other = &module != &*compilation.module;
  if (violations.empty() && is_other) {
    return {backend::wgsl::print(module, pass::assign_names(module), pass::plan_interface(module)), false};
  }
  if (violations.empty()) return {backend::wgsl::print(module, compilation.names, compilation.plan), false};
  if (const std::optional<ir::Module> other = pass::split_inputs_for_uniformity(module)) {
    return {backend::wgsl::print(*other, pass::assign_names(*other), pass::plan_interface(*other)), false};
  }
  TargetResult result;
  for (std::size_t i = violations.size(); i > 0; --i) {
    result = refused(Target::wgsl, std::move(violations[i - 1]), options, compilation);
  }
  return result;
}

}  // namespace

CpuResult make_cpu_text(const Options& options, const ir::Module& module, Compilation& compilation) {
  backend::msl::Options wanted;
  wanted.strict_floats = options.strict_floats;
  wanted.cpu_form = true;
  backend::msl::Result made = backend::msl::print(module, compilation.plan, wanted);
  if (!made.refusal) return {std::move(made.text.text), std::move(made.cpu), {}};
  CpuResult result;
  result.reason = diagnostics::to_text(made.refusal->message, Language::chinese);
  if (!compilation.texts.contains(Target::msl)) refused(Target::msl, std::move(*made.refusal), options, compilation);
  return result;
}

bool is_required(const Options& options, Target target) {
  return std::find(options.required.begin(), options.required.end(), target) != options.required.end();
}

TargetResult make_text(Target target, const Options& options, const ir::Module& module, Compilation& compilation) {
  switch (target) {
    case Target::wgsl:
      return make_wgsl(options, module, compilation);
    case Target::msl:
      return make_msl(options, module, compilation);
    case Target::ptx:
      return make_ptx(options, module, compilation);
  }
  support::internal_error("a target of no kind");
}

}  // namespace yyshader::pipeline
