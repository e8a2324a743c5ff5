#pragma once

#include <optional>
#include <string>

#include "driver/command_line.hpp"
#include "driver/report.hpp"

namespace yyshader::driver {

/// Exit statuses (spec 3.2).
enum class Status : int { success = 0, source_errors = 1, usage = 2, internal_fault = 70 };

/// The worse of two outcomes.
Status worse(Status a, Status b);

/// Gives everything on standard input, or nothing and why in `error`.
using StandardInput = std::optional<std::string> (*)(std::string& error);

/// 译 金属 统算 检查 生成 dump-ir: reads, translates, and puts what it has to say on the console. `standard_input` is
/// asked when a file is `-`.
Status run_command(const CommandLine& line, Report& report, Console& console, StandardInput standard_input);

/// build: brings the generated files of every source up to date (spec 3.2).
Status run_build(const CommandLine& line, Report& report);

/// What exit status the findings of one compilation mean.
Status status_of(const diagnostics::Diagnostics& findings);

}  // namespace yyshader::driver
