#include "frontend/yuyan/checking/definitions.hpp"

#include <string>
#include <utility>

#include "frontend/yuyan/core_walk.hpp"
#include "frontend/yuyan/select_form.hpp"

namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Number;

DefinitionChecker::DefinitionChecker(Context& context)
    : context_(context),
      names_(context),
      types_(context, names_),
      bodies_(context, names_, types_),
      interfaces_(context) {}

void DefinitionChecker::run() {
  for (std::size_t i = 0; i < context_.program.modules.size(); ++i) {
    const ModuleId module(i);
    if (module == context_.program.builtin) {
      declare_builtins(module);
    } else {
      check_module(module);
    }
  }
}

/// The embedded declarations are worked out one by one, at their first use.
void DefinitionChecker::declare_builtins(ModuleId module) {
  context_.module = module;
  const auto declarations = context_.tree().declarations();
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    if (declarations[i].name.symbol) define(entity_of(declarations[i], DeclarationId(i)));
  }
}

void DefinitionChecker::check_module(ModuleId module) {
  context_.definition_name = {};
  names_.enter_module(module);
  const auto declarations = context_.tree().declarations();
  for (std::size_t i = 0; i < declarations.size(); ++i) check_declaration(declarations[i], DeclarationId(i));
  check_entry_names(module);
  context_.definition_name = {};
}

Entity DefinitionChecker::entity_of(const Declaration& declaration, DeclarationId id) const {
  Entity entity;
  entity.name = declaration.name.symbol;
  entity.module = context_.module;
  entity.declaration = id;
  entity.span = declaration.name.span;
  return entity;
}

EntityId DefinitionChecker::define(Entity entity) {
  const EntityId id(context_.entities.size());
  context_.entities.push_back(std::move(entity));
  names_.define(id);
  return id;
}

void DefinitionChecker::begin(const Declaration& declaration) {
  context_.definition_name = declaration.name.symbol;
  context_.definition_sound = true;
}

void DefinitionChecker::end(EntityId entity, core::DefinitionId definition) {
  context_.entity(entity).sound = context_.definition_sound;
  if (definition) context_.core.definitions[definition.index()].sound = context_.definition_sound;
  context_.definition_name = {};
}

core::DefinitionId DefinitionChecker::add(const Entity& entity, decltype(core::Definition::node) node) {
  const core::DefinitionId id(context_.core.definitions.size());
  context_.core.definitions.push_back(
      {entity.name, entity.span, entity.module == context_.program.entry, true, std::move(node)});
  context_.infos.emplace_back();
  return id;
}

void DefinitionChecker::check_declaration(const Declaration& declaration, DeclarationId id) {
  if (!declaration.name.symbol) return;
  const bool in_declarations = context_.program.modules[context_.module.index()].kind == ModuleKind::declarations;
  const bool signature_of_definition = declaration.kind == DeclarationKind::signature && declaration.partner;
  if (signature_of_definition && !in_declarations) return;
  const bool partner_sound = !declaration.partner || context_.tree().declaration(declaration.partner).sound;
  if (!declaration.sound || !partner_sound) {
    Entity unknown = entity_of(declaration, id);
    unknown.evaluated = true;
    unknown.sound = false;
    define(std::move(unknown));
    return;
  }
  begin(declaration);
  switch (declaration.kind) {
    case DeclarationKind::alias:
      if (context_.tree().kind(declaration.value) == ExprKind::group_type) {
        check_struct(declaration, id);
      } else {
        check_alias(declaration, id);
      }
      break;
    case DeclarationKind::nominal:
    case DeclarationKind::signature:
      check_declared(declaration, id);
      break;
    case DeclarationKind::definition:
      check_definition(declaration, id);
      break;
    default:
      break;
  }
  context_.definition_name = {};
}

// ---- Types ----

void DefinitionChecker::check_alias(const Declaration& declaration, DeclarationId id) {
  Entity entity = entity_of(declaration, id);
  const EvaluatedType aliased = types_.evaluate(declaration.value);
  entity.evaluated = true;
  entity.type = aliased.type;
  entity.interface = aliased.interface;
  entity.parts = aliased.parts;
  entity.kind = context_.core.types[aliased.type].kind == TypeKind::error ? EntityKind::unknown : EntityKind::type;
  end(define(std::move(entity)), {});
}

void DefinitionChecker::check_struct(const Declaration& declaration, DeclarationId id) {
  const SyntaxTree& tree = context_.tree();
  Entity entity = entity_of(declaration, id);
  core::StructDefinition structure;
  std::vector<TypeId> field_types;
  const auto fields = tree.items(tree.as<GroupType>(declaration.value).fields);
  std::uint64_t key = fields.size();
  for (const Field& field : fields) {
    const EvaluatedType type = types_.evaluate(field.value);
    types_.require_value_type(type.type, tree.span(field.value));
    structure.fields.push_back({field.name.symbol, type.type, field.name.span, type.interface});
    field_types.push_back(type.type);
    key = field_set_key(key, field.name.symbol);
  }
  if (fields.empty()) context_.report(diagnose<Id::empty_struct>(tree.span(declaration.value)));
  const core::DefinitionId definition = add(entity, std::move(structure));
  context_.facts.declare_structure(definition.value, field_types, context_.definition_sound);
  entity.evaluated = true;
  entity.kind = EntityKind::type;
  entity.type = context_.core.types.make(TypeKind::structure, {}, definition.value);
  entity.definition = definition;
  if (context_.facts.of(entity.type).depth > maximum_type_depth) {
    context_.report(diagnose<Id::type_too_deep>(declaration.name.span, Number{maximum_type_depth}));
    entity.kind = EntityKind::unknown;
  }
  const EntityId made = define(std::move(entity));
  context_.structures_by_fields[key].push_back(made);
  end(made, definition);
}

/// A sentence of a user's declaration file.
void DefinitionChecker::check_declared(const Declaration& declaration, DeclarationId id) {
  Entity entity = entity_of(declaration, id);
  entity.evaluated = true;
  if (declaration.kind == DeclarationKind::nominal) {
    types_.evaluate(declaration.value);
    entity.kind = EntityKind::type;
    entity.type = types_.nominal(entity);
    end(define(std::move(entity)), {});
    return;
  }
  entity.type = types_.evaluate_signature(declaration.value, entity.type_parameters).type;
  const auto builtin = builtin_from_name(context_.text(entity.name));
  bool known = false;
  if (builtin && context_.program.builtin) {
    const auto& own = context_.scopes[context_.program.builtin.index()].own;
    if (const auto found = own.find(entity.name); found != own.end()) {
      types_.ensure_evaluated(found->second);
      known = context_.entity(found->second).type == entity.type;
    }
  }
  if (known) {
    entity.kind = EntityKind::builtin;
    entity.builtin = *builtin;
  } else if (context_.core.types[entity.type].kind != TypeKind::error) {
    context_.report(diagnose<Id::unknown_declared_function>(declaration.name.span, context_.name(entity.name)));
  }
  end(define(std::move(entity)), {});
}

// ---- Values ----

void DefinitionChecker::check_definition(const Declaration& declaration, DeclarationId id) {
  const SyntaxTree& tree = context_.tree();
  Entity entity = entity_of(declaration, id);
  entity.evaluated = true;
  if (!declaration.partner) {
    const std::optional<Builtin> binder = binder_of(declaration.value);
    if (!binder) {
      check_constant(declaration, std::move(entity), {});
    } else if (*binder == Builtin::compute_item || *binder == Builtin::vertex_item ||
               *binder == Builtin::fragment_item) {
      const TypeKind kind = *binder == Builtin::compute_item  ? TypeKind::compute_entry
                            : *binder == Builtin::vertex_item ? TypeKind::vertex_entry
                                                              : TypeKind::fragment_entry;
      check_entry(declaration, std::move(entity), context_.core.types.make(kind));
    } else if (*binder == Builtin::bind_sampler) {
      check_resource(declaration, std::move(entity), context_.core.types.make(TypeKind::sampler),
                     declaration.name.span);
    } else {
      context_.report(diagnose<Id::resource_needs_signature>(declaration.name.span, context_.name(entity.name)));
      end(define(std::move(entity)), {});
    }
    return;
  }
  const ExprId written = tree.declaration(declaration.partner).value;
  const EvaluatedType signature = types_.evaluate(written);
  const TypeKind kind = context_.core.types[signature.type].kind;
  if (kind == TypeKind::function || kind == TypeKind::error) {
    check_function(declaration, std::move(entity), signature, written);
  } else if (is_resource(kind)) {
    check_resource(declaration, std::move(entity), signature.type, tree.span(written));
  } else if (is_entry(kind)) {
    check_entry(declaration, std::move(entity), signature.type);
  } else {
    if (!is_literal_type(kind)) types_.require_value_type(signature.type, tree.span(written));
    check_constant(declaration, std::move(entity), {signature.type, tree.span(written)});
  }
}

/// Where a function's type writes its parameters and its result; the whole type where that is an alias.
std::vector<Span> DefinitionChecker::part_spans(ExprId type, std::size_t count) const {
  const SyntaxTree& tree = context_.tree();
  std::vector<Span> spans(count, tree.span(type));
  if (tree.kind(type) != ExprKind::function_type) return spans;
  const FunctionType& function = tree.as<FunctionType>(type);
  const auto parameters = tree.items(function.parameters);
  for (std::size_t i = 0; i < count; ++i) spans[i] = tree.span(i < parameters.size() ? parameters[i] : function.result);
  return spans;
}

bool DefinitionChecker::check_function_types(const EvaluatedType& signature, std::span<const Span> spans) {
  const std::vector<TypeId> parts(context_.core.types.arguments(signature.type).begin(),
                                  context_.core.types.arguments(signature.type).end());
  bool sound = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == simple(SimpleType::unit)) continue;
    sound = types_.require_value_type(parts[i], spans[i]) && sound;
  }
  return sound;
}

void DefinitionChecker::check_function(const Declaration& declaration, Entity entity, const EvaluatedType& signature,
                                       ExprId type) {
  const SyntaxTree& tree = context_.tree();
  const Span value_span = tree.span(declaration.value);
  const bool is_lambda = tree.kind(declaration.value) == ExprKind::lambda;
  const bool known = context_.core.types[signature.type].kind == TypeKind::function;
  std::vector<TypeId> parameters;
  TypeId result = simple(SimpleType::error);
  bool sound = known;
  if (known) {
    entity.part_spans = part_spans(type, context_.core.types.arguments(signature.type).size());
    sound = check_function_types(signature, entity.part_spans);
    const auto parts = context_.core.types.arguments(signature.type);
    parameters.assign(parts.begin(), parts.end() - 1);
    result = parts.back();
    if (!is_lambda && tree.kind(declaration.value) != ExprKind::error) {
      context_.report(diagnose<Id::function_needs_lambda>(value_span, context_.name(entity.name)));
    }
  }
  if (is_lambda && known) {
    const std::size_t written = tree.as<Lambda>(declaration.value).parameters.size();
    if (written != parameters.size()) {
      context_.report(diagnose<Id::parameter_count>(parameters_span(tree, declaration.value),
                                                    context_.name(entity.name),
                                                    Number{static_cast<std::int64_t>(parameters.size())},
                                                    Number{static_cast<std::int64_t>(written)})
                          .label(tree.span(type), message<Id::label_type_here>()));
      sound = false;
    }
  }
  if (!sound || !is_lambda) context_.definition_sound = false;
  const core::DefinitionId definition = add(entity, core::FunctionDefinition{});
  entity.definition = definition;
  entity.type = signature.type;
  const Span result_span = entity.part_spans.empty() ? tree.span(type) : entity.part_spans.back();
  entity.kind = sound && is_lambda ? EntityKind::function : EntityKind::unknown;
  const EntityId made = define(std::move(entity));
  if (is_lambda) {
    std::vector<core::LocalId> locals;
    bodies_.begin();
    const core::ExpressionId body =
        bodies_.check_function(tree.as<Lambda>(declaration.value), parameters, {result, result_span}, locals);
    bodies_.finish();
    core::FunctionDefinition function;
    for (std::size_t i = 0; i < locals.size(); ++i) {
      function.parameters.push_back(
          {locals[i], i < signature.parts.size() ? signature.parts[i] : core::InterfaceAlias{}});
    }
    function.result = result;
    if (!signature.parts.empty()) function.result_interface = signature.parts.back();
    function.body = body;
    context_.core.definitions[definition.index()].node = std::move(function);
    context_.infos[definition.index()].uses = bodies_.take_uses();
    context_.infos[definition.index()].effect = bodies_.effect(body);
  }
  end(made, definition);
}

void DefinitionChecker::check_constant(const Declaration& declaration, Entity entity, Expected expected) {
  const SyntaxTree& tree = context_.tree();
  bodies_.begin();
  const core::ExpressionId value = bodies_.check_value(declaration.value, expected);
  bodies_.finish();
  const TypeId type = expected ? expected.type : context_.core.expressions[value.index()].type;
  const TypeKind kind = context_.core.types[type].kind;
  if (!expected && kind != TypeKind::error && !is_literal_type(kind)) {
    types_.require_value_type(type, tree.span(declaration.value));
  }
  if (context_.definition_sound) is_constant(value);
  entity.type = type;
  entity.kind = kind == TypeKind::error ? EntityKind::unknown : EntityKind::constant;
  const core::DefinitionId definition = add(entity, core::ConstantDefinition{type, value});
  entity.definition = definition;
  end(define(std::move(entity)), definition);
}

/// Reports the first part of a constant's value that is no constant expression. Its depth is bounded: what costs no
/// depth in the source (虑, ；, 否则若) is not allowed here.
bool DefinitionChecker::is_constant(core::ExpressionId id) {
  const core::Expression& expression = context_.core.expressions[id.index()];
  const auto no = [&](Diagnostic diagnostic) {
    context_.report(std::move(diagnostic));
    return false;
  };
  if (const auto* call = std::get_if<core::BuiltinCall>(&expression.node)) {
    if (!row(call->builtin).pure) {
      return no(
          diagnose<Id::builtin_in_constant>(expression.span, diagnostics::Name{std::string(row(call->builtin).name)}));
    }
  } else if (std::holds_alternative<core::FunctionCall>(expression.node)) {
    return no(diagnose<Id::call_in_constant>(expression.span));
  } else if (std::holds_alternative<core::Block>(expression.node) ||
             std::holds_alternative<core::RecursionCall>(expression.node)) {
    return no(diagnose<Id::binding_in_constant>(expression.span));
  } else if (const auto* conditional = std::get_if<core::If>(&expression.node)) {
    if (conditional->arms.count != 1 || !has_select_form(context_.core, *conditional, expression.type)) {
      return no(diagnose<Id::conditional_in_constant>(expression.span));
    }
  }
  bool constant = true;
  std::vector<core::ExpressionId> parts;
  core::for_each_part(context_.core, expression, [&](core::ExpressionId part) { parts.push_back(part); });
  for (const core::ExpressionId part : parts) constant = constant && is_constant(part);
  return constant;
}

}  // namespace yyshader::frontend::yuyan::checking
