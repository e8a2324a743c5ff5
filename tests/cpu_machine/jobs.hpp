// Run cases as tests/run/executors/process.mjs hands them over: many jobs in one JSON file, buffers in files beside it.
#pragma once

#include <filesystem>
#include <iosfwd>

namespace yyshader::cpu_machine {

/// Compiles the programs of all jobs in the file `list`, runs each job in a process of its own, writes the buffers
/// back, and prints one line of JSON for each job on `out`. False: `list` is no such file (then a message is on
/// `error`).
bool run_jobs(const std::filesystem::path& list, std::ostream& out, std::ostream& error);

}  // namespace yyshader::cpu_machine
