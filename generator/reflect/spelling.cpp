#include <string>
#include <string_view>

#include "reflect/model.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::reflect {

using support::to_decimal;

namespace {

std::string texture_text(ir::TextureShape shape) {
  switch (shape) {
    case ir::TextureShape::d1:
      return "texture_1d";
    case ir::TextureShape::d2:
      return "texture_2d";
    case ir::TextureShape::d2_array:
      return "texture_2d_array";
    case ir::TextureShape::d3:
      return "texture_3d";
    case ir::TextureShape::cube:
      return "texture_cube";
    case ir::TextureShape::cube_array:
      return "texture_cube_array";
    case ir::TextureShape::multisampled_2d:
      return "texture_multisampled_2d";
  }
  support::internal_error("a texture of no shape");
}

}  // namespace

std::string type_text(const ir::Module& module, const pass::Names& names, ir::TypeId id) {
  const ir::Type& type = module.types[id];
  const auto element = [&] { return type_text(module, names, type.element); };
  switch (type.kind) {
    case ir::TypeKind::boolean:
      return "bool";
    case ir::TypeKind::integer:
      return (type.is_signed ? "i" : "u") + to_decimal(unsigned{type.width});
    case ir::TypeKind::floating:
      return "f" + to_decimal(unsigned{type.width});
    case ir::TypeKind::vector:
      return "vec" + to_decimal(type.length) + "<" + element() + ">";
    case ir::TypeKind::matrix: {
      const ir::Type& column = module.types[type.element];
      return "mat" + to_decimal(type.length) + "x" + to_decimal(column.length) + "<" +
             type_text(module, names, column.element) + ">";
    }
    case ir::TypeKind::array:
      return "array<" + element() + ", " + to_decimal(type.length) + ">";
    case ir::TypeKind::runtime_array:
      return "array<" + element() + ">";
    case ir::TypeKind::atomic:
      return "atomic<" + element() + ">";
    case ir::TypeKind::structure:
      return names.structs[type.structure.index()];
    case ir::TypeKind::texture:
      return texture_text(type.shape) + "<" + element() + ">";
    case ir::TypeKind::sampler:
      return "sampler";
    case ir::TypeKind::void_:
    case ir::TypeKind::abstract_integer:
    case ir::TypeKind::abstract_float:
    case ir::TypeKind::pointer:
      break;
  }
  support::internal_error("a type that no interface can have");
}

std::string_view to_text(ir::Stage stage) {
  switch (stage) {
    case ir::Stage::compute:
      return "compute";
    case ir::Stage::vertex:
      return "vertex";
    case ir::Stage::fragment:
      return "fragment";
  }
  support::internal_error("an entry of no stage");
}

std::string_view to_text(pass::BindingKind kind) {
  switch (kind) {
    case pass::BindingKind::storage_buffer:
      return "storage_buffer";
    case pass::BindingKind::uniform_buffer:
      return "uniform_buffer";
    case pass::BindingKind::texture:
      return "texture";
    case pass::BindingKind::sampler:
      return "sampler";
  }
  support::internal_error("a binding of no kind");
}

std::string_view to_text(ir::Access access) {
  switch (access) {
    case ir::Access::read:
      return "read";
    case ir::Access::write:
      return "write";
    case ir::Access::read_write:
      return "read_write";
  }
  support::internal_error("an access of no kind");
}

std::string_view to_text(ir::Interpolation interpolation) {
  switch (interpolation) {
    case ir::Interpolation::smooth:
      return "smooth";
    case ir::Interpolation::flat:
      return "flat";
  }
  support::internal_error("an interpolation of no kind");
}

}  // namespace yyshader::reflect
