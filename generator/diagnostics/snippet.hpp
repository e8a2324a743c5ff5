#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "diagnostics/paint.hpp"
#include "source/source_map.hpp"

namespace yyshader::diagnostics {

/// A range to underline in a snippet, with what is said about it.
struct Mark {
  source::Span span;
  bool primary = false;  ///< drawn `^~~~`, others `----`
  std::string text;      ///< one printable line, or empty
};

/// The lines that marks lie on, with their numbers in a gutter and the marks under them.
///
/// Marks on one line share an underline row; their texts stand beside it or hang below from `|`. A mark over several
/// lines shows its first and its last one, and those between when they are few. Files other than the first mark's are
/// named by a line of their own. On a line too long to show, marks far from each other get a window each.
class Snippet {
 public:
  /// `width` is that of the whole text, gutter included; `primary` is the colour of primary marks.
  Snippet(const source::SourceMap& sources, const Paint& paint, std::size_t width, Style primary)
      : sources_(sources), paint_(paint), width_(width), primary_(primary) {}

  /// The snippet of `marks`, each line ended; marks that point nowhere are left out. The first mark's file is taken to
  /// have been named before.
  std::string draw(const std::vector<Mark>& marks) const;

  /// What replacing `span` by `replacement` does to its lines: the lines before (`-`) and after (`+`).
  std::string draw_change(source::Span span, const std::string& replacement) const;

 private:
  struct Segment;
  struct Hanging;
  void split(const Mark& mark, std::vector<Segment>& out) const;
  void draw_line(std::vector<Segment> segments, std::size_t gutter, std::string& out) const;
  void draw_window(const std::vector<Segment>& segments, const class LineView& view, std::size_t gutter,
                   std::string& out) const;
  void draw_hanging(std::vector<Hanging> texts, std::size_t gutter, std::string& out) const;
  void start_row(std::string number, std::string_view bar, Style style, std::size_t gutter, std::string& out) const;
  std::size_t text_width(std::size_t gutter) const;

  const source::SourceMap& sources_;
  const Paint& paint_;
  std::size_t width_;
  Style primary_;
};

}  // namespace yyshader::diagnostics
