// JSON and SARIF. This is the only file of the layer that includes nlohmann-json, which is slow to compile.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/catalogue.hpp"
#include "diagnostics/render.hpp"
#include "support/numbers.hpp"

#ifndef YYSHADER_VERSION
#error "the version comes from CMakeLists.txt"
#endif

namespace yyshader::diagnostics {

namespace {

using Json = nlohmann::ordered_json;
using source::SourceMap;
using source::Span;

/// `value` as text; bytes that are no UTF-8 (from file names, or the very fault that is reported) become U+FFFD.
std::string dump(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// `span` with both ends inside its file.
Span inside(Span span, const SourceMap& sources) {
  const auto size = static_cast<std::uint32_t>(sources.text(span.file).size());
  span.begin = std::min(span.begin, size);
  span.end = std::clamp(span.end, span.begin, size);
  return span;
}

Json json_place(source::FileId file, std::uint32_t offset, const SourceMap& sources) {
  const auto place = sources.line_column(file, offset);
  return {{"line", place.line}, {"column", place.column}, {"offset", offset}};
}

/// The members that say where something lies: null when nowhere.
void put_place(Json& object, Span span, const SourceMap& sources) {
  if (!span) {
    object["file"] = nullptr;
    object["range"] = nullptr;
    return;
  }
  span = inside(span, sources);
  object["file"] = sources.path(span.file);
  object["range"] = {{"start", json_place(span.file, span.begin, sources)},
                     {"end", json_place(span.file, span.end, sources)}};
}

void put_message(Json& object, const Message& message, Language language) {
  const Row& entry = row(message.id);
  object["id"] = code(entry);
  object["name"] = entry.id;
  object["message"] = to_text(message, language);
}

template <typename Remark>
Json json_remark(const Remark& remark, const SourceMap& sources, Language language) {
  Json object = Json::object();
  put_message(object, remark.message, language);
  put_place(object, remark.span, sources);
  return object;
}

Json json_fix(const Fix& fix, const SourceMap& sources, Language language) {
  Json object = Json::object();
  put_message(object, fix.message, language);
  object["edits"] = Json::array();
  if (fix.span) {
    Json edit = Json::object();
    put_place(edit, fix.span, sources);
    edit["replacement"] = fix.replacement;
    object["edits"].push_back(std::move(edit));
  }
  return object;
}

/// A path as a URI reference (RFC 3986): relative paths stay relative, absolute ones get the scheme `file`.
std::string to_uri(std::string_view path) {
  const bool drive = path.size() >= 3 && path[1] == ':' && path[2] == '/' &&
                     ((path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z'));
  std::string uri;
  if (path.starts_with("//")) {
    uri = "file:";  // a Windows share: the host is in the path
  } else if (path.starts_with('/')) {
    uri = "file://";
  } else if (drive) {
    uri = "file:///" + std::string(path.substr(0, 2));
    path.remove_prefix(2);
  }
  constexpr std::string_view unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  for (const char c : path) {
    if (unreserved.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += '%' + support::to_hex(static_cast<unsigned char>(c), 2, support::HexCase::upper);
    }
  }
  return uri;
}

Json sarif_artifact(source::FileId file, const SourceMap& sources) { return {{"uri", to_uri(sources.path(file))}}; }

Json sarif_region(Span span, const SourceMap& sources) {
  span = inside(span, sources);
  const auto begin = sources.line_column(span.file, span.begin);
  const auto end = sources.line_column(span.file, span.end);
  return {{"startLine", begin.line}, {"startColumn", begin.column}, {"endLine", end.line},
          {"endColumn", end.column}, {"byteOffset", span.begin},    {"byteLength", span.end - span.begin}};
}

Json sarif_location(Span span, const SourceMap& sources) {
  Json location = Json::object();
  location["physicalLocation"] = {{"artifactLocation", sarif_artifact(span.file, sources)},
                                  {"region", sarif_region(span, sources)}};
  return location;
}

Json sarif_text(const Message& message, Language language) { return {{"text", to_text(message, language)}}; }

Json sarif_fix(const Fix& fix, const SourceMap& sources, Language language) {
  Json replacement = Json::object();
  replacement["deletedRegion"] = sarif_region(fix.span, sources);
  replacement["insertedContent"] = {{"text", fix.replacement}};
  Json change = Json::object();
  change["artifactLocation"] = sarif_artifact(fix.span.file, sources);
  change["replacements"] = Json::array({std::move(replacement)});
  return {{"description", sarif_text(fix.message, language)}, {"artifactChanges", Json::array({std::move(change)})}};
}

/// The labels and notes that lie somewhere.
Json sarif_related(const Diagnostic& diagnostic, const SourceMap& sources, Language language) {
  Json related = Json::array();
  const auto add = [&](Span span, const Message& message) {
    if (!span) return;
    Json location = Json::object();
    location["id"] = related.size() + 1;
    location.update(sarif_location(span, sources));
    location["message"] = sarif_text(message, language);
    related.push_back(std::move(location));
  };
  for (const Label& label : diagnostic.labels) add(label.span, label.message);
  for (const Note& note : diagnostic.notes) add(note.span, note.message);
  return related;
}

/// The message, then the notes that lie nowhere: SARIF's readers show no related location without a place.
std::string sarif_message(const Diagnostic& diagnostic, Language language) {
  std::string text = to_text(diagnostic.message, language);
  for (const Label& label : diagnostic.labels) {
    if (!label.span) text += "\n" + to_text(label.message, language);
  }
  for (const Note& note : diagnostic.notes) {
    if (!note.span) text += "\n" + to_text(note.message, language);
  }
  return text;
}

Json sarif_result(const Diagnostic& diagnostic, std::size_t rule, const SourceMap& sources, Language language) {
  Json result = Json::object();
  result["ruleId"] = code(row(diagnostic.message.id));
  result["ruleIndex"] = rule;
  result["level"] = word(diagnostic.severity);
  result["message"] = {{"text", sarif_message(diagnostic, language)}};
  Json location = diagnostic.primary ? sarif_location(diagnostic.primary, sources) : Json::object();
  if (!diagnostic.definition.empty()) {
    location["logicalLocations"] = Json::array({{{"name", diagnostic.definition}}});
  }
  result["locations"] = location.empty() ? Json::array() : Json::array({std::move(location)});
  Json related = sarif_related(diagnostic, sources, language);
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  Json fixes = Json::array();
  for (const Fix& fix : diagnostic.fixes) {
    if (fix.span) fixes.push_back(sarif_fix(fix, sources, language));
  }
  if (!fixes.empty()) result["fixes"] = std::move(fixes);
  return result;
}

Json sarif_rule(const Row& entry, Language language) {
  Json rule = Json::object();
  rule["id"] = code(entry);
  rule["name"] = entry.id;
  rule["shortDescription"] = {{"text", language == Language::chinese ? entry.chinese : entry.english}};
  rule["defaultConfiguration"] = {{"level", word(entry.severity)}};
  return rule;
}

}  // namespace

std::string render_json(const Diagnostic& diagnostic, const SourceMap& sources, Language language) {
  Json object = Json::object();
  object["severity"] = word(diagnostic.severity);
  put_message(object, diagnostic.message, language);
  object["definition"] = diagnostic.definition.empty() ? Json() : Json(diagnostic.definition);
  put_place(object, diagnostic.primary, sources);
  Json labels = Json::array();
  for (const Label& label : diagnostic.labels) labels.push_back(json_remark(label, sources, language));
  Json notes = Json::array();
  for (const Note& note : diagnostic.notes) notes.push_back(json_remark(note, sources, language));
  Json fixes = Json::array();
  for (const Fix& fix : diagnostic.fixes) fixes.push_back(json_fix(fix, sources, language));
  object["labels"] = std::move(labels);
  object["notes"] = std::move(notes);
  object["fixes"] = std::move(fixes);
  return dump(object) + "\n";
}

std::string render_sarif(const Diagnostics& diagnostics, const SourceMap& sources, Language language) {
  std::map<int, std::size_t> rule_indices;  // by number: the order of the rules
  for (const Diagnostic& diagnostic : diagnostics) rule_indices.emplace(row(diagnostic.message.id).number, 0);
  Json rules = Json::array();
  for (const Row& entry : rows()) {
    if (rule_indices.contains(entry.number)) rules.push_back(sarif_rule(entry, language));
  }
  std::sort(rules.begin(), rules.end(), [](const Json& a, const Json& b) { return a["id"] < b["id"]; });
  std::size_t next = 0;
  for (auto& [number, index] : rule_indices) index = next++;

  Json results = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    results.push_back(sarif_result(diagnostic, rule_indices.at(row(diagnostic.message.id).number), sources, language));
  }
  Json run = Json::object();
  run["tool"] = {{"driver", {{"name", "yyshader"}, {"version", YYSHADER_VERSION}, {"rules", std::move(rules)}}}};
  run["language"] = language == Language::chinese ? "zh-CN" : "en-US";
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = std::move(results);
  Json document = Json::object();
  document["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  document["version"] = "2.1.0";
  document["runs"] = Json::array({std::move(run)});
  return dump(document) + "\n";
}

}  // namespace yyshader::diagnostics
