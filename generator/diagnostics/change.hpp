#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "diagnostics/paint.hpp"
#include "source/source_map.hpp"

namespace yyshader::diagnostics {

/// What replacing `span` by `replacement` does to its lines: the lines as they are (`-`), unless nothing of them goes,
/// and as they become (`+`), with `+` under what is new. Many lines and long lines are cut. `width` is that of the
/// whole text, gutter included.
std::string draw_change(const source::SourceMap& sources, const Paint& paint, std::size_t width, source::Span span,
                        std::string_view replacement);

}  // namespace yyshader::diagnostics
