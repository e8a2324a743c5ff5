#include <algorithm>
#include <charconv>
#include <string>

#include "frontend/yuyan/checking/body_checker.hpp"
#include "frontend/yuyan/checking/spelling.hpp"

namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Number;

namespace {

/// The component that other languages call x, y, z, w or r, g, b, a; empty for other names.
std::string component_of_letter(std::string_view name, std::uint32_t count) {
  static constexpr std::string_view numbers[] = {"零", "一", "二", "三"};
  if (name.size() != 1) return {};
  for (const std::string_view letters : {"xyzw", "rgba"}) {
    const std::size_t at = letters.find(name);
    if (at < count) return std::string(numbers[at]);
  }
  return {};
}

}  // namespace

core::ExpressionId BodyChecker::check(ExprId expression, Expected expected, Mode mode) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(expression);
  switch (tree.kind(expression)) {
    case ExprKind::sequence:
    case ExprKind::let:
    case ExprKind::recursive_let:
    case ExprKind::conditional:
      return check_spine(expression, expected, mode);
    case ExprKind::name:
    case ExprKind::qualified:
      return fit(check_name(expression, mode), expected);
    case ExprKind::application:
      return fit(check_application(expression, expected, mode), expected);
    case ExprKind::projection:
      return fit(check_projection(expression), expected);
    case ExprKind::tuple_value:
      return fit(check_tuple(expression, expected), expected);
    case ExprKind::group_value:
      return fit(check_group(expression, expected), expected);
    case ExprKind::annotation:
      return fit(check_annotation(expression, mode), expected);
    case ExprKind::string:
      context_.report(diagnose<Id::string_value>(span));
      return poison(span);
    case ExprKind::lambda:
      context_.report(diagnose<Id::unnamed_function>(span));
      return poison(span);
    case ExprKind::error:
    case ExprKind::list:
    case ExprKind::dictionary:
      return poison(span);
    case ExprKind::group_type:
    case ExprKind::tuple_type:
    case ExprKind::function_type:
    case ExprKind::quantified:
      context_.report(diagnose<Id::type_as_value>(span));
      return poison(span);
  }
  return poison(span);
}

// ---- Names ----

core::ExpressionId BodyChecker::check_name(ExprId expression, Mode mode) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(expression);
  if (tree.kind(expression) == ExprKind::name) {
    const Symbol symbol = tree.as<NameExpr>(expression).symbol;
    return value_of(names_.resolve(symbol, span), symbol, span, mode);
  }
  const auto segments = tree.items(tree.as<QualifiedName>(expression).segments);
  return value_of(names_.resolve_qualified(segments), segments.back().symbol, span, mode);
}

core::ExpressionId BodyChecker::value_of(const Resolution& resolution, Symbol symbol, Span span, Mode mode) {
  switch (resolution.kind) {
    case Resolution::Kind::local:
      return value_of_local(resolution.local, span, mode);
    case Resolution::Kind::entity:
      return value_of_entity(resolution.entity, span, mode);
    case Resolution::Kind::number:
      return bare_literal(resolution.number, span);
    case Resolution::Kind::boolean:
      return add(simple(SimpleType::boolean), span,
                 core::Literal{context_.program.symbols.intern(resolution.truth ? "true" : "false")},
                 BuiltinEffect::pure);
    case Resolution::Kind::unit:
      return add(simple(SimpleType::unit), span, core::Unit{}, BuiltinEffect::pure);
    case Resolution::Kind::error:
      break;
  }
  static_cast<void>(symbol);
  return poison(span);
}

core::ExpressionId BodyChecker::value_of_local(const LocalBinding& local, Span span, Mode mode) {
  if (local.recursion) {
    context_.report(diagnose<Id::function_as_value>(span, context_.name(local.name)));
    return poison(span);
  }
  const TypeId type = core().locals[local.local.index()].type;
  const TypeKind kind = kind_of(type);
  if (kind == TypeKind::error) return poison(span);
  if (kind == TypeKind::cell && !mode.place) {
    const std::string fixed = "（「读格」于「" + std::string(context_.text(local.name)) + "」）";
    context_.report(diagnose<Id::cell_as_value>(span, context_.name(local.name))
                        .fix(span, fixed, message<Id::fix_write_literal>(diagnostics::Text{fixed})));
    return poison(span);
  }
  return add(type, span, core::LocalUse{local.local}, BuiltinEffect::pure);
}

core::ExpressionId BodyChecker::value_of_entity(EntityId id, Span span, Mode mode) {
  types_.ensure_evaluated(id);
  const Entity& entity = context_.entity(id);
  if (!entity.sound) context_.definition_sound = false;
  const diagnostics::Name name = context_.name(entity.name);
  switch (entity.kind) {
    case EntityKind::constant:
      return add(entity.type, span, core::ConstantUse{entity.definition}, BuiltinEffect::pure);
    case EntityKind::resource:
      if (!mode.place) {
        context_.report(diagnose<Id::resource_as_value>(span, name, context_.type_text(entity.type))
                            .label(entity.span, message<Id::label_defined_here>()));
        return poison(span);
      }
      note_use(Use::Kind::resource, entity.definition.value, span);
      return add(entity.type, span, core::ResourceUse{entity.definition}, BuiltinEffect::pure);
    case EntityKind::builtin:
    case EntityKind::function:
      context_.report(diagnose<Id::function_as_value>(span, name));
      return poison(span);
    case EntityKind::type:
      context_.report(diagnose<Id::type_name_as_value>(span, name));
      return poison(span);
    case EntityKind::entry:
      context_.report(diagnose<Id::entry_as_value>(span, name));
      return poison(span);
    case EntityKind::access_mode:
      context_.report(diagnose<Id::access_mode_as_value>(span, name));
      return poison(span);
    case EntityKind::unknown:
      break;
  }
  return poison(span);
}

// ---- Tuples ----

core::ExpressionId BodyChecker::check_tuple(ExprId expression, Expected expected) {
  if (!expected) return infer_tuple(expression);
  const TypeId wanted = inference_.resolve_head(expected.type);
  const Type type = core().types[wanted];
  const SyntaxTree& tree = context_.tree();
  const auto elements = tree.items(tree.as<TupleValue>(expression).elements);
  const bool silent = type.kind == TypeKind::error;
  if (!silent && (type.kind != TypeKind::tuple || type.argument_count != elements.size())) {
    return infer_tuple(expression);
  }
  std::vector<core::ExpressionId> ids;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const TypeId element = silent ? error() : core().types.arguments(wanted)[i];
    ids.push_back(check(elements[i], {element, expected.reason}, {}));
  }
  if (silent) return poison(tree.span(expression));
  const core::ExpressionId id =
      add(wanted, tree.span(expression), core::Tuple{list(ids)}, joined_effect(ids, BuiltinEffect::pure));
  deferred_.push_back({Deferred::Kind::tuple, id});
  return id;
}

core::ExpressionId BodyChecker::infer_tuple(ExprId expression) {
  const SyntaxTree& tree = context_.tree();
  std::vector<core::ExpressionId> ids;
  for (const ExprId element : tree.items(tree.as<TupleValue>(expression).elements))
    ids.push_back(check(element, {}, {}));
  agree_on_element(ids);
  std::vector<TypeId> element_types;
  bool silent = false;
  for (const core::ExpressionId id : ids) {
    // Only vectors, of scalars, are parts of a tuple that a target has.
    if (!inference_.constrain(type_of(id), 1)) {
      context_.report(diagnose<Id::tuple_without_target>(tree.span(expression),
                                                         context_.type_text(inference_.resolve(type_of(id)))));
      silent = true;
    }
    // A tuple that no target has is reported itself, not once more with each tuple around it.
    const TypeId known = inference_.resolve_head(type_of(id));
    silent = silent || context_.facts.of(known).problem == Problem::silent ||
             (!inference_.has_hole(known) && context_.facts.of(known).problem == Problem::tuple);
    element_types.push_back(type_of(id));
  }
  if (silent) return poison(tree.span(expression));
  const TypeId type = core().types.make(TypeKind::tuple, element_types);
  const core::ExpressionId id =
      add(type, tree.span(expression), core::Tuple{list(ids)}, joined_effect(ids, BuiltinEffect::pure));
  deferred_.push_back({Deferred::Kind::tuple, id});
  return id;
}

/// A bare literal beside a scalar is told what it must be; unknown types beside a known one become it.
void BodyChecker::agree_on_element(std::span<const core::ExpressionId> elements) {
  const auto known = std::find_if(elements.begin(), elements.end(), [&](core::ExpressionId id) {
    const TypeKind kind = kind_of(type_of(id));
    return kind != TypeKind::hole && kind != TypeKind::error && !is_literal_type(kind);
  });
  if (known == elements.end()) return;
  const Expected expected{type_of(*known), span_of(*known)};
  for (const core::ExpressionId id : elements) {
    const TypeKind kind = kind_of(type_of(id));
    const bool literal_beside_scalar =
        is_literal_type(kind) && is_scalar(core().types, inference_.resolve_head(expected.type));
    if (kind == TypeKind::hole || literal_beside_scalar) fit(id, expected);
  }
}

// ---- Annotations ----

core::ExpressionId BodyChecker::check_annotation(ExprId expression, Mode mode) {
  const SyntaxTree& tree = context_.tree();
  const Annotation& annotation = tree.as<Annotation>(expression);
  const TypeId type = types_.evaluate(annotation.type).type;
  if (is_scalar(core().types, type)) {
    if (const auto number = literal_number(annotation.value)) {
      const core::ExpressionId id = typed_literal(*number, type, tree.span(annotation.value), tree.span(expression));
      if (auto* literal = std::get_if<core::Literal>(&core().expressions[id.index()].node)) {
        literal->is_conversion = true;
      }
      return id;
    }
  }
  mode.place = false;
  return check(annotation.value, {type, tree.span(annotation.type)}, mode);
}

// ---- Projections ----

core::ExpressionId BodyChecker::check_projection(ExprId expression) {
  const SyntaxTree& tree = context_.tree();
  const Projection& projection = tree.as<Projection>(expression);
  core::ExpressionId id = check(projection.base, {}, {});
  for (const Name& selector : tree.items(projection.selectors)) id = project(id, selector);
  return id;
}

core::ExpressionId BodyChecker::project(core::ExpressionId base, const Name& selector) {
  const Span span = Span::cover(span_of(base), selector.span);
  if (inference_.has_hole(inference_.resolve(type_of(base)))) rules_.retry();
  const TypeId type = inference_.resolve(type_of(base));
  switch (core().types[type].kind) {
    case TypeKind::error:
      return poison(span);
    case TypeKind::hole:
      context_.report(diagnose<Id::undetermined_projection>(span_of(base)));
      inference_.unify(type, error());
      return poison(span);
    case TypeKind::structure:
      return project_field(base, selector, span);
    case TypeKind::tuple:
      return project_component(base, selector, core().types[type].argument_count, span);
    default:
      context_.report(diagnose<Id::nothing_to_project>(selector.span, context_.type_text(type)));
      return poison(span);
  }
}

core::ExpressionId BodyChecker::project_field(core::ExpressionId base, const Name& selector, Span span) {
  const TypeId type = inference_.resolve(type_of(base));
  const core::Definition& definition = core().definitions[core().types[type].number];
  const auto& fields = std::get<core::StructDefinition>(definition.node).fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name != selector.symbol) continue;
    return add(fields[i].type, span, core::Projection{base, static_cast<std::uint32_t>(i)}, effects_[base.index()]);
  }
  report_unknown_field(core().types[type].number, selector);
  return poison(span);
}

void BodyChecker::report_unknown_field(std::uint32_t structure, const Name& field) {
  const core::Definition& definition = core().definitions[structure];
  std::string names;
  NearestName near(context_.text(field.symbol));
  for (const core::Field& declared : std::get<core::StructDefinition>(definition.node).fields) {
    const std::string_view name = context_.text(declared.name);
    if (!names.empty()) names += "、";
    names += "「" + std::string(name) + "」";
    near.consider(name);
  }
  Diagnostic unknown =
      diagnose<Id::unknown_field>(field.span, context_.name(definition.name), context_.name(field.symbol))
          .note(definition.span, message<Id::note_fields>(diagnostics::Text{names}));
  suggest(unknown, field.span, near.found());
  context_.report(std::move(unknown));
}

core::ExpressionId BodyChecker::project_component(core::ExpressionId base, const Name& selector, std::uint32_t count,
                                                  Span span) {
  const auto number = parse_number_literal(context_.text(selector.symbol));
  if (!number || number->kind != NumberLiteral::Kind::integer) {
    Diagnostic wrong = diagnose<Id::component_needs_number>(selector.span, context_.name(selector.symbol));
    suggest(wrong, selector.span, component_of_letter(context_.text(selector.symbol), count));
    context_.report(std::move(wrong));
    return poison(span);
  }
  if (names_.find(selector.symbol).kind != Resolution::Kind::error) {
    context_.report(diagnose<Id::bound_number_name>(selector.span, context_.name(selector.symbol)));
    return poison(span);
  }
  std::uint32_t index = count;
  std::from_chars(number->text.data(), number->text.data() + number->text.size(), index);
  if (index >= count) {
    context_.report(diagnose<Id::component_out_of_range>(selector.span, context_.name(selector.symbol),
                                                         context_.type_text(inference_.resolve(type_of(base))),
                                                         Number{static_cast<std::int64_t>(count)}));
    return poison(span);
  }
  const TypeId type = core().types.arguments(inference_.resolve(type_of(base)))[index];
  return add(type, span, core::Projection{base, index}, effects_[base.index()]);
}

}  // namespace yyshader::frontend::yuyan::checking
