#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ir/module.hpp"

namespace yyshader::frontend::yuyan {

/// The functions of module 着色内建 (spec 1.9), one row each in builtins.def; their types come from the declaration
/// file 着色内建。着色器。接口。豫, and a test fails when the two disagree.
enum class Builtin : std::uint8_t {
#define YY_BUILTIN(enumerator, name, lowering, operation, rule, kinds, effect, stages) enumerator,
#include "frontend/yuyan/builtins.def"
#undef YY_BUILTIN
  count_
};

/// How lowering turns a builtin call into IR.
enum class BuiltinLowering : std::uint8_t {
  operation,       ///< the IR operation on the arguments
  scale,           ///< 数乘: vector or matrix times scalar, told by the type
  matrix_product,  ///< 矩阵乘: told by the types
  literal,         ///< 新浮三二 …: literal of the type, else a conversion
  convert,         ///< 转X, 转换
  bitcast,
  load_element,  ///< 读数组 读共享数组: load of index_reference
  store_element,
  load_whole,  ///< 读缓冲 读均匀 读共享
  store_whole,
  array_length,
  uniform_load,  ///< 一致读共享
  element,       ///< 取元素
  atomic,        ///< on an element of a storage array
  load_four,     ///< 读四浮 读四无
  cell,          ///< 新格 读格 写格
  texture,
  effect,  ///< barriers, 舍弃: unit argument, no value
  binder,  ///< 绑定 …, 计算入口项 …: only at top level, checked there
};

/// What ties the type parameters of a builtin together beyond its declared signature. "First" and "second" are the 承
/// parameters in order. Where a rule says what the second one is, the checker fills it in.
enum class OperandRule : std::uint8_t {
  none,
  same,              ///< the first is one of the kinds
  comparison,        ///< the second is 爻, or the boolean vector of the first's size
  component,         ///< the second is the scalar of the first, a vector
  three_components,  ///< the first is a vector of three
  shift,             ///< the second is 无三二, or the vector of it of the first's size
  scale,             ///< the second is the scalar of the first
  matrix_product,    ///< the third is what WGSL gives for first times second
  to_f32,            ///< the second has the first's shape, of that scalar
  to_f16,
  to_u32,
  to_i32,
  conversion,      ///< the second has the first's shape
  bit_conversion,  ///< the second has as many bits as the first
  new_float,       ///< the first is a scalar or 小数
  new_integer,     ///< the first is a scalar or 整数
  plain_content,   ///< the first is a value that can be copied: neither atomic nor of unknown length
  atomic_content,  ///< the first is 无三二 or 整三二
  cell_content,    ///< the first is a value that a variable can hold
};

/// Bits of BuiltinRow::kinds.
namespace kind {
inline constexpr std::uint32_t floating = 1;
inline constexpr std::uint32_t signed_integer = 2;
inline constexpr std::uint32_t unsigned_integer = 4;
inline constexpr std::uint32_t boolean = 8;
inline constexpr std::uint32_t scalar = 16;
inline constexpr std::uint32_t vector = 32;
inline constexpr std::uint32_t matrix = 64;
inline constexpr std::uint32_t literal = 128;    ///< a bare literal too
inline constexpr std::uint32_t wide_only = 256;  ///< scalars of 32 bits only
}  // namespace kind

/// Bits of sets of stages.
namespace stage {
inline constexpr std::uint8_t compute = 1;
inline constexpr std::uint8_t vertex = 2;
inline constexpr std::uint8_t fragment = 4;
inline constexpr std::uint8_t all = 7;
constexpr std::uint8_t bit(ir::Stage stage) { return static_cast<std::uint8_t>(1U << static_cast<unsigned>(stage)); }
}  // namespace stage

/// What evaluating a builtin call does besides giving a value; see builtins.def.
enum class BuiltinEffect : std::uint8_t { pure, read, effect };

struct BuiltinRow {
  std::string_view name;
  BuiltinLowering lowering;
  ir::Op operation;  ///< the operation, where one row names it; else Op::count_
  OperandRule rule;
  std::uint32_t kinds;  ///< bits of `kind`, see builtins.def
  bool pure;            ///< no effect and no read of memory: may stand in a select (together with 1.8's closed list)
  BuiltinEffect effect;
  std::uint8_t stages;  ///< bits of `stage`
};
const BuiltinRow& row(Builtin builtin);
/// The builtin with this Yuyan name.
std::optional<Builtin> builtin_from_name(std::string_view name);

/// The interface builtins of spec 1.9 (全局调用号 …): aliases that carry an attribute.
enum class InterfaceBuiltin : std::uint8_t {
#define YY_INTERFACE_BUILTIN(enumerator, name, builtin, inputs, outputs) enumerator,
#include "frontend/yuyan/interface_builtins.def"
#undef YY_INTERFACE_BUILTIN
  count_
};
struct InterfaceBuiltinRow {
  std::string_view name;
  std::optional<ir::Builtin> builtin;  ///< none: 片元颜色, which takes the next location
  std::uint8_t inputs;                 ///< stages that take it as input (bits of `stage`)
  std::uint8_t outputs;
};
const InterfaceBuiltinRow& row(InterfaceBuiltin builtin);
std::optional<InterfaceBuiltin> interface_builtin_from_name(std::string_view name);

/// The text of 着色内建。着色器。接口。豫, embedded in the program at build time.
std::string_view builtin_declarations();

}  // namespace yyshader::frontend::yuyan
