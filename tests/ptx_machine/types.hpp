// The fundamental types of PTX (manual 5.2.1) that the machine knows, and which register may stand for which type.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace yyshader::ptx_machine {

enum class Type : std::uint8_t {
  pred,
  b8,
  b16,
  b32,
  b64,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  f32,
  f64,
};

enum class TypeKind : std::uint8_t { predicate, bits, unsigned_integer, signed_integer, floating };

/// The type that a specifier such as `.u32` names.
std::optional<Type> type_named(std::string_view specifier);

/// With its leading full stop.
std::string_view type_name(Type type);

TypeKind type_kind(Type type);

/// In bytes; 0 for a predicate.
unsigned type_size(Type type);

inline bool is_integer(Type type) {
  return type_kind(type) == TypeKind::unsigned_integer || type_kind(type) == TypeKind::signed_integer;
}
inline bool is_signed(Type type) { return type_kind(type) == TypeKind::signed_integer; }
inline bool is_floating(Type type) { return type_kind(type) == TypeKind::floating; }

/// Whether an operand declared with type `operand` may stand where an instruction has type `instruction` (manual,
/// "Operand type checking rules"): the same size, and integers of either sign agree, bits agree with everything.
bool types_agree(Type operand, Type instruction);

/// The same for ld, st and cvt, whose operands may be wider than the instruction's type (manual, "Operand size
/// exceeding instruction-type size"). A floating-point register is never wider.
bool types_agree_widened(Type operand, Type instruction);

}  // namespace yyshader::ptx_machine
