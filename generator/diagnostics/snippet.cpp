#include "diagnostics/snippet.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "diagnostics/layout.hpp"
#include "diagnostics/line_view.hpp"

namespace yyshader::diagnostics {

namespace {

/// A mark over at most this many lines shows all of them.
constexpr std::size_t most_whole_lines = 4;

/// The part of a mark that lies on one line, in bytes of that line.
struct Segment {
  source::FileId file;
  std::size_t line = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool primary = false;
  bool drawn = true;  ///< false for a blank line inside a mark, which is shown without an underline
  std::string_view text;
};
using Segments = std::vector<Segment>;

/// A text about a mark, at the column where the mark begins.
struct Remark {
  std::size_t column = 0;
  std::size_t end = 0;  ///< of the mark
  Style style = Style::plain;
  std::string_view text;
};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

class SnippetWriter {
 public:
  SnippetWriter(const source::SourceMap& sources, const Paint& paint, std::size_t width, Style primary)
      : sources_(sources), paint_(paint), width_(width), primary_(primary) {}

  std::string draw(const std::vector<Mark>& marks) {
    Segments segments;
    std::vector<source::FileId> files;
    for (const Mark& mark : marks) {
      if (!mark.span) continue;
      split(mark, segments);
      if (std::find(files.begin(), files.end(), mark.span.file) == files.end()) files.push_back(mark.span.file);
    }
    for (const Segment& segment : segments) gutter_.fit(segment.line);
    for (const source::FileId file : files) {
      Segments here;
      std::copy_if(segments.begin(), segments.end(), std::back_inserter(here),
                   [&](const Segment& s) { return s.file == file; });
      if (file != marks.front().span.file) name_file(here.front());
      draw_file(std::move(here));
    }
    return std::move(out_);
  }

 private:
  void split(const Mark& mark, Segments& segments) const;
  void name_file(const Segment& first);
  void draw_file(Segments segments);
  void draw_line(Segments segments);
  void draw_window(const Segments& segments, const LineView& view);
  void draw_remarks(std::vector<Remark> remarks, std::size_t underline_end);
  std::size_t draw_connectors(const std::vector<Remark>& remarks, std::size_t before);
  void start_marks() {
    gutter_.start(paint_, 0, "|", Style::gutter, out_);
    out_ += ' ';
  }

  const source::SourceMap& sources_;
  const Paint& paint_;
  std::size_t width_;
  Style primary_;
  Gutter gutter_;
  std::string out_;
};

void SnippetWriter::split(const Mark& mark, Segments& segments) const {
  const source::FileId file = mark.span.file;
  const source::Span span = markable(mark.span, sources_);
  const std::size_t first = sources_.line(file, span.begin);
  const std::size_t last = sources_.line(file, span.end);
  const bool whole = last - first < most_whole_lines;
  for (std::size_t line = first; line <= last; line = whole || line == last ? line + 1 : last) {
    const std::string_view text = sources_.line_text(file, line);
    const std::size_t start = sources_.line_start(file, line);
    const auto in_line = [&](std::size_t offset) { return std::min(std::max(offset, start) - start, text.size()); };
    Segment segment{file, line, in_line(span.begin), in_line(span.end), mark.primary, true, {}};
    if (line != first) {
      while (segment.begin < segment.end && is_blank(text[segment.begin])) ++segment.begin;
      segment.drawn = segment.begin < segment.end;
    }
    if (line == last) segment.text = mark.text;
    segments.push_back(segment);
  }
}

void SnippetWriter::name_file(const Segment& first) {
  const std::size_t offset = sources_.line_start(first.file, first.line) + first.begin;
  paint_.add(out_, Style::gutter, std::string(gutter_.digits, ' ') + "--> ");
  paint_.add(out_, Style::path, place_text(sources_, first.file, offset));
  out_ += '\n';
}

void SnippetWriter::draw_file(Segments segments) {
  std::stable_sort(segments.begin(), segments.end(),
                   [](const Segment& a, const Segment& b) { return a.line < b.line; });
  std::size_t previous = 0;
  for (auto first = segments.begin(); first != segments.end();) {
    const auto next = std::find_if(first, segments.end(), [&](const Segment& s) { return s.line != first->line; });
    if (previous != 0 && first->line > previous + 1) gutter_.gap(paint_, out_);
    previous = first->line;
    draw_line({first, next});
    first = next;
  }
}

/// Draws a line in one window, or in several when its marks are too far apart.
void SnippetWriter::draw_line(Segments segments) {
  const std::string_view line = sources_.line_text(segments.front().file, segments.front().line);
  const std::size_t width = gutter_.text_width(width_);
  std::vector<std::pair<LineView, Segments>> windows;
  while (!segments.empty()) {
    // All that is left if it fits together, else the primary mark or the first one, and what it brings into view.
    const auto main = std::find_if(segments.begin(), segments.end(), [](const Segment& s) { return s.primary; });
    const Segment& anchor = main == segments.end() ? segments.front() : *main;
    std::size_t begin = anchor.begin;
    std::size_t end = anchor.end;
    for (const Segment& segment : segments) {
      begin = std::min(begin, segment.begin);
      end = std::max(end, segment.end);
    }
    const bool together = LineView::fits(line, begin, end, width - 2);
    LineView view(line, together ? begin : anchor.begin, together ? end : anchor.end, width);
    const auto outside =
        std::stable_partition(segments.begin(), segments.end(), [&](const Segment& s) { return view.shows(s.begin); });
    windows.emplace_back(std::move(view), Segments(segments.begin(), outside));
    segments.erase(segments.begin(), outside);
  }
  std::stable_sort(windows.begin(), windows.end(),
                   [](const auto& a, const auto& b) { return a.first.begin() < b.first.begin(); });
  for (const auto& [view, inside] : windows) draw_window(inside, view);
}

void SnippetWriter::draw_window(const Segments& segments, const LineView& view) {
  gutter_.start(paint_, segments.front().line, "|", Style::gutter, out_);
  if (!view.text().empty()) out_ += ' ';
  out_ += view.text();
  out_ += '\n';

  MarkRow underline;
  std::vector<Remark> remarks;
  // Primary marks last: they stay visible where marks overlap.
  for (const bool primary : {false, true}) {
    for (const Segment& segment : segments) {
      if (!segment.drawn || segment.primary != primary) continue;
      const Style style = primary ? primary_ : Style::label;
      const std::size_t begin = view.begin_column(segment.begin);
      const std::size_t end = std::max(view.end_column(segment.end), begin + 1);
      for (std::size_t column = begin; column < end; ++column) {
        underline.put(column, !primary ? '-' : column == begin ? '^' : '~', style);
      }
      if (!segment.text.empty()) remarks.push_back({begin, end, style, segment.text});
    }
  }
  if (underline.size() == 0) return;
  start_marks();
  underline.write(paint_, out_);
  draw_remarks(std::move(remarks), underline.size());
}

/// Ends the underline row. The text of the last mark stands beside it, unless other marks reach further; the others
/// hang below, the rightmost first.
void SnippetWriter::draw_remarks(std::vector<Remark> remarks, std::size_t underline_end) {
  std::stable_sort(remarks.begin(), remarks.end(),
                   [](const Remark& a, const Remark& b) { return a.column < b.column; });
  if (!remarks.empty() && remarks.back().end == underline_end) {
    out_ += ' ';
    paint_.add(out_, remarks.back().style, remarks.back().text);
    remarks.pop_back();
  }
  out_ += '\n';
  if (remarks.empty()) return;
  draw_connectors(remarks, remarks.back().column + 1);
  out_ += '\n';
  while (!remarks.empty()) {
    const Remark last = remarks.back();
    remarks.pop_back();
    const std::size_t drawn = draw_connectors(remarks, last.column);
    out_.append(last.column - drawn, ' ');
    paint_.add(out_, last.style, last.text);
    out_ += '\n';
  }
}

/// Draws `|` for the remarks that begin before a column; returns how many columns that took.
std::size_t SnippetWriter::draw_connectors(const std::vector<Remark>& remarks, std::size_t before) {
  MarkRow row;
  for (const Remark& remark : remarks) {
    if (remark.column < before) row.put(remark.column, '|', remark.style);
  }
  start_marks();
  row.write(paint_, out_);
  return row.size();
}

}  // namespace

std::string draw_snippet(const source::SourceMap& sources, const Paint& paint, std::size_t width, Style primary,
                         const std::vector<Mark>& marks) {
  return SnippetWriter(sources, paint, width, primary).draw(marks);
}

}  // namespace yyshader::diagnostics
