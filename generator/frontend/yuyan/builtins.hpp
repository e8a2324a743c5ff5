#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ir/module.hpp"

namespace yyshader::frontend::yuyan {

/// The functions of module 着色内建 (spec 1.9), one row each in builtins.def; their types come from the declaration
/// file 着色内建。着色器。接口。豫, and a test fails when the two disagree.
enum class Builtin : std::uint8_t {
#define YY_BUILTIN(enumerator, name, lowering, operation, kinds, effect, stages) enumerator,
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

struct BuiltinRow {
  std::string_view name;
  BuiltinLowering lowering;
  ir::Op operation;     ///< the operation, where one row names it; else Op::count_
  std::uint32_t kinds;  ///< bit set, see builtins.def
  bool pure;            ///< no effect and no read of memory: may stand in a select (together with 1.8's closed list)
  std::uint8_t stages;  ///< bit set: 1 compute, 2 vertex, 4 fragment
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
  std::uint8_t inputs;                 ///< stages that take it as input (bits as above)
  std::uint8_t outputs;
};
const InterfaceBuiltinRow& row(InterfaceBuiltin builtin);
std::optional<InterfaceBuiltin> interface_builtin_from_name(std::string_view name);

}  // namespace yyshader::frontend::yuyan
