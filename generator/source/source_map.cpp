#include "source/source_map.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "support/internal_error.hpp"
#include "support/utf8.hpp"

namespace yyshader::source {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Bytes between two remembered column counts: a place on a line of many megabytes is found without walking it.
constexpr std::size_t checkpoint_distance = 4096;

std::size_t character_length(std::string_view text, std::size_t offset) {
  const auto decoded = support::decode_utf8(text, offset);
  return decoded ? decoded->length : 1;
}

}  // namespace

FileId SourceMap::add(std::string path, std::string text) {
  support::invariant(text.size() < std::numeric_limits<std::uint32_t>::max(), "a source file of 4 GiB or more");
  const FileId file(files_.size());
  files_.push_back(File{std::move(path), std::move(text), {}, {}});
  return file;
}

std::string_view SourceMap::text(Span span) const {
  if (!span) return {};
  const std::string_view whole = text(span.file);
  const std::size_t begin = std::min<std::size_t>(span.begin, whole.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, whole.size());
  return whole.substr(begin, end - begin);
}

const std::vector<std::uint32_t>& SourceMap::line_starts(FileId id) const {
  const File& file = files_[id.index()];
  if (!file.line_starts.empty()) return file.line_starts;
  const std::string_view text = file.text;
  file.line_starts.push_back(text.starts_with(byte_order_mark) ? std::uint32_t{byte_order_mark.size()} : 0U);
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    file.line_starts.push_back(static_cast<std::uint32_t>(at + 1));
  }
  return file.line_starts;
}

const std::vector<SourceMap::Checkpoint>& SourceMap::checkpoints(FileId id) const {
  const File& file = files_[id.index()];
  if (!file.checkpoints.empty()) return file.checkpoints;
  const std::string_view text = file.text;
  Checkpoint next;
  std::size_t due = 0;
  std::size_t characters = 0;
  for (std::size_t offset = 0; offset < text.size(); offset += character_length(text, offset), ++characters) {
    if (offset < due) continue;
    next = {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(characters)};
    file.checkpoints.push_back(next);
    due = offset + checkpoint_distance;
  }
  if (file.checkpoints.empty()) file.checkpoints.push_back(next);
  return file.checkpoints;
}

std::size_t SourceMap::characters_before(FileId file, std::size_t from, std::size_t offset) const {
  const std::string_view whole = text(file);
  std::size_t at = from;
  std::size_t count = 0;
  if (offset - from > checkpoint_distance) {
    const auto& marks = checkpoints(file);
    const auto before = [&](std::size_t place) {
      return *std::prev(std::upper_bound(marks.begin(), marks.end(), place,
                                         [](std::size_t p, const Checkpoint& mark) { return p < mark.offset; }));
    };
    const Checkpoint near_end = before(offset);
    const Checkpoint near_start = before(from);
    // Count from the last checkpoint to the offset, and take off what lies between a checkpoint and the start.
    at = near_end.offset;
    count = near_end.characters - near_start.characters;
    for (std::size_t p = near_start.offset; p < from; p += character_length(whole, p)) --count;
  }
  while (at < offset) {
    const std::size_t length = character_length(whole, at);
    if (at + length > offset) break;  // inside a character: the character's own column
    at += length;
    ++count;
  }
  return count;
}

std::size_t SourceMap::line(FileId file, std::uint32_t offset) const {
  const auto& starts = line_starts(file);
  const auto after = std::upper_bound(starts.begin(), starts.end(), std::max(offset, starts.front()));
  return static_cast<std::size_t>(after - starts.begin());
}

LineColumn SourceMap::line_column(FileId file, std::uint32_t offset) const {
  const std::size_t number = line(file, offset);
  const std::size_t start = line_start(file, number);
  const std::size_t end = start + line_text(file, number).size();
  return {number, characters_before(file, start, std::clamp<std::size_t>(offset, start, end)) + 1};
}

std::string_view SourceMap::line_text(FileId file, std::size_t line) const {
  const auto& starts = line_starts(file);
  support::invariant(line >= 1 && line <= starts.size(), "a line outside its file");
  const std::string_view whole = text(file);
  const std::size_t begin = starts[line - 1];
  if (line == starts.size()) return whole.substr(begin);
  std::string_view result = whole.substr(begin, starts[line] - 1 - begin);
  if (result.ends_with('\r')) result.remove_suffix(1);
  return result;
}

std::uint32_t SourceMap::line_start(FileId file, std::size_t line) const {
  const auto& starts = line_starts(file);
  support::invariant(line >= 1 && line <= starts.size(), "a line outside its file");
  return starts[line - 1];
}

std::size_t SourceMap::line_count(FileId file) const { return line_starts(file).size(); }

}  // namespace yyshader::source
