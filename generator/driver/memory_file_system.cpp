#include "driver/memory_file_system.hpp"

namespace yyshader::driver {

namespace {

/// What `known` holds for the path; asked for outside the lock when it is new, so that threads do not wait for the
/// disk.
template <typename Answer, typename Ask>
Answer remembered(std::mutex& mutex, std::map<std::string, Answer>& known, const std::string& path, Ask ask) {
  {
    const std::lock_guard lock(mutex);
    const auto found = known.find(path);
    if (found != known.end()) return found->second;
  }
  Answer answer = ask();
  const std::lock_guard lock(mutex);
  return known.try_emplace(path, std::move(answer)).first->second;  // of two who asked, the first answer counts
}

}  // namespace

source::EntryKind MemoryFileSystem::kind(const std::string& path) const {
  return remembered(mutex_, kinds_, path, [&] { return files_.kind(path); });
}

std::optional<std::string> MemoryFileSystem::read(const std::string& path, std::string& error) const {
  const Content content = remembered(mutex_, contents_, path, [&] {
    Content made;
    made.bytes = files_.read(path, made.error);
    return made;
  });
  if (!content.bytes) error = content.error;
  return content.bytes;
}

std::vector<std::string> MemoryFileSystem::list(const std::string& path) const {
  return remembered(mutex_, lists_, path, [&] { return files_.list(path); });
}

}  // namespace yyshader::driver
