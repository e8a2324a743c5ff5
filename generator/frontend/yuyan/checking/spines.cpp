#include <algorithm>

#include "frontend/yuyan/checking/body_checker.hpp"

// The forms whose last part may be nested without limit (虑, 递归虑, ；, 否则若): walked in a loop, their parts kept as
// frames, and put together from the innermost out.
namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Number;

core::ExpressionId BodyChecker::check_spine(ExprId expression, Expected expected, Mode mode) {
  const SyntaxTree& tree = context_.tree();
  const std::size_t mark = names_.mark();
  const std::size_t base = frames_.size();
  mode.place = false;
  for (;;) {
    const Span span = tree.span(expression);
    switch (tree.kind(expression)) {
      case ExprKind::let:
        check_let(tree.as<Let>(expression), span);
        break;
      case ExprKind::recursive_let:
        check_recursive_let(tree.as<RecursiveLet>(expression), span);
        break;
      case ExprKind::sequence:
        check_dropped(tree.as<Sequence>(expression).first, span);
        break;
      case ExprKind::conditional:
        check_arm(tree.as<Conditional>(expression), expected, mode, span);
        break;
      default: {
        const core::ExpressionId result = check(expression, expected, mode);
        names_.restore(mark);
        return assemble(base, result);
      }
    }
    expression = tree.tail(expression);
  }
}

core::ExpressionId BodyChecker::assemble(std::size_t base, core::ExpressionId result) {
  while (frames_.size() > base) {
    const bool step = frames_.back().is_step;
    std::size_t first = frames_.size();
    BuiltinEffect effect = effects_[result.index()];
    while (first > base && frames_[first - 1].is_step == step) effect = std::max(effect, frames_[--first].effect);
    const Span span = frames_[first].span;
    const TypeId type = type_of(result);
    const auto count = static_cast<std::uint32_t>(frames_.size() - first);
    if (step) {
      const core::Range range{static_cast<std::uint32_t>(core().steps.size()), count};
      for (std::size_t i = first; i < frames_.size(); ++i) core().steps.push_back(frames_[i].step);
      result = add(type, span, core::Block{range, result}, effect);
    } else {
      const core::Range range{static_cast<std::uint32_t>(core().arms.size()), count};
      for (std::size_t i = first; i < frames_.size(); ++i) core().arms.push_back(frames_[i].arm);
      result = add(type, span, core::If{range, result}, effect);
      deferred_.push_back({Deferred::Kind::conditional, result});
    }
    frames_.resize(first);
  }
  return result;
}

void BodyChecker::check_arm(const Conditional& conditional, Expected& expected, Mode mode, Span span) {
  Frame frame;
  frame.is_step = false;
  frame.span = span;
  frame.arm.condition = check(conditional.condition, {simple(SimpleType::boolean), {}}, {});
  frame.arm.value = check(conditional.when_true, expected, mode);
  frame.effect = std::max(effects_[frame.arm.condition.index()], effects_[frame.arm.value.index()]);
  if (!expected) {
    const TypeId type = type_of(frame.arm.value);
    // A poisoned branch tells nothing about the other one.
    if (core().types[type].kind != TypeKind::error) expected = {type, span_of(frame.arm.value)};
  }
  frames_.push_back(frame);
}

void BodyChecker::check_dropped(ExprId first, Span span) {
  const core::ExpressionId value = check(first, {}, {});
  const BuiltinEffect effect = effects_[value.index()];
  const TypeKind kind = kind_of(type_of(value));
  if (effect == BuiltinEffect::pure && kind != TypeKind::error) {
    if (kind != TypeKind::unit) context_.report(diagnose<Id::value_dropped>(span_of(value)));
    return;
  }
  Frame frame;
  frame.step = core::Effect{value};
  frame.span = span;
  frame.effect = effect;
  frames_.push_back(frame);
}

// ---- 虑 ----

void BodyChecker::check_let(const Let& let, Span span) {
  const SyntaxTree& tree = context_.tree();
  ExprId value = let.value;
  Expected annotated;
  while (tree.kind(value) == ExprKind::annotation) value = tree.as<Annotation>(value).value;
  if (applied_builtin(value) == Builtin::new_cell) {
    if (value != let.value) {
      const Annotation& annotation = tree.as<Annotation>(let.value);
      annotated = {types_.evaluate(annotation.type).type, tree.span(annotation.type)};
    }
    check_cell(let, value, annotated, span);
    return;
  }
  const core::ExpressionId id = check(let.value, {}, {});
  Frame frame;
  frame.span = span;
  frame.effect = effects_[id.index()];
  const core::LocalId bound = local(let.name.symbol, type_of(id), let.name.span);
  frame.step = core::Let{bound, id};
  if (is_literal_type(kind_of(type_of(id)))) literal_locals_.emplace(bound, id);
  frames_.push_back(frame);
  names_.bind({let.name.symbol, bound, {}, false});
}

void BodyChecker::check_cell(const Let& let, ExprId value, Expected annotated, Span span) {
  const ExprId callee = context_.tree().as<Application>(value).callee;
  const Resolution found = names_.resolve(context_.tree().as<NameExpr>(callee).symbol, context_.tree().span(callee));
  const core::ExpressionId call = fit(check_builtin_call(value, found.entity, {}, true), annotated);
  Frame frame;
  frame.span = span;
  frame.effect = BuiltinEffect::effect;
  const core::LocalId bound = local(let.name.symbol, type_of(call), let.name.span);
  const auto* made = std::get_if<core::BuiltinCall>(&core().expressions[call.index()].node);
  if (made != nullptr && made->arguments.count == 1) {
    frame.step = core::NewCell{bound, core().expression_lists[made->arguments.first]};
  } else {
    frame.step = core::Let{bound, call};
  }
  frames_.push_back(frame);
  names_.bind({let.name.symbol, bound, {}, false});
}

// ---- 递归虑 ----

bool BodyChecker::check_recursion_types(TypeId type, const RecursiveLet& let) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(let.type);
  if (core().types[type].kind == TypeKind::error) return false;
  if (core().types[type].kind != TypeKind::function) {
    context_.report(
        diagnose<Id::recursion_needs_function_type>(span, context_.name(let.name.symbol), context_.type_text(type)));
    return false;
  }
  bool sound = true;
  const std::vector<TypeId> parts(core().types.arguments(type).begin(), core().types.arguments(type).end());
  for (const TypeId part : parts) {
    if (part != simple(SimpleType::unit)) sound = types_.require_value_type(part, span) && sound;
  }
  return sound;
}

void BodyChecker::check_recursive_let(const RecursiveLet& let, Span span) {
  const SyntaxTree& tree = context_.tree();
  const TypeId type = types_.evaluate(let.type).type;
  bool sound = check_recursion_types(type, let);
  const bool is_lambda = tree.kind(let.function) == ExprKind::lambda;
  if (!is_lambda && tree.kind(let.function) != ExprKind::error) {
    context_.report(diagnose<Id::recursion_needs_lambda>(tree.span(let.function), context_.name(let.name.symbol)));
  }
  if (!is_lambda) sound = false;
  std::vector<TypeId> parameters;
  TypeId result = error();
  if (core().types[type].kind == TypeKind::function) {
    const auto parts = core().types.arguments(type);
    parameters.assign(parts.begin(), parts.end() - 1);
    result = parts.back();
  }
  if (is_lambda && core().types[type].kind == TypeKind::function) {
    const std::size_t written = tree.as<Lambda>(let.function).parameters.size();
    if (written != parameters.size()) {
      context_.report(diagnose<Id::parameter_count>(parameters_span(tree, let.function), context_.name(let.name.symbol),
                                                    Number{static_cast<std::int64_t>(parameters.size())},
                                                    Number{static_cast<std::int64_t>(written)})
                          .label(tree.span(let.type), message<Id::label_type_here>()));
      sound = false;
    }
  }
  if (!sound) {
    context_.definition_sound = false;
    const core::LocalId unknown = local(let.name.symbol, error(), let.name.span);
    names_.bind({let.name.symbol, unknown, {}, false});
    if (is_lambda) {
      std::vector<core::LocalId> locals;
      const Lambda& lambda = tree.as<Lambda>(let.function);
      const std::vector<TypeId> unknown_types(lambda.parameters.size(), error());
      check_function(lambda, unknown_types, {error(), {}}, locals);
    }
    return;
  }
  const core::RecursionId recursion(core().recursions.size());
  core().recursions.push_back({let.name.symbol, let.name.span, {}, result, {}});
  recursion_effects_.resize(core().recursions.size(), BuiltinEffect::pure);
  recursion_parameters_.resize(core().recursions.size());
  recursion_parameters_[recursion.index()] = parameters;
  const std::size_t position = names_.mark();
  names_.bind({let.name.symbol, {}, recursion, true});
  const std::size_t mark = names_.mark();
  const Lambda& lambda = tree.as<Lambda>(let.function);
  std::vector<core::LocalId> locals;
  const auto written = tree.items(lambda.parameters);
  for (std::size_t i = 0; i < written.size(); ++i) {
    locals.push_back(local(written[i].symbol, parameters[i], written[i].span));
    names_.bind({written[i].symbol, locals.back(), {}, false});
  }
  const core::ExpressionId body = check(lambda.body, {result, tree.span(let.type)}, {recursion, false});
  names_.restore(mark);
  names_.set_inside(position, false);
  core::Recursion& made = core().recursions[recursion.index()];
  made.parameters = std::move(locals);
  made.body = body;
  recursion_effects_[recursion.index()] = effects_[body.index()];
  Frame frame;
  frame.span = span;
  frame.step = core::LetRecursion{recursion};
  frames_.push_back(frame);
}

}  // namespace yyshader::frontend::yuyan::checking
