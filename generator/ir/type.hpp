#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/ids.hpp"

namespace yyshader::ir {

enum class TypeKind : std::uint8_t {
  void_,  ///< no value: the result of a function or effect without one
  boolean,
  abstract_integer,  ///< of literals that no conversion has given a type yet; a compile-time constant
  abstract_float,
  integer,        ///< `width` bits, `is_signed`
  floating,       ///< `width` bits
  vector,         ///< `length` (2–4) of scalar `element`
  matrix,         ///< `length` (2–4) columns, each the float vector `element`
  array,          ///< `length` of `element`
  runtime_array,  ///< `element`, as many as the buffer holds
  atomic,         ///< of integer `element`
  structure,
  texture,
  sampler,
  pointer,  ///< reference to an `element` in `space`; never a value of the program's own types
};

enum class AddressSpace : std::uint8_t { function, storage, uniform, workgroup, handle };
enum class Access : std::uint8_t { read, write, read_write };
enum class TextureShape : std::uint8_t { d1, d2, d2_array, d3, cube, cube_array, multisampled_2d };

/// One type. Members that a kind does not use keep their default, so that equality is equality of members.
struct Type {
  TypeKind kind = TypeKind::void_;
  std::uint8_t width = 0;
  bool is_signed = false;
  AddressSpace space = AddressSpace::function;
  Access access = Access::read;
  TextureShape shape = TextureShape::d1;
  std::uint32_t length = 0;
  TypeId element;
  StructId structure;

  friend bool operator==(const Type&, const Type&) = default;
};

/// Interns types: id equality is type equality within one module.
class TypeTable {
 public:
  TypeTable();

  const Type& operator[](TypeId id) const { return types_[id.index()]; }
  std::size_t size() const { return types_.size(); }
  TypeId intern(const Type& type);

  TypeId void_type() const { return void_; }
  TypeId boolean() const { return boolean_; }
  TypeId abstract_integer() const { return abstract_integer_; }
  TypeId abstract_float() const { return abstract_float_; }
  TypeId i32() const { return i32_; }
  TypeId u32() const { return u32_; }
  TypeId f32() const { return f32_; }
  TypeId f16() const { return f16_; }
  TypeId integer(unsigned width, bool is_signed);
  TypeId floating(unsigned width);
  TypeId vector(TypeId element, unsigned length);
  TypeId matrix(TypeId column, unsigned columns);
  TypeId array(TypeId element, std::uint32_t length);
  TypeId runtime_array(TypeId element);
  TypeId atomic(TypeId element);
  TypeId structure(StructId id);
  TypeId texture(TextureShape shape, TypeId sampled);
  TypeId sampler();
  TypeId pointer(TypeId pointee, AddressSpace space, Access access);

  bool is_scalar(TypeId id) const;    ///< boolean, integer, floating or abstract
  bool is_abstract(TypeId id) const;  ///< a bare literal's type
  bool is_float(TypeId id) const;     ///< floating or abstract_float
  bool is_integer(TypeId id) const;   ///< integer or abstract_integer
  /// The scalar that a scalar, vector or matrix is made of; `none` for other types.
  TypeId scalar_of(TypeId id) const;

 private:
  struct Hash {
    std::size_t operator()(const Type& type) const noexcept;
  };
  std::vector<Type> types_;
  std::unordered_map<Type, TypeId, Hash> index_;
  TypeId void_, boolean_, abstract_integer_, abstract_float_, i32_, u32_, f32_, f16_;
};

}  // namespace yyshader::ir
