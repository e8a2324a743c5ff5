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

/// The lines that `marks` lie on, with their numbers in a gutter and the marks under them, each line ended. Marks that
/// point nowhere are left out. `width` is that of the whole text, gutter included; `primary` colours primary marks.
///
/// Marks on one line share an underline row; their texts stand beside it or hang below from `|`. A mark over several
/// lines shows its first and its last one, and those between when they are few. Files other than that of the first
/// mark, which a headline has named, are named by a line of their own. On a line too long to show, marks far from each
/// other get a window each.
std::string draw_snippet(const source::SourceMap& sources, const Paint& paint, std::size_t width, Style primary,
                         const std::vector<Mark>& marks);

}  // namespace yyshader::diagnostics
