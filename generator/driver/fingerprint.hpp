#pragma once

#include <string>

#include "driver/command_line.hpp"
#include "driver/report.hpp"

namespace yyshader::driver {

class RecordWriter;

/// Everything but the bytes of files that decides what the outputs of `file` are, as 32 hexadecimal digits.
std::string fingerprint_of(const CommandLine& line, const std::string& file);

/// The options that decide how warnings are shown.
std::string presentation_of(const Report& report);

/// Where the state of one source is kept, below the output folder. One for each source and set of hosts: other options
/// replace it instead of piling up.
std::string state_path(const CommandLine& line, const std::string& file);

/// The generator's identity and the options that decide the outputs; packages by their names only.
void write_settings(RecordWriter& writer, const CommandLine& line);

}  // namespace yyshader::driver
