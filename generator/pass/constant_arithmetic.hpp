#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "pass/constant_value.hpp"

namespace yyshader::pass {

/// Computes with scalars of one type by WGSL's rules for constant expressions, as Tint reads them
/// (docs/constant-evaluation.md): concrete integers wrap, all else that leaves the type's range is a fault, and every
/// step is rounded. After a fault the results mean nothing; the first fault is kept.
class ConstantArithmetic {
 public:
  /// `type`: boolean, integer, floating or abstract.
  explicit ConstantArithmetic(const ir::Type& type) : type_(type) {}

  /// The operation on scalars of this type that gives one: those that work component by component.
  ConstantScalar apply(ir::Op op, std::span<const ConstantScalar> operands);
  /// less, greater, equal … of two scalars of this type.
  bool compare(ir::Op op, ConstantScalar a, ConstantScalar b) const;
  /// `a` shifted by `amount`, which is less than the type's width.
  ConstantScalar shift(ir::Op op, ConstantScalar a, std::int64_t amount);

  ConstantScalar add(ConstantScalar a, ConstantScalar b);
  ConstantScalar subtract(ConstantScalar a, ConstantScalar b);
  ConstantScalar multiply(ConstantScalar a, ConstantScalar b);
  ConstantScalar divide(ConstantScalar a, ConstantScalar b);
  ConstantScalar remainder(ConstantScalar a, ConstantScalar b);

  /// A scalar of `from` made one of this type.
  ConstantScalar convert(const ir::Type& from, ConstantScalar value);
  /// A float literal from what its text says, before any rounding.
  ConstantScalar literal(double exact);
  /// The scalar's bits, `type.width` of them, and back.
  std::uint64_t bits_of(ConstantScalar value) const;
  ConstantScalar from_bits(std::uint64_t bits);

  /// Bits of one scalar.
  unsigned width() const { return type_.width == 0 ? 64 : type_.width; }

  std::string text(ConstantScalar value) const;
  void fail(ConstantFaultKind kind, std::string first = {}, std::string second = {}, std::string third = {});
  const std::optional<ConstantFault>& fault() const { return fault_; }

 private:
  bool is_float() const { return type_.kind == ir::TypeKind::floating || type_.kind == ir::TypeKind::abstract_float; }
  bool is_abstract_integer() const { return type_.kind == ir::TypeKind::abstract_integer; }
  bool is_unsigned() const { return type_.kind == ir::TypeKind::integer && !type_.is_signed; }
  double greatest_float() const;
  std::int64_t least_integer() const;
  std::uint64_t greatest_integer() const;
  std::string least_text() const;
  std::string greatest_text() const;

  ConstantScalar rounded(double value);
  ConstantScalar wrapped(std::uint64_t bits) const;
  ConstantScalar integer_result(std::uint64_t bits, bool overflows);
  template <typename Function>
  ConstantScalar through(Function function, double a);
  template <typename Function>
  ConstantScalar through(Function function, double a, double b);

  ConstantScalar apply_integer(ir::Op op, std::span<const ConstantScalar> operands);
  ConstantScalar apply_float(ir::Op op, std::span<const ConstantScalar> operands);
  ConstantScalar apply_transcendental(ir::Op op, ConstantScalar x);
  ConstantScalar apply_limited(ir::Op op, ConstantScalar x);
  ConstantScalar power(ConstantScalar base, ConstantScalar exponent);
  ConstantScalar smoothstep(ConstantScalar low, ConstantScalar high, ConstantScalar x);
  ConstantScalar from_float(const ir::Type& from, double value);
  bool is_less(ConstantScalar a, ConstantScalar b) const;

  ir::Type type_;
  std::optional<ConstantFault> fault_;
};

}  // namespace yyshader::pass
