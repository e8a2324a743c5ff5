#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.hpp"

namespace yyshader::source {

/// A place as messages show it: 1-based line, 1-based column in code points (spec 1.8, 3.2).
struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;
  friend bool operator==(LineColumn, LineColumn) = default;
};

/// The texts of one compilation, by id, with their line tables (made at first use). Texts are kept as read, byte for
/// byte (a BOM included), and stay at their address. A line ends at LF or CR LF; a BOM at the start of a file belongs
/// to no line and takes no column. The tables are filled behind `const`: one thread at a time.
class SourceMap {
 public:
  /// Adds a file under the path that messages show. Files of 4 GiB and more are refused by the driver before this.
  FileId add(std::string path, std::string text);

  std::string_view path(FileId file) const { return files_[file.index()].path; }
  std::string_view text(FileId file) const { return files_[file.index()].text; }
  std::string_view text(Span span) const;
  std::size_t size() const { return files_.size(); }

  /// The place of byte `offset` of `file`; an offset at or past the end gives the place just after the last character.
  /// Invalid UTF-8 bytes count as one column each, an offset inside a character or a line end gives where that begins.
  LineColumn line_column(FileId file, std::uint32_t offset) const;
  /// The line of `line_column` alone, for less work.
  std::size_t line(FileId file, std::uint32_t offset) const;
  /// The whole line (1-based, without its line end) and the byte offset where it starts.
  std::string_view line_text(FileId file, std::size_t line) const;
  std::uint32_t line_start(FileId file, std::size_t line) const;
  /// The number of lines, at least 1; text that ends with a line end has an empty last line.
  std::size_t line_count(FileId file) const;

 private:
  /// How many characters lie before a byte offset at which one starts.
  struct Checkpoint {
    std::uint32_t offset = 0;
    std::uint32_t characters = 0;
  };
  struct File {
    std::string path;
    std::string text;
    mutable std::vector<std::uint32_t> line_starts;
    mutable std::vector<Checkpoint> checkpoints;
  };
  const std::vector<std::uint32_t>& line_starts(FileId file) const;
  const std::vector<Checkpoint>& checkpoints(FileId file) const;
  std::size_t characters_before(FileId file, std::size_t from, std::size_t offset) const;
  std::deque<File> files_;
};

}  // namespace yyshader::source
