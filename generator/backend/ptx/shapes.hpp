#pragma once

#include <cstdint>
#include <vector>

#include "backend/ptx/machine.hpp"
#include "ir/module.hpp"

namespace yyshader::backend::ptx {

/// What a type of the program is made of: how many registers hold a value of it, and how it lies in memory (spec 2.4).
struct Shape {
  std::uint32_t components = 0;
  std::uint32_t size = 0;
  std::uint32_t align = 1;
  std::uint32_t stride = 0;  ///< bytes between the elements of an array, columns of a matrix, components of a vector
  std::uint32_t element_components = 0;  ///< registers of each of these
};

/// One scalar of a type: its machine type and its place in memory.
struct Leaf {
  Type type = Type::none;
  std::uint32_t offset = 0;
};

/// Looks types up, each once. Types are nested no deeper than pass/limits.hpp lets them be.
class Shapes {
 public:
  explicit Shapes(const ir::Module& module);

  const Shape& of(ir::TypeId type);
  /// Of a struct's members: the first register, and the offset in bytes.
  const std::vector<std::uint32_t>& member_components(ir::StructId structure);
  const std::vector<std::uint32_t>& member_offsets(ir::StructId structure);
  /// The machine's type for a scalar, or for the scalars of a vector or matrix.
  Type scalar(ir::TypeId type) const;
  /// The type of the part that constant `index` picks, with its first register and byte offset in the whole.
  ir::TypeId part_type(ir::TypeId whole, std::uint64_t index) const;
  std::uint32_t part_component(ir::TypeId whole, std::uint64_t index);
  std::uint32_t part_offset(ir::TypeId whole, std::uint64_t index);
  /// Appends the scalars of `type`, in order of its registers, as they lie from byte `offset` on.
  void leaves(ir::TypeId type, std::uint32_t offset, std::vector<Leaf>& out);

 private:
  Shape find(ir::TypeId type);
  void find_members(ir::StructId structure);

  const ir::Module& module_;
  std::vector<Shape> shapes_;
  std::vector<bool> known_;
  std::vector<std::vector<std::uint32_t>> member_components_;
  std::vector<std::vector<std::uint32_t>> member_offsets_;
};

}  // namespace yyshader::backend::ptx
