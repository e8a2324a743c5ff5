#include "host/json.hpp"

#include <nlohmann/json.hpp>

namespace yyshader::host {

namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
Json optional(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json text(const reflect::Text& text) {
  if (!text.requested) return nullptr;
  Json lines = Json::array();
  for (const reflect::LineOrigin& row : text.lines) {
    lines.push_back(row.file ? Json{row.line, *row.file, row.source_line, row.source_column} : Json{row.line, nullptr});
  }
  return {{"available", text.available}, {"text", text.text}, {"lines", std::move(lines)}};
}

Json binding(const reflect::Binding& binding, const reflect::Model& model) {
  return {{"name", binding.name},
          {"identifier", binding.identifier},
          {"group", binding.group},
          {"binding", binding.binding},
          {"kind", reflect::to_text(binding.kind)},
          {"access", reflect::to_text(binding.access)},
          {"msl_index", binding.msl_index},
          {"ptx_parameter", optional(binding.ptx_parameter)},
          {"type", binding.type},
          {"struct", binding.structure ? Json(model.structs[*binding.structure].name) : Json(nullptr)},
          {"size", binding.size},
          {"stride", binding.stride},
          {"runtime_sized", binding.runtime_sized},
          {"asks_size", binding.asks_size}};
}

Json locations(const std::vector<reflect::Location>& locations) {
  Json result = Json::array();
  for (const reflect::Location& location : locations) {
    result.push_back({{"name", location.name},
                      {"type", location.type},
                      {"location", location.location},
                      {"interpolation", reflect::to_text(location.interpolation)}});
  }
  return result;
}

Json entry(const reflect::Entry& entry, const reflect::Model& model) {
  Json bindings = Json::array();
  for (const reflect::Binding& used : entry.bindings) bindings.push_back(binding(used, model));
  return {{"name", entry.item},
          {"function", entry.function},
          {"ptx_name", entry.ptx_name},
          {"stage", reflect::to_text(entry.stage)},
          {"workgroup_size", entry.stage == ir::Stage::compute ? Json(entry.workgroup_size) : Json(nullptr)},
          {"workgroup_bytes", entry.workgroup_bytes},
          {"features", {{"f16", entry.features.f16}, {"subgroups", entry.features.subgroups}}},
          {"msl_sizes_index", optional(entry.msl_sizes_index)},
          {"ptx_sizes_parameter", optional(entry.ptx_sizes_parameter)},
          {"bindings", std::move(bindings)},
          {"inputs", locations(entry.inputs)},
          {"outputs", locations(entry.outputs)}};
}

Json structure(const reflect::Struct& structure) {
  Json members = Json::array();
  for (const reflect::Member& member : structure.members) {
    members.push_back({{"name", member.name},
                       {"identifier", member.identifier},
                       {"type", member.type_text},
                       {"offset", member.offset},
                       {"size", member.type.size}});
  }
  return {{"name", structure.name},
          {"identifier", structure.identifier},
          {"size", structure.size},
          {"alignment", structure.alignment},
          {"members", std::move(members)}};
}

}  // namespace

std::string json_module(const reflect::Model& model) {
  Json entries = Json::array();
  for (const reflect::Entry& each : model.entries) entries.push_back(entry(each, model));
  Json structs = Json::array();
  for (const reflect::Struct& each : model.structs) structs.push_back(structure(each));
  const Json document = {{"schema", reflect::schema_version},
                         {"package", model.package.empty() ? Json(nullptr) : Json(model.package)},
                         {"module", model.path},
                         {"entries", std::move(entries)},
                         {"structs", std::move(structs)},
                         {"files", model.files},
                         {"texts", {{"wgsl", text(model.wgsl)}, {"msl", text(model.msl)}, {"ptx", text(model.ptx)}}}};
  return document.dump(2) + "\n";
}

}  // namespace yyshader::host
