#pragma once

// The machine that the PTX backend works on: procedures of basic blocks in static single assignment form. An
// instruction is the value that it gives; what gives several values has `part`s. It stands between the structured
// program (ir/module.hpp) and the text.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.hpp"

namespace yyshader::backend::ptx {

/// PTX's types of operations and values. `u` and `s` are one register class with `b`.
enum class Type : std::uint8_t { none, pred, b16, f16, b32, u32, s32, f32, b64, u64, f64 };

/// What a register holds.
enum class Class : std::uint8_t { none, predicate, half, word, wide };
Class class_of(Type type);
/// The untyped form of a type: b16, b32, b64 or pred.
Type bits_of(Type type);
inline bool is_float(Type type) { return type == Type::f16 || type == Type::f32 || type == Type::f64; }
std::uint32_t bytes_of(Type type);  ///< in memory: a predicate takes four
std::string_view to_text(Type type);

enum class Opcode : std::uint8_t {
#define YY_PTX(enumerator, mnemonic, operands, effect) enumerator,
#include "backend/ptx/opcode.def"
#undef YY_PTX
  count_
};
enum class Effect : std::uint8_t { pure, load, store, group };
struct OpcodeRow {
  std::string_view mnemonic;
  int operands;  ///< -1: any number
  Effect effect;
};
const OpcodeRow& row(Opcode opcode);

enum class Special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
};
/// Comparisons; the second six are true also when an operand is NaN.
enum class Comparison : std::uint8_t { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu };
enum class Rounding : std::uint8_t { none, rn, rni, rzi, rmi, rpi, sat };
enum class AtomicOperation : std::uint8_t { add, min, max };
enum class ShuffleMode : std::uint8_t { idx, bfly };
enum class Space : std::uint8_t { none, global, read_only, shared, local, constant };

/// An instruction, in Procedure::instructions.
using Id = std::uint32_t;
inline constexpr Id no_id = 0xffffffffU;
using BlockIndex = std::uint32_t;
inline constexpr BlockIndex no_block = 0xffffffffU;

struct Instruction {
  Opcode opcode = Opcode::constant;
  Type type = Type::none;  ///< of the operation and, but for mul_wide, setp and cvt, of its operands
  Type from = Type::none;  ///< of the operands, where it is not `type`
  std::uint8_t modifier = 0;
  std::uint8_t width = 1;  ///< of a load or store: 1, 2 or 4 values
  Space space = Space::none;
  std::uint8_t zeros = 0;      ///< so many low bits of the value are known to be zero
  std::uint8_t alignment = 0;  ///< of a load: bytes that its address is a multiple of by the program's word
  bool is_safe = false;        ///< load: may be run even where the program does not come
  bool is_uniform = false;     ///< surely the same for all threads of a workgroup
  std::uint32_t region = 0;    ///< of memory: two different regions never overlap
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  BlockIndex block = no_block;
  std::uint64_t immediate = 0;
  source::Span span;
};

struct Block {
  std::vector<Id> instructions;  ///< phis first
  std::vector<BlockIndex> predecessors;
  /// How it ends: with `condition`, at targets[0] when it holds (unless `negated`), else at targets[1]; without, at
  /// targets[0]; with neither, the procedure returns.
  Id condition = no_id;
  bool negated = false;
  std::array<BlockIndex, 2> targets{no_block, no_block};
  source::Span span;
};

/// Memory that a procedure names.
struct Symbol {
  std::string name;
  Space space = Space::none;
  std::uint32_t align = 4;
  std::uint64_t bytes = 0;
  std::vector<std::uint8_t> content;  ///< space `constant`
};

/// What a procedure takes: a buffer's address, or the value of a register.
struct Formal {
  std::string name;  ///< of an entry's parameter
  Type type = Type::u64;
};

/// A procedure that another calls.
struct Callee {
  std::string name;
  std::vector<Type> results;
};

struct Procedure {
  std::string name;
  bool is_entry = false;
  std::array<std::uint32_t, 3> workgroup_size{1, 1, 1};
  std::vector<Formal> formals;
  std::vector<Type> results;  ///< of a .func; its returning block keeps them in `returned`
  std::vector<Id> returned;
  std::vector<Instruction> instructions;
  std::vector<Id> operand_list;
  std::vector<Block> blocks;    ///< in the order of the text; the first is where it begins
  std::vector<Callee> callees;  ///< that `call` names by `immediate`
  std::vector<Symbol> symbols;  ///< of its own: shared and local memory
  source::Span span;

  Instruction& operator[](Id id) { return instructions[id]; }
  const Instruction& operator[](Id id) const { return instructions[id]; }
  std::span<Id> operands(Id id) {
    const Instruction& i = instructions[id];
    return std::span<Id>(operand_list).subspan(i.first_operand, i.operand_count);
  }
  std::span<const Id> operands(Id id) const {
    const Instruction& i = instructions[id];
    return std::span<const Id>(operand_list).subspan(i.first_operand, i.operand_count);
  }
  bool is_constant(Id id) const { return instructions[id].opcode == Opcode::constant; }
  /// Adds an instruction that is not yet in a block.
  Id add(Instruction instruction, std::span<const Id> operands);
};

/// True for the leaves that stand in no block.
inline bool is_placeless(Opcode opcode) {
  return opcode == Opcode::constant || opcode == Opcode::undefined || opcode == Opcode::parameter;
}

}  // namespace yyshader::backend::ptx
