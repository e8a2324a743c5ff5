// Compiles generated programs for the CPU into libraries and loads them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "yy/cpu.hpp"

namespace yyshader::cpu_machine {

/// A program as `--host cpu` writes it, to be compiled; then `program`, or `error`: what the compiler says.
struct Source {
  std::filesystem::path header;
  std::string name;  ///< the C++ name of its yy::cpu::Program
  const yy::cpu::Program* program = nullptr;
  std::string error;
};

/// Compiles all sources, a few together for each core, in `folder`; one that cannot be compiled spoils no other.
/// The compiler is that of YYSHADER_CPU_COMPILER, else the one that built this program; YYSHADER_CPU_FLAGS adds flags.
void compile(std::vector<Source>& sources, const std::filesystem::path& folder);

}  // namespace yyshader::cpu_machine
