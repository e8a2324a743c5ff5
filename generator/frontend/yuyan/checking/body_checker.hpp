#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/yuyan/checking/context.hpp"
#include "frontend/yuyan/checking/inference.hpp"
#include "frontend/yuyan/checking/names.hpp"
#include "frontend/yuyan/checking/operand_rules.hpp"
#include "frontend/yuyan/checking/type_evaluation.hpp"
#include "ir/type.hpp"

namespace yyshader::frontend::yuyan::checking {

/// What a function's 会 say before its body.
inline Span parameters_span(const SyntaxTree& tree, ExprId lambda) {
  const auto parameters = tree.items(tree.as<Lambda>(lambda).parameters);
  Span span = tree.span(lambda);
  if (!parameters.empty()) span.end = parameters.back().span.end;
  return span;
}

/// Checks the expressions of one definition at a time (1.4 to 1.6, 1.8) and writes them to the core. Bidirectional: a
/// type that is expected goes down, the type found comes up; implicit type arguments that neither tells stay open until
/// the end of the definition.
class BodyChecker {
 public:
  BodyChecker(Context& context, Names& names, TypeEvaluator& types);

  /// Begins a definition; all expressions up to `finish` belong to it.
  void begin();
  /// The body of a function: `lambda` with these parameters. The parameters' locals are appended to `locals`.
  core::ExpressionId check_function(const Lambda& lambda, std::span<const TypeId> parameters, Expected result,
                                    std::vector<core::LocalId>& locals);
  /// The value of a module constant.
  core::ExpressionId check_value(ExprId expression, Expected expected) { return check(expression, expected, {}); }
  /// Settles what is still open and fills in all types. To be called once after the last check of a definition.
  void finish();

  /// After `finish`: what the definition used, and what evaluating `expression` does.
  std::vector<Use> take_uses() { return std::move(uses_); }
  BuiltinEffect effect(core::ExpressionId expression) const { return effects_[expression.index()]; }

 private:
  struct Mode {
    core::RecursionId tail;  ///< the expression stands in tail position of this recursion
    bool place = false;      ///< a resource or 格 may stand here
  };
  using Node = decltype(core::Expression::node);

  core::ExpressionId check(ExprId expression, Expected expected, Mode mode);

  // Expressions (expressions.cpp).
  core::ExpressionId check_name(ExprId expression, Mode mode);
  core::ExpressionId value_of(const Resolution& resolution, Symbol symbol, Span span, Mode mode);
  core::ExpressionId value_of_local(const LocalBinding& local, Span span, Mode mode);
  core::ExpressionId value_of_entity(EntityId id, Span span, Mode mode);
  core::ExpressionId check_tuple(ExprId expression, Expected expected);
  core::ExpressionId infer_tuple(ExprId expression);
  void agree_on_element(std::span<const core::ExpressionId> elements);
  core::ExpressionId check_annotation(ExprId expression, Mode mode);
  core::ExpressionId check_projection(ExprId expression);
  core::ExpressionId project(core::ExpressionId base, const Name& selector);
  core::ExpressionId project_field(core::ExpressionId base, const Name& selector, Span span);
  void report_unknown_field(std::uint32_t structure, const Name& field);
  core::ExpressionId project_component(core::ExpressionId base, const Name& selector, std::uint32_t count, Span span);

  // Literals (literals.cpp).
  core::ExpressionId bare_literal(const NumberLiteral& number, Span span);
  /// `number` as a literal of scalar `type`; reports when it does not fit.
  core::ExpressionId typed_literal(const NumberLiteral& number, TypeId type, Span literal, Span whole);
  bool check_literal(const NumberLiteral& number, TypeId type, Span literal, bool negated);
  /// The number that an expression spells, when it is an unbound number name.
  std::optional<NumberLiteral> literal_number(ExprId expression);
  void report_literal_mismatch(core::ExpressionId id, TypeId wanted, Expected expected);
  std::string constructor_of(TypeId scalar) const;
  std::string literal_fix(std::string_view written, bool integer, TypeId scalar) const;

  // Calls (calls.cpp).
  core::ExpressionId check_application(ExprId expression, Expected expected, Mode mode);
  core::ExpressionId check_user_call(ExprId expression, EntityId function);
  core::ExpressionId check_recursion_call(ExprId expression, const LocalBinding& recursion, Mode mode);
  core::ExpressionId check_builtin_call(ExprId expression, EntityId entity, Expected expected, bool as_cell);
  bool take_type_arguments(ExprId expression, Instance& instance, std::vector<ExprId>& values);
  bool check_count(ExprId expression, std::string_view name, Span definition, std::size_t wanted,
                   std::span<const ExprId> given);
  void check_builtin_arguments(std::span<const TypeId> patterns, std::span<const ExprId> values, Expected expected,
                               Instance& instance, std::span<core::ExpressionId> checked);
  void check_builtin_argument(TypeId pattern, ExprId value, Instance& instance, core::ExpressionId& checked);
  void check_integer_argument(core::ExpressionId argument);
  void report_argument(TypeId pattern, core::ExpressionId given, const Instance& instance);
  void check_resource_write(const Instance& instance, core::ExpressionId resource);
  std::optional<core::ExpressionId> literal_construction(ExprId expression, const Entity& entity,
                                                         std::span<const ExprId> values);
  /// Looks at the arguments of a call that is wrong anyway, for faults of their own.
  void check_arguments_alone(ExprId expression);
  void report_applied_lambda(ExprId expression);
  core::ExpressionId report_no_function(ExprId expression, const Resolution& callee, Symbol symbol);
  /// The builtin that an expression applies, if it applies one.
  std::optional<Builtin> applied_builtin(ExprId expression);

  // Structs (structures.cpp).
  core::ExpressionId check_group(ExprId expression, Expected expected);
  core::ExpressionId check_group_of(ExprId expression, TypeId structure, Span reason);
  core::ExpressionId infer_group(ExprId expression);
  std::vector<EntityId> visible_structures(std::span<const Field> fields);
  void note_similar_structure(Diagnostic& none, std::span<const Field> fields);
  std::size_t shared_fields(const Entity& structure, std::span<const Field> fields);
  core::ExpressionId make_structure(TypeId structure, Span span, std::span<const core::ExpressionId> values,
                                    std::span<const std::uint32_t> indices);

  // Spines (spines.cpp).
  struct Frame {
    bool is_step = true;
    core::Step step;
    core::Arm arm;
    Span span;
    BuiltinEffect effect = BuiltinEffect::pure;
  };
  core::ExpressionId check_spine(ExprId expression, Expected expected, Mode mode);
  void check_let(const Let& let, Span span);
  void check_cell(const Let& let, ExprId value, Expected annotated, Span span);
  void check_recursive_let(const RecursiveLet& let, Span span);
  void check_dropped(ExprId first, Span span);
  void check_arm(const Conditional& conditional, Expected& expected, Mode mode, Span span);
  core::ExpressionId assemble(std::size_t base, core::ExpressionId result);
  bool check_recursion_types(TypeId type, const RecursiveLet& let);

  // Writing the core (body_checker.cpp).
  core::ExpressionId add(TypeId type, Span span, Node node, BuiltinEffect effect);
  core::ExpressionId poison(Span span);
  core::ExpressionId fit(core::ExpressionId id, Expected expected);
  void report_mismatch(core::ExpressionId id, Expected expected);
  bool suggest_product(Diagnostic& mismatch, TypeId wanted, TypeId given, const Expected& expected) const;
  void suggest_conversion(Diagnostic& mismatch, Span span, TypeId wanted, TypeId given, const Expected& expected) const;
  core::Range list(std::span<const core::ExpressionId> ids);
  core::LocalId local(Symbol name, TypeId type, Span span);
  BuiltinEffect joined_effect(std::span<const core::ExpressionId> ids, BuiltinEffect effect) const;
  void note_use(Use::Kind kind, std::uint32_t number, Span span);
  void settle_types();

  core::Program& core() { return context_.core; }
  TypeId type_of(core::ExpressionId id) { return context_.core.expressions[id.index()].type; }
  Span span_of(core::ExpressionId id) const { return context_.core.expressions[id.index()].span; }
  TypeKind kind_of(TypeId type) { return context_.core.types[inference_.resolve_head(type)].kind; }
  static TypeId error() { return simple(SimpleType::error); }

  /// A check that needs the final types.
  struct Deferred {
    enum class Kind : std::uint8_t { tuple, conditional } kind;
    core::ExpressionId expression;
  };

  Context& context_;
  Names& names_;
  TypeEvaluator& types_;
  Inference inference_;
  OperandRules rules_;
  std::unordered_map<core::LocalId, core::ExpressionId>
      literal_locals_;  ///< of locals bound to bare literals, their values
  ir::TypeTable ir_types_;

  std::vector<BuiltinEffect> effects_;                     ///< by expression of the core
  std::vector<BuiltinEffect> recursion_effects_;           ///< by recursion of the core
  std::vector<std::vector<TypeId>> recursion_parameters_;  ///< by recursion of the core
  std::vector<Frame> frames_;
  std::vector<Deferred> deferred_;
  std::vector<Use> uses_;
  std::unordered_map<std::uint64_t, std::size_t> use_index_;
  std::size_t first_expression_ = 0;
  std::size_t first_local_ = 0;
  std::size_t first_recursion_ = 0;
  std::size_t first_type_list_ = 0;
};

}  // namespace yyshader::frontend::yuyan::checking
