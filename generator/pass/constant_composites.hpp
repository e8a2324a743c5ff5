#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "pass/constant_arithmetic.hpp"

namespace yyshader::pass {

/// A pure operation whose operands are all known.
struct CompositeOperands {
  ir::Op op{};
  std::array<std::span<const ConstantScalar>, 3> scalars;
  std::array<const ir::Type*, 2> types{};  ///< of the first two operands; null where there is none
  ir::Type first_scalar;                   ///< what the first operand is made of
};

/// The value of an operation that does not work component by component: products, geometry, and bits. Nothing for any
/// other. `arithmetic` is that of the result's scalars, and keeps the fault.
std::optional<std::vector<ConstantScalar>> composite_value(const CompositeOperands& operands,
                                                           ConstantArithmetic& arithmetic, const ir::TypeTable& types);

}  // namespace yyshader::pass
