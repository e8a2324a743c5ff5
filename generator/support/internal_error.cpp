#include "support/internal_error.hpp"

#include <string>

namespace yyshader::support {

void internal_error(std::string_view message, std::source_location where) {
  std::string text(message);
  text += " (";
  text += where.function_name();
  text += ':';
  text += std::to_string(where.line());
  text += ')';
  throw InternalError(text);
}

}  // namespace yyshader::support
