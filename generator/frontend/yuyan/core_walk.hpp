#pragma once

#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "frontend/yuyan/core.hpp"

namespace yyshader::frontend::yuyan::core {

inline std::span<const ExpressionId> list(const Program& program, Range range) {
  return std::span<const ExpressionId>(program.expression_lists).subspan(range.first, range.count);
}
inline std::span<const Arm> arms(const Program& program, Range range) {
  return std::span<const Arm>(program.arms).subspan(range.first, range.count);
}
inline std::span<const Step> steps(const Program& program, Range range) {
  return std::span<const Step>(program.steps).subspan(range.first, range.count);
}
/// By RecursionId: whether a call from outside would write the recursion out somewhere.
inline std::vector<bool> find_called_recursions(const Program& program) {
  std::vector<bool> called(program.recursions.size());
  for (const Expression& expression : program.expressions) {
    const auto* call = std::get_if<RecursionCall>(&expression.node);
    if (call != nullptr && !call->from_inside) called[call->recursion.index()] = true;
  }
  return called;
}

inline const Expression& at(const Program& program, ExpressionId id) { return program.expressions[id.index()]; }

/// Calls `visit(ExpressionId)` on everything that evaluating `expression` may evaluate directly, in order. The body of
/// a recursion belongs to the calls of it from outside, for that is where it is expanded.
template <typename Visit>
void for_each_part(const Program& program, const Expression& expression, Visit&& visit) {
  const auto visit_list = [&](Range range) {
    for (const ExpressionId id : list(program, range)) visit(id);
  };
  std::visit(
      [&](const auto& node) {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, BuiltinCall> || std::is_same_v<Node, FunctionCall>) {
          visit_list(node.arguments);
        } else if constexpr (std::is_same_v<Node, RecursionCall>) {
          visit_list(node.arguments);
          if (!node.from_inside) visit(program.recursions[node.recursion.index()].body);
        } else if constexpr (std::is_same_v<Node, Tuple>) {
          visit_list(node.elements);
        } else if constexpr (std::is_same_v<Node, StructValue>) {
          visit_list(node.fields);
        } else if constexpr (std::is_same_v<Node, Projection>) {
          visit(node.operand);
        } else if constexpr (std::is_same_v<Node, If>) {
          for (const Arm& arm : arms(program, node.arms)) {
            visit(arm.condition);
            visit(arm.value);
          }
          visit(node.otherwise);
        } else if constexpr (std::is_same_v<Node, Block>) {
          for (const Step& step : steps(program, node.steps)) {
            if (const auto* let = std::get_if<Let>(&step)) visit(let->value);
            if (const auto* cell = std::get_if<NewCell>(&step)) visit(cell->initial);
            if (const auto* effect = std::get_if<Effect>(&step)) visit(effect->value);
          }
          visit(node.result);
        } else {
          static_assert(std::is_same_v<Node, Literal> || std::is_same_v<Node, Unit> || std::is_same_v<Node, LocalUse> ||
                        std::is_same_v<Node, ConstantUse> || std::is_same_v<Node, ResourceUse>);
        }
      },
      expression.node);
}

}  // namespace yyshader::frontend::yuyan::core
