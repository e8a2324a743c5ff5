#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "ir/module.hpp"

namespace yyshader::pass {

/// One number or boolean of a constant value; which member counts is the type's matter.
struct ConstantScalar {
  std::int64_t integer = 0;  ///< of integers (64 bits without sign keep their bits) and booleans (0 or 1)
  double floating = 0.0;     ///< of floats: always finite, and a number that the type holds
};

/// A value that is known when the program is compiled. `scalars` are its parts in order, those of parts of parts
/// included: a matrix has them by columns.
struct ConstantValue {
  ir::TypeId type;
  std::span<const ConstantScalar> scalars;
};

/// How an expression breaks the rules of constant expressions (spec 1.6). The comments say what the texts of a
/// ConstantFault are.
enum class ConstantFaultKind : std::uint8_t {
  float_overflow,          ///< the greatest number of the type
  integer_overflow,        ///< least and greatest number of the type
  float_division_by_zero,  ///< also the remainder
  integer_division_by_zero,
  shift_too_far,          ///< amount, width
  shift_loses_bits,       ///< left side, amount
  index_out_of_range,     ///< index, count of elements
  index_negative,         ///< index
  argument_negative,      ///< argument
  argument_not_positive,  ///< argument
  argument_outside_unit,  ///< argument
  power_undefined,        ///< base, exponent
  bounds_reversed,        ///< lower, upper bound
  edges_equal,            ///< edge
  zero_vector,
  conversion_overflow,  ///< value, least and greatest number of the new type
  literal_overflow,     ///< the literal, greatest number of the type
  bits_not_finite,
  lane_too_large,  ///< lane or mask, what it must stay below
};

struct ConstantFault {
  ConstantFaultKind kind{};
  std::string first;
  std::string second;
  std::string third;
};

}  // namespace yyshader::pass
