#include "frontend/yuyan/lower_interfaces.hpp"

#include "frontend/yuyan/select_form.hpp"

namespace yyshader::frontend::yuyan {

std::vector<StructUse> find_struct_uses(const core::Program& program) {
  std::vector<StructUse> uses(program.definitions.size());
  const auto use = [&](TypeId type, bool flat) {
    if (program.types[type].kind != TypeKind::structure) return;
    StructUse& of_struct = uses[program.types[type].number];
    of_struct.serves = true;
    of_struct.flat = of_struct.flat || flat;
  };
  for (const core::Definition& definition : program.definitions) {
    const auto* entry = std::get_if<core::EntryDefinition>(&definition.node);
    if (entry == nullptr || !definition.sound) continue;
    const core::Definition& named = program.definitions[entry->function.index()];
    const auto& function = std::get<core::FunctionDefinition>(named.node);
    for (const core::Parameter& parameter : function.parameters) {
      use(program.locals[parameter.local.index()].type, entry->stage == ir::Stage::fragment);
    }
    use(function.result, entry->stage == ir::Stage::vertex);
  }
  return uses;
}

ir::InterfaceBinding InterfaceNumbering::next(TypeId type, core::InterfaceAlias alias) {
  const TypeKind kind = context_.program.types[type].kind;
  if (kind == TypeKind::structure || kind == TypeKind::unit) return {};
  ir::InterfaceBinding binding;
  if (alias && row(*alias).builtin) {
    binding.kind = ir::InterfaceBinding::Kind::builtin;
    binding.builtin = *row(*alias).builtin;
    if (binding.builtin == ir::Builtin::subgroup_invocation_id || binding.builtin == ir::Builtin::subgroup_size) {
      context_.module.features.subgroups = true;
    }
    return binding;
  }
  binding.kind = ir::InterfaceBinding::Kind::location;
  binding.location = next_location_++;
  if (flat_ && is_integer_like(context_.program.types, type)) binding.interpolation = ir::Interpolation::flat;
  return binding;
}

}  // namespace yyshader::frontend::yuyan
