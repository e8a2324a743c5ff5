#include "driver/output_files.hpp"

#include <atomic>
#include <boost/filesystem/operations.hpp>
#include <boost/filesystem/path.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "source/file_system.hpp"
#include "support/numbers.hpp"

#ifdef _WIN32
#include <process.h>

#include <boost/filesystem/detail/utf8_codecvt_facet.hpp>
#else
#include <unistd.h>
#endif

namespace yyshader::driver {

namespace filesystem = boost::filesystem;

namespace {

#ifdef _WIN32
filesystem::path to_path(const std::string& text) {
  static const filesystem::detail::utf8_codecvt_facet facet(1);
  return filesystem::path(text, facet);
}
std::FILE* create(const filesystem::path& path) { return _wfopen(path.c_str(), L"wbx"); }
std::uint64_t process_id() { return static_cast<std::uint64_t>(_getpid()); }
#else
filesystem::path to_path(const std::string& text) { return text; }
std::FILE* create(const filesystem::path& path) { return std::fopen(path.c_str(), "wbx"); }
std::uint64_t process_id() { return static_cast<std::uint64_t>(getpid()); }
#endif

std::filesystem::path to_standard_path(const std::string& text) { return to_path(text).native(); }

std::string describe(int error_number) { return std::generic_category().message(error_number); }

/// A name no other writer has: short, because the final name may already use the system's full length.
std::string temporary_name(unsigned attempt) {
  static std::atomic<std::uint64_t> counter{0};
  return ".yy" + support::to_hex(process_id()) + "-" + support::to_hex(counter++) + "-" + support::to_hex(attempt) +
         ".tmp";
}

/// Writes and closes; the reason on failure. A full disk may show only when closing.
std::optional<std::string> fill(std::FILE* file, std::string_view content) {
  errno = 0;
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const int write_error = errno;
  errno = 0;
  const bool closed = std::fclose(file) == 0;
  if (!written) return describe(write_error != 0 ? write_error : EIO);
  if (!closed) return describe(errno != 0 ? errno : EIO);
  return std::nullopt;
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

PendingFile& PendingFile::operator=(PendingFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(temporary_, other.temporary_);
  return *this;
}

PendingFile::~PendingFile() {
  boost::system::error_code ignored;
  if (!temporary_.empty()) filesystem::remove(to_path(temporary_), ignored);
}

std::optional<WriteFault> PendingFile::write(const std::string& path, std::string_view content) {
  const std::string folder = folder_of(path);
  boost::system::error_code code;
  // Boost calls `.` an invalid argument.
  if (!filesystem::is_directory(to_path(folder), code)) filesystem::create_directories(to_path(folder), code);
  if (code) return WriteFault{folder, describe(code.value())};
  if (filesystem::is_directory(to_path(path), code)) return WriteFault{path, describe(EISDIR)};

  std::FILE* file = nullptr;
  std::string temporary;
  for (unsigned attempt = 0; file == nullptr; ++attempt) {
    temporary = folder + "/" + temporary_name(attempt);
    errno = 0;
    file = create(to_path(temporary));
    // A name that is taken is what a crashed process with the same id left behind.
    if (file == nullptr && (errno != EEXIST || attempt == 100)) return WriteFault{path, describe(errno)};
  }
  path_ = path;
  temporary_ = temporary;
  if (auto reason = fill(file, content)) return WriteFault{path, *reason};
  return std::nullopt;
}

std::optional<WriteFault> PendingFile::commit() {
  boost::system::error_code code;
  filesystem::rename(to_path(temporary_), to_path(path_), code);
  if (code) return WriteFault{path_, describe(code.value())};
  temporary_.clear();
  return std::nullopt;
}

std::optional<WriteFault> write_atomically(const std::string& path, std::string_view content) {
  PendingFile file;
  if (auto fault = file.write(path, content)) return fault;
  return file.commit();
}

bool holds(const std::string& path, std::string_view content) {
  boost::system::error_code code;
  const auto size = filesystem::file_size(to_path(path), code);
  if (code || size != content.size()) return false;
  std::string error;
  const auto present = source::DiskFileSystem().read(path, error);
  return present && *present == content;
}

std::optional<WriteFault> write_if_different(const std::string& path, std::string_view content) {
  if (holds(path, content)) return std::nullopt;
  return write_atomically(path, content);
}

void remove_file(const std::string& path) {
  boost::system::error_code ignored;
  filesystem::remove(to_path(path), ignored);
}

// Boost's times are whole seconds, too coarse for what build tools compare; the standard library's are not.

std::optional<FileFacts> facts_of(const std::string& path) {
  std::error_code code;
  const std::filesystem::path place = to_standard_path(path);
  const auto time = std::filesystem::last_write_time(place, code);
  if (code) return std::nullopt;
  const auto size = std::filesystem::file_size(place, code);
  if (code) return std::nullopt;
  const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch());
  return FileFacts{size, since};
}

FileTime time_now() {
  return std::chrono::duration_cast<FileTime>(std::filesystem::file_time_type::clock::now().time_since_epoch());
}

void set_time(const std::string& path, FileTime time) {
  std::error_code ignored;
  using Clock = std::filesystem::file_time_type::clock;
  const auto since = std::chrono::duration_cast<Clock::duration>(time);
  std::filesystem::last_write_time(to_standard_path(path), std::filesystem::file_time_type(since), ignored);
}

}  // namespace yyshader::driver
