#include "backend/ptx/shapes.hpp"

#include "pass/layout.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::ptx {

Shapes::Shapes(const ir::Module& module)
    : module_(module),
      shapes_(module.types.size()),
      known_(module.types.size(), false),
      member_components_(module.structs.size()),
      member_offsets_(module.structs.size()) {}

const Shape& Shapes::of(ir::TypeId type) {
  if (!known_[type.index()]) {
    const Shape shape = find(type);
    shapes_[type.index()] = shape;
    known_[type.index()] = true;
  }
  return shapes_[type.index()];
}

Shape Shapes::find(ir::TypeId id) {
  const ir::Type& type = module_.types[id];
  const pass::Layout layout = pass::layout_of(module_, id);
  Shape shape{0, layout.size, layout.align, 0, 0};
  switch (type.kind) {
    case ir::TypeKind::boolean:
    case ir::TypeKind::integer:
    case ir::TypeKind::floating:
    case ir::TypeKind::abstract_integer:
    case ir::TypeKind::abstract_float:
    case ir::TypeKind::atomic:
      shape.components = 1;
      return shape;
    case ir::TypeKind::vector:
      shape.components = type.length;
      shape.element_components = 1;
      shape.stride = bytes_of(scalar(id));
      return shape;
    case ir::TypeKind::matrix:
    case ir::TypeKind::array:
      shape.element_components = of(type.element).components;
      shape.components = type.length * shape.element_components;
      shape.stride = pass::stride_of(module_, id);
      return shape;
    case ir::TypeKind::runtime_array:
      shape.element_components = of(type.element).components;
      shape.stride = pass::stride_of(module_, id);
      return shape;
    case ir::TypeKind::structure:
      find_members(type.structure);
      for (const ir::Member& member : module_.structs[type.structure.index()].members)
        shape.components += of(member.type).components;
      return shape;
    case ir::TypeKind::void_:
    case ir::TypeKind::texture:
    case ir::TypeKind::sampler:
    case ir::TypeKind::pointer:
      return shape;
  }
  support::internal_error("a type of no known kind has no shape");
}

void Shapes::find_members(ir::StructId structure) {
  if (!member_offsets_[structure.index()].empty()) return;
  member_offsets_[structure.index()] = pass::member_offsets(module_, structure);
  std::uint32_t component = 0;
  for (const ir::Member& member : module_.structs[structure.index()].members) {
    member_components_[structure.index()].push_back(component);
    component += of(member.type).components;
  }
}

const std::vector<std::uint32_t>& Shapes::member_components(ir::StructId structure) {
  find_members(structure);
  return member_components_[structure.index()];
}

const std::vector<std::uint32_t>& Shapes::member_offsets(ir::StructId structure) {
  find_members(structure);
  return member_offsets_[structure.index()];
}

Type Shapes::scalar(ir::TypeId id) const {
  const ir::Type* type = &module_.types[id];
  while (type->kind == ir::TypeKind::vector || type->kind == ir::TypeKind::matrix ||
         type->kind == ir::TypeKind::atomic) {
    type = &module_.types[type->element];
  }
  switch (type->kind) {
    case ir::TypeKind::boolean:
      return Type::pred;
    case ir::TypeKind::integer:
      if (type->width == 32) return type->is_signed ? Type::s32 : Type::u32;
      break;
    case ir::TypeKind::floating:
      if (type->width == 32) return Type::f32;
      if (type->width == 16) return Type::f16;
      break;
    case ir::TypeKind::abstract_integer:
      return Type::b64;
    case ir::TypeKind::abstract_float:
      return Type::f64;
    default:
      break;
  }
  support::internal_error("PTX has no register for this scalar");
}

ir::TypeId Shapes::part_type(ir::TypeId whole, std::uint64_t index) const {
  const ir::Type& type = module_.types[whole];
  if (type.kind != ir::TypeKind::structure) return type.element;
  return module_.structs[type.structure.index()].members[static_cast<std::size_t>(index)].type;
}

std::uint32_t Shapes::part_component(ir::TypeId whole, std::uint64_t index) {
  const ir::Type& type = module_.types[whole];
  if (type.kind == ir::TypeKind::structure) return member_components(type.structure)[static_cast<std::size_t>(index)];
  return static_cast<std::uint32_t>(index) * of(whole).element_components;
}

std::uint32_t Shapes::part_offset(ir::TypeId whole, std::uint64_t index) {
  const ir::Type& type = module_.types[whole];
  if (type.kind == ir::TypeKind::structure) return member_offsets(type.structure)[static_cast<std::size_t>(index)];
  return static_cast<std::uint32_t>(index) * of(whole).stride;
}

void Shapes::leaves(ir::TypeId id, std::uint32_t offset, std::vector<Leaf>& out) {
  const ir::Type& type = module_.types[id];
  switch (type.kind) {
    case ir::TypeKind::vector:
    case ir::TypeKind::matrix:
    case ir::TypeKind::array:
      for (std::uint32_t i = 0; i < type.length; ++i) leaves(type.element, offset + i * of(id).stride, out);
      return;
    case ir::TypeKind::structure: {
      const auto& members = module_.structs[type.structure.index()].members;
      for (std::size_t i = 0; i < members.size(); ++i)
        leaves(members[i].type, offset + member_offsets(type.structure)[i], out);
      return;
    }
    default:
      out.push_back({scalar(id), offset});
      return;
  }
}

}  // namespace yyshader::backend::ptx
