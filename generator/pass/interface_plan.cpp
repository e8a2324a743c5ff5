#include "pass/interface_plan.hpp"

#include <algorithm>
#include <tuple>

#include "pass/layout.hpp"
#include "pass/resource_use.hpp"
#include "support/internal_error.hpp"

namespace yyshader::pass {

namespace {

constexpr std::uint32_t msl_slots_per_group = 16;

/// How the rules of WebGPU count a workgroup variable's bytes against maxComputeWorkgroupStorageSize.
constexpr std::uint32_t workgroup_variable_unit = 16;

BindingKind binding_kind(const ir::Module& module, const ir::Global& global) {
  switch (global.space) {
    case ir::AddressSpace::storage:
      return BindingKind::storage_buffer;
    case ir::AddressSpace::uniform:
      return BindingKind::uniform_buffer;
    case ir::AddressSpace::handle:
      return module.types[global.type].kind == ir::TypeKind::sampler ? BindingKind::sampler : BindingKind::texture;
    case ir::AddressSpace::workgroup:
    case ir::AddressSpace::function:
      break;
  }
  support::internal_error("a variable of this address space has no binding");
}

BindingPlan plan_binding(const ir::Module& module, ir::GlobalId id) {
  const ir::Global& global = module.globals[id.index()];
  BindingPlan plan;
  plan.global = id;
  plan.kind = binding_kind(module, global);
  plan.access = global.access;
  plan.group = global.group;
  plan.binding = global.binding;
  plan.msl_index = global.group * msl_slots_per_group + global.binding;
  return plan;
}

/// What of an entry's interface has a location: plain values, and the members of structs.
class Locations {
 public:
  Locations(const ir::Module& module, std::vector<LocationPlan>& list) : module_(module), list_(list) {}

  void add(ir::Symbol name, ir::TypeId type, const ir::InterfaceBinding& interface) {
    add_located(name, type, interface);
    const ir::Type& row = module_.types[type];
    if (row.kind != ir::TypeKind::structure) return;
    for (const ir::Member& member : module_.structs[row.structure.index()].members) {
      add_located(member.name, member.type, member.interface);
    }
  }

 private:
  void add_located(ir::Symbol name, ir::TypeId type, const ir::InterfaceBinding& interface) {
    if (interface.kind != ir::InterfaceBinding::Kind::location) return;
    list_.push_back({std::string(module_.text(name)), type, interface.location, interface.interpolation});
  }

  const ir::Module& module_;
  std::vector<LocationPlan>& list_;
};

EntryPlan plan_entry(const ir::Module& module, ir::EntryId id, const FunctionUse& use) {
  const ir::Entry& entry = module.entries[id.index()];
  const ir::Function& function = module.functions[entry.function.index()];
  EntryPlan plan;
  plan.entry = id;
  plan.mention_order = use.mention_order;
  plan.features = use.features;
  for (const ir::GlobalId global : use.mention_order) {
    if (module.globals[global.index()].space == ir::AddressSpace::workgroup) {
      const std::uint32_t bytes = layout_of(module, module.globals[global.index()].type).size;
      const std::uint32_t units = bytes / workgroup_variable_unit + (bytes % workgroup_variable_unit != 0 ? 1U : 0U);
      plan.workgroup_bytes += units * workgroup_variable_unit;
    } else {
      plan.bindings.push_back(plan_binding(module, global));
    }
  }
  std::stable_sort(plan.bindings.begin(), plan.bindings.end(), [](const BindingPlan& a, const BindingPlan& b) {
    return std::tie(a.group, a.binding, a.kind) < std::tie(b.group, b.binding, b.kind);
  });
  for (const BindingPlan& binding : plan.bindings) {
    if (std::find(use.sized_buffers.begin(), use.sized_buffers.end(), binding.global) != use.sized_buffers.end()) {
      plan.sized_buffers.push_back(binding.global);
    }
  }
  Locations inputs(module, plan.inputs);
  for (const ir::Parameter& parameter : function.parameters) {
    inputs.add(parameter.name, parameter.type, parameter.interface);
  }
  Locations(module, plan.outputs).add({}, function.result, function.result_interface);
  return plan;
}

std::vector<bool> reachable_from_entries(const ir::Module& module, const std::vector<FunctionUse>& uses) {
  std::vector<bool> reached(module.functions.size(), false);
  std::vector<ir::FunctionId> pending;
  const auto reach = [&](ir::FunctionId id) {
    if (reached[id.index()]) return;
    reached[id.index()] = true;
    pending.push_back(id);
  };
  for (const ir::Entry& entry : module.entries) reach(entry.function);
  while (!pending.empty()) {
    const ir::FunctionId id = pending.back();
    pending.pop_back();
    for (const ir::FunctionId callee : uses[id.index()].callees) reach(callee);
  }
  return reached;
}

}  // namespace

InterfacePlan plan_interface(const ir::Module& module) {
  std::vector<FunctionUse> uses = function_uses(module);
  InterfacePlan plan;
  for (std::size_t i = 0; i < module.entries.size(); ++i) {
    plan.entries.push_back(plan_entry(module, ir::EntryId(i), uses[module.entries[i].function.index()]));
  }
  plan.reachable_functions = reachable_from_entries(module, uses);
  plan.features = text_features(module, uses);
  plan.function_uses.reserve(uses.size());
  for (FunctionUse& use : uses) plan.function_uses.push_back(std::move(use.mention_order));
  return plan;
}

}  // namespace yyshader::pass
