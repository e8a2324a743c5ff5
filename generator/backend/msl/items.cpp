#include "backend/msl/items.hpp"

#include <algorithm>

#include "backend/msl/knowledge.hpp"
#include "backend/msl/types.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::backend::msl {

namespace {

using structured::Position;
using structured::Printer;

std::string attribute(std::string_view name) { return std::string(" [[").append(name).append("]]"); }

std::string attribute(std::string_view name, std::uint64_t number) {
  return attribute(std::string(name) + "(" + support::to_decimal(number) + ")");
}

std::string member_attributes(const ir::InterfaceBinding& interface, pass::StageRole role) {
  const bool is_location = interface.kind == ir::InterfaceBinding::Kind::location;
  const bool is_flat = interface.interpolation == ir::Interpolation::flat;
  if (role == pass::StageRole::none || interface.kind == ir::InterfaceBinding::Kind::none) return {};
  switch (role) {
    case pass::StageRole::none:
      break;
    case pass::StageRole::vertex_input:
      if (is_location) return attribute("attribute", interface.location);
      break;
    case pass::StageRole::varying:
      if (!is_location) return attribute("position");
      return attribute("user(loc" + support::to_decimal(std::uint64_t{interface.location}) + ")") +
             (is_flat ? attribute("flat") : "");
    case pass::StageRole::fragment_output:
      if (is_location) return attribute("color", interface.location);
      if (interface.builtin == ir::Builtin::frag_depth) return attribute("depth(any)");
      return attribute("sample_mask");
  }
  support::internal_error("a member that its struct's role has no attribute for");
}

/// Names of members that hold padding avoid those of the others, and of structs, which a member of that name would
/// hide.
class PaddingNames {
 public:
  PaddingNames(const std::vector<std::string>& members, const std::vector<std::string>& structs)
      : members_(members), structs_(structs) {}

  std::string next() {
    while (true) {
      std::string name = "补白";
      if (++count_ > 1) name += "_" + support::to_decimal(std::uint64_t{count_});
      if (!is_in(members_, name) && !is_in(structs_, name)) return name;
    }
  }

 private:
  static bool is_in(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  const std::vector<std::string>& members_;
  const std::vector<std::string>& structs_;
  unsigned count_ = 0;
};

std::string padding(PaddingNames& names, std::uint32_t bytes) {
  return "array<uchar, " + support::to_decimal(std::uint64_t{bytes}) + "> " + names.next() + ";";
}

bool is_runtime_array(const Printer& printer, ir::TypeId type) {
  return printer.module().types[type].kind == ir::TypeKind::runtime_array;
}

/// `const device T* 名`, `constant T& 名`, `threadgroup T& 名`, `T 名`.
void write_resource(const Printer& printer, ir::GlobalId id, std::string& out) {
  const ir::Global& global = printer.module().globals[id.index()];
  const bool is_array = is_runtime_array(printer, global.type);
  switch (global.space) {
    case ir::AddressSpace::storage:
      out += global.access == ir::Access::read ? "const device " : "device ";
      break;
    case ir::AddressSpace::uniform:
      out += "constant ";
      break;
    case ir::AddressSpace::workgroup:
      out += "threadgroup ";
      break;
    case ir::AddressSpace::handle:
      break;
    case ir::AddressSpace::function:
      support::internal_error("a resource in the address space of functions");
  }
  write_type(printer, is_array ? printer.module().types[global.type].element : global.type, out);
  if (global.space != ir::AddressSpace::handle) out += is_array ? '*' : '&';
  out.append(" ").append(printer.names().globals[id.index()]);
}

void write_binding(const pass::BindingPlan& binding, std::string& out) {
  switch (binding.kind) {
    case pass::BindingKind::storage_buffer:
    case pass::BindingKind::uniform_buffer:
      out += attribute("buffer", binding.msl_index);
      return;
    case pass::BindingKind::texture:
      out += attribute("texture", binding.msl_index);
      return;
    case pass::BindingKind::sampler:
      out += attribute("sampler", binding.msl_index);
      return;
  }
}

/// Collects what stands between a function's parentheses.
class ParameterList {
 public:
  explicit ParameterList(std::string& out) : out_(out) {}
  std::string& next() {
    if (any_) out_ += ", ";
    any_ = true;
    return out_;
  }

 private:
  std::string& out_;
  bool any_ = false;
};

void write_own_parameters(const Printer& printer, ir::FunctionId id, ParameterList& list) {
  const ir::Function& function = printer.module().functions[id.index()];
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const ir::Parameter& parameter = function.parameters[i];
    std::string& out = list.next();
    write_type(printer, parameter.type, out);
    out.append(" ").append(printer.names().function_names[id.index()].parameters[i]);
    if (!function.entry) continue;
    if (parameter.interface.kind == ir::InterfaceBinding::Kind::builtin) {
      out += attribute(input_attribute(parameter.interface.builtin));
    } else {
      out += attribute("stage_in");
    }
  }
}

void write_sizes_parameter(const Printer& printer, ir::FunctionId id, ParameterList& list) {
  const FunctionKnowledge& known = knowledge_of(printer).functions[id.index()];
  if (!known.needs_sizes) return;
  std::string& out = list.next();
  out.append("constant uint* ").append(known.sizes_name);
  if (printer.module().functions[id.index()].entry) out += attribute("buffer", sizes_index);
}

void write_entry_resources(const Printer& printer, const pass::EntryPlan& plan, ParameterList& list) {
  for (const ir::GlobalId id : plan.mention_order) {
    const auto binding = std::find_if(plan.bindings.begin(), plan.bindings.end(),
                                      [&](const pass::BindingPlan& each) { return each.global == id; });
    if (binding == plan.bindings.end()) continue;  // workgroup memory
    std::string& out = list.next();
    write_resource(printer, id, out);
    write_binding(*binding, out);
  }
}

std::string_view stage_word(ir::Stage stage) {
  switch (stage) {
    case ir::Stage::compute:
      return "kernel ";
    case ir::Stage::vertex:
      return "vertex ";
    case ir::Stage::fragment:
      return "fragment ";
  }
  support::internal_error("an entry of no stage");
}

/// A bare literal's constant: `int`, or `long` where that is too small, or `float`.
std::string_view bare_type(const Printer& printer, const ir::Constant& constant) {
  const ir::Module& module = printer.module();
  if (constant.type == module.types.abstract_float()) return "float";
  const ir::ValuePool& pool = module.constant_values;
  ir::ValueId id = constant.value;
  bool is_negative = false;
  while (pool[id].op != ir::Op::literal) {
    if (pool[id].op == ir::Op::constant) {
      id = module.constants[static_cast<std::size_t>(pool[id].payload)].value;
    } else if (pool[id].op == ir::Op::negate || pool[id].op == ir::Op::copy) {
      is_negative = is_negative != (pool[id].op == ir::Op::negate);
      id = pool.operands(id)[0];
    } else {
      return "int";
    }
  }
  constexpr std::uint64_t largest_int = 0x7fffffff;
  return pool[id].payload <= largest_int + (is_negative ? 1U : 0U) ? "int" : "long";
}

}  // namespace

std::string_view input_attribute(ir::Builtin builtin) {
  switch (builtin) {
    case ir::Builtin::global_invocation_id:
      return "thread_position_in_grid";
    case ir::Builtin::local_invocation_id:
      return "thread_position_in_threadgroup";
    case ir::Builtin::local_invocation_index:
      return "thread_index_in_threadgroup";
    case ir::Builtin::workgroup_id:
      return "threadgroup_position_in_grid";
    case ir::Builtin::num_workgroups:
      return "threadgroups_per_grid";
    case ir::Builtin::vertex_index:
      return "vertex_id";
    case ir::Builtin::instance_index:
      return "instance_id";
    case ir::Builtin::position:
      return "position";
    case ir::Builtin::front_facing:
      return "front_facing";
    case ir::Builtin::sample_index:
      return "sample_id";
    case ir::Builtin::sample_mask:
      return "sample_mask";
    case ir::Builtin::subgroup_invocation_id:
      return "thread_index_in_simdgroup";
    case ir::Builtin::subgroup_size:
      return "threads_per_simdgroup";
    case ir::Builtin::frag_depth:
    case ir::Builtin::count_:
      break;
  }
  support::internal_error("an input that Metal does not have");
}

void write_structure(Printer& printer, ir::StructId id) {
  const ir::Struct& structure = printer.module().structs[id.index()];
  const std::vector<std::string>& names = printer.names().members[id.index()];
  const StructLayout& layout = knowledge_of(printer).layouts[id.index()];
  const pass::StageRole role = knowledge_of(printer).roles[id.index()];
  PaddingNames padding_names(names, printer.names().structs);
  printer.open("struct " + printer.names().structs[id.index()] + " {", structure.span);
  for (std::size_t i = 0; i < structure.members.size(); ++i) {
    const ir::Member& member = structure.members[i];
    if (!layout.members.empty() && layout.members[i].padding_before > 0) {
      printer.line(padding(padding_names, layout.members[i].padding_before), member.span);
    }
    std::string text;
    layout.is_packed(i) ? write_packed_type(printer, member.type, text) : write_type(printer, member.type, text);
    text.append(" ").append(names[i]).append(member_attributes(member.interface, role));
    printer.line(text += ';', member.span);
  }
  if (layout.padding_after > 0) printer.line(padding(padding_names, layout.padding_after), structure.span);
  printer.close("};", structure.span);
}

void write_global(Printer&, ir::GlobalId) {}

void write_constant(Printer& printer, ir::ConstantId id) {
  const ir::Constant& constant = printer.module().constants[id.index()];
  std::string text = "constant ";
  if (printer.module().types.is_abstract(constant.type)) {
    text += bare_type(printer, constant);
  } else {
    write_type(printer, constant.type, text);
  }
  text.append(" ").append(printer.names().constants[id.index()]).append(" = ");
  printer.expression(constant.value, Position::whole, text);
  printer.line(text += ';', constant.span);
}

void write_function_head(Printer& printer, ir::FunctionId id) {
  const ir::Module& module = printer.module();
  const ir::Function& function = module.functions[id.index()];
  std::string text;
  if (function.entry) {
    const ir::Entry& entry = module.entries[function.entry.index()];
    if (entry.stage == ir::Stage::compute) {
      const auto& size = entry.workgroup_size;
      const std::uint64_t threads = std::uint64_t{size[0]} * size[1] * size[2];
      printer.line("[[max_total_threads_per_threadgroup(" + support::to_decimal(threads) + ")]]", entry.span);
    }
    text += stage_word(entry.stage);
  }
  write_type(printer, function.result, text);
  text.append(" ").append(printer.names().functions[id.index()]).append("(");
  ParameterList list(text);
  write_own_parameters(printer, id, list);
  if (function.entry) {
    write_entry_resources(printer, printer.plan().entries[function.entry.index()], list);
  } else {
    for (const ir::GlobalId global : printer.plan().function_uses[id.index()]) {
      write_resource(printer, global, list.next());
    }
  }
  write_sizes_parameter(printer, id, list);
  printer.open(text += ") {", function.span);
}

void write_body_start(Printer& printer, ir::FunctionId id) {
  const ir::Module& module = printer.module();
  const ir::Function& function = module.functions[id.index()];
  if (!function.entry) return;
  for (const ir::GlobalId global : printer.plan().entries[function.entry.index()].mention_order) {
    if (module.globals[global.index()].space != ir::AddressSpace::workgroup) continue;
    const std::string& name = printer.names().globals[global.index()];
    std::string type;
    write_type(printer, module.globals[global.index()].type, type);
    const bool cpu_form = knowledge_of(printer).options.cpu_form;
    printer.line(cpu_form ? "YY_THREADGROUP(" + name + ", " + type + ");" : "threadgroup " + type + " " + name + ";",
                 module.globals[global.index()].span);
  }
}

void write_further_arguments(const Printer& printer, ir::FunctionId callee, bool any_before, std::string& out) {
  const auto separate = [&] {
    if (any_before) out += ", ";
    any_before = true;
  };
  for (const ir::GlobalId global : printer.plan().function_uses[callee.index()]) {
    separate();
    out += printer.names().globals[global.index()];
  }
  if (knowledge_of(printer).functions[callee.index()].needs_sizes) {
    separate();
    out += knowledge_of(printer).functions[printer.function().index()].sizes_name;
  }
}

}  // namespace yyshader::backend::msl
