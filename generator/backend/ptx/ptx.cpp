// PTX. What is peculiar about this target, next to its siblings:
//
// - It is an assembly of virtual registers, so the structured program is lowered to basic blocks in static single
// assignment form (machine.hpp), improved there, and printed. ptxas schedules and allocates; what it cannot know is
// decided here: which memory nothing writes, which addresses are aligned, what an index may not do.
// - Values. A scalar is one register; a vector, matrix, struct or array is as many as it has scalars, in order. Taking
// a part is picking registers. A computed index picks by selects from a small value; a larger one is read where it
// lies, or is given a copy in `.local` memory (a module constant: in `.const`). Predicates hold booleans; memory and
// calls see words.
// - Variables are values too: what branches leave behind meets in phis (lowering.cpp), which become copies at the end
// of the blocks before when printed. Reads of parameters, special registers and module constants stand in a prologue.
// - Memory. A place is a base register and a constant offset, laid out as WGSL lays out storage. Every access is
// lowered to scalars, so that value numbering sees equal ones; afterwards neighbours are joined to ones of two or four
// where the alignment is proven. Each global is a region of its own: two never overlap. What a kernel only reads goes
// through `ld.global.nc`.
// - Control flow. A short branch without effects is evaluated on both sides and selected. A loop that begins with its
// test is turned round; one whose turns are known and few is written out turn by turn (lower_loop.cpp). What a turn
// would compute anew moves before the loop (hoist.cpp), indices count up with it (strength.cpp), and its variables keep
// one register from turn to turn where they can (share_registers.cpp).
// - Functions are expanded where they are called, up to the budget of inline_plan.hpp; beyond it they are `.func`s that
// take, after their own parameters, the addresses and sizes of the resources that they use.
// - Integers follow WGSL: divisors are guarded, shift amounts masked, conversions clamped. Floats divide and take roots
// exactly rounded; products and sums are joined unless `--fp strict`, whose `.rn` forms ptxas does not join either.
// - A workgroup is a block, a subgroup a warp; see lower_subgroup.cpp for lanes that are not there.

#include "backend/ptx/ptx.hpp"

#include <algorithm>
#include <utility>

#include "backend/ptx/lowering.hpp"
#include "backend/ptx/passes.hpp"
#include "backend/ptx/print.hpp"
#include "backend/ptx/program.hpp"
#include "diagnostics/catalogue.hpp"

namespace yyshader::backend::ptx {

namespace {

bool uses_textures(const pass::EntryPlan& plan) {
  return std::any_of(plan.bindings.begin(), plan.bindings.end(), [](const pass::BindingPlan& binding) {
    return binding.kind == pass::BindingKind::texture || binding.kind == pass::BindingKind::sampler;
  });
}

/// What a block may declare; more would have to be asked for at launch.
constexpr std::uint32_t largest_workgroup_memory = 48 * 1024;

std::optional<diagnostics::Diagnostic> find_failure(const ir::Module& module, const pass::InterfacePlan& plan) {
  for (std::size_t i = 0; i < module.entries.size(); ++i) {
    const ir::Entry& entry = module.entries[i];
    const std::uint32_t bytes = plan.entries[i].workgroup_bytes;
    if (entry.stage != ir::Stage::compute || bytes <= largest_workgroup_memory) continue;
    using diagnostics::Id;
    return diagnostics::diagnose<Id::ptx_workgroup_memory>(
        entry.span, diagnostics::Name{std::string(module.text(entry.item))}, diagnostics::Number{bytes},
        diagnostics::Number{largest_workgroup_memory});
  }
  return {};
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
  if (auto failure = find_failure(module, plan)) return {{}, {}, std::move(failure)};
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
