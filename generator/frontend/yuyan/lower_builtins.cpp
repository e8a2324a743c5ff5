#include "frontend/yuyan/core_walk.hpp"
#include "frontend/yuyan/lower_body.hpp"
#include "support/internal_error.hpp"

namespace yyshader::frontend::yuyan {
namespace {

bool is_subgroup_operation(ir::Op op) {
  switch (op) {
    case ir::Op::subgroup_add:
    case ir::Op::subgroup_max:
    case ir::Op::subgroup_min:
    case ir::Op::subgroup_broadcast:
    case ir::Op::subgroup_shuffle:
    case ir::Op::subgroup_shuffle_xor:
      return true;
    default:
      return false;
  }
}

}  // namespace

ir::ValueId BodyLowering::value_of(const core::BuiltinCall& node, const core::Expression& expression) {
  const BuiltinRow& builtin = row(node.builtin);
  switch (builtin.lowering) {
    case BuiltinLowering::operation:
    case BuiltinLowering::texture:
      return lower_operation(node, expression);
    case BuiltinLowering::scale:
    case BuiltinLowering::matrix_product:
      return lower_product(node, expression);
    case BuiltinLowering::literal:
    case BuiltinLowering::convert:
      return lower_conversion(node, expression, ir::Op::convert);
    case BuiltinLowering::bitcast:
      return lower_conversion(node, expression, ir::Op::bitcast);
    case BuiltinLowering::load_element:
    case BuiltinLowering::load_whole: {
      const auto arguments = core::list(program_, node.arguments);
      const ir::ValueId pointer = resource(arguments[0]);
      if (builtin.lowering == BuiltinLowering::load_whole) return load(pointer, expression.span);
      return load(element_place(pointer, lower_value(arguments[1]), expression.span), expression.span);
    }
    case BuiltinLowering::store_element:
    case BuiltinLowering::store_whole:
      return lower_store(node, expression);
    case BuiltinLowering::array_length:
    case BuiltinLowering::uniform_load:
    case BuiltinLowering::load_four:
      return lower_on_resource(node, expression, builtin.operation);
    case BuiltinLowering::element:
      return lower_element(node, expression);
    case BuiltinLowering::atomic:
      return lower_atomic(node, expression);
    case BuiltinLowering::cell:
      return lower_cell(node, expression);
    case BuiltinLowering::effect:
      return lower_effect(node, expression);
    case BuiltinLowering::binder:
      break;
  }
  support::internal_error("a binder inside a body");
}

ir::ValueId BodyLowering::lower_operation(const core::BuiltinCall& call, const core::Expression& expression) {
  const ir::Op op = row(call.builtin).operation;
  if (op == ir::Op::logical_and || op == ir::Op::logical_or) return lower_logical(call, expression, op);
  if (is_subgroup_operation(op)) context_.module.features.subgroups = true;
  const std::size_t first = push_values(call.arguments);
  return evaluated(build(op, context_.type(expression.type), expression.span, first));
}

ir::ValueId BodyLowering::lower_product(const core::BuiltinCall& call, const core::Expression& expression) {
  const auto arguments = core::list(program_, call.arguments);
  const auto is_matrix = [&](std::size_t position) {
    const ir::TypeId type = context_.type(core::at(program_, arguments[position]).type);
    return context_.module.types[type].kind == ir::TypeKind::matrix;
  };
  ir::Op op = ir::Op::matrix_times_matrix;
  if (row(call.builtin).lowering == BuiltinLowering::scale) {
    op = is_matrix(0) ? ir::Op::matrix_times_scalar : ir::Op::vector_times_scalar;
  } else if (!is_matrix(0)) {
    op = ir::Op::vector_times_matrix;
  } else if (!is_matrix(1)) {
    op = ir::Op::matrix_times_vector;
  }
  const std::size_t first = push_values(call.arguments);
  return build(op, context_.type(expression.type), expression.span, first);
}

ir::ValueId BodyLowering::lower_conversion(const core::BuiltinCall& call, const core::Expression& expression,
                                           ir::Op op) {
  const core::ExpressionId argument = core::list(program_, call.arguments)[0];
  const ir::TypeId type = context_.type(expression.type);
  const core::Expression& converted = core::at(program_, argument);
  const auto* literal = std::get_if<core::Literal>(&converted.node);
  // The constructor of a literal is how the source writes a literal of that type.
  if (literal != nullptr && row(call.builtin).lowering == BuiltinLowering::literal &&
      context_.module.types.is_abstract(context_.type(converted.type))) {
    return literal_of(type, *literal, expression.span);
  }
  return build(op, type, expression.span, {lower_value(argument)});
}

ir::ValueId BodyLowering::lower_store(const core::BuiltinCall& call, const core::Expression& expression) {
  const auto arguments = core::list(program_, call.arguments);
  ir::ValueId target = resource(arguments[0]);
  if (row(call.builtin).lowering == BuiltinLowering::store_element) {
    target = element_place(target, lower_value(arguments[1]), expression.span);
  }
  append_store(target, lower_value(arguments.back()), expression.span);
  return {};
}

ir::ValueId BodyLowering::lower_on_resource(const core::BuiltinCall& call, const core::Expression& expression,
                                            ir::Op op) {
  // The resource stands first, as a pointer; an index may follow.
  const std::size_t first = push_values(call.arguments);
  return evaluated(build(op, context_.type(expression.type), expression.span, first));
}

ir::ValueId BodyLowering::lower_atomic(const core::BuiltinCall& call, const core::Expression& expression) {
  const auto arguments = core::list(program_, call.arguments);
  const ir::ValueId pointer = resource(arguments[0]);
  const std::size_t first = operands_.size();
  operands_.push_back(element_place(pointer, lower_value(arguments[1]), expression.span));
  if (arguments.size() > 2) operands_.push_back(lower_value(arguments[2]));
  return evaluated(build(row(call.builtin).operation, context_.type(expression.type), expression.span, first));
}

ir::ValueId BodyLowering::lower_cell(const core::BuiltinCall& call, const core::Expression& expression) {
  const auto arguments = core::list(program_, call.arguments);
  if (call.builtin == Builtin::read_cell) return load(cell(arguments[0]), expression.span);
  support::invariant(call.builtin == Builtin::write_cell, "a new 格 outside its 虑");
  const ir::ValueId target = cell(arguments[0]);
  append_store(target, lower_value(arguments[1]), expression.span);
  return {};
}

ir::ValueId BodyLowering::lower_effect(const core::BuiltinCall& call, const core::Expression& expression) {
  for (const core::ExpressionId argument : core::list(program_, call.arguments)) lower_effects(argument);
  return evaluated(build(row(call.builtin).operation, context_.type(expression.type), expression.span, {}));
}

}  // namespace yyshader::frontend::yuyan
