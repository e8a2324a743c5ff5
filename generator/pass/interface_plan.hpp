#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::pass {

enum class BindingKind : std::uint8_t { storage_buffer, uniform_buffer, texture, sampler };

/// One resource with its place on each target (spec 2.2–2.4).
struct BindingPlan {
  ir::GlobalId global;
  BindingKind kind = BindingKind::storage_buffer;
  ir::Access access = ir::Access::read;
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  std::uint32_t msl_index =
      0;  ///< group × 16 + binding, within its kind's own space; limits are checked by the MSL backend
};

/// One input or output of an entry that has a location.
struct LocationPlan {
  std::string name;  ///< the parameter's or member's source name; `` for a plain result
  ir::TypeId type;
  std::uint32_t location = 0;
  ir::Interpolation interpolation = ir::Interpolation::smooth;
};

/// What one entry needs from its host: all of it derived from what is reachable from the entry in the IR.
struct EntryPlan {
  ir::EntryId entry;
  std::vector<BindingPlan>
      bindings;  ///< used ones, ascending (group, binding, kind): PTX's parameter order for buffers
  std::vector<ir::GlobalId> mention_order;  ///< used resources and workgroup variables in order of first mention, calls
                                            ///< followed depth first (2.3)
  std::vector<ir::GlobalId>
      sized_buffers;  ///< buffers whose 数组长度 is asked: the sizes buffer is needed when not empty
  ir::Features features;
  std::uint32_t workgroup_bytes = 0;  ///< workgroup memory used
  std::vector<LocationPlan> inputs;
  std::vector<LocationPlan> outputs;
};

/// The interface of the whole program, computed once before any backend (spec 4.2).
struct InterfacePlan {
  std::vector<EntryPlan> entries;  ///< by EntryId
  std::vector<std::vector<ir::GlobalId>>
      function_uses;                      ///< by FunctionId: resources it or its callees use, order of first mention
  std::vector<bool> reachable_functions;  ///< by FunctionId: from any entry (for --prune)
  ir::Features features;                  ///< of the whole text
};
InterfacePlan plan_interface(const ir::Module& module);

}  // namespace yyshader::pass
