#include "ir/module.hpp"

namespace yyshader::ir {

namespace {

constexpr std::size_t builtin_count = static_cast<std::size_t>(Builtin::count_);

constexpr std::array<std::string_view, builtin_count> builtin_names{
    "global_invocation_id",   "local_invocation_id", "local_invocation_index", "workgroup_id",
    "num_workgroups",         "vertex_index",        "instance_index",         "position",
    "front_facing",           "frag_depth",          "sample_index",           "sample_mask",
    "subgroup_invocation_id", "subgroup_size"};

}  // namespace

std::string_view to_text(Builtin builtin) { return builtin_names.at(static_cast<std::size_t>(builtin)); }

std::optional<Builtin> builtin_from_text(std::string_view text) {
  for (std::size_t i = 0; i < builtin_count; ++i) {
    if (builtin_names[i] == text) return static_cast<Builtin>(i);
  }
  return std::nullopt;
}

ValueId ValuePool::add(Op op, TypeId type, Span span, std::span<const ValueId> operands, std::uint64_t payload,
                       Symbol spelling) {
  Value value;
  value.op = op;
  value.type = type;
  value.span = span;
  value.first_operand = static_cast<std::uint32_t>(operand_list.size());
  value.operand_count = static_cast<std::uint32_t>(operands.size());
  value.payload = payload;
  value.spelling = spelling;
  // `operands` may be a view of this pool's own list (a pass that copies a value): indexing survives the growth.
  const bool own = !operands.empty() && !operand_list.empty() && operands.data() >= operand_list.data() &&
                   operands.data() < operand_list.data() + operand_list.size();
  if (own) {
    const auto from = static_cast<std::size_t>(operands.data() - operand_list.data());
    for (std::size_t i = 0; i < value.operand_count; ++i) {
      const ValueId operand = operand_list[from + i];
      operand_list.push_back(operand);
    }
  } else {
    operand_list.insert(operand_list.end(), operands.begin(), operands.end());
  }
  values.push_back(value);
  return ValueId(values.size() - 1);
}

}  // namespace yyshader::ir
