#include "diagnostics/snippet.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "diagnostics/line_view.hpp"
#include "support/numbers.hpp"

namespace yyshader::diagnostics {

/// The part of a mark that lies on one line, in bytes of that line.
struct Snippet::Segment {
  source::FileId file;
  std::size_t line = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool primary = false;
  bool drawn = true;  ///< false for a blank line inside a mark, which is shown without an underline
  std::string text;
};

/// A text that stands below the underline row, at the start of its mark.
struct Snippet::Hanging {
  std::size_t column;
  Style style;
  std::string_view text;
};

namespace {

/// A mark over at most this many lines shows all of them.
constexpr std::size_t most_whole_lines = 4;
/// A change shows at most this many lines of either side.
constexpr std::size_t most_changed_lines = 6;
/// Narrower than this a window shows nothing of use.
constexpr std::size_t least_text_width = 20;

/// `span` without the line ends at its end, so that a mark does not reach into the next line.
source::Span without_line_end(source::Span span, std::string_view text) {
  span.end = std::max(span.begin, std::min(span.end, static_cast<std::uint32_t>(text.size())));
  while (span.end > span.begin && (text[span.end - 1] == '\n' || text[span.end - 1] == '\r')) --span.end;
  return span;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// A row of single-column characters in colours.
class Row {
 public:
  std::size_t size() const { return cells_.size(); }
  void put(std::size_t column, char c, Style style) {
    if (column >= cells_.size()) cells_.resize(column + 1, {' ', Style::plain});
    cells_[column] = {c, style};
  }
  /// Appends the row, each run of one colour at once.
  void write(const Paint& paint, std::string& out) const {
    for (std::size_t i = 0; i < cells_.size();) {
      std::string run;
      const Style style = cells_[i].second;
      for (; i < cells_.size() && cells_[i].second == style; ++i) run += cells_[i].first;
      paint.add(out, style, run);
    }
  }

 private:
  std::vector<std::pair<char, Style>> cells_;
};

std::size_t digits(std::size_t number) { return support::to_decimal(number).size(); }

}  // namespace

std::size_t Snippet::text_width(std::size_t gutter) const {
  const std::size_t taken = gutter + 4;  // a blank before the number, " | " after it
  return width_ > taken + least_text_width ? width_ - taken : least_text_width;
}

void Snippet::start_row(std::string number, std::string_view bar, Style style, std::size_t gutter,
                        std::string& out) const {
  number.insert(0, gutter - number.size() + 1, ' ');
  number += ' ';
  paint_.add(out, Style::gutter, number);
  paint_.add(out, style, bar);
}

void Snippet::split(const Mark& mark, std::vector<Segment>& out) const {
  const source::FileId file = mark.span.file;
  const source::Span span = without_line_end(mark.span, sources_.text(file));
  const std::size_t first = sources_.line(file, span.begin);
  const std::size_t last = sources_.line(file, span.end);
  const bool whole = last - first < most_whole_lines;
  for (std::size_t line = first; line <= last; ++line) {
    if (!whole && line != first && line != last) continue;
    const std::string_view text = sources_.line_text(file, line);
    const std::size_t start = sources_.line_start(file, line);
    Segment segment{file, line, 0, text.size(), mark.primary, true, {}};
    if (line == first) segment.begin = std::min(std::max<std::size_t>(span.begin, start) - start, text.size());
    if (line == last) segment.end = std::min(std::max<std::size_t>(span.end, start) - start, text.size());
    if (line != first) {
      while (segment.begin < segment.end && is_blank(text[segment.begin])) ++segment.begin;
      segment.drawn = segment.begin < segment.end;
    }
    if (line == last) segment.text = mark.text;
    out.push_back(std::move(segment));
    if (!whole && line == first) line = last - 1;
  }
}

std::string Snippet::draw(const std::vector<Mark>& marks) const {
  std::vector<Segment> segments;
  std::vector<source::FileId> files;
  for (const Mark& mark : marks) {
    if (!mark.span) continue;
    split(mark, segments);
    if (std::find(files.begin(), files.end(), mark.span.file) == files.end()) files.push_back(mark.span.file);
  }
  std::size_t gutter = 1;
  for (const Segment& segment : segments) gutter = std::max(gutter, digits(segment.line));
  std::string out;
  for (const source::FileId file : files) {
    std::vector<Segment> here;
    std::copy_if(segments.begin(), segments.end(), std::back_inserter(here),
                 [&](const Segment& s) { return s.file == file; });
    if (file != files.front()) {
      const std::string place =
          printable(sources_.path(file)) + ":" + support::to_decimal(here.front().line) + ":" +
          support::to_decimal(
              sources_
                  .line_column(file, static_cast<std::uint32_t>(sources_.line_start(file, here.front().line) +
                                                                here.front().begin))
                  .column);
      paint_.add(out, Style::gutter, std::string(gutter, ' ') + "--> ");
      paint_.add(out, Style::path, place);
      out += '\n';
    }
    std::stable_sort(here.begin(), here.end(), [](const Segment& a, const Segment& b) { return a.line < b.line; });
    std::size_t previous = 0;
    for (auto first = here.begin(); first != here.end();) {
      const auto next = std::find_if(first, here.end(), [&](const Segment& s) { return s.line != first->line; });
      if (previous != 0 && first->line > previous + 1) {
        paint_.add(out, Style::gutter, std::string(gutter, ' ') + "...");
        out += '\n';
      }
      previous = first->line;
      draw_line({std::make_move_iterator(first), std::make_move_iterator(next)}, gutter, out);
      first = next;
    }
  }
  return out;
}

void Snippet::draw_line(std::vector<Segment> segments, std::size_t gutter, std::string& out) const {
  const std::string_view line = sources_.line_text(segments.front().file, segments.front().line);
  const std::size_t width = text_width(gutter);
  struct Window {
    LineView view;
    std::vector<Segment> segments;
  };
  std::vector<Window> windows;
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
    windows.push_back({std::move(view), {std::make_move_iterator(segments.begin()), std::make_move_iterator(outside)}});
    segments.erase(segments.begin(), outside);
  }
  std::stable_sort(windows.begin(), windows.end(),
                   [](const Window& a, const Window& b) { return a.view.begin() < b.view.begin(); });
  for (const Window& window : windows) draw_window(window.segments, window.view, gutter, out);
}

void Snippet::draw_window(const std::vector<Segment>& segments, const LineView& view, std::size_t gutter,
                          std::string& out) const {
  start_row(support::to_decimal(segments.front().line), "|", Style::gutter, gutter, out);
  if (!view.text().empty()) out += ' ';
  out += view.text();
  out += '\n';

  Row underline;
  std::vector<Hanging> texts;
  std::size_t last_end = 0;  // of the text that begins rightmost
  const auto draw = [&](const Segment& segment) {
    const Style style = segment.primary ? primary_ : Style::label;
    const std::size_t begin = view.begin_column(segment.begin);
    const std::size_t end = std::max(view.end_column(segment.end), begin + 1);
    for (std::size_t column = begin; column < end; ++column) {
      underline.put(column, !segment.primary ? '-' : column == begin ? '^' : '~', style);
    }
    if (segment.text.empty()) return;
    if (texts.empty() || begin >= texts.back().column) last_end = end;
    const auto after = std::upper_bound(texts.begin(), texts.end(), begin,
                                        [](std::size_t column, const Hanging& text) { return column < text.column; });
    texts.insert(after, {begin, style, segment.text});
  };
  // Primary marks last: they stay visible where marks overlap.
  for (const Segment& segment : segments) {
    if (segment.drawn && !segment.primary) draw(segment);
  }
  for (const Segment& segment : segments) {
    if (segment.drawn && segment.primary) draw(segment);
  }
  if (underline.size() == 0) return;
  start_row("", "|", Style::gutter, gutter, out);
  out += ' ';
  underline.write(paint_, out);
  if (!texts.empty() && last_end == underline.size()) {
    out += ' ';
    paint_.add(out, texts.back().style, texts.back().text);
    texts.pop_back();
  }
  out += '\n';
  draw_hanging(std::move(texts), gutter, out);
}

void Snippet::draw_hanging(std::vector<Hanging> texts, std::size_t gutter, std::string& out) const {
  if (texts.empty()) return;
  const auto connectors = [&](std::size_t before) {
    Row row;
    for (const Hanging& text : texts) {
      if (text.column < before) row.put(text.column, '|', text.style);
    }
    start_row("", "|", Style::gutter, gutter, out);
    out += ' ';
    row.write(paint_, out);
    return row.size();
  };
  connectors(texts.back().column + 1);
  out += '\n';
  while (!texts.empty()) {
    const Hanging last = texts.back();
    texts.pop_back();
    const std::size_t size = connectors(last.column);
    out.append(last.column - size, ' ');
    paint_.add(out, last.style, last.text);
    out += '\n';
  }
}

std::string Snippet::draw_change(source::Span span, const std::string& replacement) const {
  const std::string_view whole = sources_.text(span.file);
  span.begin = std::min(span.begin, static_cast<std::uint32_t>(whole.size()));
  span.end = std::clamp(span.end, span.begin, static_cast<std::uint32_t>(whole.size()));
  const std::size_t first = sources_.line(span.file, span.begin);
  const std::size_t last = sources_.line(span.file, span.end);
  const std::size_t gutter = digits(last);
  const std::size_t width = text_width(gutter);
  std::string out;
  const auto row = [&](std::size_t number, const LineView& view, bool added) {
    const Style style = added ? Style::insertion : Style::removal;
    start_row(support::to_decimal(number), added ? "+" : "-", style, gutter, out);
    if (!view.text().empty()) out += ' ';
    paint_.add(out, style, view.text());
    out += '\n';
  };
  const auto skip = [&] { out += std::string(gutter, ' ') + "...\n"; };

  const auto start = [&](std::size_t line) { return std::size_t{sources_.line_start(span.file, line)}; };
  for (std::size_t line = first; line <= last && span.begin != span.end; ++line) {
    if (line - first == most_changed_lines) {
      skip();
      break;
    }
    const std::size_t begin = std::max<std::size_t>(span.begin, start(line)) - start(line);
    const std::size_t end = std::max<std::size_t>(span.end, start(line)) - start(line);
    row(line, LineView(sources_.line_text(span.file, line), begin, end, width), false);
  }

  // Of long lines only as much as a window can show goes into the new text.
  const std::size_t reach = (width + 1) * 16;
  const std::string_view before_all =
      whole.substr(start(first), std::max<std::size_t>(span.begin, start(first)) - start(first));
  const std::string_view before = before_all.substr(before_all.size() - std::min(before_all.size(), reach));
  const std::string_view last_text = sources_.line_text(span.file, last);
  const std::size_t after_begin =
      std::min(std::max<std::size_t>(span.end, start(last)) - start(last), last_text.size());
  const std::string text = std::string(before) + replacement + std::string(last_text.substr(after_begin, reach));
  if (replacement.empty() && text.find_first_not_of(" \t") == std::string::npos) return out;  // nothing is left
  const std::size_t new_begin = before.size();
  const std::size_t new_end = before.size() + replacement.size();
  std::size_t number = first;
  for (std::size_t begin = 0; begin <= text.size(); ++number) {
    if (number - first == most_changed_lines) {
      skip();
      break;
    }
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t from = std::max(new_begin, begin) - begin;
    const std::size_t to = std::max(std::min(new_end, end), begin) - begin;
    const LineView view(std::string_view(text).substr(begin, end - begin), from, to, width);
    row(number, view, true);
    if (to > from) {
      Row underline;
      for (std::size_t c = view.begin_column(from); c < view.end_column(to); ++c)
        underline.put(c, '+', Style::insertion);
      start_row("", "|", Style::gutter, gutter, out);
      out += ' ';
      underline.write(paint_, out);
      out += '\n';
    }
    begin = end + 1;
  }
  return out;
}

}  // namespace yyshader::diagnostics
