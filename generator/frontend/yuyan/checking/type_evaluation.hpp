#pragma once

#include <optional>
#include <span>
#include <vector>

#include "frontend/yuyan/checking/context.hpp"
#include "frontend/yuyan/checking/names.hpp"

namespace yyshader::frontend::yuyan::checking {

/// What a type expression denotes: the type with its aliases expanded, and the interface builtin that it was written
/// with, through aliases too (1.9).
struct EvaluatedType {
  TypeId type = simple(SimpleType::error);
  core::InterfaceAlias interface;
  /// Of a function type: the same for each parameter, then for the result.
  std::vector<core::InterfaceAlias> parts;
};

/// Evaluates type expressions (1.5), and the sentences of the builtin declarations at their first use.
class TypeEvaluator {
 public:
  TypeEvaluator(Context& context, Names& names) : context_(context), names_(names) {}

  /// The type that `expression` of the module at hand denotes; faults are reported and give the error type.
  EvaluatedType evaluate(ExprId expression);

  /// The signature of a declaration file, 承 included; `parameters` gets how many.
  EvaluatedType evaluate_signature(ExprId expression, std::uint32_t& parameters);

  /// Works out a definition of the embedded declarations that is used for the first time.
  void ensure_evaluated(EntityId id);

  /// A nominal type (立) of a declaration file.
  TypeId nominal(const Entity& entity);

  /// Reports unless `type` can be the type of a parameter, local, result, constant or field.
  bool require_value_type(TypeId type, Span span);
  /// Reports unless `type` can lie in a buffer or workgroup variable of `kind`.
  bool require_content(TypeId type, TypeKind kind, Span span);
  /// The length that a number name spells; reports and gives the error type when it is none.
  TypeId length_of(const NumberLiteral& number, Span span);
  void report_problem(Problem problem, TypeId type, Span span);

 private:
  EvaluatedType evaluate_name(Symbol symbol, Span span);
  EvaluatedType evaluate_entity(EntityId id, Span span);
  EvaluatedType evaluate_application(ExprId expression);
  std::optional<TypeId> intrinsic(Symbol symbol) const;
  TypeId apply(TypeId constructor, std::span<const TypeId> arguments, std::span<const Span> spans, Span whole);
  bool check_type_argument(TypeKind kind, std::size_t position, TypeId argument, Span span);
  TypeId checked_depth(TypeId type, Span span);
  TypeId error() const { return simple(SimpleType::error); }
  TypeId fail(diagnostics::Diagnostic diagnostic);

  Context& context_;
  Names& names_;
  std::vector<Symbol> quantified_;  ///< the 承 variables of the signature being evaluated
};

}  // namespace yyshader::frontend::yuyan::checking
