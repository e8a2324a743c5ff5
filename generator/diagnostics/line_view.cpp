#include "diagnostics/line_view.hpp"

#include <algorithm>

#include "support/numbers.hpp"
#include "support/utf8.hpp"

namespace yyshader::diagnostics {

namespace {

constexpr std::size_t tab_stop = 4;
constexpr std::string_view ellipsis = "…";

/// A window looks at no more bytes than this for each of its columns: characters without width could go on for ever.
constexpr std::size_t bytes_per_column = 16;

/// Characters that would be missed, or that change how the text around them shows.
constexpr bool is_spelled_out(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x061C || c == 0x200B || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

/// One character, or one byte that is part of none, as shown.
struct Piece {
  std::string text;
  std::size_t width = 0;
  std::size_t length = 1;  ///< bytes taken
};

Piece spelled(std::string text, std::size_t length) {
  const std::size_t width = text.size();
  return {std::move(text), width, length};
}

Piece piece_at(std::string_view line, std::size_t offset) {
  const auto decoded = support::decode_utf8(line, offset);
  if (!decoded) {
    return spelled("<" + support::to_hex(static_cast<unsigned char>(line[offset]), 2, support::HexCase::upper) + ">",
                   1);
  }
  if (is_spelled_out(decoded->value)) {
    return spelled("<U+" + support::to_hex(decoded->value, 4, support::HexCase::upper) + ">", decoded->length);
  }
  return {std::string(line.substr(offset, decoded->length)), support::display_width(decoded->value), decoded->length};
}

/// The same with a tab as blanks up to the next stop from `column`.
Piece piece_at(std::string_view line, std::size_t offset, std::size_t column) {
  if (line[offset] != '\t') return piece_at(line, offset);
  const std::size_t width = tab_stop - column % tab_stop;
  return {std::string(width, ' '), width, 1};
}

/// Where the character that ends at `offset` begins.
std::size_t previous(std::string_view line, std::size_t offset) {
  for (std::size_t length = 2; length <= 4 && length <= offset; ++length) {
    const auto decoded = support::decode_utf8(line, offset - length);
    if (decoded && decoded->length == length) return offset - length;
  }
  return offset - 1;
}

/// How far a walk over characters came.
struct Reach {
  std::size_t offset;
  std::size_t columns;
};

/// Walks from `begin` towards `end` as long as the characters fit in `width` columns.
Reach walk_forward(std::string_view line, std::size_t begin, std::size_t end, std::size_t width) {
  const std::size_t limit = std::min(end, begin + LineView::reach(width));
  Reach reach{begin, 0};
  while (reach.offset < limit) {
    const Piece piece = piece_at(line, reach.offset, reach.columns);
    if (reach.columns + piece.width > width) break;
    reach.offset += piece.length;
    reach.columns += piece.width;
  }
  return reach;
}

/// Walks from `begin` towards the start of the line as long as the characters fit in `width` columns.
std::size_t walk_back(std::string_view line, std::size_t begin, std::size_t width) {
  const std::size_t limit = begin - std::min(begin, LineView::reach(width));
  std::size_t columns = 0;
  while (begin > limit) {
    const std::size_t before = previous(line, begin);
    columns += piece_at(line, before, 0).width;
    if (columns > width) break;
    begin = before;
  }
  return begin;
}

/// Where a window of `width` columns starts that shows the anchor with what stands around it.
std::size_t window_start(std::string_view line, std::size_t anchor_begin, std::size_t anchor_end, std::size_t width) {
  const Reach anchor = walk_forward(line, anchor_begin, anchor_end, width);
  const Reach rest = walk_forward(line, anchor_begin, line.size(), width);
  std::size_t lead = anchor.offset >= anchor_end ? (width - anchor.columns) / 2 : width / 8;
  if (rest.offset >= line.size()) lead = std::max(lead, width - rest.columns);  // the line ends before the window would
  return walk_back(line, anchor_begin, lead);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t offset = 0; offset < text.size();) {
    const Piece piece = piece_at(text, offset);
    result += piece.text;
    offset += piece.length;
  }
  return result;
}

std::size_t LineView::reach(std::size_t width) { return (width + 1) * bytes_per_column; }

bool LineView::fits(std::string_view line, std::size_t begin, std::size_t end, std::size_t width) {
  return walk_forward(line, begin, end, width).offset >= end;
}

LineView::LineView(std::string_view line, std::size_t anchor_begin, std::size_t anchor_end, std::size_t width) {
  anchor_begin = std::min(anchor_begin, line.size());
  anchor_end = std::clamp(anchor_end, anchor_begin, line.size());
  if (!fits(line, 0, line.size(), width)) {
    width -= std::min<std::size_t>(width, 2);  // room for … on both sides
    begin_ = window_start(line, anchor_begin, anchor_end, width);
  }
  if (begin_ > 0) text_ += ellipsis;
  const std::size_t left = begin_ > 0 ? 1 : 0;
  const std::size_t limit = std::min(line.size(), begin_ + LineView::reach(width));
  std::size_t column = 0;
  std::size_t base = 0;
  std::size_t offset = begin_;
  while (offset < limit) {
    const Piece piece = piece_at(line, offset, column);
    if (column + piece.width > width) break;
    if (piece.width > 0) base = column;
    places_.push_back({offset, left + base, left + column});
    text_ += piece.text;
    offset += piece.length;
    column += piece.width;
  }
  end_ = offset;
  places_.push_back({offset, left + column, left + column});
  if (end_ < line.size()) text_ += ellipsis;
  text_.erase(text_.find_last_not_of(' ') + 1);
}

const LineView::Place& LineView::place(std::size_t offset) const {
  // The first character that begins at or after the offset.
  const auto found = std::lower_bound(places_.begin(), places_.end(), offset,
                                      [](const Place& a, std::size_t b) { return a.offset < b; });
  return found == places_.end() ? places_.back() : *found;
}

std::size_t LineView::begin_column(std::size_t offset) const { return place(offset).begin_column; }
std::size_t LineView::end_column(std::size_t offset) const { return place(offset).end_column; }

}  // namespace yyshader::diagnostics
