#include "ptx_machine/types.hpp"

#include <array>

namespace yyshader::ptx_machine {
namespace {

struct TypeRow {
  std::string_view name;
  TypeKind kind;
  unsigned size;
};

// In the order of `Type`.
constexpr std::array<TypeRow, 17> type_rows = {{
    {".pred", TypeKind::predicate, 0},
    {".b8", TypeKind::bits, 1},
    {".b16", TypeKind::bits, 2},
    {".b32", TypeKind::bits, 4},
    {".b64", TypeKind::bits, 8},
    {".u8", TypeKind::unsigned_integer, 1},
    {".u16", TypeKind::unsigned_integer, 2},
    {".u32", TypeKind::unsigned_integer, 4},
    {".u64", TypeKind::unsigned_integer, 8},
    {".s8", TypeKind::signed_integer, 1},
    {".s16", TypeKind::signed_integer, 2},
    {".s32", TypeKind::signed_integer, 4},
    {".s64", TypeKind::signed_integer, 8},
    {".f16", TypeKind::floating, 2},
    {".f16x2", TypeKind::floating, 4},
    {".f32", TypeKind::floating, 4},
    {".f64", TypeKind::floating, 8},
}};

const TypeRow& row_of(Type type) { return type_rows[static_cast<std::size_t>(type)]; }

}  // namespace

std::optional<Type> type_named(std::string_view specifier) {
  for (std::size_t i = 0; i < type_rows.size(); ++i) {
    if (type_rows[i].name == specifier) return static_cast<Type>(i);
  }
  return std::nullopt;
}

std::string_view type_name(Type type) { return row_of(type).name; }
TypeKind type_kind(Type type) { return row_of(type).kind; }
unsigned type_size(Type type) { return row_of(type).size; }

bool types_agree(Type operand, Type instruction) {
  if (type_size(operand) != type_size(instruction)) return false;
  if (operand == instruction) return true;
  if (operand == Type::pred || instruction == Type::pred) return false;
  const TypeKind first = type_kind(operand);
  const TypeKind second = type_kind(instruction);
  if (first == TypeKind::bits || second == TypeKind::bits) return true;
  return is_integer(operand) && is_integer(instruction);
}

bool types_agree_widened(Type operand, Type instruction) {
  if (types_agree(operand, instruction)) return true;
  if (operand == Type::pred || instruction == Type::pred || is_floating(operand)) return false;
  if (type_size(operand) <= type_size(instruction)) return false;
  return is_floating(instruction) ? type_kind(operand) == TypeKind::bits : true;
}

}  // namespace yyshader::ptx_machine
