#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "ir/module.hpp"

namespace yyshader::ir {

/// The bits (see Value::payload) of a literal of scalar `type` spelled in ASCII (`digits` or `digits.digits`, `true`,
/// `false`), rounded to nearest even; nothing when it does not fit the type (integers: range of the positive literal;
/// floats: rounds to infinity).
std::optional<std::uint64_t> literal_bits(const TypeTable& types, TypeId type, std::string_view spelling);

/// Writes the values and statements of one function (or, with `function` null, of the module's constants).
class Builder {
 public:
  Builder(Module& module, Function* function) : module_(module), function_(function) {}

  /// A literal spelled in ASCII; its bits are computed and must fit (checked before, by the front end).
  ValueId literal(TypeId type, std::string_view spelling, Span span);
  ValueId boolean(bool value, Span span);
  ValueId value(Op op, TypeId type, Span span, std::initializer_list<ValueId> operands, std::uint64_t payload = 0);
  ValueId value(Op op, TypeId type, Span span, std::span<const ValueId> operands, std::uint64_t payload = 0);
  ValueId global(GlobalId id, Span span);  ///< reference, or handle for textures and samplers
  ValueId local(LocalId id, Span span);

  BlockId block();
  void append(BlockId block, const Statement& statement);

  Module& module() { return module_; }
  Function& function() { return *function_; }
  ValuePool& pool();

 private:
  Module& module_;
  Function* function_;
};

}  // namespace yyshader::ir
