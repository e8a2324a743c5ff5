#include "diagnostics/change.hpp"

#include <algorithm>
#include <utility>

#include "diagnostics/layout.hpp"
#include "diagnostics/line_view.hpp"

namespace yyshader::diagnostics {

namespace {

/// A change shows at most this many lines of either side.
constexpr std::size_t most_lines = 6;

class ChangeView {
 public:
  ChangeView(const source::SourceMap& sources, const Paint& paint, std::size_t width, source::Span span,
             std::string_view replacement)
      : sources_(sources), paint_(paint), span_(span), replacement_(replacement) {
    const auto size = static_cast<std::uint32_t>(sources_.text(span_.file).size());
    span_.begin = std::min(span_.begin, size);
    span_.end = std::clamp(span_.end, span_.begin, size);
    first_ = sources_.line(span_.file, span_.begin);
    last_ = sources_.line(span_.file, span_.end);
    if (last_ > first_ && span_.begin == start(first_) && span_.end == start(last_) &&
        (replacement_.empty() || replacement_.ends_with('\n'))) {
      // Whole lines: the one after them has no part in it.
      --last_;
      if (!replacement_.empty()) replacement_.remove_suffix(1);
    }
    gutter_.fit(last_);
    width_ = gutter_.text_width(width);
  }

  std::string draw() {
    if (span_.begin != span_.end) draw_old();
    draw_new();
    return std::move(out_);
  }

 private:
  std::size_t start(std::size_t line) const { return sources_.line_start(span_.file, line); }
  std::string_view line_text(std::size_t line) const { return sources_.line_text(span_.file, line); }
  /// Where byte `offset` of the file is in `line`, kept inside it.
  std::size_t in_line(std::size_t offset, std::size_t line) const {
    return std::min(std::max(offset, start(line)) - start(line), line_text(line).size());
  }

  void row(std::size_t number, const LineView& view, std::string_view sign, Style style) {
    gutter_.start(paint_, number, sign, style, out_);
    if (!view.text().empty()) out_ += ' ';
    paint_.add(out_, style, view.text());
    out_ += '\n';
  }

  void draw_old() {
    for (std::size_t line = first_; line <= last_; ++line) {
      if (line - first_ == most_lines) return gutter_.gap(paint_, out_);
      const LineView view(line_text(line), in_line(span_.begin, line), in_line(span_.end, line), width_);
      row(line, view, "-", Style::removal);
    }
  }

  void draw_new() {
    // Of long lines only as much as a window can show goes into the new text.
    const std::size_t reach = LineView::reach(width_);
    std::string_view before = line_text(first_).substr(0, in_line(span_.begin, first_));
    before.remove_prefix(before.size() - std::min(before.size(), reach));
    const std::string_view after = line_text(last_).substr(in_line(span_.end, last_), reach);
    const std::string text = std::string(before).append(replacement_).append(after);
    if (replacement_.empty() && text.find_first_not_of(" \t") == std::string::npos) return;  // nothing is left
    const std::size_t new_end = before.size() + replacement_.size();
    std::size_t number = first_;
    for (std::size_t begin = 0; begin <= text.size(); ++number) {
      if (number - first_ == most_lines) return gutter_.gap(paint_, out_);
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      std::string_view line = std::string_view(text).substr(begin, end - begin);
      if (line.ends_with('\r')) line.remove_suffix(1);
      const std::size_t from = std::max(before.size(), begin) - begin;
      const std::size_t to = std::clamp(new_end, begin, begin + line.size()) - begin;
      const LineView view(line, from, std::max(from, to), width_);
      row(number, view, "+", Style::insertion);
      if (from < to) underline(view, from, to);
      begin = end + 1;
    }
  }

  void underline(const LineView& view, std::size_t from, std::size_t to) {
    MarkRow marks;
    for (std::size_t c = view.begin_column(from); c < view.end_column(to); ++c) marks.put(c, '+', Style::insertion);
    gutter_.start(paint_, 0, "|", Style::gutter, out_);
    out_ += ' ';
    marks.write(paint_, out_);
    out_ += '\n';
  }

  const source::SourceMap& sources_;
  const Paint& paint_;
  source::Span span_;
  std::string_view replacement_;
  std::size_t first_ = 0;  ///< the lines changed
  std::size_t last_ = 0;
  Gutter gutter_;
  std::size_t width_ = 0;
  std::string out_;
};

}  // namespace

std::string draw_change(const source::SourceMap& sources, const Paint& paint, std::size_t width, source::Span span,
                        std::string_view replacement) {
  return ChangeView(sources, paint, width, span, replacement).draw();
}

}  // namespace yyshader::diagnostics
