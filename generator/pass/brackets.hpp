#pragma once

#include <cstddef>

#include "ir/module.hpp"

namespace yyshader::pass {

/// How many brackets and signs an operation puts around its operands, at most, in any structured target.
inline std::size_t own_brackets(ir::Op op) {
  switch (op) {
    case ir::Op::copy:
    case ir::Op::load:
    case ir::Op::extract:
    case ir::Op::member_reference:
    case ir::Op::constant:
    case ir::Op::parameter:
    case ir::Op::global_reference:
    case ir::Op::local_reference:
      return 0;
    case ir::Op::negate:
    case ir::Op::logical_not:
    case ir::Op::bit_not:
    case ir::Op::bitcast:
    case ir::Op::array_length:
    case ir::Op::atomic_load:
    case ir::Op::atomic_store:
    case ir::Op::atomic_add:
    case ir::Op::atomic_max:
    case ir::Op::atomic_min:
    case ir::Op::workgroup_uniform_load:
      return 2;
    case ir::Op::load4:
      return 3;
    default:
      return 1;
  }
}

/// True when the first operand stands before the brackets and the second inside them.
inline bool is_place_operation(ir::Op op) { return op == ir::Op::index || op == ir::Op::index_reference; }
}  // namespace yyshader::pass
