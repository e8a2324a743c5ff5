#include "diagnostics/layout.hpp"

#include <algorithm>

#include "diagnostics/line_view.hpp"
#include "support/numbers.hpp"

namespace yyshader::diagnostics {

void MarkRow::write(const Paint& paint, std::string& out) const {
  for (std::size_t i = 0; i < cells_.size();) {
    std::string run;
    const Style style = cells_[i].second;
    for (; i < cells_.size() && cells_[i].second == style; ++i) run += cells_[i].first;
    paint.add(out, style, run);
  }
}

void Gutter::fit(std::size_t number) { digits = std::max(digits, support::to_decimal(number).size()); }

std::size_t Gutter::text_width(std::size_t width) const {
  constexpr std::size_t least = 20;
  const std::size_t taken = digits + 4;  // a blank before the number, " | " after it
  return std::max(width, taken + least) - taken;
}

void Gutter::start(const Paint& paint, std::size_t number, std::string_view bar, Style bar_style,
                   std::string& out) const {
  const std::string text = number == 0 ? "" : support::to_decimal(number);
  paint.add(out, Style::gutter, std::string(digits + 1 - text.size(), ' ') + text + " ");
  paint.add(out, bar_style, bar);
}

void Gutter::gap(const Paint& paint, std::string& out) const {
  paint.add(out, Style::gutter, std::string(digits, ' ') + "...");
  out += '\n';
}

std::string place_text(const source::SourceMap& sources, source::FileId file, std::size_t offset) {
  const auto place = sources.line_column(file, static_cast<std::uint32_t>(offset));
  return printable(sources.path(file)) + ":" + support::to_decimal(place.line) + ":" +
         support::to_decimal(place.column);
}

source::Span markable(source::Span span, const source::SourceMap& sources) {
  const std::string_view text = sources.text(span.file);
  const auto size = static_cast<std::uint32_t>(text.size());
  span.begin = std::min(span.begin, size);
  span.end = std::clamp(span.end, span.begin, size);
  while (span.end > span.begin && (text[span.end - 1] == '\n' || text[span.end - 1] == '\r')) --span.end;
  return span;
}

}  // namespace yyshader::diagnostics
