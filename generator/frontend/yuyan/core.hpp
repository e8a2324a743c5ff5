#pragma once

// The explicit typed core: what the checker hands to lowering (spec 4.2). Every name, implicit type argument and
// conversion is resolved, every expression has its type, every alias is expanded. Lowering never infers and never fails
// on a sound definition. Long chains (虑…而, ；, 否则若) are flat lists here, so that depth of the source costs no
// stack.

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "frontend/yuyan/builtins.hpp"
#include "frontend/yuyan/types.hpp"
#include "ir/module.hpp"
#include "source/span.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan::core {

using source::Span;
using support::Symbol;

using ExpressionId = support::Id<struct ExpressionTag>;
using DefinitionId = support::Id<struct DefinitionTag>;
using LocalId = support::Id<struct LocalTag>;  ///< unique in the program: a parameter, 虑, cell or recursion parameter
using RecursionId = support::Id<struct RecursionTag>;  ///< unique in the program: one 递归虑

/// A range of one of Program's pools.
struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// A bare literal (type 整数 or 小数), one that a constructor or `也` gave a scalar type, or 阳/阴 (爻).
struct Literal {
  Symbol spelling;             ///< ASCII: `12`, `0.50`, `true`, `false`; no sign, integers without leading zeros
  bool is_conversion = false;  ///< its type is from `也` (浮三二 也「1.5」, written `f32(1.5)`), not from a constructor
};
struct Unit {};  ///< 元
struct LocalUse {
  LocalId local;
};
/// A module constant. Bare-literal constants keep type 整数/小数.
struct ConstantUse {
  DefinitionId constant;
};
/// A resource, only as an argument of a builtin that takes resources.
struct ResourceUse {
  DefinitionId resource;
};
/// A builtin applied to all its arguments, in order. Unit arguments are kept (they may have effects).
struct BuiltinCall {
  Builtin builtin;
  Range arguments;       ///< of `expression_lists`
  Range type_arguments;  ///< of `type_lists`, all resolved
};
struct FunctionCall {
  DefinitionId function;
  Range arguments;  ///< of `expression_lists`
};
/// A call of a local recursion: from inside its body (a tail call, the checker has made sure), or from the rest of the
/// 递归虑 (an instance of the loop; may occur many times).
struct RecursionCall {
  RecursionId recursion;
  Range arguments;  ///< of `expression_lists`
  bool from_inside = false;
};
/// Tuple value: a vector (scalar elements) or matrix (vector elements), told by the type.
struct Tuple {
  Range elements;  ///< of `expression_lists`
};
/// 组值 of a struct: fields in written order.
struct StructValue {
  DefinitionId structure;
  Range fields;         ///< of `expression_lists`, in written (evaluation) order
  Range field_indices;  ///< of `index_lists`, the declared position of each
};
/// Component, column or struct field.
struct Projection {
  ExpressionId operand;
  std::uint32_t index = 0;
};
/// 若 … 否则若 … 否则 …, at least one arm.
struct If {
  Range arms;  ///< of `arms`
  ExpressionId otherwise;
};
/// 虑, 递归虑, cells and ； in order, then the result.
struct Block {
  Range steps;  ///< of `steps`
  ExpressionId result;
};

struct Expression {
  TypeId type;
  Span span;
  std::variant<Literal, Unit, LocalUse, ConstantUse, ResourceUse, BuiltinCall, FunctionCall, RecursionCall, Tuple,
               StructValue, Projection, If, Block>
      node;
};

struct Arm {
  ExpressionId condition;
  ExpressionId value;
};

/// 虑「甲」者 v: binds `local`. Of unit type: runs `value`, binds nothing that is read.
struct Let {
  LocalId local;
  ExpressionId value;
};
/// 虑「甲」者「新格」于 v: a mutable variable of the cell's content type.
struct NewCell {
  LocalId local;
  ExpressionId initial;
};
/// 递归虑: see `recursions`.
struct LetRecursion {
  RecursionId recursion;
};
/// The left side of ；.
struct Effect {
  ExpressionId value;
};
using Step = std::variant<Let, NewCell, LetRecursion, Effect>;

struct Local {
  Symbol name;
  TypeId type;  ///< of a cell: 格 T
  Span span;
};

struct Recursion {
  Symbol name;
  Span span;
  std::vector<LocalId> parameters;  ///< unit parameters included
  TypeId result;
  ExpressionId body;
};

/// A row of the interface builtins of 1.9 (全局调用号 …) that a type was written with, through user aliases too.
using InterfaceAlias = std::optional<InterfaceBuiltin>;

struct Parameter {
  LocalId local;
  InterfaceAlias interface;
};
struct Field {
  Symbol name;
  TypeId type;
  Span span;
  InterfaceAlias interface;
};

struct StructDefinition {
  std::vector<Field> fields;
};
enum class ResourceKind : std::uint8_t { storage, uniform, workgroup, texture, sampler };
struct ResourceDefinition {
  ResourceKind kind = ResourceKind::storage;
  TypeId content;  ///< what the buffer or variable holds; the texture or sampler type itself
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  bool writable = false;
};
struct ConstantDefinition {
  TypeId type;
  ExpressionId value;
};
struct FunctionDefinition {
  std::vector<Parameter> parameters;  ///< unit parameters included
  TypeId result;
  InterfaceAlias result_interface;
  ExpressionId body;
};
struct EntryDefinition {
  ir::Stage stage = ir::Stage::compute;
  DefinitionId function;
  std::array<std::uint32_t, 3> workgroup_size{1, 1, 1};
};

struct Definition {
  Symbol name;
  Span span;  ///< of the name
  bool in_main_file = true;
  bool sound = true;  ///< false: has errors; lowering and all later checks skip it and what depends on it
  std::variant<StructDefinition, ResourceDefinition, ConstantDefinition, FunctionDefinition, EntryDefinition> node;
};

/// The whole checked program. Symbols are those of the module loader's table.
struct Program {
  TypeTable types;
  std::vector<Definition> definitions;  ///< modules in dependency order, each in source order: the order of output
  std::vector<Expression> expressions;
  std::vector<Local> locals;
  std::vector<Recursion> recursions;
  std::vector<ExpressionId> expression_lists;
  std::vector<TypeId> type_lists;
  std::vector<std::uint32_t> index_lists;
  std::vector<Arm> arms;
  std::vector<Step> steps;
};

}  // namespace yyshader::frontend::yuyan::core
