#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/paint.hpp"
#include "source/source_map.hpp"

namespace yyshader::diagnostics {

// What snippets and changes are laid out with: rows behind a gutter of line numbers.

/// A row of single-column characters in colours.
class MarkRow {
 public:
  std::size_t size() const { return cells_.size(); }
  void put(std::size_t column, char c, Style style) {
    if (column >= cells_.size()) cells_.resize(column + 1, {' ', Style::plain});
    cells_[column] = {c, style};
  }
  /// Appends the row, each run of one colour at once.
  void write(const Paint& paint, std::string& out) const;

 private:
  std::vector<std::pair<char, Style>> cells_;
};

/// The space before the text of each row: a blank, a line number or as many blanks, and a bar.
struct Gutter {
  std::size_t digits = 1;  ///< of the longest line number

  /// Makes room for `number`.
  void fit(std::size_t number);
  /// How much of `width` is left for text, never so little that nothing of use can be seen.
  std::size_t text_width(std::size_t width) const;
  /// Starts a row: ` 12 |`. A `number` of 0 is left blank.
  void start(const Paint& paint, std::size_t number, std::string_view bar, Style bar_style, std::string& out) const;
  /// The row that stands for lines left out.
  void gap(const Paint& paint, std::string& out) const;
};

/// `file:line:col`, printable.
std::string place_text(const source::SourceMap& sources, source::FileId file, std::size_t offset);

/// `span` with both ends inside its file, and without the line ends at its end, so that a mark does not reach into the
/// next line.
source::Span markable(source::Span span, const source::SourceMap& sources);

}  // namespace yyshader::diagnostics
