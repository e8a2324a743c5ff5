#pragma once

#include <string>
#include <vector>

#include "source/span.hpp"

namespace yyshader::backend::structured {

/// A target's text with, for each of its lines, the place of the source it was made from (for the line map, spec 3.1).
struct TargetText {
  std::string text;
  std::vector<source::Span> line_origins;  ///< one per line of `text`; pointing nowhere for lines of no source
};

}  // namespace yyshader::backend::structured
