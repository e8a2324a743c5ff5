#include "backend/msl/cpu_form.hpp"

#include <algorithm>
#include <unordered_set>

#include "backend/msl/items.hpp"
#include "backend/msl/knowledge.hpp"
#include "backend/msl/types.hpp"
#include "pass/resource_use.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::backend::msl {

namespace {

using structured::Printer;

/// Gives names that nothing in the text has.
class FreshNames {
 public:
  explicit FreshNames(const pass::Names& names) {
    for (const auto* list : {&names.structs, &names.globals, &names.constants, &names.functions}) {
      taken_.insert(list->begin(), list->end());
    }
  }

  std::string next(const std::string& wanted) {
    std::string name = wanted;
    for (int number = 2; !taken_.insert(name).second; ++number) {
      name = wanted + "_" + support::to_decimal(static_cast<std::uint64_t>(number));
    }
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
};

bool joins_invocations(ir::Op op) {
  const ir::Effect effect = ir::row(op).effect;
  return effect == ir::Effect::barrier || (effect == ir::Effect::group && op != ir::Op::texture_sample);
}

/// By FunctionId: whether it, or what it calls, waits for other invocations.
std::vector<bool> joining_functions(const ir::Module& module) {
  const std::vector<pass::FunctionUse> uses = pass::function_uses(module);
  std::vector<bool> result(module.functions.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::vector<ir::Value>& values = module.functions[i].values.values;
    result[i] =
        std::any_of(values.begin(), values.end(), [](const ir::Value& each) { return joins_invocations(each.op); });
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (result[i]) continue;
      const std::vector<ir::FunctionId>& callees = uses[i].callees;
      result[i] = std::any_of(callees.begin(), callees.end(), [&](ir::FunctionId id) { return result[id.index()]; });
      changed = changed || result[i];
    }
  }
  return result;
}

/// `资源.pointer<const float>(3)`
std::string resource_argument(const Printer& printer, const std::string& resources, const pass::BindingPlan& binding) {
  const ir::Module& module = printer.module();
  const ir::Global& global = module.globals[binding.global.index()];
  const ir::Type& type = module.types[global.type];
  const bool is_array = type.kind == ir::TypeKind::runtime_array;
  std::string result = resources + ".";
  const auto add_type = [&](std::string_view method, bool is_const, ir::TypeId of) {
    result.append(method).append(is_const ? "<const " : "<");
    write_type(printer, of, result);
    result += ">";
  };
  switch (binding.kind) {
    case pass::BindingKind::storage_buffer:
    case pass::BindingKind::uniform_buffer: {
      const bool is_const = binding.kind == pass::BindingKind::uniform_buffer || global.access == ir::Access::read;
      add_type(is_array ? "pointer" : "reference", is_const, is_array ? type.element : global.type);
      break;
    }
    case pass::BindingKind::texture:
      add_type("texture", false, type.element);
      break;
    case pass::BindingKind::sampler:
      result += "sampler";
      break;
  }
  return result + "(" + support::to_decimal(std::uint64_t{binding.msl_index}) + ")";
}

std::vector<std::string> arguments_of(const Printer& printer, ir::EntryId id, const CpuForm& form) {
  const ir::Module& module = printer.module();
  const ir::FunctionId function = module.entries[id.index()].function;
  std::vector<std::string> result;
  for (const ir::Parameter& parameter : module.functions[function.index()].parameters) {
    support::invariant(parameter.interface.kind == ir::InterfaceBinding::Kind::builtin, "a kernel's input of no kind");
    result.push_back(form.invocation + "." + std::string(input_attribute(parameter.interface.builtin)));
  }
  const pass::EntryPlan& plan = printer.plan().entries[id.index()];
  for (const ir::GlobalId global : plan.mention_order) {
    const auto binding = std::find_if(plan.bindings.begin(), plan.bindings.end(),
                                      [&](const pass::BindingPlan& each) { return each.global == global; });
    if (binding != plan.bindings.end()) result.push_back(resource_argument(printer, form.resources, *binding));
  }
  const Knowledge& knowledge = printer.knowledge<Knowledge>();
  if (knowledge.functions[function.index()].needs_sizes) result.push_back(form.resources + ".sizes");
  return result;
}

bool has_workgroup_memory(const ir::Module& module, const pass::EntryPlan& plan) {
  return std::any_of(plan.mention_order.begin(), plan.mention_order.end(),
                     [&](ir::GlobalId id) { return module.globals[id.index()].space == ir::AddressSpace::workgroup; });
}

}  // namespace

CpuForm cpu_form_of(const Printer& printer) {
  const ir::Module& module = printer.module();
  const std::vector<bool> joining = joining_functions(module);
  FreshNames names(printer.names());
  CpuForm form;
  form.resources = names.next("资源");
  form.invocation = names.next("此次");
  for (std::size_t i = 0; i < module.entries.size(); ++i) {
    const ir::Entry& entry = module.entries[i];
    if (entry.stage != ir::Stage::compute || !entry.from_main_file) continue;
    CpuEntry result;
    result.entry = ir::EntryId(i);
    result.function = printer.names().functions[entry.function.index()];
    result.kernel = names.next("核");
    result.arguments = arguments_of(printer, result.entry, form);
    result.is_alone = !joining[entry.function.index()] && !has_workgroup_memory(module, printer.plan().entries[i]);
    form.entries.push_back(std::move(result));
  }
  return form;
}

}  // namespace yyshader::backend::msl
