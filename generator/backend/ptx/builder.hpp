#pragma once

#include <cstdint>
#include <initializer_list>
#include <unordered_map>
#include <vector>

#include "backend/ptx/fold.hpp"
#include "backend/ptx/machine.hpp"

namespace yyshader::backend::ptx {

/// Makes the instructions of one procedure, at the end of the current block. A pure operation is simplified and folded
/// first, and what has been made before where it can be seen from here (the scopes) is not made again.
class Builder {
 public:
  explicit Builder(Procedure& procedure) : procedure_(procedure) {}

  Procedure& procedure() { return procedure_; }
  const Instruction& operator[](Id id) const { return procedure_[id]; }

  // Blocks.
  BlockIndex new_block();
  void set_block(BlockIndex block) { block_ = block; }
  BlockIndex block() const { return block_; }
  /// Ends the current block; afterwards there is none.
  void jump(BlockIndex target);
  void branch(Id condition, BlockIndex if_true, BlockIndex if_false);
  void finish_return();

  // Leaves.
  Id constant(Type type, std::uint64_t bits);
  Id u32(std::uint32_t value) { return constant(Type::b32, value); }
  Id f32(float value);
  Id f32_bits(std::uint32_t bits) { return constant(Type::b32, bits); }
  Id predicate(bool value) { return constant(Type::pred, value ? 1 : 0); }
  Id undefined(Type type);
  Id parameter(std::uint32_t index, Type type);
  Id special(Special which);

  /// A pure operation.
  Id emit(Opcode opcode, Type type, std::initializer_list<Id> operands);
  Id emit(const Operation& operation, std::initializer_list<Id> operands);
  Id compare(Comparison comparison, Type from, Id a, Id b);
  Id select(Id condition, Id if_true, Id if_false);
  Id convert(Type to, Type from, Rounding rounding, Id value);
  Id logical_not(Id value);
  /// A phi of the current block with room for `count` operands, to be set by `set_operands`.
  Id phi(Type type);
  void set_operands(Id id, std::span<const Id> operands);
  /// An instruction that is kept as it is.
  Id append(Instruction instruction, std::span<const Id> operands);
  Id append(Instruction instruction, std::initializer_list<Id> operands) {
    return append(instruction, std::span<const Id>(operands.begin(), operands.size()));
  }
  Id part(Id of, std::uint32_t index, Type type);

  /// What is made after `open_scope` is not seen any more after the `close_scope` that fits.
  std::size_t open_scope() const { return scope_log_.size(); }
  void close_scope(std::size_t mark);

  /// While isolated, only what stands in the current block itself is shared: for a block before all others.
  void set_isolated(bool isolated) { is_isolated_ = isolated; }

  void set_span(source::Span span) { span_ = span; }
  source::Span span() const { return span_; }

  /// How many low bits of a value are known to be zero.
  unsigned zeros(Id id) const { return procedure_[id].zeros; }
  bool is_constant(Id id) const { return procedure_.is_constant(id); }
  std::uint64_t bits(Id id) const { return procedure_[id].immediate; }
  bool is_constant(Id id, std::uint64_t bits) const { return is_constant(id) && procedure_[id].immediate == bits; }

 private:
  struct Key {
    Operation operation;
    std::array<Id, 3> operands{no_id, no_id, no_id};
    bool operator==(const Key& other) const;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept;
  };

  Id simplify(const Operation& operation, std::span<const Id> operands);
  Id simplify_integer(const Operation& operation, std::span<const Id> operands);
  Id simplify_product(const Operation& operation, Id a, Id b);
  Id simplify_float(const Operation& operation, std::span<const Id> operands);
  Id simplify_predicate(const Operation& operation, std::span<const Id> operands);
  Id simplify_other(const Operation& operation, std::span<const Id> operands);
  bool gives_uniform(const Instruction& instruction, std::span<const Id> operands) const;
  std::uint8_t known_zeros(const Operation& operation, std::span<const Id> operands) const;
  Id constant_operand(Id id) const;  ///< the second operand of `id` when it is constant

  Procedure& procedure_;
  BlockIndex block_ = no_block;
  bool is_isolated_ = false;
  source::Span span_;
  std::unordered_map<Key, Id, Hash> made_;
  std::vector<Key> scope_log_;
};

}  // namespace yyshader::backend::ptx
