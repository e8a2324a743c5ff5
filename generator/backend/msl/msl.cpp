// MSL. What is peculiar about this target, next to its siblings:
//
// - It is C++14 with address spaces, and its meaning is C++'s: what WGSL defines and C++ does not is made defined by
//   passes before printing (legalize.cpp). Here everything is spelled as it stands.
// - There are no resources at the level of the module. Each function takes the resources that it, or what it calls,
// uses
//   as parameters; an entry's have the attributes that bind them (items.cpp).
// - `device`, `constant` and `threadgroup` are parts of types: a pointer or reference to one never becomes another.
// - A vector of three takes four places, WGSL's only three when something fits behind it. Structs of buffers get packed
//   vectors and members of padding (buffer_layout.cpp).
// - A runtime array does not know its length. The sizes of the buffers come in a buffer of their own.
// - A loop must not be silent for ever. One that might reads a volatile variable.
// - Everything in namespace metal is in sight, so names are kept away from it (pass/names.hpp).

#include "backend/msl/msl.hpp"

#include <string>
#include <string_view>

#include "backend/msl/cpu_form.hpp"
#include "backend/msl/items.hpp"
#include "backend/msl/knowledge.hpp"
#include "backend/msl/legalize.hpp"
#include "backend/msl/operations.hpp"
#include "backend/msl/refusals.hpp"
#include "backend/msl/types.hpp"
#include "backend/structured/printer.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::msl {

namespace {

using structured::Dialect;
using structured::Printer;

const FunctionKnowledge& known_function(const Printer& printer) {
  return printer.knowledge<Knowledge>().functions[printer.function().index()];
}

void write_preamble(Printer& printer) {
  const Options& options = printer.knowledge<Knowledge>().options;
  if (options.cpu_form) {
    if (!options.strict_floats) return;
    // Clang is told by yy/cpu/text_begin.hpp. GCC pays with inlining less, so that only strict texts ask for it.
    printer.line("#if defined(__GNUC__) && !defined(__clang__)", {});
    printer.line("#pragma GCC optimize(\"fp-contract=off\")", {});
    printer.line("#endif", {});
    return;
  }
  printer.line("#include <metal_stdlib>", {});
  printer.line("using namespace metal;", {});
  if (options.strict_floats) printer.line("#pragma METAL fp contract(off)", {});
}

std::string_view safeguard_name(const Printer& printer) {
  const ir::LocalId safeguard = known_function(printer).safeguard;
  if (!safeguard) return {};
  return printer.names().function_names[printer.function().index()].locals[safeguard.index()];
}

void write_variable(const Printer& printer, std::string_view name, ir::TypeId type, std::string& out) {
  if (name == safeguard_name(printer)) out += "volatile ";
  write_type(printer, type, out);
  out.append(" ").append(name);
}

void write_loop_start(Printer& printer, const ir::Statement& loop) {
  if (!known_function(printer).guarded_loops[loop.first.index()]) return;
  printer.line("(void)" + std::string(safeguard_name(printer)) + ";", loop.span);
}

/// `S 参` where an entry puts a parameter's struct together again (pass/entry_interfaces.hpp).
bool write_let_head(const Printer& printer, const ir::Statement& let, std::string& out) {
  const ir::Function& function = printer.module().functions[printer.function().index()];
  const ir::Value& value = function.values[let.value];
  if (!function.entry || !let.name || value.op != ir::Op::construct) return false;
  if (printer.module().types[value.type].kind != ir::TypeKind::structure) return false;
  for (const ir::ValueId part : function.values.operands(let.value)) {
    const ir::Value& source = function.values[part];
    const bool is_member = source.op == ir::Op::extract;
    const ir::Op op = is_member ? function.values[function.values.operands(part)[0]].op : source.op;
    if (op != ir::Op::parameter) return false;
  }
  write_type(printer, value.type, out);
  out += ' ';
  return true;
}

constexpr Dialect base = {
    .name = "MSL",
    .operations = &operations,
    .let_word = "const auto ",
    .compile_time_word = "const auto ",
    .drop_open = "(void)(",
    .drop_close = ");",
    .loop_head = "while (true) {",
    .preamble = write_preamble,
    .structure = write_structure,
    .global = write_global,
    .constant = write_constant,
    .function_head = write_function_head,
    .body_start = write_body_start,
    .loop_start = write_loop_start,
    .type = write_type,
    .literal = write_literal,
    .variable = write_variable,
    .let_head = write_let_head,
    .stored_place = write_stored_place,
    .stored_value = write_stored_value,
    .further_arguments = write_further_arguments,
};

}  // namespace

Result print(const ir::Module& module, const pass::InterfacePlan& plan, const Options& options) {
  if (auto refusal = refusal_of(module, plan)) return {{}, {}, std::move(refusal)};
  Legalized legalized = legalize(module, plan, options);
  const pass::Names names = pass::assign_names(legalized.module);
  name_further_parameters(legalized.module, names, legalized.knowledge);
  Dialect dialect = base;
  dialect.knowledge = &legalized.knowledge;
  Result result{structured::print(dialect, legalized.module, names, plan), {}, std::nullopt};
  if (options.cpu_form) result.cpu = cpu_form_of(Printer(dialect, legalized.module, names, plan));
  return result;
}

}  // namespace yyshader::backend::msl
