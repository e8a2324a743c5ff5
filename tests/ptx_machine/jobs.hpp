// Run cases as tests/run/executors/process.mjs hands them over: many jobs in one JSON file, buffers in files beside it.
#pragma once

#include <filesystem>
#include <iosfwd>

#include "ptx_machine/machine.hpp"

namespace yyshader::ptx_machine {

/// Runs every job of the file `list`, in order: binds each buffer to the parameter `p_g<group>_b<binding>`, and their
/// byte sizes, in the entry's parameter order, to `p_sizes`; writes the buffers back; prints one line of JSON for each
/// job on `out`. False: `list` is no such file (then a message is on `error`).
bool run_jobs(const std::filesystem::path& list, const Options& options, std::ostream& out, std::ostream& error);

}  // namespace yyshader::ptx_machine
