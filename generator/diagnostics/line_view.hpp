#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace yyshader::diagnostics {

/// `text` fit for a terminal: controls, characters that cannot be seen or that reorder what stands around them, and
/// bytes that are no UTF-8 are spelled out (`<U+202E>`, `<E4>`); a tab becomes `<U+0009>`.
std::string printable(std::string_view text);

/// A line of source as the terminal shows it, and where its bytes stand there.
///
/// Tabs run to stops of 4 columns, what `printable` spells out is spelled out. A line wider than asked is cut to a
/// window around the anchor, with … where something is left out; the work is bounded by the window, never by the line.
class LineView {
 public:
  /// Shows `line` (without its line end) in at most `width` columns; the bytes from `anchor_begin` to `anchor_end` are
  /// what must be seen, or the start of them when they alone are too wide.
  LineView(std::string_view line, std::size_t anchor_begin, std::size_t anchor_end, std::size_t width);

  /// What is shown, without trailing blanks.
  const std::string& text() const { return text_; }
  /// True when byte `offset` (or the place just before it) is not cut off.
  bool shows(std::size_t offset) const { return offset >= begin_ && offset <= end_; }
  /// The byte at which the window starts.
  std::size_t begin() const { return begin_; }
  /// The 0-based column at which a mark that begins at byte `offset` starts: a combining mark has its base's. Places
  /// that are cut off have the column of the nearest place that is not.
  std::size_t begin_column(std::size_t offset) const;
  /// The column after the character before byte `offset`: where a mark that ends there stops.
  std::size_t end_column(std::size_t offset) const;

  /// True when the columns of all bytes from `begin` to `end` are at most `width`; looks at no more than it must.
  static bool fits(std::string_view line, std::size_t begin, std::size_t end, std::size_t width);
  /// The most bytes that a window of `width` columns looks at to either side.
  static std::size_t reach(std::size_t width);

 private:
  struct Place {
    std::size_t offset;
    std::size_t begin_column;
    std::size_t end_column;
  };
  const Place& place(std::size_t offset) const;

  std::string text_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::vector<Place> places_;  ///< each character shown, and the end
};

}  // namespace yyshader::diagnostics
