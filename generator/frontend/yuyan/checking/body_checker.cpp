#include "frontend/yuyan/checking/body_checker.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "frontend/yuyan/checking/type_difference.hpp"

namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;

BodyChecker::BodyChecker(Context& context, Names& names, TypeEvaluator& types)
    : context_(context), names_(names), types_(types), inference_(context), rules_(context, inference_) {}

void BodyChecker::begin() {
  inference_.clear();
  rules_.clear();
  deferred_.clear();
  literal_locals_.clear();
  uses_.clear();
  use_index_.clear();
  frames_.clear();
  first_expression_ = core().expressions.size();
  first_local_ = core().locals.size();
  first_recursion_ = core().recursions.size();
  first_type_list_ = core().type_lists.size();
}

core::ExpressionId BodyChecker::check_function(const Lambda& lambda, std::span<const TypeId> parameters,
                                               Expected result, std::vector<core::LocalId>& locals) {
  const std::size_t mark = names_.mark();
  const auto written = context_.tree().items(lambda.parameters);
  for (std::size_t i = 0; i < written.size(); ++i) {
    locals.push_back(local(written[i].symbol, i < parameters.size() ? parameters[i] : error(), written[i].span));
    names_.bind({written[i].symbol, locals.back(), {}, false});
  }
  const core::ExpressionId body = check(lambda.body, result, {});
  names_.restore(mark);
  return body;
}

// ---- Settling ----

void BodyChecker::settle_types() {
  const auto settle = [&](TypeId& type) {
    type = inference_.resolve(type);
    if (inference_.has_hole(type)) type = error();
  };
  for (std::size_t i = first_expression_; i < core().expressions.size(); ++i) {
    core::Expression& expression = core().expressions[i];
    settle(expression.type);
    // A local of unit type has no value to use.
    if (expression.type == simple(SimpleType::unit) && std::holds_alternative<core::LocalUse>(expression.node)) {
      expression.node = core::Unit{};
    }
  }
  for (std::size_t i = first_local_; i < core().locals.size(); ++i) settle(core().locals[i].type);
  for (std::size_t i = first_recursion_; i < core().recursions.size(); ++i) settle(core().recursions[i].result);
  for (std::size_t i = first_type_list_; i < core().type_lists.size(); ++i) settle(core().type_lists[i]);
}

void BodyChecker::finish() {
  rules_.finish();
  settle_types();
  for (const Deferred& check : deferred_) {
    const core::Expression& expression = core().expressions[check.expression.index()];
    switch (check.kind) {
      case Deferred::Kind::tuple:
        types_.require_value_type(expression.type, expression.span);
        break;
      case Deferred::Kind::conditional:
        if (is_literal_type(core().types[expression.type].kind)) {
          context_.report(diagnose<Id::literal_conditional>(expression.span, context_.type_text(expression.type)));
        }
        break;
    }
  }
}

// ---- Writing the core ----

core::ExpressionId BodyChecker::add(TypeId type, Span span, Node node, BuiltinEffect effect) {
  const core::ExpressionId id(core().expressions.size());
  core().expressions.push_back({type, span, node});
  effects_.resize(core().expressions.size(), BuiltinEffect::pure);
  effects_[id.index()] = effect;
  return id;
}

core::ExpressionId BodyChecker::poison(Span span) {
  context_.definition_sound = false;
  return add(error(), span, core::Unit{}, BuiltinEffect::effect);
}

core::ExpressionId BodyChecker::fit(core::ExpressionId id, Expected expected) {
  if (!expected || inference_.unify(type_of(id), expected.type)) return id;
  report_mismatch(id, expected);
  core().expressions[id.index()].type = error();
  return id;
}

void BodyChecker::report_mismatch(core::ExpressionId id, Expected expected) {
  rules_.retry();
  const TypeId wanted = inference_.resolve(expected.type);
  const TypeId given = inference_.resolve(type_of(id));
  if (is_literal_type(context_.core.types[given].kind) && is_scalar(context_.core.types, wanted)) {
    report_literal_mismatch(id, wanted, expected);
    return;
  }
  Diagnostic mismatch = diagnose<Id::type_mismatch>(span_of(id), context_.type_text(wanted), context_.type_text(given));
  if (expected.reason && expected.reason != span_of(id)) {
    mismatch =
        std::move(mismatch).label(expected.reason, message<Id::label_expected_because>(context_.type_text(wanted)));
  }
  if (!suggest_product(mismatch, wanted, given, expected)) {
    mark_difference(context_, mismatch, wanted, given);
    suggest_conversion(mismatch, span_of(id), wanted, given, expected);
  }
  context_.report(std::move(mismatch));
}

/// 乘 is for equal types; what else people multiply has functions of its own.
bool BodyChecker::suggest_product(Diagnostic& mismatch, TypeId wanted, TypeId given, const Expected& expected) const {
  if (expected.callee != Builtin::multiply) return false;
  const Shape left = shape_of(context_.core.types, wanted);
  const Shape right = shape_of(context_.core.types, given);
  if (left.kind == ShapeKind::other || right.kind == ShapeKind::other || left.kind == right.kind) return false;
  if (left.kind == ShapeKind::scalar || right.kind == ShapeKind::scalar) {
    mismatch.note({}, message<Id::note_use_scale>());
    if (right.kind == ShapeKind::scalar && left.scalar == given) {
      mismatch.fix(expected.callee_span, "「数乘」", message<Id::fix_did_you_mean>(diagnostics::Name{"数乘"}));
    }
    return true;
  }
  mismatch.note({}, message<Id::note_use_matrix_product>());
  return true;
}

/// Numbers of another type can be converted, and of a vector one component taken.
void BodyChecker::suggest_conversion(Diagnostic& mismatch, Span span, TypeId wanted, TypeId given,
                                     const Expected& expected) const {
  const TypeTable& types = context_.core.types;
  const Shape to = shape_of(types, wanted);
  const Shape from = shape_of(types, given);
  const auto is_number = [&](const Shape& shape) {
    return (shape.kind == ShapeKind::scalar || shape.kind == ShapeKind::vector) &&
           types[shape.scalar].kind != TypeKind::boolean && !is_literal_type(types[shape.scalar].kind);
  };
  if (!is_number(to) || !is_number(from)) return;
  // An index or the like that is a float is a slip of another kind.
  const bool is_fixed = expected.callee && expected.reason == expected.callee_span;
  if (is_fixed && types[from.scalar].kind == TypeKind::fixed_float) return;
  constexpr std::size_t longest = 120;  // bytes of what is written around
  const std::string_view text = context_.program.sources.text(span.file);
  const std::string_view open = "（";
  const std::string_view close = "）";
  std::string written(text.substr(span.begin, span.end - span.begin));
  if (written.size() > longest || written.find('\n') != std::string::npos) return;
  const bool is_name = written.find("」") + std::string_view("」").size() == written.size();
  const bool is_operand = is_name || (written.starts_with(open) && written.ends_with(close));
  std::string fixed;
  if (to.kind == from.kind && to.rows == from.rows && to.scalar != from.scalar) {
    if (!is_operand) written = std::string(open) + written + std::string(close);
    fixed = "「转" + to_text(types, to.scalar, context_) + "」于" + written;
  } else if (to.kind == ShapeKind::scalar && from.kind == ShapeKind::vector && from.scalar == wanted) {
    if (!is_operand) written = std::string(open) + written + std::string(close);
    fixed = written + "中「零」";
  }
  if (fixed.empty()) return;
  // Parentheses, unless there are some already.
  const bool has_parentheses = text.substr(0, span.begin).ends_with(open) && text.substr(span.end).starts_with(close);
  if (!has_parentheses) fixed = std::string(open) + fixed + std::string(close);
  mismatch.fix(span, fixed, message<Id::fix_write_literal>(diagnostics::Text{fixed}));
}

core::Range BodyChecker::list(std::span<const core::ExpressionId> ids) {
  const core::Range range{static_cast<std::uint32_t>(core().expression_lists.size()),
                          static_cast<std::uint32_t>(ids.size())};
  core().expression_lists.insert(core().expression_lists.end(), ids.begin(), ids.end());
  return range;
}

core::LocalId BodyChecker::local(Symbol name, TypeId type, Span span) {
  const core::LocalId id(core().locals.size());
  core().locals.push_back({name, type, span});
  return id;
}

BuiltinEffect BodyChecker::joined_effect(std::span<const core::ExpressionId> ids, BuiltinEffect effect) const {
  for (const core::ExpressionId id : ids) effect = std::max(effect, effects_[id.index()]);
  return effect;
}

void BodyChecker::note_use(Use::Kind kind, std::uint32_t number, Span span) {
  const std::uint64_t key = (static_cast<std::uint64_t>(kind) << 32U) | number;
  if (use_index_.try_emplace(key, uses_.size()).second) uses_.push_back({kind, number, span});
}

}  // namespace yyshader::frontend::yuyan::checking
