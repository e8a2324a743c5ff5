#include "backend/msl/types.hpp"

#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::backend::msl {

namespace {

using structured::Printer;

std::string_view integer_name(unsigned width, bool is_signed) {
  switch (width) {
    case 8:
      return is_signed ? "char" : "uchar";
    case 16:
      return is_signed ? "short" : "ushort";
    case 32:
      return is_signed ? "int" : "uint";
    case 64:
      return is_signed ? "long" : "ulong";
    default:
      support::internal_error("Metal has no integer of this width");
  }
}

std::string_view texture_name(ir::TextureShape shape) {
  switch (shape) {
    case ir::TextureShape::d1:
      return "texture1d";
    case ir::TextureShape::d2:
      return "texture2d";
    case ir::TextureShape::d2_array:
      return "texture2d_array";
    case ir::TextureShape::d3:
      return "texture3d";
    case ir::TextureShape::cube:
      return "texturecube";
    case ir::TextureShape::cube_array:
      return "texturecube_array";
    case ir::TextureShape::multisampled_2d:
      return "texture2d_ms";
  }
  support::internal_error("a texture of no known shape");
}

bool has_fraction(std::string_view spelling) { return spelling.find('.') != std::string_view::npos; }

}  // namespace

/// Types are nested no deeper than pass/limits.hpp lets them be, so that this may call itself.
void write_type(const Printer& printer, ir::TypeId id, std::string& out) {
  const ir::TypeTable& types = printer.module().types;
  const ir::Type& type = types[id];
  switch (type.kind) {
    case ir::TypeKind::void_:
      out += "void";
      return;
    case ir::TypeKind::boolean:
      out += "bool";
      return;
    case ir::TypeKind::integer:
      out += integer_name(type.width, type.is_signed);
      return;
    case ir::TypeKind::floating:
      support::invariant(type.width == 16 || type.width == 32, "Metal has no float of this width");
      out += type.width == 16 ? "half" : "float";
      return;
    case ir::TypeKind::vector:
      write_type(printer, type.element, out);
      support::append_decimal(out, std::uint64_t{type.length});
      return;
    case ir::TypeKind::matrix:
      write_type(printer, types[type.element].element, out);
      support::append_decimal(out, std::uint64_t{type.length});
      out += 'x';
      support::append_decimal(out, std::uint64_t{types[type.element].length});
      return;
    case ir::TypeKind::array:
      out += "array<";
      write_type(printer, type.element, out);
      out += ", ";
      support::append_decimal(out, std::uint64_t{type.length});
      out += '>';
      return;
    case ir::TypeKind::atomic:
      out += "atomic_";
      return write_type(printer, type.element, out);
    case ir::TypeKind::structure:
      out += printer.names().structs[type.structure.index()];
      return;
    case ir::TypeKind::texture:
      out.append(texture_name(type.shape)).append("<");
      write_type(printer, type.element, out);
      out += '>';
      return;
    case ir::TypeKind::sampler:
      out += "sampler";
      return;
    case ir::TypeKind::runtime_array:
    case ir::TypeKind::abstract_integer:
    case ir::TypeKind::abstract_float:
    case ir::TypeKind::pointer:
      break;
  }
  support::internal_error("a type that is never written");
}

void write_packed_type(const Printer& printer, ir::TypeId id, std::string& out) {
  out += "packed_";
  write_type(printer, id, out);
}

void write_literal(const Printer& printer, const ir::Value& literal, std::string& out) {
  const ir::Type& type = printer.module().types[literal.type];
  const std::string_view spelling = printer.module().text(literal.spelling);
  switch (type.kind) {
    case ir::TypeKind::integer:
      if (type.is_signed || type.width != 32) {
        write_type(printer, literal.type, out);
        out.append("(").append(spelling).append(")");
      } else {
        out.append(spelling).append("u");
      }
      return;
    case ir::TypeKind::floating:
    case ir::TypeKind::abstract_float:
      out += spelling;
      if (!has_fraction(spelling)) out += ".0";
      out += type.width == 16 ? 'h' : 'f';
      return;
    case ir::TypeKind::boolean:
    case ir::TypeKind::abstract_integer:
      out += spelling;
      return;
    default:
      support::internal_error("a literal of a type that has none");
  }
}

}  // namespace yyshader::backend::msl
