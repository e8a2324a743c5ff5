#include "backend/ptx/inline_plan.hpp"

#include <algorithm>

namespace yyshader::backend::ptx {

namespace {

/// Components of a type as far as they decide how much an operation on it costs.
std::uint32_t width_of(const ir::Module& module, ir::TypeId id) {
  const ir::Type& type = module.types[id];
  if (type.kind == ir::TypeKind::vector) return type.length;
  if (type.kind == ir::TypeKind::matrix) return type.length * module.types[type.element].length;
  return 1;
}

std::uint32_t weight_of(const ir::Module& module, const ir::Value& value) {
  switch (value.op) {
    case ir::Op::literal:
    case ir::Op::constant:
    case ir::Op::parameter:
    case ir::Op::global_reference:
    case ir::Op::local_reference:
    case ir::Op::member_reference:
    case ir::Op::copy:
    case ir::Op::construct:
    case ir::Op::extract:
      return 0;
    case ir::Op::divide:
    case ir::Op::remainder:
    case ir::Op::sqrt:
      return 8 * width_of(module, value.type);
    case ir::Op::matrix_times_matrix:
    case ir::Op::matrix_times_vector:
    case ir::Op::vector_times_matrix:
      return 4 * width_of(module, value.type);
    case ir::Op::pow:
    case ir::Op::tan:
    case ir::Op::subgroup_add:
    case ir::Op::subgroup_max:
    case ir::Op::subgroup_min:
      return 10 * width_of(module, value.type);
    case ir::Op::asin:
    case ir::Op::acos:
    case ir::Op::atan:
    case ir::Op::atan2:
    case ir::Op::sinh:
    case ir::Op::cosh:
    case ir::Op::tanh:
      return 30 * width_of(module, value.type);
    default:
      return width_of(module, value.type);
  }
}

}  // namespace

std::uint32_t weight_of(const ir::Module& module, const ir::Function& function) {
  std::uint64_t weight = 1;
  for (const ir::Value& value : function.values.values) weight += weight_of(module, value);
  for (const ir::Block& block : function.blocks) weight += block.statements.size() / 4;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(weight, 1U << 30U));
}

InlinePlan plan_inlining(const ir::Module& module) {
  const std::size_t count = module.functions.size();
  std::vector<std::uint32_t> call_sites(count, 0);
  for (const ir::Function& function : module.functions) {
    for (const ir::Value& value : function.values.values) {
      if (value.op == ir::Op::call) ++call_sites[static_cast<std::size_t>(value.payload)];
    }
  }
  InlinePlan plan;
  plan.is_outlined.assign(count, false);
  std::vector<std::uint64_t> weights(count, 0);
  std::vector<std::uint32_t> depths(count, 0);
  for (const ir::Item& item : module.items) {  // callees stand before their callers
    if (item.kind != ir::Item::Kind::function) continue;
    const ir::Function& function = module.functions[item.index];
    std::uint64_t weight = weight_of(module, function);
    std::uint32_t depth = 0;
    for (const ir::Value& value : function.values.values) {
      if (value.op != ir::Op::call) continue;
      const auto callee = static_cast<std::size_t>(value.payload);
      if (plan.is_outlined[callee]) {
        weight += 8;
        continue;
      }
      weight += weights[callee];
      depth = std::max(depth, depths[callee] + 1);
    }
    weights[item.index] = weight;
    depths[item.index] = depth;
    if (function.entry) continue;
    plan.is_outlined[item.index] =
        depth >= InlinePlan::deepest_inlining || (call_sites[item.index] > 1 && weight > InlinePlan::largest_inlined);
  }
  return plan;
}

}  // namespace yyshader::backend::ptx
