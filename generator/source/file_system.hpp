#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace yyshader::source {

/// Sources are to be smaller than this, in bytes: a larger file is no program but a mistake, and everything made of a
/// source takes several times its room.
inline constexpr std::size_t largest_file = std::size_t{256} << 20U;

/// What a path names. What exists but cannot be looked at (no permission on the way) counts as a file, so that reading
/// it tells why.
enum class EntryKind { missing, file, directory };

/// What the pipeline may ask of the world's files: nothing else of the generator below the driver reads any. Paths are
/// UTF-8 with `/` between their parts on every system.
class FileSystem {
 public:
  virtual ~FileSystem() = default;
  virtual EntryKind kind(const std::string& path) const = 0;
  /// The whole content (of a file larger than `largest_file` at least that much), or nothing when the file cannot be
  /// read; `error` then says why in the system's words.
  virtual std::optional<std::string> read(const std::string& path, std::string& error) const = 0;
  /// The names (not paths) of the entries of a directory, sorted by bytes; empty when it cannot be listed.
  virtual std::vector<std::string> list(const std::string& path) const = 0;
};

/// Files in memory, for tests, editors and other hosts of the library. Directories exist when a file lies below them.
/// Paths are compared in normal form: `.`, `..` and doubled `/` are resolved by their text.
class VirtualFileSystem final : public FileSystem {
 public:
  VirtualFileSystem() = default;
  explicit VirtualFileSystem(const std::map<std::string, std::string>& files);
  /// Adds a file or replaces its text.
  void add(const std::string& path, std::string text);

  EntryKind kind(const std::string& path) const override;
  std::optional<std::string> read(const std::string& path, std::string& error) const override;
  std::vector<std::string> list(const std::string& path) const override;

 private:
  std::map<std::string, std::string> files_;
};

/// The files of the machine (Boost.Filesystem underneath). Errors are in the words of the C locale.
class DiskFileSystem final : public FileSystem {
 public:
  EntryKind kind(const std::string& path) const override;
  std::optional<std::string> read(const std::string& path, std::string& error) const override;
  std::vector<std::string> list(const std::string& path) const override;
};

}  // namespace yyshader::source
