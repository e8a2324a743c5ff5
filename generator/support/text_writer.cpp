#include "support/text_writer.hpp"

namespace yyshader::support {

TextWriter& TextWriter::write(std::string_view text) {
  if (text.empty()) return *this;
  if (at_line_start_) {
    for (std::size_t i = 0; i < level_; ++i) text_ += indent_unit_;
    at_line_start_ = false;
  }
  text_ += text;
  return *this;
}

TextWriter& TextWriter::end_line() {
  text_ += '\n';
  ++lines_;
  at_line_start_ = true;
  return *this;
}

}  // namespace yyshader::support
