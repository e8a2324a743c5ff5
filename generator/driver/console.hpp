#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace yyshader::driver {

// What the systems do differently about terminals and arguments; all text is UTF-8.

/// The arguments without the program's name.
std::vector<std::string> arguments_of(int count, char** values);

/// The environment variable's value, empty when it is not set.
std::string environment(const char* name);

/// Everything on standard input, bytes as they are; nothing when it cannot be read, `error` then says why.
std::optional<std::string> read_standard_input(std::string& error);

/// Writes bytes as they are; false when they could not all be written.
bool write_stream(std::FILE* stream, const std::string& bytes);

/// Whether standard error is a terminal that shows colours and its user has not asked for none (NO_COLOR).
bool wants_color();

}  // namespace yyshader::driver
