#include "pipeline/compile.hpp"

#include <algorithm>
#include <utility>

#include "frontend/yuyan/builtins.hpp"
#include "frontend/yuyan/check.hpp"
#include "frontend/yuyan/lower.hpp"
#include "frontend/yuyan/modules.hpp"
#include "frontend/yuyan/parser.hpp"
#include "pass/bounds.hpp"
#include "pass/constant_evaluation.hpp"
#include "pass/device_limits.hpp"
#include "pass/forward.hpp"
#include "pass/limits.hpp"
#include "pass/uniform_layout.hpp"
#include "pipeline/targets.hpp"
#ifndef NDEBUG
#include "ir/verify.hpp"
#include "support/internal_error.hpp"
#endif

namespace yyshader::pipeline {

namespace yuyan = frontend::yuyan;

namespace {

yuyan::LoadOptions load_options(const Options& options, SharedWork* shared) {
  yuyan::LoadOptions result;
  for (const auto& [name, folder] : options.packages) result.packages[name] = folder;
  result.package_dependencies = options.package_dependencies;
  result.discover = options.discover_packages;
  result.builtin_declarations = yuyan::builtin_declarations();
  if (shared != nullptr) result.parsed = &shared->parsed();
  return result;
}

yuyan::Program load(const Options& options, const source::FileSystem& files, const std::string& path,
                    std::optional<std::string> text, SharedWork* shared) {
  const yuyan::LoadOptions loading = load_options(options, shared);
  if (text) return yuyan::load_program(files, path, std::move(*text), loading);
  return yuyan::load_program(files, path, loading);
}

/// A name for a module's file that does not depend on where the package lies.
std::string source_name(const yuyan::Module& module) {
  std::string result = module.package;
  for (const std::string& part : module.path) result += (result.empty() ? "" : "/") + part;
  return result + (module.kind == yuyan::ModuleKind::source ? "。着色器。豫" : "。着色器。接口。豫");
}

void describe_source(const yuyan::Program& program, Compilation& result) {
  result.source_names.resize(program.sources.size());
  for (const yuyan::Module& module : program.modules) {
    if (module.file) result.source_names[module.file.index()] = source_name(module);
  }
  if (!program.entry) return;
  const yuyan::Module& main = program.modules[program.entry.index()];
  result.package = main.package;
  result.module_path = main.path;
}

void append(diagnostics::Diagnostics& to, diagnostics::Diagnostics from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// Debug builds look at every module that passes by (spec 4.2).
void check_module([[maybe_unused]] const ir::Module& module, [[maybe_unused]] bool forwarded) {
#ifndef NDEBUG
  const std::vector<std::string> broken = ir::verify(module, forwarded);
  if (!broken.empty()) support::internal_error(broken.front());
#endif
}

/// What the front end makes of the files.
struct Lowered {
  std::optional<ir::Module> module;
  std::optional<ir::Module>
      with_uncalled;  ///< the same with what no text has, to be checked (yuyan::lower_with_uncalled)
};

/// The front end: from the files to IR. What is wrong in them is left out of the module; there is none when there is no
/// source at all.
Lowered front_end(const Options& options, const source::FileSystem& files, const std::string& path,
                  std::optional<std::string> text, SharedWork* shared, Compilation& result) {
  yuyan::Program program = load(options, files, path, std::move(text), shared);
  describe_source(program, result);
  result.files_read = program.files_read;
  append(result.diagnostics, std::move(program.diagnostics));
  Lowered lowered;
  if (program.entry) {
    yuyan::CheckResult checked = yuyan::check(program);
    append(result.diagnostics, std::move(checked.diagnostics));
    lowered.module = yuyan::lower(checked.program, program.symbols);
    lowered.with_uncalled = yuyan::lower_with_uncalled(checked.program, program.symbols);
  }
  result.sources = std::move(program.sources);
  return lowered;
}

pass::Limited within_limits(ir::Module module) {
  check_module(module, false);
  module = pass::forward_effects(std::move(module));
  check_module(module, true);
  pass::Limited limited = pass::keep_within_limits(std::move(module));
  check_module(limited.module, true);
  return limited;
}

/// The passes that every target shares.
ir::Module legalise(ir::Module module, diagnostics::Diagnostics& findings) {
  pass::Limited limited = within_limits(std::move(module));
  append(findings, std::move(limited.diagnostics));
  append(findings, pass::check_constants(limited.module));
  return std::move(limited.module);
}

/// The module with its indices held inside, for targets that don't do so by themselves.
ir::Module clamped(ir::Module module) {
  module = pass::clamp_indices(std::move(module));
  check_module(module, true);
  module = pass::keep_within_limits(std::move(module)).module;
  check_module(module, true);
  return module;
}

/// What is in no text breaks no target's limits, but its constants are the source's own. What the texts have as well is
/// told twice, and `sorted` drops the repeat.
void check_uncalled(ir::Module module, diagnostics::Diagnostics& findings) {
  append(findings, pass::check_constants(within_limits(std::move(module)).module));
}

/// Keeps the errors that are listed, with what stands between them, and says that there are more.
void cut_off(diagnostics::Diagnostics& findings) {
  std::size_t errors = 0;
  const auto is_past_last = [&](const diagnostics::Diagnostic& finding) {
    if (finding.severity != diagnostics::Severity::error) return false;
    if (finding.message.id == diagnostics::Id::too_many_errors) return true;
    return ++errors > yuyan::maximum_listed_errors;
  };
  const auto last = std::find_if(findings.begin(), findings.end(), is_past_last);
  if (last == findings.end()) return;
  source::Span place = last->primary;
  place.end = place.begin;
  findings.erase(last, findings.end());
  findings.push_back(diagnostics::diagnose<diagnostics::Id::too_many_errors>(
      place, diagnostics::Number{static_cast<std::int64_t>(yuyan::maximum_listed_errors)}));
}

/// Leaves functions that no entry reaches out of what is written.
void prune(ir::Module& module, const pass::InterfacePlan& plan) {
  std::erase_if(module.items, [&](const ir::Item& item) {
    return item.kind == ir::Item::Kind::function && !plan.reachable_functions[item.index];
  });
}

}  // namespace

Compilation compile(const Options& options, const source::FileSystem& files, const std::string& path,
                    const std::vector<Target>& targets, std::optional<std::string> text, SharedWork* shared) {
  Compilation result;
  Lowered lowered = front_end(options, files, path, std::move(text), shared, result);
  if (lowered.with_uncalled) check_uncalled(std::move(*lowered.with_uncalled), result.diagnostics);
  if (lowered.module) {
    // After errors the rest is still looked at, for more of them.
    const bool broken = diagnostics::has_errors(result.diagnostics);
    result.module = legalise(std::move(*lowered.module), result.diagnostics);
    std::optional<ir::Module> unclamped;
    if (options.clamp_bounds) {
      unclamped = *result.module;
      result.module = clamped(std::move(*result.module));
    }
    result.plan = pass::plan_interface(*result.module);
    append(result.diagnostics, pass::check_uniform_layouts(*result.module));
    append(result.diagnostics, pass::check_device_limits(*result.module, result.plan, options.limits));
    if (options.prune) prune(*result.module, result.plan);
    if (options.prune && unclamped) prune(*unclamped, result.plan);
    result.names = pass::assign_names(*result.module);
    for (const Target target : targets) {
      if (broken && !is_required(options, target)) continue;
      // WGSL's own accesses stay inside: its text needs no more (spec 2.5).
      const bool is_plain = target == Target::wgsl && unclamped.has_value();
      TargetResult made = make_text(target, options, is_plain ? *unclamped : *result.module, result);
      result.texts.emplace(target, std::move(made));
    }
    if (options.cpu_form && !broken) result.cpu = make_cpu_text(options, *result.module, result);
  }
  result.diagnostics = diagnostics::sorted(std::move(result.diagnostics));
  cut_off(result.diagnostics);
  if (diagnostics::has_errors(result.diagnostics)) {
    result.module.reset();
    result.texts.clear();
    result.cpu.reset();
  }
  return result;
}

}  // namespace yyshader::pipeline
