#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backend/ptx/machine.hpp"
#include "source/span.hpp"

namespace yyshader::backend::ptx {

/// Collects the text line by line with the places that the lines were made from.
struct Text {
  std::string text;
  std::vector<source::Span> line_origins;
  void line(std::string_view content, source::Span origin) {
    text.append(content).append("\n");
    line_origins.push_back(origin);
  }
};

/// Writes a procedure. `constants`: the module-wide symbols that its instructions may name.
void print(const Procedure& procedure, const std::vector<Symbol>& constants, bool strict_floats, Text& out);
/// A module-wide array of bytes.
void print_constant(const Symbol& symbol, Text& out);

}  // namespace yyshader::backend::ptx
