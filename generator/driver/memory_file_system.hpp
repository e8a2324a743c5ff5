#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "source/file_system.hpp"

namespace yyshader::driver {

/// A file system that asks another one each question only once. A run over many sources reads a shared import once and
/// sees the same bytes of it everywhere. Several threads may use it at once.
class MemoryFileSystem final : public source::FileSystem {
 public:
  explicit MemoryFileSystem(const source::FileSystem& files) : files_(files) {}

  source::EntryKind kind(const std::string& path) const override;
  std::optional<std::string> read(const std::string& path, std::string& error) const override;
  std::vector<std::string> list(const std::string& path) const override;

 private:
  struct Content {
    std::optional<std::string> bytes;
    std::string error;
  };

  const source::FileSystem& files_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, source::EntryKind> kinds_;
  mutable std::map<std::string, Content> contents_;
  mutable std::map<std::string, std::vector<std::string>> lists_;
};

}  // namespace yyshader::driver
