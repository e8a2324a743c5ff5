// syntax::Module to Program: resolves names, checks types, and picks each instruction's handler.
#pragma once

#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ptx_machine/machine.hpp"
#include "ptx_machine/program.hpp"
#include "ptx_machine/syntax.hpp"

namespace yyshader::ptx_machine {

/// Decodes `module` for a machine with `options`. With problems the program is of no use.
Program decode(const syntax::Module& module, const Options& options, std::vector<Problem>& problems);

enum class SymbolKind : std::uint8_t { reg, predicate, variable, entry_parameter, lane_parameter };

struct Symbol {
  SymbolKind kind = SymbolKind::reg;
  Type type = Type::b32;
  Space space = Space::shared;        ///< of a variable
  std::uint32_t slot = no_slot;       ///< of a register or predicate; made at the first use
  std::uint64_t address = 0;          ///< of a variable; of a parameter its offset
  std::uint64_t size = 0;             ///< of a variable or parameter
  bool is_written_by_caller = false;  ///< a formal parameter, which its function may only read
};

/// The registers and constants of a program as they are handed out.
class SlotTable {
 public:
  explicit SlotTable(Program& program) : program_(program) {}
  std::uint32_t add(std::string name);
  std::uint32_t add_predicate(std::string name);
  std::uint32_t constant(std::uint64_t value);
  std::uint32_t special(Special special, std::string_view name);
  /// Where results go that nothing reads, and values that live within one instruction.
  std::uint32_t scratch(std::size_t index);
  std::uint32_t scratch_predicate();

 private:
  Program& program_;
  std::map<std::uint64_t, std::uint32_t> constants_;
  std::map<Special, std::uint32_t> specials_;
  std::array<std::uint32_t, 2> scratch_ = {no_slot, no_slot};
  std::uint32_t scratch_predicate_ = no_slot;
};

/// Names, innermost scope last.
class Scopes {
 public:
  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  std::size_t depth() const { return scopes_.size(); }
  /// False: the innermost scope has the name already.
  bool add(std::string_view name, const Symbol& symbol);
  /// %r<10>
  bool add_range(std::string_view prefix, std::uint32_t count, const Symbol& symbol);
  Symbol* find(std::string_view name);

 private:
  struct Range {
    std::uint32_t count;
    Symbol symbol;
  };
  struct Scope {
    std::unordered_map<std::string_view, Symbol> names;
    std::unordered_map<std::string_view, Range> ranges;
  };
  static Symbol* find_in(Scope& scope, std::string_view name);
  std::vector<Scope> scopes_;
};

/// One instruction while it is decoded: hands out its modifiers from the left and its operands by place, each checked.
/// The first fault is kept; after it everything returned is harmless.
class Reader {
 public:
  struct Context {
    Program& program;
    SlotTable& slots;
    Scopes& scopes;
    const Options& options;
    std::vector<Problem>& problems;
  };

  Reader(const Context& context, const syntax::Instruction& source, Instruction& into)
      : result(into), context_(context), source_(source) {}

  Instruction& result;

  const Options& options() const { return context_.options; }
  Program& program() { return context_.program; }
  bool failed() const { return failed_; }
  void refuse(const std::string& message);

  /// Takes the next modifier if it is `word`.
  bool accept(std::string_view word);
  /// The next modifier, not taken; empty at the end.
  std::string_view next() const;
  /// Takes the next modifier if `table` has it.
  template <class T, std::size_t size>
  std::optional<T> choose(const std::pair<std::string_view, T> (&table)[size]) {
    for (const auto& [word, value] : table) {
      if (accept(word)) return value;
    }
    return std::nullopt;
  }
  /// Takes a type, one of `allowed`, into result.modifiers.type too unless it is the second.
  Type type(std::initializer_list<Type> allowed);
  /// Takes .rn .rz .rm .rp.
  std::optional<Rounding> rounding();
  /// All modifiers must have been taken, and there must be `least` to `most` operands.
  void operands(std::size_t least, std::size_t most);
  void operands(std::size_t count) { operands(count, count); }

  std::size_t operand_count() const { return source_.operands.size(); }
  const syntax::Operand& operand(std::size_t index) const;

  std::uint32_t source(std::size_t index, Type type) { return source(operand(index), type, false); }
  std::uint32_t source(const syntax::Operand& operand, Type type, bool widened);
  std::uint32_t destination(std::size_t index, Type type) { return destination(operand(index), type, false); }
  /// `widened`: the register may be wider; its size goes to result.register_size.
  std::uint32_t destination(const syntax::Operand& operand, Type type, bool widened);
  /// Slot 0 and the sources after it, all of `type`.
  void elementwise_operands(Type type, std::size_t sources);

  std::uint32_t predicate_destination(const syntax::Operand& operand);
  /// Into result.predicates[2] and result.source_inverted.
  void predicate_source(std::size_t index);
  /// A special register or WARP_SZ as a source of mov and cvt; no_slot if the operand is neither.
  std::uint32_t special_source(const syntax::Operand& operand, Type type);
  /// A constant integer; `what` names it in the message.
  std::uint64_t constant_integer(std::size_t index, std::uint64_t largest, const char* what);
  /// The register or symbol of an address in `space`, into slot `slot`, result.immediate and result.memory.
  void address(std::size_t index, Space space, std::size_t slot);
  /// A symbol that is no register; null (and refused) if there is none.
  Symbol* symbol(const syntax::Operand& operand);
  Symbol* find(std::string_view name) { return context_.scopes.find(name); }
  std::uint32_t constant_slot(std::uint64_t value) { return context_.slots.constant(value); }
  std::uint32_t scratch_slot(std::size_t index = 0) { return context_.slots.scratch(index); }

 private:
  std::uint32_t register_slot(std::string_view name, Type type, bool widened, Type* declared);
  std::uint32_t literal(const syntax::Operand& operand, Type type);

  const Context& context_;
  const syntax::Instruction& source_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

using DecodeInstruction = void (*)(Reader& reader);

struct OpcodeRow {
  std::string_view opcode;
  DecodeInstruction decode;
};

// One table for each group of instructions of the manual's chapter 9.
std::span<const OpcodeRow> integer_instructions();
std::span<const OpcodeRow> bit_instructions();
std::span<const OpcodeRow> float_instructions();
std::span<const OpcodeRow> approximate_instructions();
std::span<const OpcodeRow> comparison_instructions();
std::span<const OpcodeRow> move_instructions();
std::span<const OpcodeRow> conversion_instructions();
std::span<const OpcodeRow> memory_instructions();
std::span<const OpcodeRow> atomic_instructions();
std::span<const OpcodeRow> synchronization_instructions();

}  // namespace yyshader::ptx_machine
