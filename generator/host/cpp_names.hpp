#pragma once

#include <string>
#include <vector>

#include "host/emit.hpp"
#include "reflect/model.hpp"

namespace yyshader::host {

/// One generated name and the ASCII alias that `--ascii` gives it.
struct CppName {
  std::string name;
  std::string ascii;
};

struct CppEntryNames {
  CppName function;  ///< the constant with the function's name
  CppName ptx;       ///< the constant with the PTX name
};

struct CppStructNames {
  CppName name;
  std::vector<CppName> members;
  std::vector<CppName>
      paddings;  ///< one for each member, before it, and a last one after all; used where bytes are left
};

/// Every name that the generated C++ declares, settled in one order for all its files: what the spec names first keeps
/// its spelling.
struct CppNames {
  std::vector<CppName> name_space;
  CppName wgsl, msl, ptx;
  std::vector<CppEntryNames> entries;
  std::vector<CppStructNames> structs;
  CppName module;
  CppName wgsl_lines, msl_lines, ptx_lines;
  CppName cpu;                 ///< the program for the CPU
  std::string cpu_text;        ///< the namespace of its text
  std::string internal_cpu;    ///< the table of its kernels
  std::string internal;        ///< the namespace of the tables
  std::string internal_lines;  ///< the namespace of the line tables
};
CppNames cpp_names(const reflect::Model& model, const Options& options);

}  // namespace yyshader::host
