#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "frontend/yuyan/checking/body_checker.hpp"

namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Number;

namespace {

/// Rules that say what the result is: what is expected of the call tells nothing about its parameters.
bool result_follows(OperandRule rule) {
  switch (rule) {
    case OperandRule::comparison:
    case OperandRule::component:
    case OperandRule::matrix_product:
    case OperandRule::to_f32:
    case OperandRule::to_f16:
    case OperandRule::to_u32:
    case OperandRule::to_i32:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::optional<Builtin> BodyChecker::applied_builtin(ExprId expression) {
  const SyntaxTree& tree = context_.tree();
  if (tree.kind(expression) != ExprKind::application) return std::nullopt;
  const ExprId callee = tree.as<Application>(expression).callee;
  if (tree.kind(callee) != ExprKind::name) return std::nullopt;
  const Resolution found = names_.find(tree.as<NameExpr>(callee).symbol);
  if (found.kind != Resolution::Kind::entity) return std::nullopt;
  types_.ensure_evaluated(found.entity);
  const Entity& entity = context_.entity(found.entity);
  if (entity.kind != EntityKind::builtin) return std::nullopt;
  return entity.builtin;
}

core::ExpressionId BodyChecker::check_application(ExprId expression, Expected expected, Mode mode) {
  const SyntaxTree& tree = context_.tree();
  const ExprId callee = tree.as<Application>(expression).callee;
  const Span span = tree.span(callee);
  Resolution found;
  Symbol symbol;
  switch (tree.kind(callee)) {
    case ExprKind::name:
      symbol = tree.as<NameExpr>(callee).symbol;
      found = names_.resolve(symbol, span);
      break;
    case ExprKind::qualified: {
      const auto segments = tree.items(tree.as<QualifiedName>(callee).segments);
      symbol = segments.back().symbol;
      found = names_.resolve_qualified(segments);
      break;
    }
    case ExprKind::lambda:
      report_applied_lambda(expression);
      check_arguments_alone(expression);
      return poison(tree.span(expression));
    case ExprKind::error:
      check_arguments_alone(expression);
      return poison(tree.span(expression));
    default:
      context_.report(diagnose<Id::not_a_function>(span));
      check_arguments_alone(expression);
      return poison(tree.span(expression));
  }
  if (found.kind == Resolution::Kind::local && found.local.recursion) {
    return check_recursion_call(expression, found.local, mode);
  }
  if (found.kind == Resolution::Kind::entity) {
    types_.ensure_evaluated(found.entity);
    const EntityKind kind = context_.entity(found.entity).kind;
    if (kind == EntityKind::builtin) return check_builtin_call(expression, found.entity, expected, false);
    if (kind == EntityKind::function) return check_user_call(expression, found.entity);
  }
  return report_no_function(expression, found, symbol);
}

/// （会「甲」而 e）于 x is what 虑「甲」者 x 而 e says.
void BodyChecker::report_applied_lambda(ExprId expression) {
  const SyntaxTree& tree = context_.tree();
  const ExprId callee = tree.as<Application>(expression).callee;
  const Lambda& lambda = tree.as<Lambda>(callee);
  const auto parameters = tree.items(lambda.parameters);
  const auto arguments = tree.items(tree.as<Application>(expression).arguments);
  Diagnostic wrong = diagnose<Id::unnamed_function>(tree.span(callee));
  constexpr std::string_view open = "（";
  constexpr std::string_view close = "）";
  const Span span = tree.span(callee);
  const std::string_view text = context_.program.sources.text(span.file);
  const bool in_parentheses = text.substr(0, span.begin).ends_with(open) && text.substr(span.end).starts_with(close);
  if (in_parentheses && parameters.size() == 1 && arguments.size() == 1 && !arguments[0].is_type) {
    // An argument in parentheses ends with them.
    Span argument = tree.span(arguments[0].value);
    const bool is_wrapped =
        text.substr(0, argument.begin).ends_with(open) && text.substr(argument.end).starts_with(close);
    Span whole{span.file, span.begin - static_cast<std::uint32_t>(open.size()), argument.end};
    if (is_wrapped) whole.end += static_cast<std::uint32_t>(close.size());
    const auto written = [&](Span part) { return std::string(text.substr(part.begin, part.end - part.begin)); };
    const std::string fixed =
        "（虑" + written(parameters[0].span) + "者" + written(argument) + "而" + written(tree.span(lambda.body)) + "）";
    wrong.fix(whole, fixed, message<Id::fix_write_literal>(diagnostics::Text{fixed}));
  }
  context_.report(std::move(wrong));
}

core::ExpressionId BodyChecker::report_no_function(ExprId expression, const Resolution& callee, Symbol symbol) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(tree.as<Application>(expression).callee);
  check_arguments_alone(expression);
  const bool unknown_local = callee.kind == Resolution::Kind::local &&
                             kind_of(core().locals[callee.local.local.index()].type) == TypeKind::error;
  const bool unknown_entity =
      callee.kind == Resolution::Kind::entity && context_.entity(callee.entity).kind == EntityKind::unknown;
  if (callee.kind == Resolution::Kind::error || unknown_local || unknown_entity) return poison(tree.span(expression));
  if (callee.kind == Resolution::Kind::entity && context_.entity(callee.entity).kind == EntityKind::type) {
    const TypeId type = context_.entity(callee.entity).type;
    if (core().types[type].kind == TypeKind::structure) {
      context_.report(diagnose<Id::struct_as_function>(span, context_.name(symbol)));
    } else if (is_scalar(core().types, type) && core().types[type].kind != TypeKind::boolean) {
      const std::string scalar = to_text(core().types, type, context_);
      context_.report(diagnose<Id::scalar_as_function>(span, context_.name(symbol), diagnostics::Name{"转" + scalar},
                                                       diagnostics::Name{"新" + scalar}));
    } else {
      context_.report(diagnose<Id::type_as_function>(span, context_.name(symbol)));
    }
  } else {
    // `f 于 x 授以 T` gives T to x.
    const auto arguments = tree.items(tree.as<Application>(expression).arguments);
    const bool only_types =
        std::all_of(arguments.begin(), arguments.end(), [](const Argument& argument) { return argument.is_type; });
    context_.report(only_types ? diagnose<Id::late_type_argument>(tree.span(arguments.front().value))
                               : diagnose<Id::name_is_no_function>(span, context_.name(symbol)));
  }
  return poison(tree.span(expression));
}

void BodyChecker::check_arguments_alone(ExprId expression) {
  const SyntaxTree& tree = context_.tree();
  for (const Argument& argument : tree.items(tree.as<Application>(expression).arguments)) {
    if (argument.is_type) {
      types_.evaluate(argument.value);
    } else {
      check(argument.value, {error(), {}}, {{}, true});
    }
  }
}

bool BodyChecker::check_count(ExprId expression, std::string_view name, Span definition, std::size_t wanted,
                              std::span<const ExprId> given) {
  if (given.size() == wanted) return true;
  const SyntaxTree& tree = context_.tree();
  const Span place = given.size() > wanted ? tree.span(given[wanted]) : tree.span(expression);
  Diagnostic wrong = diagnose<Id::argument_count>(place, diagnostics::Name{std::string(name)},
                                                  Number{static_cast<std::int64_t>(wanted)},
                                                  Number{static_cast<std::int64_t>(given.size())});
  if (definition) wrong = std::move(wrong).label(definition, message<Id::label_defined_here>());
  context_.report(std::move(wrong));
  return false;
}

// ---- The user's functions ----

core::ExpressionId BodyChecker::check_user_call(ExprId expression, EntityId function) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(expression);
  const Entity& entity = context_.entity(function);
  if (!entity.sound) context_.definition_sound = false;
  std::vector<ExprId> values;
  bool sound = true;
  for (const Argument& argument : tree.items(tree.as<Application>(expression).arguments)) {
    if (!argument.is_type) {
      values.push_back(argument.value);
      continue;
    }
    context_.report(diagnose<Id::needless_type_argument>(tree.span(argument.value), context_.name(entity.name)));
    sound = false;
  }
  const std::vector<TypeId> parts(core().types.arguments(entity.type).begin(),
                                  core().types.arguments(entity.type).end());
  const std::size_t wanted = parts.size() - 1;
  sound = check_count(expression, context_.text(entity.name), entity.span, wanted, values) && sound;
  std::vector<core::ExpressionId> ids;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Expected expected = i < wanted ? Expected{parts[i], entity.part_spans[i]} : Expected{error(), {}};
    ids.push_back(check(values[i], expected, {}));
  }
  if (entity.definition == core::DefinitionId(context_.infos.size() - 1) && entity.name == context_.definition_name &&
      entity.module == context_.module) {
    context_.report(diagnose<Id::top_level_recursion>(tree.span(tree.as<Application>(expression).callee),
                                                      context_.name(entity.name)));
    sound = false;
  }
  if (!sound) {
    const core::ExpressionId id = poison(span);
    core().expressions[id.index()].type = parts.back();
    return id;
  }
  note_use(Use::Kind::function, entity.definition.value, span);
  const BuiltinEffect effect = context_.infos[entity.definition.index()].effect;
  return add(parts.back(), span, core::FunctionCall{entity.definition, list(ids)}, joined_effect(ids, effect));
}

core::ExpressionId BodyChecker::check_recursion_call(ExprId expression, const LocalBinding& recursion, Mode mode) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(expression);
  const std::uint32_t index = recursion.recursion.value;
  const std::vector<TypeId> parameters = recursion_parameters_[index];
  const TypeId result = core().recursions[index].result;
  std::vector<ExprId> values;
  bool sound = true;
  for (const Argument& argument : tree.items(tree.as<Application>(expression).arguments)) {
    if (!argument.is_type) {
      values.push_back(argument.value);
      continue;
    }
    context_.report(diagnose<Id::needless_type_argument>(tree.span(argument.value), context_.name(recursion.name)));
    sound = false;
  }
  sound = check_count(expression, context_.text(recursion.name), core().recursions[index].span, parameters.size(),
                      values) &&
          sound;
  std::vector<core::ExpressionId> ids;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Expected expected =
        i < parameters.size() ? Expected{parameters[i], core().recursions[index].span} : Expected{error(), {}};
    ids.push_back(check(values[i], expected, {}));
  }
  if (recursion.inside && mode.tail != recursion.recursion) {
    context_.report(diagnose<Id::not_tail_recursion>(tree.span(tree.as<Application>(expression).callee),
                                                     context_.name(recursion.name)));
    sound = false;
  }
  if (!sound) {
    const core::ExpressionId id = poison(span);
    core().expressions[id.index()].type = result;
    return id;
  }
  const BuiltinEffect effect = recursion.inside ? BuiltinEffect::pure : recursion_effects_[index];
  return add(result, span, core::RecursionCall{recursion.recursion, list(ids), recursion.inside},
             joined_effect(ids, effect));
}

// ---- Builtins ----

bool BodyChecker::take_type_arguments(ExprId expression, Instance& instance, std::vector<ExprId>& values) {
  const SyntaxTree& tree = context_.tree();
  std::uint32_t given = 0;
  bool sound = true;
  for (const Argument& argument : tree.items(tree.as<Application>(expression).arguments)) {
    if (!argument.is_type) {
      values.push_back(argument.value);
      continue;
    }
    const Span span = tree.span(argument.value);
    const diagnostics::Name name{std::string(row(instance.builtin).name)};
    const TypeId type = types_.evaluate(argument.value).type;
    if (!values.empty()) {
      context_.report(diagnose<Id::late_type_argument>(span));
      sound = false;
    } else if (given >= instance.count) {
      if (instance.count == 0) {
        context_.report(diagnose<Id::needless_type_argument>(span, name));
      } else {
        context_.report(diagnose<Id::too_many_implicit_arguments>(span, name, Number{instance.count}));
      }
      sound = false;
    } else {
      instance.bound[given] = type;
      instance.reason[given] = span;
      ++given;
    }
  }
  return sound;
}

std::optional<core::ExpressionId> BodyChecker::literal_construction(ExprId expression, const Entity& entity,
                                                                    std::span<const ExprId> values) {
  const SyntaxTree& tree = context_.tree();
  if (row(entity.builtin).lowering != BuiltinLowering::literal || values.size() != 1) return std::nullopt;
  const TypeId scalar = core().types.arguments(entity.type).back();
  if (const auto number = literal_number(values[0])) {
    return typed_literal(*number, scalar, tree.span(values[0]), tree.span(expression));
  }
  if (applied_builtin(values[0]) != Builtin::negate) return std::nullopt;
  const auto arguments = tree.items(tree.as<Application>(values[0]).arguments);
  if (arguments.size() != 1 || arguments[0].is_type) return std::nullopt;
  const auto number = literal_number(arguments[0].value);
  // The sign stays an operation; only its range is looked at here.
  if (number && !check_literal(*number, scalar, tree.span(values[0]), true)) return poison(tree.span(expression));
  return std::nullopt;
}

core::ExpressionId BodyChecker::check_builtin_call(ExprId expression, EntityId id, Expected expected, bool as_cell) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(expression);
  const Entity& entity = context_.entity(id);
  const BuiltinRow& builtin = row(entity.builtin);
  if (builtin.lowering == BuiltinLowering::binder) {
    context_.report(diagnose<Id::binder_in_body>(span, context_.name(entity.name)));
    return poison(span);
  }
  Instance instance;
  instance.entity = id;
  instance.builtin = entity.builtin;
  instance.count = entity.type_parameters;
  instance.span = span;
  instance.callee = tree.span(tree.as<Application>(expression).callee);
  std::vector<ExprId> values;
  bool sound = take_type_arguments(expression, instance, values);
  if (sound) {
    if (const auto literal = literal_construction(expression, entity, values)) return *literal;
  }
  const std::vector<TypeId> parts(core().types.arguments(entity.type).begin(),
                                  core().types.arguments(entity.type).end());
  const std::span<const TypeId> patterns(parts.data(), parts.size() - 1);
  sound = check_count(expression, builtin.name, {}, patterns.size(), values) && sound;
  if (!sound) {
    for (const ExprId value : values) check(value, {error(), {}}, {{}, true});
    return poison(span);
  }
  instance.first_argument = tree.span(values[0]);
  std::vector<core::ExpressionId> ids(values.size());
  check_builtin_arguments(patterns, values, expected, instance, ids);
  inference_.complete(instance);
  const bool fits = rules_.apply(instance);
  const core::Range type_arguments{static_cast<std::uint32_t>(core().type_lists.size()), instance.count};
  for (std::uint32_t i = 0; i < instance.count; ++i) core().type_lists.push_back(instance.bound[i]);
  TypeId type = inference_.resolve(inference_.instantiate(parts.back(), instance));
  // What a wrong argument told about the parameters says nothing about the result.
  if (!fits || (instance.silent && context_.facts.of(parts.back()).has_parameter)) type = error();
  if (entity.builtin == Builtin::new_cell && !as_cell) {
    context_.report(diagnose<Id::cell_outside_let>(span));
    return poison(span);
  }
  check_resource_write(instance, ids[0]);
  if (builtin.stages != stage::all) note_use(Use::Kind::builtin, static_cast<std::uint32_t>(entity.builtin), span);
  if (instance.silent) context_.definition_sound = false;
  return add(type, span, core::BuiltinCall{entity.builtin, list(ids), type_arguments},
             joined_effect(ids, builtin.effect));
}

void BodyChecker::check_builtin_arguments(std::span<const TypeId> patterns, std::span<const ExprId> values,
                                          Expected expected, Instance& instance,
                                          std::span<core::ExpressionId> checked) {
  const BuiltinRow& builtin = row(instance.builtin);
  // A bare literal says nothing about a parameter that no bare literal can be: the other arguments come first.
  std::vector<std::size_t> literals;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool waits = (builtin.kinds & kind::literal) == 0 && !inference_.instantiate(patterns[i], instance) &&
                       literal_number(values[i]).has_value();
    if (waits) {
      literals.push_back(i);
    } else {
      check_builtin_argument(patterns[i], values[i], instance, checked[i]);
    }
  }
  if (expected && !result_follows(builtin.rule)) {
    const TypeId result = core().types.arguments(context_.entity(instance.entity).type).back();
    const TypeKind kind = kind_of(expected.type);
    if (!inference_.instantiate(result, instance) && kind != TypeKind::error) {
      inference_.match(result, expected.type, instance, {});
    }
  }
  for (const std::size_t i : literals) check_builtin_argument(patterns[i], values[i], instance, checked[i]);
}

void BodyChecker::check_builtin_argument(TypeId pattern, ExprId value, Instance& instance,
                                         core::ExpressionId& checked) {
  const TypeKind kind = core().types[pattern].kind;
  const Mode mode{{}, is_resource(kind) || kind == TypeKind::cell};
  if (const TypeId wanted = inference_.instantiate(pattern, instance)) {
    Span reason = instance.callee;
    if (kind == TypeKind::parameter) reason = instance.reason[core().types[pattern].number];
    checked = check(value, {wanted, reason, instance.builtin, instance.callee}, mode);
    if (kind_of(type_of(checked)) == TypeKind::error) instance.silent = true;
    if (kind == TypeKind::integer_literal) check_integer_argument(checked);
    return;
  }
  checked = check(value, {}, mode);
  if (kind_of(type_of(checked)) == TypeKind::error) {
    instance.silent = true;
  } else if (!inference_.match(pattern, type_of(checked), instance, context_.tree().span(value))) {
    report_argument(pattern, checked, instance);
    instance.silent = true;
  }
}

/// A bare integer that a builtin takes becomes an i32 there, wherever it is written.
void BodyChecker::check_integer_argument(core::ExpressionId argument) {
  core::ExpressionId at = argument;
  bool negated = false;
  while (true) {
    const Node& node = core().expressions[at.index()].node;
    if (const auto* literal = std::get_if<core::Literal>(&node)) {
      const TypeId length = core().types.make(TypeKind::length, {}, 32);
      const TypeId wanted = core().types.make(TypeKind::fixed_signed, std::span(&length, 1));
      const std::string spelling(context_.text(literal->spelling));
      check_literal({NumberLiteral::Kind::integer, spelling}, wanted, span_of(argument), negated);
      return;
    }
    if (const auto* call = std::get_if<core::BuiltinCall>(&node); call && call->builtin == Builtin::negate) {
      negated = !negated;
      at = core().expression_lists[call->arguments.first];
    } else if (const auto* use = std::get_if<core::LocalUse>(&node); use && literal_locals_.contains(use->local)) {
      at = literal_locals_.at(use->local);
    } else if (const auto* constant = std::get_if<core::ConstantUse>(&node)) {
      at = std::get<core::ConstantDefinition>(core().definitions[constant->constant.index()].node).value;
    } else {
      return;
    }
  }
}

void BodyChecker::report_argument(TypeId pattern, core::ExpressionId given, const Instance& instance) {
  context_.report(
      diagnose<Id::argument_type>(span_of(given), diagnostics::Name{std::string(row(instance.builtin).name)},
                                  context_.type_text(pattern), context_.type_text(inference_.resolve(type_of(given)))));
}

void BodyChecker::check_resource_write(const Instance& instance, core::ExpressionId resource) {
  const BuiltinLowering lowering = row(instance.builtin).lowering;
  if (lowering != BuiltinLowering::store_element && lowering != BuiltinLowering::store_whole) return;
  const auto* use = std::get_if<core::ResourceUse>(&core().expressions[resource.index()].node);
  if (use == nullptr) return;
  const core::Definition& definition = core().definitions[use->resource.index()];
  if (std::get<core::ResourceDefinition>(definition.node).writable) return;
  context_.report(diagnose<Id::write_to_read_only>(span_of(resource), context_.name(definition.name))
                      .label(definition.span, message<Id::label_read_only_here>()));
}

}  // namespace yyshader::frontend::yuyan::checking
