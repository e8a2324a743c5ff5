// WGSL. What is peculiar about this target, next to its siblings:
//
// - Its semantics is the meaning of the IR, so nothing is guarded or clamped here: the operations are spelled as they
// are.
// - Identifiers may be Chinese, and nearly all of a program's names arrive in the text unchanged (pass/names.hpp).
// - Resources are items of the module, so a function needs no parameters for them, and a call passes none.
// - Types stand after names, in their long form. `let` needs none; `var` gets one, so that a reader sees what is
// stored.
// - A bare literal is a compile-time value of an abstract type; `const` keeps it one.
// - Entries meet the pipeline through attributes of parameters, results and struct members.
// - Tint, WGSL's compiler in Chromium, refuses what is nested deep; pass/limits.hpp keeps programs below that.

#include "backend/wgsl/wgsl.hpp"

#include <string>
#include <string_view>

#include "backend/structured/printer.hpp"
#include "backend/wgsl/operations.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::backend::wgsl {

namespace {

using structured::Dialect;
using structured::Position;
using structured::Printer;

void append_number(std::string& out, std::uint64_t number) { support::append_decimal(out, number); }

void write_preamble(Printer& printer) {
  const ir::Features& features = printer.plan().features;
  if (features.f16) printer.line("enable f16;", {});
  if (features.subgroups) printer.line("enable subgroups;", {});
}

std::string_view scalar_name(const ir::Type& type) {
  switch (type.kind) {
    case ir::TypeKind::boolean:
      return "bool";
    case ir::TypeKind::integer:
      if (type.width == 32) return type.is_signed ? "i32" : "u32";
      break;
    case ir::TypeKind::floating:
      if (type.width == 32) return "f32";
      if (type.width == 16) return "f16";
      break;
    default:
      break;
  }
  support::internal_error("WGSL has no scalar of this width");
}

std::string_view texture_name(ir::TextureShape shape) {
  switch (shape) {
    case ir::TextureShape::d1:
      return "texture_1d";
    case ir::TextureShape::d2:
      return "texture_2d";
    case ir::TextureShape::d2_array:
      return "texture_2d_array";
    case ir::TextureShape::d3:
      return "texture_3d";
    case ir::TextureShape::cube:
      return "texture_cube";
    case ir::TextureShape::cube_array:
      return "texture_cube_array";
    case ir::TextureShape::multisampled_2d:
      return "texture_multisampled_2d";
  }
  support::internal_error("a texture of no known shape");
}

/// Types are nested no deeper than pass/limits.hpp lets them be, so that this may call itself.
void write_type(const Printer& printer, ir::TypeId id, std::string& out) {
  const ir::TypeTable& types = printer.module().types;
  const ir::Type& type = types[id];
  const auto write_generic = [&](std::string_view name) {
    out.append(name).append("<");
    write_type(printer, type.element, out);
  };
  switch (type.kind) {
    case ir::TypeKind::boolean:
    case ir::TypeKind::integer:
    case ir::TypeKind::floating:
      out += scalar_name(type);
      return;
    case ir::TypeKind::vector:
      out += "vec";
      append_number(out, type.length);
      write_generic("");
      break;
    case ir::TypeKind::matrix:
      out += "mat";
      append_number(out, type.length);
      out += 'x';
      append_number(out, types[type.element].length);
      out += '<';
      write_type(printer, types[type.element].element, out);
      break;
    case ir::TypeKind::array:
      write_generic("array");
      out += ", ";
      append_number(out, type.length);
      break;
    case ir::TypeKind::runtime_array:
      write_generic("array");
      break;
    case ir::TypeKind::atomic:
      write_generic("atomic");
      break;
    case ir::TypeKind::texture:
      write_generic(texture_name(type.shape));
      break;
    case ir::TypeKind::structure:
      out += printer.names().structs[type.structure.index()];
      return;
    case ir::TypeKind::sampler:
      out += "sampler";
      return;
    case ir::TypeKind::void_:
    case ir::TypeKind::abstract_integer:
    case ir::TypeKind::abstract_float:
    case ir::TypeKind::pointer:
      support::internal_error("a type that is never written");
  }
  out += '>';
}

void write_literal(const Printer& printer, const ir::Value& literal, std::string& out) {
  const ir::Type& type = printer.module().types[literal.type];
  const std::string_view spelling = printer.module().text(literal.spelling);
  switch (type.kind) {
    case ir::TypeKind::integer:
      out.append(spelling).append(type.is_signed ? "i" : "u");
      return;
    case ir::TypeKind::floating:
      if (type.width == 32) {
        out.append(spelling).append("f");
      } else {
        out.append(scalar_name(type)).append("(").append(spelling).append(")");
      }
      return;
    case ir::TypeKind::boolean:
    case ir::TypeKind::abstract_integer:
    case ir::TypeKind::abstract_float:
      out += spelling;
      return;
    default:
      support::internal_error("a literal of a type that has none");
  }
}

void write_variable(const Printer& printer, std::string_view name, ir::TypeId type, std::string& out) {
  out.append("var ").append(name).append(": ");
  write_type(printer, type, out);
}

/// The attributes of 1.9 with a space after each.
void write_interface(const ir::InterfaceBinding& interface, std::string& out) {
  switch (interface.kind) {
    case ir::InterfaceBinding::Kind::none:
      return;
    case ir::InterfaceBinding::Kind::builtin:
      out.append("@builtin(").append(ir::to_text(interface.builtin)).append(") ");
      return;
    case ir::InterfaceBinding::Kind::location:
      out += "@location(";
      append_number(out, interface.location);
      out += ") ";
      if (interface.interpolation == ir::Interpolation::flat) out += "@interpolate(flat) ";
      return;
  }
}

void write_structure(Printer& printer, ir::StructId id) {
  const ir::Struct& structure = printer.module().structs[id.index()];
  printer.open("struct " + printer.names().structs[id.index()] + " {", structure.span);
  for (std::size_t i = 0; i < structure.members.size(); ++i) {
    const ir::Member& member = structure.members[i];
    std::string text;
    write_interface(member.interface, text);
    text.append(printer.names().members[id.index()][i]).append(": ");
    write_type(printer, member.type, text);
    printer.line(text += ',', member.span);
  }
  printer.close("}", structure.span);
}

std::string_view address_space(const ir::Global& global) {
  switch (global.space) {
    case ir::AddressSpace::storage:
      return global.access == ir::Access::read ? "var<storage, read> " : "var<storage, read_write> ";
    case ir::AddressSpace::uniform:
      return "var<uniform> ";
    case ir::AddressSpace::workgroup:
      return "var<workgroup> ";
    case ir::AddressSpace::handle:
      return "var ";
    case ir::AddressSpace::function:
      break;
  }
  support::internal_error("an item in the address space of functions");
}

void write_global(Printer& printer, ir::GlobalId id) {
  const ir::Global& global = printer.module().globals[id.index()];
  std::string text;
  if (global.space != ir::AddressSpace::workgroup) {
    text += "@group(";
    append_number(text, global.group);
    text += ") @binding(";
    append_number(text, global.binding);
    text += ") ";
  }
  text.append(address_space(global)).append(printer.names().globals[id.index()]).append(": ");
  write_type(printer, global.type, text);
  printer.line(text += ';', global.span);
}

void write_constant(Printer& printer, ir::ConstantId id) {
  const ir::Constant& constant = printer.module().constants[id.index()];
  std::string text = "const " + printer.names().constants[id.index()];
  if (!printer.module().types.is_abstract(constant.type)) {
    text += ": ";
    write_type(printer, constant.type, text);
  }
  text += " = ";
  printer.expression(constant.value, Position::whole, text);
  printer.line(text += ';', constant.span);
}

/// `@compute @workgroup_size(4)`; all three numbers as soon as one of the last two is not 1.
std::string entry_attributes(const ir::Entry& entry) {
  switch (entry.stage) {
    case ir::Stage::vertex:
      return "@vertex";
    case ir::Stage::fragment:
      return "@fragment";
    case ir::Stage::compute:
      break;
  }
  const auto& size = entry.workgroup_size;
  std::string text = "@compute @workgroup_size(";
  append_number(text, size[0]);
  if (size[1] != 1 || size[2] != 1) {
    append_number(text += ", ", size[1]);
    append_number(text += ", ", size[2]);
  }
  return text += ')';
}

void write_function_head(Printer& printer, ir::FunctionId id) {
  const ir::Function& function = printer.module().functions[id.index()];
  if (function.entry) {
    const ir::Entry& entry = printer.module().entries[function.entry.index()];
    printer.line(entry_attributes(entry), entry.span);
  }
  std::string text = "fn " + printer.names().functions[id.index()] + "(";
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    if (i > 0) text += ", ";
    write_interface(function.parameters[i].interface, text);
    text.append(printer.names().function_names[id.index()].parameters[i]).append(": ");
    write_type(printer, function.parameters[i].type, text);
  }
  text += ')';
  if (function.result != printer.module().types.void_type()) {
    text += " -> ";
    write_interface(function.result_interface, text);
    write_type(printer, function.result, text);
  }
  printer.open(text += " {", function.span);
}

constexpr Dialect dialect = {
    .name = "WGSL",
    .operations = &operations,
    .let_word = "let ",
    .compile_time_word = "const ",
    .drop_open = "_ = ",
    .drop_close = ";",
    .loop_head = "loop {",
    .preamble = write_preamble,
    .structure = write_structure,
    .global = write_global,
    .constant = write_constant,
    .function_head = write_function_head,
    .body_start = nullptr,
    .loop_start = nullptr,
    .type = write_type,
    .literal = write_literal,
    .variable = write_variable,
    .let_head = nullptr,
    .stored_place = nullptr,
    .stored_value = nullptr,
    .further_arguments = nullptr,
};

}  // namespace

structured::TargetText print(const ir::Module& module, const pass::Names& names, const pass::InterfacePlan& plan) {
  return structured::print(dialect, module, names, plan);
}

}  // namespace yyshader::backend::wgsl
