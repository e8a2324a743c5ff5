#include "frontend/yuyan/lower_context.hpp"

#include <utility>

#include "frontend/yuyan/core_walk.hpp"
#include "support/internal_error.hpp"

namespace yyshader::frontend::yuyan {

LoweringContext::LoweringContext(const core::Program& lowered_program, const support::SymbolTable& symbols,
                                 std::vector<bool> written_out)
    : program(lowered_program),
      bindings(lowered_program.locals.size()),
      items(lowered_program.definitions.size(), ir::FunctionId::none_value),
      symbols_(symbols),
      written_out_(std::move(written_out)),
      symbol_cache_(symbols.size()),
      type_cache_(lowered_program.types.size()),
      write_cache_(lowered_program.expressions.size()) {}

ir::Symbol LoweringContext::symbol(core::Symbol symbol) {
  if (!symbol) return {};
  ir::Symbol& cached = symbol_cache_[symbol.index()];
  if (!cached) cached = module.symbols.intern(symbols_.text(symbol));
  return cached;
}

ir::TypeId LoweringContext::type(TypeId type) {
  if (const ir::TypeId cached = type_cache_[type.index()]) return cached;
  const ir::TypeId made = make_type(type);
  type_cache_[type.index()] = made;
  return made;
}

ir::TypeId LoweringContext::make_type(TypeId type) {
  ir::TypeTable& types = module.types;
  const Type& described = program.types[type];
  const auto argument = [&](std::size_t position) { return program.types.arguments(type)[position]; };
  switch (described.kind) {
    case TypeKind::integer_literal:
      return types.abstract_integer();
    case TypeKind::decimal_literal:
      return types.abstract_float();
    case TypeKind::boolean:
      return types.boolean();
    case TypeKind::unit:
      return types.void_type();
    case TypeKind::fixed_float:
      if (length(argument(0)) == 16) module.features.f16 = true;
      return types.floating(length(argument(0)));
    case TypeKind::fixed_signed:
      return types.integer(length(argument(0)), true);
    case TypeKind::fixed_unsigned:
      return types.integer(length(argument(0)), false);
    case TypeKind::tuple:
      return make_tuple(type);
    case TypeKind::structure:
      return types.structure(ir::StructId(items[described.number]));
    case TypeKind::runtime_array:
      return types.runtime_array(this->type(argument(0)));
    case TypeKind::fixed_array:
      return types.array(this->type(argument(0)), length(argument(1)));
    case TypeKind::atomic:
      return types.atomic(this->type(argument(0)));
    case TypeKind::texture_2d:
      return types.texture(ir::TextureShape::d2, this->type(argument(0)));
    case TypeKind::sampler:
      return types.sampler();
    case TypeKind::storage_buffer:
    case TypeKind::uniform_buffer:
    case TypeKind::workgroup_variable:
    case TypeKind::cell:
      return this->type(argument(0));
    default:
      support::internal_error("a type without a target form reached lowering");
  }
}

ir::TypeId LoweringContext::make_tuple(TypeId type) {
  const auto elements = program.types.arguments(type);
  support::invariant(elements.size() >= 2 && elements.size() <= 4, "a tuple that is neither vector nor matrix");
  const ir::TypeId element = this->type(elements[0]);
  const auto count = static_cast<unsigned>(elements.size());
  if (module.types.is_scalar(element)) return module.types.vector(element, count);
  support::invariant(module.types[element].kind == ir::TypeKind::vector, "a tuple of neither scalars nor vectors");
  return module.types.matrix(element, count);
}

std::uint32_t LoweringContext::length(TypeId type) const {
  support::invariant(program.types[type].kind == TypeKind::length, "a length was expected");
  return program.types[type].number;
}

bool LoweringContext::may_write(core::ExpressionId id) {
  if (!write_cache_[id.index()]) write_cache_[id.index()] = find_write(id);
  return *write_cache_[id.index()];
}

bool LoweringContext::find_write(core::ExpressionId id) {
  const core::Expression& expression = core::at(program, id);
  if (const auto* call = std::get_if<core::BuiltinCall>(&expression.node)) {
    switch (row(call->builtin).lowering) {
      case BuiltinLowering::store_element:
      case BuiltinLowering::store_whole:
      case BuiltinLowering::uniform_load:
      case BuiltinLowering::atomic:
      case BuiltinLowering::effect:
        return true;
      case BuiltinLowering::cell:
        if (call->builtin == Builtin::write_cell) return true;
        break;
      default:
        break;
    }
  }
  if (const auto* call = std::get_if<core::FunctionCall>(&expression.node)) {
    const core::Definition& callee = program.definitions[call->function.index()];
    if (may_write(std::get<core::FunctionDefinition>(callee.node).body)) return true;
  }
  bool found = false;
  core::for_each_part(program, expression, [&](core::ExpressionId part) { found = found || may_write(part); });
  return found;
}

bool LoweringContext::calls_itself(core::RecursionId recursion) const {
  // Self calls stand in tail position only, so only tails are looked at.
  std::vector<core::ExpressionId> tails{program.recursions[recursion.index()].body};
  while (!tails.empty()) {
    const core::Expression& tail = core::at(program, tails.back());
    tails.pop_back();
    if (const auto* block = std::get_if<core::Block>(&tail.node)) {
      tails.push_back(block->result);
    } else if (const auto* conditional = std::get_if<core::If>(&tail.node)) {
      for (const core::Arm& arm : core::arms(program, conditional->arms)) tails.push_back(arm.value);
      tails.push_back(conditional->otherwise);
    } else if (const auto* call = std::get_if<core::RecursionCall>(&tail.node)) {
      if (call->recursion == recursion && call->from_inside) return true;
    }
  }
  return false;
}

}  // namespace yyshader::frontend::yuyan
