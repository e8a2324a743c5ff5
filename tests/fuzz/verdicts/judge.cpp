// What the generator says of many small programs, and the WGSL text of each: also of those that it refuses for their
// constants or for not being uniform, so that Tint can be asked about the very same text (verdicts.mjs).
//
// Standard input: a JSON array of sources. Standard output: a JSON array of objects, one for each source:
// `faults`, what is wrong in itself (the maker of the programs is wrong then); `refused`, the ids of the refusals that
// Tint must share; `text`, the WGSL; `split`, that inputs had to be
// passed on field by field.

#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "backend/wgsl/wgsl.hpp"
#include "diagnostics/render.hpp"
#include "frontend/yuyan/builtins.hpp"
#include "frontend/yuyan/check.hpp"
#include "frontend/yuyan/lower.hpp"
#include "frontend/yuyan/modules.hpp"
#include "pass/constant_evaluation.hpp"
#include "pass/forward.hpp"
#include "pass/interface_plan.hpp"
#include "pass/limits.hpp"
#include "pass/names.hpp"
#include "pass/uniform_inputs.hpp"
#include "pass/uniformity.hpp"
#include "source/file_system.hpp"
#include "support/internal_error.hpp"

namespace {

using namespace yyshader;
namespace yuyan = frontend::yuyan;

constexpr const char* path = "试。着色器。豫";

std::string rendered(const diagnostics::Diagnostics& findings, const source::SourceMap& sources) {
  std::string text;
  for (const diagnostics::Diagnostic& finding : findings) {
    if (finding.severity == diagnostics::Severity::error) text += diagnostics::render_text(finding, sources, {});
  }
  return text;
}

void add_ids(nlohmann::json& ids, const diagnostics::Diagnostics& findings) {
  for (const diagnostics::Diagnostic& finding : findings) {
    ids.push_back(std::string(diagnostics::row(finding.message.id).id));
  }
}

std::string text_of(const ir::Module& module) {
  return backend::wgsl::print(module, pass::assign_names(module), pass::plan_interface(module)).text;
}

nlohmann::json judge(const std::string& source) {
  const source::VirtualFileSystem files({{path, source}});
  yuyan::LoadOptions loading;
  loading.builtin_declarations = yuyan::builtin_declarations();
  yuyan::Program program = yuyan::load_program(files, path, loading);
  diagnostics::Diagnostics faults = std::move(program.diagnostics);
  const yuyan::CheckResult checked = yuyan::check(program);
  faults.insert(faults.end(), checked.diagnostics.begin(), checked.diagnostics.end());
  ir::Module module = pass::forward_effects(yuyan::lower(checked.program, program.symbols));
  pass::Limited limited = pass::keep_within_limits(std::move(module));
  faults.insert(faults.end(), limited.diagnostics.begin(), limited.diagnostics.end());
  nlohmann::json result{{"faults", rendered(faults, program.sources)}, {"refused", nlohmann::json::array()}};
  add_ids(result["refused"], pass::check_constants(limited.module));
  const diagnostics::Diagnostics violations = pass::check_uniformity(limited.module);
  if (!violations.empty()) {
    if (const auto split = pass::split_inputs_for_uniformity(limited.module)) {
      result["text"] = text_of(*split);
      result["split"] = true;
      return result;
    }
  }
  add_ids(result["refused"], violations);
  result["text"] = text_of(limited.module);
  return result;
}

}  // namespace

int main() {
  const std::string input{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  nlohmann::json results = nlohmann::json::array();
  for (const auto& source : nlohmann::json::parse(input)) {
    try {
      results.push_back(judge(source.get<std::string>()));
    } catch (const support::InternalError& error) {
      results.push_back(
          {{"faults", std::string("internal error: ") + error.what()}, {"refused", nlohmann::json::array()}});
    }
  }
  std::cout << results.dump() << "\n";
  return 0;
}
