#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "backend/ptx/machine.hpp"

namespace yyshader::backend::ptx {

/// A pure instruction before it is made.
struct Operation {
  Opcode opcode = Opcode::constant;
  Type type = Type::none;
  Type from = Type::none;
  std::uint8_t modifier = 0;
  std::uint64_t immediate = 0;
};

/// The bits that the operation gives for operands of these bits, exactly as a GPU would compute them. Nothing when it
/// is not known exactly: NaN results, approximate functions, whatever depends on a library of mathematics.
std::optional<std::uint64_t> fold(const Operation& operation, std::span<const std::uint64_t> operands);

/// A comparison with its sides exchanged, and one that holds exactly when the other does not.
Comparison exchanged(Comparison comparison);
Comparison inverted(Comparison comparison, bool of_floats);

/// Conversions that C++ has no exact word for.
std::uint16_t half_from_float(float value);  ///< to nearest even
float float_from_half(std::uint16_t bits);

}  // namespace yyshader::backend::ptx
