#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace yyshader::support {

/// Builds indented text line by line. Knows how many lines were ended, so that a caller can keep a line map.
class TextWriter {
 public:
  /// `indent_unit` is what one level of indentation writes at the start of each non-empty line.
  explicit TextWriter(std::string indent_unit = "  ") : indent_unit_(std::move(indent_unit)) {}

  void indent() { ++level_; }
  void dedent() { --level_; }

  /// Appends `text` (which holds no newline) to the current line, with the indentation before it if the line is empty.
  TextWriter& write(std::string_view text);
  /// Ends the current line; an empty line gets no indentation.
  TextWriter& end_line();
  /// `write(text)` then `end_line()`.
  TextWriter& line(std::string_view text) { return write(text).end_line(); }

  /// 0-based number of the line being written.
  std::size_t current_line() const { return lines_; }
  std::string take() && { return std::move(text_); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::string indent_unit_;
  std::size_t level_ = 0;
  std::size_t lines_ = 0;
  bool at_line_start_ = true;
};

}  // namespace yyshader::support
