#pragma once

#include <string>
#include <vector>

#include "backend/msl/buffer_layout.hpp"
#include "backend/msl/msl.hpp"
#include "backend/structured/printer.hpp"
#include "pass/entry_interfaces.hpp"

namespace yyshader::backend::msl {

/// What is written of a function beside what the IR says.
struct FunctionKnowledge {
  std::vector<bool> guarded_loops;  ///< by BlockId of the body: loops that need the safeguard
  ir::LocalId safeguard;            ///< the variable that these read; none when there are none
  bool needs_sizes = false;         ///< it, or what it calls, asks for a runtime array's length
  std::string sizes_name;           ///< of the parameter that gives the buffers' sizes
};

/// What the dialect's functions know of the module that is printed.
struct Knowledge {
  Options options;
  std::vector<pass::StageRole> roles;        ///< by StructId
  std::vector<StructLayout> layouts;         ///< by StructId
  std::vector<FunctionKnowledge> functions;  ///< by FunctionId
};

/// The knowledge that `printer` was given: it prints MSL.
inline const Knowledge& knowledge_of(const structured::Printer& printer) { return printer.knowledge<Knowledge>(); }

/// The buffer index that the sizes of the others come at (spec 2.3).
inline constexpr std::uint32_t sizes_index = 30;
inline constexpr std::string_view sizes_parameter = "缓冲字节数";

}  // namespace yyshader::backend::msl
