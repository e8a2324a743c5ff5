#pragma once

#include <cstdint>
#include <vector>

#include "frontend/yuyan/core.hpp"
#include "frontend/yuyan/lower_context.hpp"
#include "ir/module.hpp"

namespace yyshader::frontend::yuyan {

/// How structs serve the interfaces of entries (spec 1.7.3, 2.2).
struct StructUse {
  bool serves = false;  ///< parameter or result of an entry: its fields carry attributes
  bool flat = false;    ///< vertex output or fragment input: its integer fields are not interpolated
};

/// By core::DefinitionId, from all sound entry items of the program.
std::vector<StructUse> find_struct_uses(const core::Program& program);

/// Gives places in the pipeline to what crosses one boundary of an entry, in order: builtins by their aliases, structs
/// none (their members have them), everything else the next location.
class InterfaceNumbering {
 public:
  /// `flat`: integers are not interpolated.
  InterfaceNumbering(LoweringContext& context, bool flat) : context_(context), flat_(flat) {}

  ir::InterfaceBinding next(TypeId type, core::InterfaceAlias alias);

 private:
  LoweringContext& context_;
  bool flat_;
  std::uint32_t next_location_ = 0;
};

}  // namespace yyshader::frontend::yuyan
