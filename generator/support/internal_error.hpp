#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace yyshader::support {

/// A broken invariant of the compiler itself, never a fault of the user's program. The driver reports it as an internal
/// error with this text and exits with a status of its own; nothing is written (spec 4.1).
class InternalError : public std::logic_error {
 public:
  explicit InternalError(const std::string& what) : std::logic_error(what) {}
};

/// A place of the compiler's own code. (std::source_location is not usable with Clang before 16 and libstdc++.)
struct CodePlace {
  const char* function;
  int line;
  static constexpr CodePlace current(const char* function = __builtin_FUNCTION(), int line = __builtin_LINE()) {
    return {function, line};
  }
};

/// Throws `InternalError` with `message` and the place of the call.
[[noreturn]] void internal_error(std::string_view message, CodePlace where = CodePlace::current());

/// Throws `InternalError` unless `condition` holds.
inline void invariant(bool condition, std::string_view message, CodePlace where = CodePlace::current()) {
  if (!condition) internal_error(message, where);
}

}  // namespace yyshader::support
