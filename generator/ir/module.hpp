#pragma once

// The intermediate representation: one typed, target-neutral, structured program (spec 4.2). It knows no surface
// language. This comment is the contract between what makes it, what changes it and what prints it.
//
// Values. A function owns a pool of values; a value is an operation on earlier values of the pool, with a type and a
// span. A *pure* value has no time: it may be evaluated wherever it is used. A value whose operation is not pure is
// evaluated by exactly one statement, `let` or `evaluate`, and that statement's place is its time.
//
// Use. A value that is a leaf (literal, constant, parameter, global_reference, local_reference) or bound by a `let`
// statement may be used any number of times by what the statement dominates. Any other value is used at most once:
// values form trees between the named ones.
//
// Evaluation order. Statements of a block run in order. Lowering emits effects in the order of the source (left to
// right, arguments before the call), so operands' effects stand before the effect that uses them. Where the tree of
// one statement holds several values of `evaluate` statements in form `inlined`, printing it evaluates them in
// operand order, which must not differ observably from statement order: the forwarding pass proves that or names them.
//
// Short circuit. The right side of logical_and/logical_or runs only when the left side asks for it. Where it holds
// values that are not pure, their `evaluate` statements (no others) stand in a block of their own, which the value's
// payload names; such a logical value is itself evaluated by a statement, with all the effects of that block. A right
// side that needs any other statement is written as `if` by lowering. Reads of variables alone need no such block:
// they may be evaluated before, and the logical value stays pure.
//
// Scope. A `let` or local is visible in the rest of its block and the blocks nested there. A `loop` body's lets end
// with the iteration. `continue` and `break` belong to the innermost loop; a loop's body never falls off its end (its
// last statement on every path is continue, break or return). A non-void function returns on every path.
//
// Pointers are results of *_reference operations only; they are operands of load, store, atomics, array_length and
// further references, never stored, returned or passed. Parameters of pointer type are reserved for languages that
// have them.
//
// Constants. A module constant's value uses only literals, constants, construct, extract, and pure operations on
// them. Abstract (bare literal) types appear only in literals, pure operations on literals, module constants and `let`
// of such a value; they are compile-time only.
//
// Items. `items` gives the order in which things are written: every struct, global and constant once, a function once
// or (left out, and named by nothing that is written) not at all, each after what it names. So a function calls earlier
// ones only, and there is no recursion.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ids.hpp"
#include "ir/op.hpp"
#include "ir/type.hpp"
#include "source/span.hpp"
#include "support/symbols.hpp"

namespace yyshader::ir {

using source::Span;
using support::Symbol;

enum class Stage : std::uint8_t { compute, vertex, fragment };

/// Values that the pipeline passes into or takes out of an entry (spec 1.9).
enum class Builtin : std::uint8_t {
  global_invocation_id,
  local_invocation_id,
  local_invocation_index,
  workgroup_id,
  num_workgroups,
  vertex_index,
  instance_index,
  position,  ///< vertex output; as a fragment input the fragment's coordinates
  front_facing,
  frag_depth,
  sample_index,
  sample_mask,
  subgroup_invocation_id,
  subgroup_size,
  count_
};
std::string_view to_text(Builtin builtin);  ///< the WGSL spelling, also used in dumps
std::optional<Builtin> builtin_from_text(std::string_view text);

enum class Interpolation : std::uint8_t { smooth, flat };

/// How a parameter, result or struct member meets the pipeline; `none` outside interfaces.
struct InterfaceBinding {
  enum class Kind : std::uint8_t { none, builtin, location } kind = Kind::none;
  Builtin builtin{};
  std::uint32_t location = 0;
  Interpolation interpolation = Interpolation::smooth;
  friend bool operator==(const InterfaceBinding&, const InterfaceBinding&) = default;
};

/// One value. What `payload` means: literal → bits of the value (two's complement; IEEE bits of the type's width, or
/// of a double for abstract_float); constant → ConstantId; parameter → index; global_reference → GlobalId;
/// local_reference → LocalId; member_reference, extract → index; call → FunctionId; logical_and and logical_or → 0, or
/// 1 + BlockId of the right side's evaluations; else 0.
struct Value {
  Op op = Op::literal;
  TypeId type;
  Span span;
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  std::uint64_t payload = 0;
  Symbol spelling;  ///< literal: ASCII digits as they are to be written, without type suffix or sign ("007" is kept out
                    ///< by lowering)
};

/// The values of one function, or of the module's constants.
struct ValuePool {
  std::vector<Value> values;
  std::vector<ValueId> operand_list;

  const Value& operator[](ValueId id) const { return values[id.index()]; }
  Value& operator[](ValueId id) { return values[id.index()]; }
  std::span<const ValueId> operands(ValueId id) const {
    const Value& value = values[id.index()];
    return std::span<const ValueId>(operand_list).subspan(value.first_operand, value.operand_count);
  }
  /// Adds a value; no check here, the verifier checks whole modules.
  ValueId add(Op op, TypeId type, Span span, std::span<const ValueId> operands, std::uint64_t payload = 0,
              Symbol spelling = {});
};

enum class StatementKind : std::uint8_t {
  let,       ///< names `value` (`name`, or a temporary when `name` is none); evaluates it when it is not pure
  evaluate,  ///< evaluates a non-pure `value` here; `form` says how it is written
  variable,  ///< declares `local`, with initial `value` or uninitialised (value none: it is stored before it is read)
  store,     ///< writes `value` to the place `target`
  if_,       ///< `value` is the condition; `first` then-block, `second` else-block (always present, may be empty)
  loop,      ///< `first` is the body
  continue_,
  break_,
  return_,  ///< `value` or none
};

/// How an `evaluate` statement is written; `pending` until the forwarding pass has decided.
enum class EvaluateForm : std::uint8_t {
  pending,
  inlined,    ///< written inside the one statement that uses it
  dropped,    ///< has a value nobody uses: `_ = v;`
  statement,  ///< void: `v;`
};

struct Statement {
  StatementKind kind = StatementKind::let;
  EvaluateForm form = EvaluateForm::pending;
  Span span;
  ValueId value;
  ValueId target;
  LocalId local;
  Symbol name;
  BlockId first;
  BlockId second;
};

struct Block {
  std::vector<Statement> statements;
};

/// A mutable variable of a function. `name` none: a generated temporary, named by the naming pass.
struct Local {
  Symbol name;
  TypeId type;
  Span span;
  /// A recursion's result variable: `name` is the recursion's, the output name is `<name>结果` (spec 2.1).
  bool is_result = false;
};

struct Parameter {
  Symbol name;
  TypeId type;
  Span span;
  InterfaceBinding interface;
};

struct Member {
  Symbol name;
  TypeId type;
  Span span;
  InterfaceBinding interface;  ///< set when the struct serves an entry's interface
};

struct Struct {
  Symbol name;
  Span span;
  std::vector<Member> members;
};

/// A resource: storage and uniform buffers, textures and samplers (space `handle`) have group and binding; workgroup
/// variables have none.
struct Global {
  Symbol name;
  Span span;
  AddressSpace space = AddressSpace::storage;
  Access access = Access::read;
  TypeId type;
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
};

struct Constant {
  Symbol name;
  Span span;
  TypeId type;
  ValueId value;  ///< in Module::constant_values
};

struct Function {
  Symbol name;
  Span span;
  std::vector<Parameter> parameters;
  TypeId result;
  InterfaceBinding result_interface;
  EntryId entry;  ///< set for the function of an entry; such a function is never called
  ValuePool values;
  std::vector<Local> locals;
  std::vector<Block> blocks;
  BlockId body;
};

/// An entry item of the source. Several items on one source function have each their own Function here.
struct Entry {
  Symbol item;  ///< the entry item's own name (加倍入口)
  Span span;
  Stage stage = Stage::compute;
  std::array<std::uint32_t, 3> workgroup_size{1, 1, 1};
  FunctionId function;
  bool from_main_file = true;  ///< false: of an imported module; written, but not in tables (spec 2.2)
};

struct Item {
  enum class Kind : std::uint8_t { structure, global, constant, function } kind;
  std::uint32_t index;
};

/// Directives that the program needs (spec 2.2).
struct Features {
  bool f16 = false;
  bool subgroups = false;
};

struct Module {
  support::SymbolTable symbols;
  TypeTable types;
  std::vector<Struct> structs;
  std::vector<Global> globals;
  std::vector<Constant> constants;
  ValuePool constant_values;
  std::vector<Function> functions;
  std::vector<Entry> entries;  ///< in source order
  std::vector<Item> items;
  Features features;

  std::string_view text(Symbol symbol) const { return symbol ? symbols.text(symbol) : std::string_view{}; }
};

}  // namespace yyshader::ir
