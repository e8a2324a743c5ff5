// Products and sums in one instruction. A product that stands outside of the sum's loop stays there. Addresses are left
// as `mul.wide` and `add`: of these ptxas makes one instruction, of `mad.wide` two.

#include <array>

#include "backend/ptx/passes.hpp"

namespace yyshader::backend::ptx {

namespace {

class Contraction {
 public:
  Contraction(Procedure& procedure, bool strict_floats)
      : procedure_(procedure), strict_floats_(strict_floats), flow_(analyse(procedure)), uses_(count_uses(procedure)) {}

  void run() {
    for (Block& block : procedure_.blocks) {
      std::vector<Id> list;
      list.reserve(block.instructions.size());
      for (const Id id : block.instructions) {
        contract(id, list);
        list.push_back(id);
      }
      block.instructions = std::move(list);
    }
  }

 private:
  /// Whether `id` is a product that only the sum asks for, in the same loop.
  bool is_product(Id id, Opcode opcode, Type type, Id sum) const {
    const Instruction& product = procedure_[id];
    return product.opcode == opcode && product.type == type && uses_[id] == 1 &&
           flow_.loop_of[product.block] == flow_.loop_of[procedure_[sum].block];
  }

  void contract(Id id, std::vector<Id>& list) {
    const Instruction instruction = procedure_[id];
    if (instruction.opcode != Opcode::add && instruction.opcode != Opcode::sub) return;
    const bool is_sum = instruction.opcode == Opcode::add;
    const Id a = procedure_.operands(id)[0];
    const Id b = procedure_.operands(id)[1];
    if (instruction.type == Type::u32) {
      if (!is_sum) return;
      if (is_product(a, Opcode::mul, Type::u32, id)) return join(id, a, b, Opcode::mad);
      if (is_product(b, Opcode::mul, Type::u32, id)) return join(id, b, a, Opcode::mad);
      return;
    }
    if (strict_floats_ || !is_float(instruction.type)) return;
    if (is_product(a, Opcode::mul, instruction.type, id)) {
      return join(id, a, is_sum ? b : negated(b, instruction, list), Opcode::fma);
    }
    if (!is_product(b, Opcode::mul, instruction.type, id)) return;
    if (is_sum) return join(id, b, a, Opcode::fma);
    // x − y z = (−y) z + x
    const std::array<Id, 2> factors{procedure_.operands(b)[0], procedure_.operands(b)[1]};
    replace(id, Opcode::fma, {negated(factors[0], instruction, list), factors[1], a}, procedure_[id].from);
  }

  Id negated(Id value, const Instruction& like, std::vector<Id>& list) {
    if (procedure_.is_constant(value)) {
      Instruction constant = procedure_[value];
      constant.immediate ^= like.type == Type::f16 ? 0x8000U : 0x80000000U;
      return procedure_.add(constant, {});
    }
    Instruction negation;
    negation.opcode = Opcode::neg;
    negation.type = like.type;
    negation.block = like.block;
    negation.span = like.span;
    const Id id = procedure_.add(negation, std::array{value});
    uses_.resize(procedure_.instructions.size(), 1);
    list.push_back(id);
    return id;
  }

  void join(Id sum, Id product, Id rest, Opcode opcode) {
    const std::array<Id, 2> factors{procedure_.operands(product)[0], procedure_.operands(product)[1]};
    replace(sum, opcode, {factors[0], factors[1], rest}, procedure_[product].from);
  }

  void replace(Id id, Opcode opcode, const std::array<Id, 3>& operands, Type from) {
    Instruction& instruction = procedure_[id];
    instruction.opcode = opcode;
    instruction.from = from;
    instruction.first_operand = static_cast<std::uint32_t>(procedure_.operand_list.size());
    instruction.operand_count = 3;
    procedure_.operand_list.insert(procedure_.operand_list.end(), operands.begin(), operands.end());
  }

  Procedure& procedure_;
  bool strict_floats_;
  ControlFlow flow_;
  std::vector<std::uint32_t> uses_;
};

}  // namespace

void contract(Procedure& procedure, bool strict_floats) { Contraction(procedure, strict_floats).run(); }

}  // namespace yyshader::backend::ptx
