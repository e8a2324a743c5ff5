#include "backend/ptx/machine.hpp"

#include "support/internal_error.hpp"

namespace yyshader::backend::ptx {

namespace {

constexpr int any = -1;

constexpr std::array rows{
#define YY_PTX(enumerator, mnemonic, operands, effect) OpcodeRow{mnemonic, operands, Effect::effect},
#include "backend/ptx/opcode.def"
#undef YY_PTX
};

}  // namespace

const OpcodeRow& row(Opcode opcode) { return rows[static_cast<std::size_t>(opcode)]; }

Class class_of(Type type) {
  switch (type) {
    case Type::none:
      return Class::none;
    case Type::pred:
      return Class::predicate;
    case Type::b16:
    case Type::f16:
      return Class::half;
    case Type::b32:
    case Type::u32:
    case Type::s32:
    case Type::f32:
      return Class::word;
    case Type::b64:
    case Type::u64:
    case Type::f64:
      return Class::wide;
  }
  support::internal_error("a type of no register");
}

Type bits_of(Type type) {
  switch (class_of(type)) {
    case Class::none:
      return Type::none;
    case Class::predicate:
      return Type::pred;
    case Class::half:
      return Type::b16;
    case Class::word:
      return Type::b32;
    case Class::wide:
      return Type::b64;
  }
  support::internal_error("a register of no class");
}

std::uint32_t bytes_of(Type type) {
  switch (class_of(type)) {
    case Class::none:
      return 0;
    case Class::predicate:
    case Class::word:
      return 4;
    case Class::half:
      return 2;
    case Class::wide:
      return 8;
  }
  support::internal_error("a register of no class");
}

std::string_view to_text(Type type) {
  constexpr std::array<std::string_view, 11> names{"",    "pred", "b16", "f16", "b32", "u32",
                                                   "s32", "f32",  "b64", "u64", "f64"};
  return names[static_cast<std::size_t>(type)];
}

Id Procedure::add(Instruction instruction, std::span<const Id> operands) {
  instruction.first_operand = static_cast<std::uint32_t>(operand_list.size());
  instruction.operand_count = static_cast<std::uint32_t>(operands.size());
  operand_list.insert(operand_list.end(), operands.begin(), operands.end());
  instructions.push_back(instruction);
  return static_cast<Id>(instructions.size() - 1);
}

}  // namespace yyshader::backend::ptx
