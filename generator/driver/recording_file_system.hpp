#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "source/file_system.hpp"

namespace yyshader::driver {

/// A 128-bit hash (XXH3) as 32 hexadecimal digits.
std::string content_hash(std::string_view bytes);

/// One question that a compilation asked of the file system, with a hash of the answer. As long as all questions are
/// answered alike, the compilation gives the same: this covers files that were looked for and not found as well.
struct Question {
  enum class Kind : std::uint8_t { kind, read, list } kind = Kind::kind;
  std::string path;
  std::string answer;
  friend bool operator==(const Question&, const Question&) = default;
};

/// Asks `files` and gives the answer's hash.
std::string ask(const source::FileSystem& files, Question::Kind kind, const std::string& path);

/// Passes everything on to another file system and remembers the questions, each once, in order. Files whose offsets do
/// not fit a span (4 GiB and more) count as unreadable.
class RecordingFileSystem final : public source::FileSystem {
 public:
  explicit RecordingFileSystem(const source::FileSystem& files) : files_(files) {}

  source::EntryKind kind(const std::string& path) const override;
  std::optional<std::string> read(const std::string& path, std::string& error) const override;
  std::vector<std::string> list(const std::string& path) const override;

  const std::vector<Question>& questions() const { return questions_; }

 private:
  void remember(Question::Kind kind, const std::string& path, std::string answer) const;

  const source::FileSystem& files_;
  mutable std::vector<Question> questions_;
  mutable std::unordered_set<std::string> known_;  ///< kind and path of each
};

}  // namespace yyshader::driver
