#include "check_support.hpp"

#include <gtest/gtest.h>

#include "core_dump.hpp"
#include "diagnostics/render.hpp"
#include "frontend/yuyan/builtins.hpp"
#include "source/file_system.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

constexpr std::string_view open_builtins = "寻观「着色库」之「着色内建」之书。\n";

std::map<std::string, std::string> single(std::string_view source) {
  return {{"主。着色器。豫", std::string(open_builtins) + std::string(source)}};
}

Program load(const std::map<std::string, std::string>& files) {
  source::VirtualFileSystem system;
  for (const auto& [path, text] : files) system.add("应用/" + path, text);
  LoadOptions options;
  options.packages = {{"应用", "应用"}};
  options.discover = false;
  options.builtin_declarations = builtin_declarations();
  return load_program(system, "应用/主。着色器。豫", options);
}

}  // namespace

Checked::Checked(std::string_view source) : Checked(single(source)) {}

Checked::Checked(const std::map<std::string, std::string>& files) : program(load(files)), result(check(program)) {
  all_ = program.diagnostics;
  all_.insert(all_.end(), result.diagnostics.begin(), result.diagnostics.end());
  all_ = diagnostics::sorted(std::move(all_));
}

std::vector<std::string> Checked::ids() const {
  std::vector<std::string> result_ids;
  for (const auto& diagnostic : all_) result_ids.emplace_back(diagnostics::row(diagnostic.message.id).id);
  return result_ids;
}

const diagnostics::Diagnostic* Checked::find(std::string_view id) const {
  for (const auto& diagnostic : all_) {
    if (diagnostics::row(diagnostic.message.id).id == id) return &diagnostic;
  }
  return nullptr;
}

std::string Checked::message(std::string_view id) const {
  const auto* found = find(id);
  return found == nullptr ? "absent" : diagnostics::to_text(found->message, diagnostics::Language::chinese);
}

std::string Checked::at(std::string_view id) const {
  const auto* found = find(id);
  return found == nullptr ? "absent" : std::string(program.sources.text(found->primary));
}

std::string Checked::fix(std::string_view id) const {
  const auto* found = find(id);
  return found == nullptr || found->fixes.empty() ? "absent" : found->fixes[0].replacement;
}

std::string Checked::label_at(std::string_view id) const {
  const auto* found = find(id);
  return found == nullptr || found->labels.empty() ? "absent"
                                                   : std::string(program.sources.text(found->labels[0].span));
}

std::string Checked::note(std::string_view id) const {
  const auto* found = find(id);
  return found == nullptr || found->notes.empty()
             ? "absent"
             : diagnostics::to_text(found->notes[0].message, diagnostics::Language::chinese);
}

std::string Checked::core(std::string_view name) const {
  for (const core::Definition& definition : result.program.definitions) {
    if (program.symbols.text(definition.name) == name) return dump(result.program, program.symbols, definition);
  }
  return "absent";
}

std::string Checked::body(std::string_view name) const {
  const std::string whole = core(name);
  const std::size_t start = whole.find(" = ");
  return start == std::string::npos ? whole : whole.substr(start + 3);
}

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

void run_cases(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const Checked checked(c.source);
    if (checked.ids() == c.ids) continue;
    std::string rendered;
    auto all = checked.program.diagnostics;
    all.insert(all.end(), checked.result.diagnostics.begin(), checked.result.diagnostics.end());
    for (const auto& diagnostic : diagnostics::sorted(std::move(all))) {
      rendered += std::string(diagnostics::row(diagnostic.message.id).id) + "\n" +
                  diagnostics::render_text(diagnostic, checked.program.sources, {});
    }
    std::string wanted;
    for (const std::string& id : c.ids) wanted += " " + id;
    ADD_FAILURE() << c.name << ": wanted" << (wanted.empty() ? " nothing" : wanted) << ", found\n" << rendered;
  }
}

std::string function(std::string_view result, std::string_view body) {
  return "「试」乃化「浮三二」而化「整三二」而化「无三二」而化「爻」而化「二维浮」而化「三维浮」而化「二阶浮」而「" +
         std::string(result) +
         "」也。\n「试」者会「浮」而会「整」而会「无」而会「真」而会「向」而会「三」而会「阵」而\n" +
         std::string(body) + "\n也。\n";
}

}  // namespace yyshader::frontend::yuyan::test
