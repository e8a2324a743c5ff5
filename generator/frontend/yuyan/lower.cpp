#include "frontend/yuyan/lower.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "frontend/yuyan/core_walk.hpp"
#include "frontend/yuyan/expansion.hpp"
#include "frontend/yuyan/lower_body.hpp"
#include "frontend/yuyan/lower_context.hpp"
#include "frontend/yuyan/lower_interfaces.hpp"
#include "support/internal_error.hpp"

namespace yyshader::frontend::yuyan {
namespace {

/// By core::DefinitionId: the functions that sound definitions call, directly or in what they expand.
std::vector<bool> find_called_functions(const core::Program& program) {
  std::vector<bool> called(program.definitions.size());
  std::vector<bool> seen(program.expressions.size());
  std::vector<core::ExpressionId> pending;
  const auto visit = [&](core::ExpressionId id) {
    if (seen[id.index()]) return;
    seen[id.index()] = true;
    pending.push_back(id);
  };
  for (const core::Definition& definition : program.definitions) {
    const auto* function = std::get_if<core::FunctionDefinition>(&definition.node);
    if (function != nullptr && definition.sound) visit(function->body);
  }
  while (!pending.empty()) {
    const core::Expression& expression = core::at(program, pending.back());
    pending.pop_back();
    if (const auto* call = std::get_if<core::FunctionCall>(&expression.node)) called[call->function.index()] = true;
    core::for_each_part(program, expression, visit);
  }
  return called;
}

/// Lowers the definitions one after another, in the order of output.
class ProgramLowering {
 public:
  ProgramLowering(const core::Program& program, const support::SymbolTable& symbols, std::vector<bool> uncalled)
      : program_(program),
        context_(program, symbols, std::move(uncalled)),
        module_(context_.module),
        struct_uses_(find_struct_uses(program)),
        called_(find_called_functions(program)),
        entries_of_(program.definitions.size()) {}

  ir::Module run() && {
    support::invariant(find_excessive_expansions(program_).empty(), "recursions that expand beyond the limits");
    list_entries();
    for (std::size_t i = 0; i < program_.definitions.size(); ++i) {
      const core::Definition& definition = program_.definitions[i];
      if (!definition.sound) continue;
      std::visit([&](const auto& node) { lower(core::DefinitionId(i), definition, node); }, definition.node);
    }
    return std::move(context_.module);
  }

 private:
  void list_entries() {
    for (const core::Definition& definition : program_.definitions) {
      const auto* item = std::get_if<core::EntryDefinition>(&definition.node);
      if (item == nullptr || !definition.sound) continue;
      entries_of_[item->function.index()].push_back(ir::EntryId(module_.entries.size()));
      ir::Entry entry;
      entry.item = context_.symbol(definition.name);
      entry.span = definition.span;
      entry.stage = item->stage;
      entry.workgroup_size = item->workgroup_size;
      entry.from_main_file = definition.in_main_file;
      module_.entries.push_back(entry);
    }
  }

  void lower(core::DefinitionId id, const core::Definition& definition, const core::StructDefinition& node) {
    const StructUse use = struct_uses_[id.index()];
    InterfaceNumbering numbering(context_, use.flat);
    ir::Struct made;
    made.name = context_.symbol(definition.name);
    made.span = definition.span;
    for (const core::Field& field : node.fields) {
      ir::Member member;
      member.name = context_.symbol(field.name);
      member.type = context_.type(field.type);
      member.span = field.span;
      if (use.serves) member.interface = numbering.next(field.type, field.interface);
      made.members.push_back(member);
    }
    add(ir::Item::Kind::structure, id, module_.structs, std::move(made));
  }

  void lower(core::DefinitionId id, const core::Definition& definition, const core::ResourceDefinition& node) {
    ir::Global global;
    global.name = context_.symbol(definition.name);
    global.span = definition.span;
    global.type = context_.type(node.content);
    global.group = node.group;
    global.binding = node.binding;
    switch (node.kind) {
      case core::ResourceKind::storage:
        global.access = node.writable ? ir::Access::read_write : ir::Access::read;
        break;
      case core::ResourceKind::uniform:
        global.space = ir::AddressSpace::uniform;
        break;
      case core::ResourceKind::workgroup:
        global.space = ir::AddressSpace::workgroup;
        global.access = ir::Access::read_write;
        break;
      case core::ResourceKind::texture:
      case core::ResourceKind::sampler:
        global.space = ir::AddressSpace::handle;
        break;
    }
    add(ir::Item::Kind::global, id, module_.globals, global);
  }

  void lower(core::DefinitionId id, const core::Definition& definition, const core::ConstantDefinition& node) {
    ir::Constant constant;
    constant.name = context_.symbol(definition.name);
    constant.span = definition.span;
    constant.type = context_.type(node.type);
    constant.value = BodyLowering(context_).lower_constant(node.value);
    add(ir::Item::Kind::constant, id, module_.constants, constant);
  }

  void lower(core::DefinitionId id, const core::Definition& definition, const core::FunctionDefinition& node) {
    for (const ir::EntryId entry : entries_of_[id.index()]) {
      module_.entries[entry.index()].function = ir::FunctionId(module_.functions.size());
      lower_function(id, definition, node, entry);
    }
    if (called_[id.index()]) context_.may_write(node.body);  // so that a question about a caller goes one call deep
    if (called_[id.index()] || entries_of_[id.index()].empty()) lower_function(id, definition, node, {});
  }

  void lower(core::DefinitionId, const core::Definition&, const core::EntryDefinition&) {}  // see list_entries

  void lower_function(core::DefinitionId id, const core::Definition& definition, const core::FunctionDefinition& node,
                      ir::EntryId entry) {
    ir::Function function;
    function.name = context_.symbol(definition.name);
    function.span = definition.span;
    function.result = context_.type(node.result);
    function.entry = entry;
    const bool is_fragment = entry && module_.entries[entry.index()].stage == ir::Stage::fragment;
    InterfaceNumbering inputs(context_, is_fragment);
    for (const core::Parameter& parameter : node.parameters) {
      const core::Local& local = program_.locals[parameter.local.index()];
      if (program_.types[local.type].kind == TypeKind::unit) continue;
      ir::Parameter made;
      made.name = context_.symbol(local.name);
      made.type = context_.type(local.type);
      made.span = local.span;
      if (entry) made.interface = inputs.next(local.type, parameter.interface);
      function.parameters.push_back(made);
    }
    InterfaceNumbering outputs(context_, false);
    if (entry) function.result_interface = outputs.next(node.result, node.result_interface);
    BodyLowering(context_, function).lower_function(node);
    add(ir::Item::Kind::function, id, module_.functions, std::move(function));
  }

  template <typename Made>
  void add(ir::Item::Kind kind, core::DefinitionId id, std::vector<Made>& list, Made made) {
    const auto index = static_cast<std::uint32_t>(list.size());
    list.push_back(std::move(made));
    // For a function the last one stays: its called body, where it has one.
    context_.items[id.index()] = index;
    module_.items.push_back({kind, index});
  }

  const core::Program& program_;
  LoweringContext context_;
  ir::Module& module_;
  std::vector<StructUse> struct_uses_;
  std::vector<bool> called_;
  std::vector<std::vector<ir::EntryId>> entries_of_;  ///< by core::DefinitionId
};

}  // namespace

ir::Module lower(const core::Program& program, const support::SymbolTable& symbols) {
  return ProgramLowering(program, symbols, {}).run();
}

std::optional<ir::Module> lower_with_uncalled(const core::Program& program, const support::SymbolTable& symbols) {
  std::vector<bool> uncalled = core::find_called_recursions(program);
  uncalled.flip();
  if (std::find(uncalled.begin(), uncalled.end(), true) == uncalled.end()) return std::nullopt;
  return ProgramLowering(program, symbols, std::move(uncalled)).run();
}

}  // namespace yyshader::frontend::yuyan
