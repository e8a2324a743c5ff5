// PTX text as it is written: what the parser makes and the decoder reads. Views point into the text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx_machine/types.hpp"

namespace yyshader::ptx_machine {

/// A fault of the text: what the machine refuses, where, and the words that it refuses.
struct Problem {
  unsigned line = 0;  ///< from 1; 0 where a problem has no place
  std::string message;
  std::string text;
};

}  // namespace yyshader::ptx_machine

namespace yyshader::ptx_machine::syntax {

enum class OperandKind : std::uint8_t {
  name,      ///< register, special register (with its component), symbol, label or function
  integer,   ///< `bits`
  floating,  ///< a decimal or 0d literal: `bits` of an f64
  single,    ///< a 0f literal: `bits` of an f32
  vector,    ///< {a, b, …}
  address,   ///< [name], [name+offset]
  sink,      ///< _
  pair,      ///< p|q
  list,      ///< (a, b, …): arguments and results of a call
};

struct Operand {
  OperandKind kind = OperandKind::name;
  std::string_view name;
  std::uint64_t bits = 0;
  std::int64_t offset = 0;  ///< of an address, or of a symbol in `name+offset`
  bool negative =
      false;  ///< an integer or floating literal behind a minus sign; `bits` already holds the negated value
  bool inverted = false;  ///< !p
  bool has_offset = false;
  std::vector<Operand> elements;
};

struct Instruction {
  unsigned line = 0;
  std::string_view text;
  std::string_view guard;  ///< empty: always executed
  bool guard_inverted = false;
  std::string_view opcode;
  std::vector<std::string_view> modifiers;  ///< each with its full stop
  std::vector<Operand> operands;
};

enum class Space : std::uint8_t { reg, shared, global, constant, local, param };

/// One declared name: a register or several, a variable, a parameter.
struct Variable {
  unsigned line = 0;
  Space space = Space::reg;
  Type type = Type::b32;
  std::string_view name;
  std::optional<std::uint32_t> range;     ///< %r<10>
  std::optional<std::uint64_t> elements;  ///< [10]; the product of several dimensions
  unsigned alignment = 0;                 ///< 0: the type's own
  std::vector<std::uint64_t> initial;     ///< bits of each element given
  bool is_external = false;
};

enum class StatementKind : std::uint8_t { declaration, label, instruction, scope_begin, scope_end };

struct Statement {
  StatementKind kind = StatementKind::instruction;
  unsigned line = 0;
  std::string_view label;
  Variable variable;
  Instruction instruction;
};

struct Function {
  unsigned line = 0;
  bool is_entry = false;
  bool has_body = false;
  std::string_view name;
  std::vector<Variable> results;
  std::vector<Variable> parameters;
  std::optional<std::array<std::uint32_t, 3>> required_block;  ///< .reqntid
  std::optional<std::array<std::uint32_t, 3>> largest_block;   ///< .maxntid
  std::vector<Statement> body;
};

struct Module {
  unsigned version_major = 0;
  unsigned version_minor = 0;
  std::string_view target;
  std::vector<Variable> variables;
  std::vector<Function> functions;
};

}  // namespace yyshader::ptx_machine::syntax
