#include "frontend/yuyan/select_form.hpp"

#include <algorithm>
#include <type_traits>

#include "frontend/yuyan/core_walk.hpp"

namespace yyshader::frontend::yuyan {
namespace {

/// Spec 1.8. Both sides of a select are always evaluated, so this bounds what a false condition wastes.
constexpr int operation_limit = 8;

bool is_scalar(TypeKind kind) {
  switch (kind) {
    case TypeKind::integer_literal:
    case TypeKind::decimal_literal:
    case TypeKind::boolean:
    case TypeKind::fixed_float:
    case TypeKind::fixed_signed:
    case TypeKind::fixed_unsigned:
      return true;
    default:
      return false;
  }
}

/// Walks the branches; stops at the first thing outside the list.
class SelectForm {
 public:
  explicit SelectForm(const core::Program& program) : program_(program) {}

  bool accepts(core::ExpressionId id) {
    const core::Expression& expression = core::at(program_, id);
    return std::visit(
        [&](const auto& node) {
          using Node = std::decay_t<decltype(node)>;
          if constexpr (std::is_same_v<Node, core::Literal> || std::is_same_v<Node, core::LocalUse> ||
                        std::is_same_v<Node, core::ConstantUse>) {
            return true;
          } else if constexpr (std::is_same_v<Node, core::Projection>) {
            return accepts(node.operand);
          } else if constexpr (std::is_same_v<Node, core::Tuple>) {
            return accepts_all(node.elements);
          } else if constexpr (std::is_same_v<Node, core::BuiltinCall>) {
            return accepts_call(node, expression.type);
          } else {
            return false;
          }
        },
        expression.node);
  }

 private:
  bool accepts_all(core::Range range) {
    const auto list = core::list(program_, range);
    return std::all_of(list.begin(), list.end(), [this](core::ExpressionId id) { return accepts(id); });
  }

  bool accepts_call(const core::BuiltinCall& call, TypeId type) {
    const BuiltinRow& builtin = row(call.builtin);
    if (!builtin.pure) return false;
    const bool divides = builtin.operation == ir::Op::divide || builtin.operation == ir::Op::remainder;
    if (divides && is_integer_like(program_.types, type)) return false;
    if (!is_scalar_or_vector(program_.types, type)) return false;
    const auto arguments = core::list(program_, call.arguments);
    for (const core::ExpressionId argument : arguments) {
      if (!is_scalar_or_vector(program_.types, core::at(program_, argument).type)) return false;
    }
    if (!constructs_literal(builtin, arguments) && ++operations_ > operation_limit) return false;
    return accepts_all(call.arguments);
  }

  bool constructs_literal(const BuiltinRow& builtin, std::span<const core::ExpressionId> arguments) const {
    return builtin.lowering == BuiltinLowering::literal && arguments.size() == 1 &&
           std::holds_alternative<core::Literal>(core::at(program_, arguments[0]).node);
  }

  const core::Program& program_;
  int operations_ = 0;
};

}  // namespace

bool is_scalar_or_vector(const TypeTable& types, TypeId type) {
  if (types[type].kind != TypeKind::tuple) return is_scalar(types[type].kind);
  const auto elements = types.arguments(type);
  return !elements.empty() && is_scalar(types[elements[0]].kind);
}

bool is_integer_like(const TypeTable& types, TypeId type) {
  if (types[type].kind == TypeKind::tuple && !types.arguments(type).empty()) type = types.arguments(type)[0];
  const TypeKind kind = types[type].kind;
  return kind == TypeKind::fixed_signed || kind == TypeKind::fixed_unsigned || kind == TypeKind::integer_literal;
}

bool has_select_form(const core::Program& program, const core::If& conditional, TypeId type) {
  if (conditional.arms.count != 1 || !is_scalar_or_vector(program.types, type)) return false;
  SelectForm form(program);
  return form.accepts(core::arms(program, conditional.arms)[0].value) && form.accepts(conditional.otherwise);
}

}  // namespace yyshader::frontend::yuyan
