#include "frontend/yuyan/core_walk.hpp"
#include "frontend/yuyan/lower_body.hpp"
#include "support/internal_error.hpp"

// Reading a part of a buffer, variable or 格 loads that part alone, through a pointer to it, instead of the whole: the
// texts come out the same (参数.字段), but no target copies what is not asked for. An array's index is evaluated
// between the array and the part; where that could write memory, the whole is read first, as the source's order wants
// it.

namespace yyshader::frontend::yuyan {

bool BodyLowering::is_place(core::ExpressionId id) {
  const core::Expression& expression = core::at(program_, id);
  if (const auto* use = std::get_if<core::LocalUse>(&expression.node)) {
    return context_.bindings[use->local.index()].kind == Binding::Kind::variable;
  }
  if (const auto* projection = std::get_if<core::Projection>(&expression.node)) {
    const TypeId type = core::at(program_, projection->operand).type;
    return program_.types[type].kind == TypeKind::structure && is_place(projection->operand);
  }
  const auto* call = std::get_if<core::BuiltinCall>(&expression.node);
  if (call == nullptr) return false;
  const auto arguments = core::list(program_, call->arguments);
  switch (row(call->builtin).lowering) {
    case BuiltinLowering::load_element:
    case BuiltinLowering::load_whole:
      return true;
    case BuiltinLowering::cell:
      return call->builtin == Builtin::read_cell;
    case BuiltinLowering::element:
      return is_place(arguments[0]) && !context_.may_write(arguments[1]);
    default:
      return false;
  }
}

ir::ValueId BodyLowering::place_of(core::ExpressionId id) {
  const core::Expression& expression = core::at(program_, id);
  if (const auto* use = std::get_if<core::LocalUse>(&expression.node)) {
    return builder_.local(ir::LocalId(context_.bindings[use->local.index()].index), expression.span);
  }
  if (const auto* projection = std::get_if<core::Projection>(&expression.node)) {
    return member_place(place_of(projection->operand), projection->index, expression.span);
  }
  const auto& call = std::get<core::BuiltinCall>(expression.node);
  const auto arguments = core::list(program_, call.arguments);
  switch (row(call.builtin).lowering) {
    case BuiltinLowering::load_whole:
      return resource(arguments[0]);
    case BuiltinLowering::load_element: {
      const ir::ValueId pointer = resource(arguments[0]);
      return element_place(pointer, lower_value(arguments[1]), expression.span);
    }
    case BuiltinLowering::cell:
      return cell(arguments[0]);
    case BuiltinLowering::element: {
      const ir::ValueId pointer = place_of(arguments[0]);
      return element_place(pointer, lower_value(arguments[1]), expression.span);
    }
    default:
      support::internal_error("no place");
  }
}

ir::ValueId BodyLowering::resource(core::ExpressionId id) {
  const core::Expression& expression = core::at(program_, id);
  return value_of(std::get<core::ResourceUse>(expression.node), expression);
}

ir::ValueId BodyLowering::cell(core::ExpressionId id) {
  const core::Expression& expression = core::at(program_, id);
  const Binding binding = context_.bindings[std::get<core::LocalUse>(expression.node).local.index()];
  support::invariant(binding.kind == Binding::Kind::variable, "a 格 that is no variable");
  return builder_.local(ir::LocalId(binding.index), expression.span);
}

ir::ValueId BodyLowering::element_place(ir::ValueId pointer, ir::ValueId index, source::Span span) {
  const ir::TypeTable& types = context_.module.types;
  const ir::TypeId element = types[types[builder_.pool()[pointer].type].element].element;
  return build(ir::Op::index_reference, pointer_to(element, pointer), span, {pointer, index});
}

ir::ValueId BodyLowering::member_place(ir::ValueId pointer, std::uint32_t member, source::Span span) {
  const ir::TypeTable& types = context_.module.types;
  const ir::StructId structure = types[types[builder_.pool()[pointer].type].element].structure;
  const ir::TypeId type = context_.module.structs[structure.index()].members[member].type;
  return build(ir::Op::member_reference, pointer_to(type, pointer), span, {pointer}, member);
}

ir::TypeId BodyLowering::pointer_to(ir::TypeId pointee, ir::ValueId base) {
  const ir::Type& pointer = context_.module.types[builder_.pool()[base].type];
  const ir::AddressSpace space = pointer.space;
  const ir::Access access = pointer.access;
  return context_.module.types.pointer(pointee, space, access);
}

ir::ValueId BodyLowering::lower_element(const core::BuiltinCall& call, const core::Expression& expression) {
  const auto arguments = core::list(program_, call.arguments);
  if (is_place(arguments[0]) && !context_.may_write(arguments[1])) {
    const ir::ValueId pointer = place_of(arguments[0]);
    return load(element_place(pointer, lower_value(arguments[1]), expression.span), expression.span);
  }
  // An index that is constant is kept as it is written (0u): an array has no projections that would spell it.
  const ir::ValueId array = lower_value(arguments[0]);
  return build(ir::Op::index, context_.type(expression.type), expression.span, {array, lower_value(arguments[1])});
}

}  // namespace yyshader::frontend::yuyan
