#include "driver/output_cache.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "driver/build_state.hpp"
#include "driver/fingerprint.hpp"
#include "driver/places.hpp"
#include "driver/record.hpp"

namespace yyshader::driver {

namespace {

constexpr std::string_view magic = "yyshader-cache-2\n";
constexpr std::string_view entry_suffix = ".entry";
constexpr std::string_view temporary_suffix = ".tmp";
constexpr auto abandoned_after = std::chrono::hours(1);  ///< a temporary file this old belongs to nobody any more

/// Rendered texts in which a path stands as it is can be moved; JSON and SARIF write paths in forms of their own.
bool can_move_warnings(const Report& report) { return report.format() == DiagnosticsFormat::text; }

std::string key_of(const CommandLine& line, const std::string& file, const std::string& content, const Places& places) {
  RecordWriter writer;
  write_settings(writer, line);
  writer.text(places.portable(file));
  // Roots that have no mark are part of what was asked for.
  writer.list(line.options.packages, [&](const auto& package) { writer.text(places.portable(package.second)); });
  writer.text(content_hash(content));
  return content_hash(writer.written());
}

/// Nothing when the warnings cannot be kept.
std::optional<std::string> serialise(const std::string& key, const Translation& translation, const Report& report,
                                     const Places& places) {
  const bool moves = can_move_warnings(report);
  const auto warnings = moves ? places.portable_text(translation.warnings) : translation.warnings;
  if (!warnings) return std::nullopt;
  RecordWriter writer;
  writer.text(key);
  std::vector<Question> questions = translation.questions;
  for (Question& question : questions) question.path = places.portable(question.path);
  write_questions(writer, questions);
  writer.list(translation.files, [&](const std::string& file) { writer.text(places.portable(file)); });
  writer.text(translation.warnings.empty() ? std::string() : presentation_of(report));
  // Where warnings cannot be moved, they hold only for the place that they name.
  writer.text(moves || translation.warnings.empty() || translation.files.empty() ? "" : translation.files.front());
  writer.text(*warnings);
  writer.list(translation.outputs, [&](const host::File& output) {
    writer.text(output.path);
    writer.text(output.content);
  });
  return seal(magic, writer.written());
}

std::optional<Translation> deserialise(std::string_view bytes, const std::string& key, const Report& report,
                                       const Places& places, const source::FileSystem& files) {
  const auto body = unseal(magic, bytes);
  if (!body) return std::nullopt;
  RecordReader reader(*body);
  if (reader.text() != key) return std::nullopt;  // whole, but another's: copied here under a wrong name
  Translation result;
  bool known = true;
  const auto here = [&](const std::string& portable) {
    auto path = places.here(portable);
    known = known && path.has_value();
    return std::move(path).value_or("");
  };
  result.questions = read_questions(reader);
  for (Question& question : result.questions) question.path = here(question.path);
  if (!known || !answers_alike(result.questions, files)) return std::nullopt;
  reader.list([&] { result.files.push_back(here(reader.text())); });
  const std::string presentation = reader.text();
  const std::string place = reader.text();
  auto warnings = std::optional(reader.text());
  if (place.empty()) warnings = places.here_text(*warnings);
  reader.list([&] {
    std::string path = reader.text();
    result.outputs.push_back({std::move(path), reader.text()});
  });
  if (!known || !warnings || !reader.finished()) return std::nullopt;
  if (!presentation.empty() && presentation != presentation_of(report)) return std::nullopt;
  if (!place.empty() && (result.files.empty() || place != result.files.front())) return std::nullopt;
  result.warnings = std::move(*warnings);
  return result;
}

struct CachedFile {
  FileTime time;
  std::string path;
  std::uint64_t size = 0;
};

/// The entries of one folder; temporary files that crashed processes left are removed on the way.
std::vector<CachedFile> entries_of(const std::string& folder) {
  std::vector<CachedFile> entries;
  const FileTime now = time_now();
  for (const std::string& name : source::DiskFileSystem().list(folder)) {
    const std::string path = folder + "/" + name;
    const auto facts = facts_of(path);
    if (!facts) continue;
    if (name.ends_with(entry_suffix)) {
      entries.push_back({facts->time, path, facts->size});
    } else if (name.ends_with(temporary_suffix) && facts->time + abandoned_after < now) {
      remove_file(path);
    }
  }
  return entries;
}

}  // namespace

std::string OutputCache::entry_path(const std::string& key, unsigned variant) const {
  return folder_ + "/" + key.front() + "/" + key + "-" + support::to_decimal(variant) + std::string(entry_suffix);
}

std::optional<Translation> OutputCache::find(const CommandLine& line, const Report& report, const std::string& file,
                                             const std::string& content, const source::FileSystem& files) {
  const Places places(line, file);
  const std::string key = key_of(line, file, content, places);
  for (unsigned variant = 0; variant < variants; ++variant) {
    const std::string path = entry_path(key, variant);
    std::string ignored;
    const auto bytes = source::DiskFileSystem().read(path, ignored);
    if (!bytes) continue;  // evicting may leave gaps
    if (auto found = deserialise(*bytes, key, report, places, files)) {
      set_time(path, time_now());  // used now
      return found;
    }
  }
  return std::nullopt;
}

/// The first variant that is missing or damaged, else the one used longest ago.
unsigned OutputCache::place_for(const std::string& key) const {
  unsigned oldest = 0;
  FileTime oldest_time{};
  for (unsigned variant = 0; variant < variants; ++variant) {
    const std::string path = entry_path(key, variant);
    std::string ignored;
    const auto bytes = source::DiskFileSystem().read(path, ignored);
    const auto body = bytes ? unseal(magic, *bytes) : std::nullopt;
    if (!body || RecordReader(*body).text() != key) return variant;
    const auto facts = facts_of(path);
    if (!facts) return variant;
    if (variant == 0 || facts->time < oldest_time) {
      oldest = variant;
      oldest_time = facts->time;
    }
  }
  return oldest;
}

void OutputCache::store(const CommandLine& line, const Report& report, const std::string& file,
                        const std::string& content, const Translation& translation) {
  const Places places(line, file);
  const std::string key = key_of(line, file, content, places);
  const auto bytes = serialise(key, translation, report, places);
  if (!bytes || bytes->size() > limit_ / shard_count) return;
  if (write_atomically(entry_path(key, place_for(key)), *bytes)) return;  // the build does not need it
  const std::size_t shard = std::string_view("0123456789abcdef").find(key.front());
  const std::lock_guard lock(mutex_);
  written_[shard] = true;
}

void OutputCache::keep_limit() {
  for (std::size_t shard = 0; shard < shard_count; ++shard) {
    if (!written_[shard]) continue;
    std::vector<CachedFile> entries = entries_of(folder_ + "/" + "0123456789abcdef"[shard]);
    std::uint64_t total = 0;
    for (const CachedFile& entry : entries) total += entry.size;
    if (total <= limit_ / shard_count) continue;
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return std::tie(a.time, a.path) < std::tie(b.time, b.path); });
    for (const CachedFile& entry : entries) {
      if (total <= limit_ / shard_count) break;
      remove_file(entry.path);
      total -= entry.size;
    }
  }
}

}  // namespace yyshader::driver
