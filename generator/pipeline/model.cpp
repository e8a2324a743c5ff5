#include <map>

#include "pipeline/compile.hpp"
#include "support/internal_error.hpp"

namespace yyshader::pipeline {

namespace {

/// Collects line maps: one row where the origin changes, files in order of first mention.
class LineMapper {
 public:
  LineMapper(const Compilation& compilation, reflect::Model& model) : compilation_(compilation), model_(model) {}

  std::vector<reflect::LineOrigin> rows(const std::vector<source::Span>& origins) {
    std::vector<reflect::LineOrigin> result;
    for (std::size_t i = 0; i < origins.size(); ++i) {
      reflect::LineOrigin row = origin(origins[i]);
      row.line = i + 1;
      if (!result.empty() && same_place(result.back(), row)) continue;
      result.push_back(row);
    }
    return result;
  }

 private:
  static bool same_place(const reflect::LineOrigin& a, const reflect::LineOrigin& b) {
    return a.file == b.file && a.source_line == b.source_line && a.source_column == b.source_column;
  }

  reflect::LineOrigin origin(source::Span span) {
    reflect::LineOrigin row;
    if (!span) return row;
    const auto place = compilation_.sources.line_column(span.file, span.begin);
    row.file = file(span.file);
    row.source_line = place.line;
    row.source_column = place.column;
    return row;
  }

  std::size_t file(source::FileId id) {
    const auto [place, added] = positions_.try_emplace(id.index(), model_.files.size());
    if (added) model_.files.push_back(compilation_.source_names[id.index()]);
    return place->second;
  }

  const Compilation& compilation_;
  reflect::Model& model_;
  std::map<std::size_t, std::size_t> positions_;
};

reflect::CpuText cpu_text(const CpuResult& made) {
  reflect::CpuText result;
  result.requested = true;
  result.text = made.text;
  result.reason = made.reason;
  result.resources = made.form.resources;
  result.invocation = made.form.invocation;
  for (const backend::msl::CpuEntry& entry : made.form.entries) {
    reflect::CpuEntry row{entry.function, entry.kernel, {}, entry.is_alone};
    for (const std::string& argument : entry.arguments) row.arguments += (row.arguments.empty() ? "" : ", ") + argument;
    result.entries.push_back(std::move(row));
  }
  return result;
}

}  // namespace

reflect::Model reflect_model(const Compilation& compilation) {
  support::invariant(compilation.module.has_value(), "a faulty compilation has no model");
  reflect::Model model = reflect::build(*compilation.module, compilation.plan, compilation.names);
  model.package = compilation.package;
  model.path = compilation.module_path;
  LineMapper mapper(compilation, model);
  const auto fill = [&](Target target, reflect::Text& text) {
    const auto found = compilation.texts.find(target);
    if (found == compilation.texts.end()) return;
    text.text = found->second.text.text;
    text.requested = true;
    text.available = !found->second.failed;
    text.lines = mapper.rows(found->second.text.line_origins);
  };
  fill(Target::wgsl, model.wgsl);
  fill(Target::msl, model.msl);
  fill(Target::ptx, model.ptx);
  if (compilation.cpu) model.cpu = cpu_text(*compilation.cpu);
  return model;
}

}  // namespace yyshader::pipeline
