#include "support/internal_error.hpp"

#include <string>

namespace yyshader::support {

void internal_error(std::string_view message, CodePlace where) {
  std::string text(message);
  text += " (";
  text += where.function;
  text += ':';
  text += std::to_string(where.line);
  text += ')';
  throw InternalError(text);
}

}  // namespace yyshader::support
