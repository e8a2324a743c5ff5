#pragma once

#include <vector>

#include "frontend/yuyan/checking/context.hpp"
#include "frontend/yuyan/checking/inference.hpp"

namespace yyshader::frontend::yuyan::checking {

/// The operand kinds of the builtins (1.9): what their type parameters may be, and which of them follow from others.
class OperandRules {
 public:
  OperandRules(Context& context, Inference& inference) : context_(context), inference_(inference) {}

  /// Applies the rule of a call whose parameters are all bound, perhaps to holes. What cannot be decided yet is kept
  /// and tried again later. A fault is reported, the call's unknown types become the error type, and the result is
  /// false.
  bool apply(const Instance& instance);
  /// Tries again what was kept; after it nothing more can be decided by the rules alone.
  void retry();
  /// Reports every call that is still undecided (函数应用的隐式参数无法完全确定) and forgets them all.
  void finish();
  void clear() { pending_.clear(); }

 private:
  enum class Outcome { done, pending, failed };

  Outcome run(const Instance& instance);
  Outcome check_kinds(const Instance& instance, TypeId type);
  Outcome run_shaped(const Instance& instance, TypeId first, const Shape& shape);
  Outcome run_matrix_product(const Instance& instance);
  Outcome run_bit_conversion(const Instance& instance);
  Outcome run_content(const Instance& instance, TypeId first);
  Outcome run_constructor(const Instance& instance, TypeId first);
  /// Makes parameter `index` equal to `type`; reports when it is something else.
  Outcome require(const Instance& instance, std::size_t index, TypeId type);
  void suggest_unsigned(Diagnostic& wrong, Span place, TypeId wanted, TypeId given) const;
  Outcome fail(const Instance& instance, diagnostics::Diagnostic diagnostic);
  Outcome fail_silently(const Instance& instance);
  diagnostics::Message accepted(const BuiltinRow& row) const;
  diagnostics::Name name(const Instance& instance) const;

  TypeId scalar(TypeKind kind, std::uint32_t bits);
  TypeId vector(TypeId scalar, std::uint32_t size);
  TypeId shaped(const Shape& shape, TypeId scalar);

  Context& context_;
  Inference& inference_;
  std::vector<Instance> pending_;
};

}  // namespace yyshader::frontend::yuyan::checking
