#include "ir/builder.hpp"

#include "support/internal_error.hpp"

namespace yyshader::ir {

ValuePool& Builder::pool() { return function_ != nullptr ? function_->values : module_.constant_values; }

ValueId Builder::literal(TypeId type, std::string_view spelling, Span span) {
  const std::optional<std::uint64_t> bits = literal_bits(module_.types, type, spelling);
  support::invariant(bits.has_value(), "a literal that does not fit its type");
  return pool().add(Op::literal, type, span, {}, *bits, module_.symbols.intern(spelling));
}

ValueId Builder::boolean(bool value, Span span) {
  return literal(module_.types.boolean(), value ? "true" : "false", span);
}

ValueId Builder::value(Op op, TypeId type, Span span, std::initializer_list<ValueId> operands, std::uint64_t payload) {
  return pool().add(op, type, span, std::span<const ValueId>(operands.begin(), operands.size()), payload);
}

ValueId Builder::value(Op op, TypeId type, Span span, std::span<const ValueId> operands, std::uint64_t payload) {
  return pool().add(op, type, span, operands, payload);
}

ValueId Builder::global(GlobalId id, Span span) {
  const Global& global = module_.globals[id.index()];
  const TypeId type = global.space == AddressSpace::handle
                          ? global.type
                          : module_.types.pointer(global.type, global.space, global.access);
  return pool().add(Op::global_reference, type, span, {}, id.value);
}

ValueId Builder::local(LocalId id, Span span) {
  const TypeId type =
      module_.types.pointer(function_->locals[id.index()].type, AddressSpace::function, Access::read_write);
  return pool().add(Op::local_reference, type, span, {}, id.value);
}

BlockId Builder::block() {
  function_->blocks.emplace_back();
  return BlockId(function_->blocks.size() - 1);
}

void Builder::append(BlockId block, const Statement& statement) {
  function_->blocks[block.index()].statements.push_back(statement);
}

}  // namespace yyshader::ir
