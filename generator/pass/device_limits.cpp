#include "pass/device_limits.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pass/layout.hpp"

namespace yyshader::pass {

namespace {

using diagnostics::diagnose;
using diagnostics::Diagnostic;
using diagnostics::Diagnostics;
using diagnostics::Id;
using diagnostics::message;
using diagnostics::Name;
using diagnostics::Number;
using diagnostics::Text;

struct LimitRow {
  std::string_view name;
  std::uint64_t value;
};

constexpr LimitRow rows[] = {
#define YY_LIMIT(enumerator, name, value) {name, value},
#include "pass/device_limits.def"
#undef YY_LIMIT
};

Number number(std::uint64_t value) { return {static_cast<std::int64_t>(value)}; }

/// The locations that an interface takes: one more than the greatest.
std::uint64_t locations(const std::vector<LocationPlan>& side) {
  std::uint64_t count = 0;
  for (const LocationPlan& each : side) count = std::max(count, std::uint64_t{each.location} + 1);
  return count;
}

class Check {
 public:
  Check(const ir::Module& module, const InterfacePlan& plan, const DeviceLimits& limits)
      : module_(module), plan_(plan), limits_(limits), seen_(module.globals.size()) {}

  Diagnostics run() {
    for (const EntryPlan& entry : plan_.entries) {
      if (module_.entries[entry.entry.index()].from_main_file) check_entry(entry);
    }
    return std::move(findings_);
  }

 private:
  /// Tells of `value` when it is over the limit, by the message `id`, which takes the value and the limit.
  template <Id id>
  void compare(DeviceLimit limit, std::uint64_t value) {
    if (value <= limits_[limit]) return;
    report(diagnose<id>(item_->span, number(value), number(limits_[limit])), item_->item, limit, value);
  }

  void report(Diagnostic finding, ir::Symbol definition, DeviceLimit limit, std::uint64_t value) {
    finding.definition = module_.text(definition);
    finding.note({}, message<Id::note_device_limit>(Text{std::string(name_of(limit))}, number(value)));
    findings_.push_back(std::move(finding));
  }

  void check_entry(const EntryPlan& entry) {
    item_ = &module_.entries[entry.entry.index()];
    check_bindings(entry);
    switch (item_->stage) {
      case ir::Stage::compute:
        check_workgroup(entry);
        break;
      case ir::Stage::vertex:
        compare<Id::over_vertex_attributes>(DeviceLimit::vertex_attributes, locations(entry.inputs));
        compare<Id::over_inter_stage_variables>(DeviceLimit::inter_stage_variables, locations(entry.outputs));
        break;
      case ir::Stage::fragment:
        compare<Id::over_inter_stage_variables>(DeviceLimit::inter_stage_variables, locations(entry.inputs));
        compare<Id::over_colour_attachments>(DeviceLimit::colour_attachments, locations(entry.outputs));
        break;
    }
  }

  void check_workgroup(const EntryPlan& entry) {
    const auto& size = item_->workgroup_size;
    compare<Id::over_workgroup_invocations>(DeviceLimit::workgroup_invocations,
                                            std::uint64_t{size[0]} * size[1] * size[2]);
    compare<Id::over_workgroup_width>(DeviceLimit::workgroup_size_x, size[0]);
    compare<Id::over_workgroup_height>(DeviceLimit::workgroup_size_y, size[1]);
    compare<Id::over_workgroup_depth>(DeviceLimit::workgroup_size_z, size[2]);
    compare<Id::over_workgroup_storage>(DeviceLimit::workgroup_storage, entry.workgroup_bytes);
  }

  void check_bindings(const EntryPlan& entry) {
    std::uint64_t storage = 0;
    std::uint64_t uniform = 0;
    std::uint64_t textures = 0;
    std::uint64_t samplers = 0;
    for (const BindingPlan& binding : entry.bindings) {
      if (!seen_[binding.global.index()]) check_resource(binding);
      seen_[binding.global.index()] = true;
      storage += binding.kind == BindingKind::storage_buffer ? 1 : 0;
      uniform += binding.kind == BindingKind::uniform_buffer ? 1 : 0;
      textures += binding.kind == BindingKind::texture ? 1 : 0;
      samplers += binding.kind == BindingKind::sampler ? 1 : 0;
    }
    compare<Id::over_storage_buffers>(DeviceLimit::storage_buffers_per_stage, storage);
    compare<Id::over_uniform_buffers>(DeviceLimit::uniform_buffers_per_stage, uniform);
    compare<Id::over_textures>(DeviceLimit::textures_per_stage, textures);
    compare<Id::over_samplers>(DeviceLimit::samplers_per_stage, samplers);
  }

  void check_resource(const BindingPlan& binding) {
    const ir::Global& global = module_.globals[binding.global.index()];
    const Name name{std::string(module_.text(global.name))};
    // Groups and bindings are numbered from zero.
    if (const std::uint64_t needed = std::uint64_t{binding.group} + 1; needed > limits_[DeviceLimit::bind_groups]) {
      report(diagnose<Id::over_bind_groups>(global.span, Name(name), number(binding.group),
                                            number(limits_[DeviceLimit::bind_groups])),
             global.name, DeviceLimit::bind_groups, needed);
    }
    if (const std::uint64_t needed = std::uint64_t{binding.binding} + 1;
        needed > limits_[DeviceLimit::bindings_per_group]) {
      report(diagnose<Id::over_bindings>(global.span, Name(name), number(binding.binding),
                                         number(limits_[DeviceLimit::bindings_per_group])),
             global.name, DeviceLimit::bindings_per_group, needed);
    }
    if (binding.kind != BindingKind::storage_buffer && binding.kind != BindingKind::uniform_buffer) return;
    const DeviceLimit limit = binding.kind == BindingKind::uniform_buffer ? DeviceLimit::uniform_binding_size
                                                                          : DeviceLimit::storage_binding_size;
    const std::uint64_t bytes = layout_of(module_, global.type).size;
    if (bytes <= limits_[limit]) return;
    report(diagnose<Id::over_binding_size>(global.span, Name(name), number(bytes), number(limits_[limit])), global.name,
           limit, bytes);
  }

  const ir::Module& module_;
  const InterfacePlan& plan_;
  const DeviceLimits& limits_;
  const ir::Entry* item_ = nullptr;
  std::vector<bool> seen_;  ///< by GlobalId: resources looked at
  Diagnostics findings_;
};

}  // namespace

std::string_view name_of(DeviceLimit limit) { return rows[static_cast<std::size_t>(limit)].name; }

std::optional<DeviceLimit> device_limit_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    if (rows[i].name == name) return static_cast<DeviceLimit>(i);
  }
  return std::nullopt;
}

DeviceLimits::DeviceLimits() {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = rows[i].value;
}

Diagnostics check_device_limits(const ir::Module& module, const InterfacePlan& plan, const DeviceLimits& limits) {
  return Check(module, plan, limits).run();
}

}  // namespace yyshader::pass
