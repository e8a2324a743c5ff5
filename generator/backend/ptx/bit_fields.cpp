// Bytes and half words cut out of words. ptxas makes one permutation of `bfe`, or, where the field becomes a float, the
// conversion's own choice of bytes; of shifts and masks it does not.

#include <array>

#include "backend/ptx/passes.hpp"

namespace yyshader::backend::ptx {

namespace {

class BitFields {
 public:
  explicit BitFields(Procedure& procedure) : procedure_(procedure), uses_(count_uses(procedure)) {}

  void run() {
    for (const Block& block : procedure_.blocks) {
      for (const Id id : block.instructions) {
        const Instruction& instruction = procedure_[id];
        if (instruction.opcode == Opcode::shr) {
          cut_signed(id);
        } else if (instruction.opcode == Opcode::cvt && instruction.type == Type::f32) {
          cut_converted(procedure_.operands(id)[0]);
        }
      }
    }
  }

 private:
  bool is_by_constant(Id id, Opcode opcode) const {
    return procedure_[id].opcode == opcode && procedure_.is_constant(procedure_.operands(id)[1]);
  }
  std::uint64_t second(Id id) const { return procedure_[procedure_.operands(id)[1]].immediate; }

  static bool is_whole(std::uint64_t position, std::uint64_t length) {
    return (length == 8 || length == 16) && position % length == 0 && position + length <= 32;
  }

  /// (x << a) >> b of signed words.
  void cut_signed(Id id) {
    const Id shifted = procedure_.operands(id)[0];
    if (procedure_[id].type != Type::s32 || !is_by_constant(id, Opcode::shr) || !is_by_constant(shifted, Opcode::shl))
      return;
    const std::uint64_t right = second(id);
    const std::uint64_t left = second(shifted);
    if (right < left || right >= 32 || !is_whole(right - left, 32 - right)) return;
    replace(id, Type::s32, procedure_.operands(shifted)[0], right - left, 32 - right);
  }

  /// x >> b and (x >> a) & mask, which nothing but the conversion asks for.
  void cut_converted(Id id) {
    if (uses_[id] != 1) return;
    if (is_by_constant(id, Opcode::shr)) {
      const std::uint64_t right = second(id);
      if (right < 32 && is_whole(right, 32 - right))
        replace(id, procedure_[id].type, procedure_.operands(id)[0], right, 32 - right);
      return;
    }
    if (!is_by_constant(id, Opcode::bit_and)) return;
    const std::uint64_t mask = second(id);
    if (mask != 0xff && mask != 0xffff) return;
    const std::uint64_t length = mask == 0xff ? 8 : 16;
    const Id shifted = procedure_.operands(id)[0];
    if (is_by_constant(shifted, Opcode::shr) && is_whole(second(shifted), length)) {
      replace(id, Type::u32, procedure_.operands(shifted)[0], second(shifted), length);
    } else {
      replace(id, Type::u32, shifted, 0, length);
    }
  }

  Id constant(std::uint64_t value) {
    Instruction instruction;
    instruction.type = Type::b32;
    instruction.immediate = value;
    return procedure_.add(instruction, {});
  }

  void replace(Id id, Type type, Id word, std::uint64_t position, std::uint64_t length) {
    const std::array<Id, 3> operands{word, constant(position), constant(length)};
    Instruction& instruction = procedure_[id];
    instruction.opcode = Opcode::bit_field;
    instruction.type = type;
    instruction.first_operand = static_cast<std::uint32_t>(procedure_.operand_list.size());
    instruction.operand_count = 3;
    procedure_.operand_list.insert(procedure_.operand_list.end(), operands.begin(), operands.end());
  }

  Procedure& procedure_;
  std::vector<std::uint32_t> uses_;
};

}  // namespace

void cut_bit_fields(Procedure& procedure) { BitFields(procedure).run(); }

}  // namespace yyshader::backend::ptx
