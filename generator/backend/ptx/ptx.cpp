#include "backend/ptx/ptx.hpp"

#include <algorithm>

#include "backend/ptx/lowering.hpp"
#include "backend/ptx/passes.hpp"
#include "backend/ptx/print.hpp"
#include "backend/ptx/program.hpp"

namespace yyshader::backend::ptx {

namespace {

bool uses_textures(const pass::EntryPlan& plan) {
  return std::any_of(plan.bindings.begin(), plan.bindings.end(), [](const pass::BindingPlan& binding) {
    return binding.kind == pass::BindingKind::texture || binding.kind == pass::BindingKind::sampler;
  });
}

void print_header(Text& text) {
  text.line(".version 8.0", {});
  text.line(".target sm_80", {});
  text.line(".address_size 64", {});
}

/// `// skipped: vertex entry yy… (reason)`
void print_skipped(const Program& program, const ir::Entry& entry, std::string_view stage, std::string_view reason,
                   Text& text) {
  text.line("// skipped: " + std::string(stage) + " entry " +
                pass::ascii_name("yy", program.names.functions[entry.function.index()]) + " (" + std::string(reason) +
                ")",
            entry.span);
}

void print_entries(Program& program, Text& text) {
  for (std::size_t i = 0; i < program.module.entries.size(); ++i) {
    const ir::Entry& entry = program.module.entries[i];
    text.line("", {});
    if (entry.stage == ir::Stage::vertex) {
      print_skipped(program, entry, "vertex", "PTX has compute entries only", text);
    } else if (entry.stage == ir::Stage::fragment) {
      print_skipped(program, entry, "fragment", "PTX has compute entries only", text);
    } else if (uses_textures(program.plan.entries[i])) {
      print_skipped(program, entry, "compute", "textures and samplers are not available in PTX", text);
    } else {
      Procedure procedure;
      Lowering(program, procedure).entry(ir::EntryId(i));
      optimise(procedure, program.strict_floats);
      print(procedure, program.constants(), program.strict_floats, text);
    }
  }
}

/// The functions that are not expanded, each after those that it calls.
void print_functions(Program& program, Text& text) {
  std::vector<Text> made(program.module.functions.size());
  while (const auto function = program.take_outlined()) {
    Procedure procedure;
    Lowering(program, procedure).function(*function);
    optimise(procedure, program.strict_floats);
    Text& own = made[function->index()];
    own.line("", {});
    print(procedure, program.constants(), program.strict_floats, own);
  }
  for (const ir::Item& item : program.module.items) {
    if (item.kind != ir::Item::Kind::function) continue;
    const Text& own = made[item.index];
    text.text += own.text;
    text.line_origins.insert(text.line_origins.end(), own.line_origins.begin(), own.line_origins.end());
  }
}

void append(Text& to, const Text& from) {
  to.text += from.text;
  to.line_origins.insert(to.line_origins.end(), from.line_origins.begin(), from.line_origins.end());
}

}  // namespace

Result translate(const ir::Module& module, const pass::Names& names, const pass::InterfacePlan& plan,
                 const Options& options) {
  Program program(module, names, plan, options.strict_floats);
  Text entries;
  print_entries(program, entries);
  Text functions;
  print_functions(program, functions);
  Text text;
  print_header(text);
  if (!program.constants().empty()) text.line("", {});
  for (const Symbol& symbol : program.constants()) print_constant(symbol, text);
  append(text, functions);
  append(text, entries);
  return {std::move(text.text), std::move(text.line_origins), {}};
}

}  // namespace yyshader::backend::ptx
