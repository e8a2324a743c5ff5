#include "driver/recording_file_system.hpp"

#include <xxhash.h>

#include <cerrno>
#include <cstdint>
#include <limits>
#include <system_error>

#include "support/numbers.hpp"

namespace yyshader::driver {

namespace {

std::string hash_of(source::EntryKind kind) {
  switch (kind) {
    case source::EntryKind::missing:
      return "missing";
    case source::EntryKind::file:
      return "file";
    case source::EntryKind::directory:
      return "directory";
  }
  return {};
}

std::string hash_of(const std::optional<std::string>& content) {
  return content ? content_hash(*content) : "unreadable";
}

std::string hash_of(const std::vector<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) {
    joined += name;
    joined += '\0';
  }
  return content_hash(joined);
}

}  // namespace

std::string content_hash(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return support::to_hex(hash.high64, 16) + support::to_hex(hash.low64, 16);
}

std::string ask(const source::FileSystem& files, Question::Kind kind, const std::string& path) {
  switch (kind) {
    case Question::Kind::kind:
      return hash_of(files.kind(path));
    case Question::Kind::read: {
      std::string error;
      return hash_of(files.read(path, error));
    }
    case Question::Kind::list:
      return hash_of(files.list(path));
  }
  return {};
}

void RecordingFileSystem::remember(Question::Kind kind, const std::string& path, std::string answer) const {
  if (!known_.insert(static_cast<char>('0' + static_cast<int>(kind)) + path).second) return;
  questions_.push_back({kind, path, std::move(answer)});
}

source::EntryKind RecordingFileSystem::kind(const std::string& path) const {
  const source::EntryKind result = files_.kind(path);
  remember(Question::Kind::kind, path, hash_of(result));
  return result;
}

std::optional<std::string> RecordingFileSystem::read(const std::string& path, std::string& error) const {
  auto result = files_.read(path, error);
  if (result && result->size() >= std::numeric_limits<std::uint32_t>::max()) {
    error = std::generic_category().message(EFBIG);
    result.reset();
  }
  remember(Question::Kind::read, path, hash_of(result));
  return result;
}

std::vector<std::string> RecordingFileSystem::list(const std::string& path) const {
  auto result = files_.list(path);
  remember(Question::Kind::list, path, hash_of(result));
  return result;
}

}  // namespace yyshader::driver
