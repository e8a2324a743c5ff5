#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "driver/command_line.hpp"
#include "driver/output_files.hpp"
#include "driver/recording_file_system.hpp"
#include "driver/report.hpp"
#include "host/emit.hpp"

namespace yyshader::driver {

/// All that a translation gave: what the cache keeps, and a state beside the outputs describes.
struct Translation {
  std::vector<host::File> outputs;
  std::vector<Question> questions;  ///< what was asked of the file system
  std::vector<std::string> files;   ///< inputs for the depfile
  std::string warnings;             ///< as shown; empty when there were none
};

/// Translations kept in a folder that several build trees, processes and threads share (spec 3.2). An entry lies under
/// a hash of the generator, its options and the source's bytes; sources whose imports changed have several. Entries are
/// written whole and tell when they were damaged; those used longest ago go when there are too many bytes. A cache that
/// cannot be read or written is one that has nothing.
class OutputCache {
 public:
  /// `limit`: how many bytes to keep at most.
  OutputCache(std::string folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {}

  /// What a translation of `file`, which holds `content`, would give.
  std::optional<Translation> find(const CommandLine& line, const Report& report, const std::string& file,
                                  const std::string& content, const source::FileSystem& files);

  void store(const CommandLine& line, const Report& report, const std::string& file, const std::string& content,
             const Translation& translation);

  /// Removes entries until the folders that were written to keep the limit. Once, when all is stored.
  void keep_limit();

 private:
  static constexpr std::size_t shard_count = 16;  ///< folders, by the key's first digit; each has its part of the limit
  static constexpr unsigned variants = 4;         ///< entries with one key

  std::string entry_path(const std::string& key, unsigned variant) const;
  unsigned place_for(const std::string& key) const;

  std::string folder_;
  std::uint64_t limit_;
  std::mutex mutex_;
  std::array<bool, shard_count> written_{};
};

}  // namespace yyshader::driver
