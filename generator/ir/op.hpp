#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace yyshader::ir {

/// The operations, one row each in op.def.
enum class Op : std::uint8_t {
#define YY_OP(enumerator, text, operands, effect) enumerator,
#include "ir/op.def"
#undef YY_OP
  count_
};

/// What evaluating an operation does besides giving a value; see op.def.
enum class Effect : std::uint8_t { pure, read, write, barrier, group, call };

struct OpRow {
  std::string_view text;
  int operands;  ///< -1: any number
  Effect effect;
};
const OpRow& row(Op op);
/// The operation with this name in dumps.
std::optional<Op> op_from_text(std::string_view text);
inline bool is_pure(Op op) { return row(op).effect == Effect::pure; }

}  // namespace yyshader::ir
