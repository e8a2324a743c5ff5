#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace yyshader::driver {

/// Why a file could not be written, in the system's words, and which file or folder it was.
struct WriteFault {
  std::string path;
  std::string reason;
};

/// The folder part of a path as text, `.` when there is none.
std::string folder_of(const std::string& path);

/// A file that is written but not yet in its place: under a temporary name in the same folder, removed unless it is
/// committed. Its modification time is that of its making, not of its commit.
class PendingFile {
 public:
  PendingFile() = default;
  PendingFile(PendingFile&& other) noexcept { *this = std::move(other); }
  PendingFile& operator=(PendingFile&& other) noexcept;
  ~PendingFile();

  /// Writes `content` for `path`, making folders as needed.
  std::optional<WriteFault> write(const std::string& path, std::string_view content);
  /// Takes the place of whatever is at the path, at once.
  std::optional<WriteFault> commit();
  /// Where the content lies until then; empty when nothing is pending.
  const std::string& temporary_path() const { return temporary_; }

 private:
  std::string path_;
  std::string temporary_;  ///< empty: nothing pending
};

/// Makes `path` hold exactly `content`, folders included. Nobody ever sees half a file, and of two writers the later
/// wins whole (spec 3.2).
std::optional<WriteFault> write_atomically(const std::string& path, std::string_view content);

/// The same, but leaves a file alone (and its time) that holds `content` already.
std::optional<WriteFault> write_if_different(const std::string& path, std::string_view content);

/// Whether the file at `path` exists and holds exactly `content`.
bool holds(const std::string& path, std::string_view content);

/// Removes the file, when it is there and can be removed.
void remove_file(const std::string& path);

/// Of the file system's clock, whose beginning is its own: only for comparing and setting.
using FileTime = std::chrono::nanoseconds;
struct FileFacts {
  std::uint64_t size = 0;
  FileTime time;  ///< of its last change
};
/// Nothing when there is no such file.
std::optional<FileFacts> facts_of(const std::string& path);
FileTime time_now();
/// Sets the time of the last change, where that is allowed.
void set_time(const std::string& path, FileTime time);

}  // namespace yyshader::driver
