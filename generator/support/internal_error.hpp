#pragma once

#include <source_location>
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

/// Throws `InternalError` with `message` and the place of the call.
[[noreturn]] void internal_error(std::string_view message,
                                 std::source_location where = std::source_location::current());

/// Throws `InternalError` unless `condition` holds.
inline void invariant(bool condition, std::string_view message,
                      std::source_location where = std::source_location::current()) {
  if (!condition) internal_error(message, where);
}

}  // namespace yyshader::support
