#include "pass/constant_integers.hpp"

#include <bit>
#include <cstddef>
#include <utility>

namespace yyshader::pass {

namespace {

/// Deeper expressions are unknown. Deep ones are cut by pass/limits.hpp anyway.
constexpr int deepest = 100;

/// A result as its type holds it.
std::int64_t wrapped(const ir::Type& scalar, std::uint64_t bits) {
  if (scalar.kind != ir::TypeKind::integer || scalar.width >= 64) return std::bit_cast<std::int64_t>(bits);
  const std::uint64_t mask = (std::uint64_t{1} << scalar.width) - 1;
  bits &= mask;
  const bool is_negative = scalar.is_signed && (bits >> (scalar.width - 1)) != 0;
  return std::bit_cast<std::int64_t>(is_negative ? bits | ~mask : bits);
}

std::optional<std::uint64_t> result_of(ir::Op op, std::uint64_t a, std::uint64_t b) {
  switch (op) {
    case ir::Op::add:
      return a + b;
    case ir::Op::subtract:
      return a - b;
    case ir::Op::multiply:
    case ir::Op::vector_times_scalar:
      return a * b;
    default:
      return std::nullopt;
  }
}

}  // namespace

ConstantIntegers::ConstantIntegers(const ir::Module& module) : module_(module), constants_(module.constants.size()) {
  // In the order of items, so that a constant's own constants are known before it.
  for (const ir::Item& item : module.items) {
    if (item.kind != ir::Item::Kind::constant) continue;
    constants_[item.index] = of(module.constant_values, module.constants[item.index].value);
  }
}

std::optional<IntegerComponents> ConstantIntegers::find(const ir::ValuePool& pool, ir::ValueId id, int depth) const {
  const ir::Value& value = pool[id];
  const ir::TypeId scalar = module_.types.scalar_of(value.type);
  if (depth > deepest || !scalar || !module_.types.is_integer(scalar)) return std::nullopt;
  switch (value.op) {
    case ir::Op::literal:
      return IntegerComponents{wrapped(module_.types[scalar], value.payload)};
    case ir::Op::constant:
      return constants_[static_cast<std::size_t>(value.payload)];
    case ir::Op::copy:
      return find(pool, pool.operands(id)[0], depth + 1);
    case ir::Op::extract: {
      auto whole = find(pool, pool.operands(id)[0], depth + 1);
      if (!whole || value.payload >= whole->size()) return std::nullopt;
      return IntegerComponents{(*whole)[static_cast<std::size_t>(value.payload)]};
    }
    case ir::Op::construct: {
      IntegerComponents result;
      for (const ir::ValueId part : pool.operands(id)) {
        const auto component = find(pool, part, depth + 1);
        if (!component || component->size() != 1) return std::nullopt;
        result.push_back(component->front());
      }
      return result;
    }
    default:
      return combine(pool, id, depth);
  }
}

std::optional<IntegerComponents> ConstantIntegers::combine(const ir::ValuePool& pool, ir::ValueId id, int depth) const {
  const ir::Value& value = pool[id];
  const ir::Type& scalar = module_.types[module_.types.scalar_of(value.type)];
  const auto operands = pool.operands(id);
  if (operands.empty() || operands.size() > 2) return std::nullopt;
  const auto first = find(pool, operands[0], depth + 1);
  if (!first) return std::nullopt;
  IntegerComponents result;
  if (value.op == ir::Op::convert || value.op == ir::Op::negate) {
    for (const std::int64_t each : *first) {
      const auto bits = std::bit_cast<std::uint64_t>(each);
      result.push_back(wrapped(scalar, value.op == ir::Op::negate ? 0 - bits : bits));
    }
    return result;
  }
  if (operands.size() != 2) return std::nullopt;
  const auto second = find(pool, operands[1], depth + 1);
  if (!second || (second->size() != first->size() && second->size() != 1)) return std::nullopt;
  for (std::size_t i = 0; i < first->size(); ++i) {
    const std::int64_t other = (*second)[second->size() == 1 ? 0 : i];
    const auto bits =
        result_of(value.op, std::bit_cast<std::uint64_t>((*first)[i]), std::bit_cast<std::uint64_t>(other));
    if (!bits) return std::nullopt;
    result.push_back(wrapped(scalar, *bits));
  }
  return result;
}

}  // namespace yyshader::pass
