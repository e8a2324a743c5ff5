#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/ids.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan {

using TypeId = support::Id<struct YuyanTypeTag>;  ///< equal ids are equal types

/// The type model of spec 1.5, aliases expanded.
enum class TypeKind : std::uint8_t {
  error,               ///< of an unsound expression; fits everything silently
  integer_literal,     ///< 整数
  decimal_literal,     ///< 小数
  boolean,             ///< 爻
  unit,                ///< 有
  meta_type,           ///< 元类型: the type of types
  length_kind,         ///< 定长长度
  length,              ///< `number`: 定长四 and 「四」 are both 4
  fixed_float,         ///< 定长小数 of argument 0 (a length)
  fixed_signed,        ///< 定长整数
  fixed_unsigned,      ///< 定长无符号
  tuple,               ///< arguments: elements; vectors and matrices
  structure,           ///< `number`: index of the struct's definition (core::DefinitionId)
  function,            ///< arguments: parameters, then the result
  runtime_array,       ///< 数组 T
  fixed_array,         ///< 定长数组 T L
  atomic,              ///< 原子 T
  texture_2d,          ///< 纹理二维 T
  sampler,             ///< 采样器
  storage_buffer,      ///< 存储缓冲 T
  uniform_buffer,      ///< 均匀缓冲 T
  workgroup_variable,  ///< 工作组变量 T
  cell,                ///< 格 T
  access_mode,         ///< 访问方式
  compute_entry,       ///< 计算入口
  vertex_entry,
  fragment_entry,
  opaque,       ///< a nominal of a user's declaration file, `number` tells which; no target has it
  constructor,  ///< a type constructor not yet applied to all arguments, `number` = TypeKind
  parameter,    ///< `number`-th 承 variable of the declaration being described
  hole,         ///< `number`-th unknown of an inference; never in the core
};

struct Type {
  TypeKind kind = TypeKind::error;
  std::uint32_t number = 0;
  std::uint32_t first_argument = 0;  ///< in TypeTable's argument list
  std::uint32_t argument_count = 0;
};

/// Interns the types of one program.
class TypeTable {
 public:
  TypeTable();
  TypeId make(TypeKind kind, std::span<const TypeId> arguments = {}, std::uint32_t number = 0);
  const Type& operator[](TypeId id) const { return types_[id.index()]; }
  std::span<const TypeId> arguments(TypeId id) const {
    const Type& type = types_[id.index()];
    return std::span<const TypeId>(arguments_).subspan(type.first_argument, type.argument_count);
  }
  std::size_t size() const { return types_.size(); }

 private:
  std::vector<Type> types_;
  std::vector<TypeId> arguments_;
  std::unordered_multimap<std::size_t, TypeId> index_;
};

/// The types without arguments that every table holds at these places.
enum class SimpleType : std::uint8_t { error, integer_literal, decimal_literal, boolean, unit, meta_type };
constexpr TypeId simple(SimpleType type) { return TypeId(static_cast<std::size_t>(type)); }

/// How a type stands to the numbers: a scalar, a vector, a matrix, or none of them.
enum class ShapeKind : std::uint8_t { other, scalar, vector, matrix };
struct Shape {
  ShapeKind kind = ShapeKind::other;
  TypeId scalar;              ///< the scalar itself, or that of the components
  std::uint32_t columns = 0;  ///< of a matrix, else 1
  std::uint32_t rows = 0;     ///< components of a vector or column; 1 for a scalar
};
Shape shape_of(const TypeTable& types, TypeId id);
/// The same for what can be a column: a scalar or a vector.
Shape shape_of_column(const TypeTable& types, TypeId id);
/// True for the scalars that targets have: 浮三二 浮十六 整三二 无三二 爻.
bool is_scalar(const TypeTable& types, TypeId id);
bool is_literal_type(TypeKind kind);  ///< 整数 小数
bool is_resource(TypeKind kind);      ///< buffers, workgroup variables, textures, samplers
bool is_entry(TypeKind kind);         ///< 计算入口 顶点入口 片元入口

/// Names of structs and of opaque nominals, by the number of their types.
class TypeNames {
 public:
  virtual ~TypeNames() = default;
  virtual std::string_view structure(std::uint32_t number) const = 0;
  virtual std::string_view opaque(std::uint32_t number) const = 0;
};
/// The type as the user writes it, without quotes: `二维浮`, a struct's name, `存储缓冲 于（数组 于 无三二）`.
std::string to_text(const TypeTable& types, TypeId id, const TypeNames& names);

}  // namespace yyshader::frontend::yuyan
