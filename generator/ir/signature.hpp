#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "ir/module.hpp"

namespace yyshader::ir {

/// An operation with the types of its operands: what its typing rule is asked about. `function` is null among the
/// module's constants.
struct Operation {
  const Module& module;
  const Function* function;
  Op op;
  std::span<const TypeId> operands;
  std::uint64_t payload = 0;
};

/// The type of the operation's result where its operands decide it; nothing for literal, construct, convert and
/// bitcast, and where the operands break the rule so that no type follows.
std::optional<Type> result_type(const Operation& operation);

/// Why the operation may not take these operands or give `result`, in English; empty when it may. The operand count
/// is the one of op.def, and all type ids are in range.
std::string signature_fault(const Operation& operation, TypeId result);

}  // namespace yyshader::ir
