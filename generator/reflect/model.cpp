#include "reflect/model.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pass/layout.hpp"
#include "support/internal_error.hpp"

namespace yyshader::reflect {

namespace {

bool is_buffer(pass::BindingKind kind) {
  return kind == pass::BindingKind::storage_buffer || kind == pass::BindingKind::uniform_buffer;
}

class Builder {
 public:
  Builder(const ir::Module& module, const pass::InterfacePlan& plan, const pass::Names& names)
      : module_(module), plan_(plan), names_(names) {}

  Model build() && {
    collect_structs();
    for (std::size_t i = 0; i < module_.entries.size(); ++i) {
      if (module_.entries[i].from_main_file) model_.entries.push_back(entry(i));
    }
    return std::move(model_);
  }

 private:
  std::string text(ir::Symbol symbol) const { return std::string(module_.text(symbol)); }

  /// Marks the structs that `type` holds. A struct's members only refer to structs before it, so one pass backwards
  /// over the marks reaches everything.
  void mark(ir::TypeId id, std::vector<bool>& used) const {
    const ir::Type& type = module_.types[id];
    if (type.kind == ir::TypeKind::structure) {
      used[type.structure.index()] = true;
    } else if (type.kind == ir::TypeKind::array || type.kind == ir::TypeKind::runtime_array) {
      mark(type.element, used);
    }
  }

  void collect_structs() {
    std::vector<bool> used(module_.structs.size(), false);
    for (const ir::Global& global : module_.globals) {
      if (global.space == ir::AddressSpace::storage || global.space == ir::AddressSpace::uniform)
        mark(global.type, used);
    }
    for (std::size_t i = used.size(); i-- > 0;) {
      if (!used[i]) continue;
      for (const ir::Member& member : module_.structs[i].members) mark(member.type, used);
    }
    positions_.assign(used.size(), 0);
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (!used[i]) continue;
      positions_[i] = model_.structs.size();
      model_.structs.push_back(structure(i));
    }
  }

  Struct structure(std::size_t index) const {
    const ir::StructId id(index);
    const ir::Struct& source = module_.structs[index];
    const std::vector<std::uint32_t> offsets = pass::member_offsets(module_, id);
    support::invariant(offsets.size() == source.members.size(), "a struct's layout lacks members");
    Struct result;
    result.name = text(source.name);
    result.identifier = names_.structs[index];
    std::uint32_t end = 0;
    for (std::size_t i = 0; i < source.members.size(); ++i) {
      Member member;
      member.name = text(source.members[i].name);
      member.identifier = names_.members[index][i];
      member.type_text = type_text(module_, names_, source.members[i].type);
      member.type = host_type(source.members[i].type);
      member.offset = offsets[i];
      support::invariant(member.offset >= end && member.offset % member.type.alignment == 0,
                         "a struct's members overlap or are misaligned");
      end = member.offset + member.type.size;
      result.alignment = std::max(result.alignment, member.type.alignment);
      result.members.push_back(std::move(member));
    }
    result.size = (end + result.alignment - 1) / result.alignment * result.alignment;
    return result;
  }

  Type::Scalar scalar(ir::TypeId id) const {
    const ir::Type& type = module_.types[id];
    if (type.kind == ir::TypeKind::atomic) return scalar(type.element);
    if (type.kind == ir::TypeKind::integer && type.width == 32)
      return type.is_signed ? Type::Scalar::i32 : Type::Scalar::u32;
    if (type.kind == ir::TypeKind::floating && type.width == 32) return Type::Scalar::f32;
    if (type.kind == ir::TypeKind::floating && type.width == 16) return Type::Scalar::f16;
    support::internal_error("a buffer holds a scalar that no host knows");
  }

  Type host_type(ir::TypeId id) const {
    const ir::Type& type = module_.types[id];
    const pass::Layout layout = pass::layout_of(module_, id);
    Type result;
    result.size = layout.size;
    result.alignment = layout.align;
    switch (type.kind) {
      case ir::TypeKind::vector:
        result.kind = Type::Kind::vector;
        result.scalar = scalar(type.element);
        result.rows = type.length;
        return result;
      case ir::TypeKind::matrix:
        result.kind = Type::Kind::matrix;
        result.scalar = scalar(module_.types[type.element].element);
        result.rows = module_.types[type.element].length;
        result.count = type.length;
        result.stride = pass::stride_of(module_, id);
        return result;
      case ir::TypeKind::array:
        result.kind = Type::Kind::array;
        result.count = type.length;
        result.stride = pass::stride_of(module_, id);
        result.element.push_back(host_type(type.element));
        return result;
      case ir::TypeKind::structure:
        result.kind = Type::Kind::structure;
        result.structure = positions_[type.structure.index()];
        return result;
      default:
        result.kind = Type::Kind::scalar;
        result.scalar = scalar(id);
        return result;
    }
  }

  Binding binding(const pass::BindingPlan& plan) const {
    const ir::Global& global = module_.globals[plan.global.index()];
    Binding result;
    result.name = text(global.name);
    result.identifier = names_.globals[plan.global.index()];
    result.kind = plan.kind;
    result.access = plan.access;
    result.group = plan.group;
    result.binding = plan.binding;
    result.msl_index = plan.msl_index;
    result.type = type_text(module_, names_, global.type);
    if (!is_buffer(plan.kind)) return result;
    ir::TypeId content = global.type;
    const ir::Type* type = &module_.types[content];
    if (type->kind == ir::TypeKind::array || type->kind == ir::TypeKind::runtime_array) {
      result.stride = pass::stride_of(module_, content);
      result.runtime_sized = type->kind == ir::TypeKind::runtime_array;
      if (result.runtime_sized) content = type->element;
    }
    result.size = pass::layout_of(module_, content).size;
    type = &module_.types[content];
    while (type->kind == ir::TypeKind::array) type = &module_.types[type->element];
    if (type->kind == ir::TypeKind::structure) result.structure = positions_[type->structure.index()];
    return result;
  }

  std::vector<Location> locations(const std::vector<pass::LocationPlan>& plans) const {
    std::vector<Location> result;
    std::set<std::uint32_t> taken;
    for (const pass::LocationPlan& plan : plans) {
      support::invariant(taken.insert(plan.location).second, "two values at one location");
      result.push_back({plan.name, type_text(module_, names_, plan.type), plan.location, plan.interpolation});
    }
    return result;
  }

  Entry entry(std::size_t index) const {
    const ir::Entry& source = module_.entries[index];
    const pass::EntryPlan& plan = plan_.entries[index];
    Entry result;
    result.item = text(source.item);
    result.function = names_.functions[source.function.index()];
    result.ptx_name = pass::ascii_name("yy", result.function);
    result.stage = source.stage;
    result.workgroup_size = source.workgroup_size;
    result.workgroup_bytes = plan.workgroup_bytes;
    result.features = plan.features;
    std::uint32_t parameters = 0;
    std::set<std::pair<std::uint32_t, std::uint32_t>> places;
    for (const pass::BindingPlan& planned : plan.bindings) {
      support::invariant(places.insert({planned.group, planned.binding}).second,
                         "two resources of an entry at one binding");
      Binding made = binding(planned);
      if (is_buffer(made.kind)) made.ptx_parameter = parameters++;
      made.asks_size =
          std::find(plan.sized_buffers.begin(), plan.sized_buffers.end(), planned.global) != plan.sized_buffers.end();
      result.bindings.push_back(std::move(made));
    }
    if (!plan.sized_buffers.empty()) {
      result.msl_sizes_index = msl_sizes_index;
      result.ptx_sizes_parameter = parameters;
    }
    result.inputs = locations(plan.inputs);
    result.outputs = locations(plan.outputs);
    return result;
  }

  const ir::Module& module_;
  const pass::InterfacePlan& plan_;
  const pass::Names& names_;
  Model model_;
  std::vector<std::size_t> positions_;  ///< by StructId: in Model::structs
};

}  // namespace

Model build(const ir::Module& module, const pass::InterfacePlan& plan, const pass::Names& names) {
  return Builder(module, plan, names).build();
}

}  // namespace yyshader::reflect
