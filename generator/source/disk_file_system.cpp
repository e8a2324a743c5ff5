#include <algorithm>
#include <boost/filesystem/directory.hpp>
#include <boost/filesystem/operations.hpp>
#include <boost/filesystem/path.hpp>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "source/file_system.hpp"
#ifdef _WIN32
#include <boost/filesystem/detail/utf8_codecvt_facet.hpp>
#endif

namespace yyshader::source {

namespace filesystem = boost::filesystem;

namespace {

#ifdef _WIN32
// Windows' own paths are UTF-16, and the narrow functions would read ours in the machine's code page.
const filesystem::detail::utf8_codecvt_facet& utf8() {
  static const filesystem::detail::utf8_codecvt_facet facet(1);
  return facet;
}
filesystem::path to_path(const std::string& text) { return filesystem::path(text, utf8()); }
std::string to_text(const filesystem::path& path) { return path.string(utf8()); }
std::FILE* open_for_reading(const filesystem::path& path) { return _wfopen(path.c_str(), L"rb"); }
#else
filesystem::path to_path(const std::string& text) { return text; }
std::string to_text(const filesystem::path& path) { return path.string(); }
std::FILE* open_for_reading(const filesystem::path& path) { return std::fopen(path.c_str(), "rb"); }
#endif

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string describe(int error_number) { return std::generic_category().message(error_number); }

/// A text with a NUL inside names no file, but the system would look only at what stands before it.
bool can_be_path(const std::string& path) { return !path.empty() && path.find('\0') == std::string::npos; }

/// Reads to the end, or till there is too much. `expected` is the size to make room for; files that tell no size
/// (pipes, /proc) work too.
std::optional<std::string> read_all(std::FILE* file, std::size_t expected, std::string& error) {
  std::setvbuf(file, nullptr, _IONBF, 0);  // the pieces asked for are large
  expected = std::min(expected, largest_file);
  std::string text(expected + 1, '\0');  // one more, to meet the end without another round
  std::size_t size = 0;
  while (true) {
    errno = 0;
    const std::size_t got = std::fread(text.data() + size, 1, text.size() - size, file);
    size += got;
    if (std::ferror(file) != 0) {
      error = describe(errno != 0 ? errno : EIO);
      return std::nullopt;
    }
    if (size < text.size() || size > largest_file) break;
    text.resize(std::max<std::size_t>(text.size() * 2, 1 << 16));
  }
  text.resize(size);
  return text;
}

}  // namespace

EntryKind DiskFileSystem::kind(const std::string& path) const {
  if (!can_be_path(path)) return EntryKind::missing;
  boost::system::error_code code;
  const filesystem::file_status status = filesystem::status(to_path(path), code);
  if (status.type() == filesystem::directory_file) return EntryKind::directory;
  if (status.type() == filesystem::file_not_found) return EntryKind::missing;
  if (code == boost::system::errc::filename_too_long) return EntryKind::missing;
  return EntryKind::file;
}

std::optional<std::string> DiskFileSystem::read(const std::string& path, std::string& error) const {
  if (!can_be_path(path)) {
    error = describe(ENOENT);
    return std::nullopt;
  }
  const filesystem::path place = to_path(path);
  boost::system::error_code code;
  if (filesystem::is_directory(place, code)) {  // a message of its own on every system, before opening says anything
    error = describe(EISDIR);
    return std::nullopt;
  }
  errno = 0;
  const std::unique_ptr<std::FILE, Close> file(open_for_reading(place));
  if (!file) {
    error = describe(errno);
    return std::nullopt;
  }
  const auto size = filesystem::file_size(place, code);
  return read_all(file.get(), code ? 0 : static_cast<std::size_t>(size), error);
}

std::vector<std::string> DiskFileSystem::list(const std::string& path) const {
  std::vector<std::string> names;
  if (!can_be_path(path)) return names;
  boost::system::error_code code;
  filesystem::directory_iterator entry(to_path(path), code);
  while (!code && entry != filesystem::directory_iterator()) {
    names.push_back(to_text(entry->path().filename()));
    entry.increment(code);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace yyshader::source
