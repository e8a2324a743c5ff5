#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>

#include "frontend/yuyan/checking/definitions.hpp"
#include "frontend/yuyan/checking/spelling.hpp"
#include "frontend/yuyan/checking/type_difference.hpp"

// Resources and entry items: definitions that must be a call of one binder with literal numbers (1.7).
namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Name;
using diagnostics::Number;
using diagnostics::Text;

namespace {

Builtin binder_for(TypeKind kind) {
  switch (kind) {
    case TypeKind::storage_buffer:
      return Builtin::bind_storage;
    case TypeKind::uniform_buffer:
      return Builtin::bind_uniform;
    case TypeKind::texture_2d:
      return Builtin::bind_texture;
    case TypeKind::sampler:
      return Builtin::bind_sampler;
    case TypeKind::workgroup_variable:
      return Builtin::bind_workgroup;
    case TypeKind::compute_entry:
      return Builtin::compute_item;
    case TypeKind::vertex_entry:
      return Builtin::vertex_item;
    default:
      return Builtin::fragment_item;
  }
}

core::ResourceKind resource_kind(TypeKind kind) {
  switch (kind) {
    case TypeKind::storage_buffer:
      return core::ResourceKind::storage;
    case TypeKind::uniform_buffer:
      return core::ResourceKind::uniform;
    case TypeKind::texture_2d:
      return core::ResourceKind::texture;
    case TypeKind::sampler:
      return core::ResourceKind::sampler;
    default:
      return core::ResourceKind::workgroup;
  }
}

}  // namespace

std::optional<Builtin> DefinitionChecker::binder_of(ExprId value) {
  const SyntaxTree& tree = context_.tree();
  if (tree.kind(value) != ExprKind::application) return std::nullopt;
  const ExprId callee = tree.as<Application>(value).callee;
  Resolution found;
  if (tree.kind(callee) == ExprKind::name) {
    found = names_.find(tree.as<NameExpr>(callee).symbol);
  } else if (tree.kind(callee) == ExprKind::qualified) {
    found = names_.resolve_qualified(tree.items(tree.as<QualifiedName>(callee).segments));
  }
  if (found.kind != Resolution::Kind::entity) return std::nullopt;
  types_.ensure_evaluated(found.entity);
  const Entity& entity = context_.entity(found.entity);
  if (entity.kind != EntityKind::builtin || row(entity.builtin).lowering != BuiltinLowering::binder)
    return std::nullopt;
  return entity.builtin;
}

bool DefinitionChecker::take_binder(ExprId value, Builtin binder, std::vector<ExprId>& values, TypeId& type_argument) {
  const SyntaxTree& tree = context_.tree();
  const Name name{std::string(row(binder).name)};
  if (tree.kind(value) == ExprKind::error) {
    context_.definition_sound = false;
    return false;
  }
  if (tree.kind(value) == ExprKind::application) {
    // An unknown name is worth its own message.
    const ExprId callee = tree.as<Application>(value).callee;
    if (tree.kind(callee) == ExprKind::name &&
        names_.resolve(tree.as<NameExpr>(callee).symbol, tree.span(callee)).kind == Resolution::Kind::error) {
      return false;
    }
  }
  if (binder_of(value) != binder) {
    if (context_.definition_sound) context_.report(diagnose<Id::needs_binder>(tree.span(value), name));
    return false;
  }
  bool sound = true;
  for (const Argument& argument : tree.items(tree.as<Application>(value).arguments)) {
    if (!argument.is_type) {
      values.push_back(argument.value);
    } else if (!values.empty() || type_argument || binder == Builtin::bind_sampler) {
      context_.report(diagnose<Id::needless_type_argument>(tree.span(argument.value), name));
      sound = false;
    } else {
      type_argument = types_.evaluate(argument.value).type;
    }
  }
  const std::size_t wanted = binder == Builtin::compute_item ? 2 : 1;
  if (values.size() != wanted) {
    context_.report(diagnose<Id::argument_count>(tree.span(value), name, Number{static_cast<std::int64_t>(wanted)},
                                                 Number{static_cast<std::int64_t>(values.size())}));
    sound = false;
  }
  return sound;
}

// ---- Options ----

bool DefinitionChecker::check_option_fields(ExprId options, std::span<const std::string_view> names) {
  const SyntaxTree& tree = context_.tree();
  std::string all;
  for (const std::string_view name : names) all += (all.empty() ? "「" : "、「") + std::string(name) + "」";
  if (tree.kind(options) != ExprKind::group_value) {
    if (tree.kind(options) == ExprKind::error) {
      context_.definition_sound = false;
    } else {
      context_.report(diagnose<Id::options_needed>(tree.span(options), Text{all}));
    }
    return false;
  }
  bool sound = true;
  std::size_t unknown_count = 0;
  const auto fields = tree.items(tree.as<GroupValue>(options).fields);
  for (const Field& field : fields) {
    const std::string_view text = context_.text(field.name.symbol);
    if (std::find(names.begin(), names.end(), text) != names.end()) continue;
    Diagnostic unknown =
        diagnose<Id::unknown_binding_field>(field.name.span, context_.name(field.name.symbol), Text{all});
    NearestName near(text);
    for (const std::string_view name : names) near.consider(name);
    suggest(unknown, field.name.span, near.found());
    context_.report(std::move(unknown));
    ++unknown_count;
    sound = false;
  }
  for (const std::string_view name : names) {
    const bool given = std::any_of(fields.begin(), fields.end(),
                                   [&](const Field& field) { return context_.text(field.name.symbol) == name; });
    if (given) continue;
    sound = false;
    // An unknown field is most likely this one, misspelt.
    if (unknown_count > 0) {
      --unknown_count;
      continue;
    }
    context_.report(diagnose<Id::missing_binding_field>(tree.span(options), Name{std::string(name)}));
  }
  return sound;
}

const Field* DefinitionChecker::field_of(ExprId options, std::string_view name, bool& sound) {
  const SyntaxTree& tree = context_.tree();
  for (const Field& field : tree.items(tree.as<GroupValue>(options).fields)) {
    if (context_.text(field.name.symbol) == name) return &field;
  }
  sound = false;
  return nullptr;
}

bool DefinitionChecker::take_number(ExprId value, std::uint32_t& number, std::uint32_t limit) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(value);
  if (tree.kind(value) == ExprKind::name) {
    const Symbol symbol = tree.as<NameExpr>(value).symbol;
    const Resolution found = names_.resolve(symbol, span);
    if (found.kind == Resolution::Kind::error) return false;
    if (found.kind == Resolution::Kind::number && found.number.kind == NumberLiteral::Kind::integer) {
      const std::string& text = found.number.text;
      const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
      if (read.ec == std::errc() && number <= limit) return true;
      context_.report(diagnose<Id::option_out_of_range>(span, Text{text}, Number{limit}));
      return false;
    }
    if (found.kind == Resolution::Kind::entity && is_number_form(context_.text(symbol))) {
      context_.report(diagnose<Id::bound_number_name>(span, context_.name(symbol))
                          .label(context_.entity(found.entity).span, message<Id::label_defined_here>()));
      return false;
    }
  }
  if (tree.kind(value) == ExprKind::error) {
    context_.definition_sound = false;
  } else {
    context_.report(diagnose<Id::option_needs_number>(span));
  }
  return false;
}

bool DefinitionChecker::take_access(ExprId value, bool& writable) {
  const SyntaxTree& tree = context_.tree();
  Resolution found;
  if (tree.kind(value) == ExprKind::name) {
    found = names_.resolve(tree.as<NameExpr>(value).symbol, tree.span(value));
    if (found.kind == Resolution::Kind::error) return false;
  } else if (tree.kind(value) == ExprKind::qualified) {
    found = names_.resolve_qualified(tree.items(tree.as<QualifiedName>(value).segments));
    if (found.kind == Resolution::Kind::error) return false;
  }
  if (found.kind == Resolution::Kind::entity) {
    types_.ensure_evaluated(found.entity);
    const Entity& entity = context_.entity(found.entity);
    if (entity.kind == EntityKind::access_mode) {
      writable = entity.writable;
      return true;
    }
  }
  context_.report(diagnose<Id::access_needed>(tree.span(value)));
  return false;
}

bool DefinitionChecker::take_slot(ExprId options, bool with_access, core::ResourceDefinition& resource) {
  static constexpr std::array<std::string_view, 3> names{"组", "号", "访问"};
  const bool fields = check_option_fields(options, std::span(names).first(with_access ? 3U : 2U));
  if (context_.tree().kind(options) != ExprKind::group_value) return false;
  bool sound = fields;
  static constexpr std::uint32_t limit = 0x7FFFFFFF;
  bool found = true;
  if (const Field* group = field_of(options, names[0], found))
    sound = take_number(group->value, resource.group, limit) && sound;
  if (const Field* binding = field_of(options, names[1], found)) {
    sound = take_number(binding->value, resource.binding, limit) && sound;
  }
  if (!with_access) return sound;
  const Field* access = field_of(options, names[2], found);
  if (access != nullptr && take_access(access->value, resource.writable)) return sound;
  resource.writable = true;  // unknown: no write to it is a fault of its own
  return false;
}

// ---- Resources ----

void DefinitionChecker::check_resource(const Declaration& declaration, Entity entity, TypeId type, Span type_span) {
  TypeTable& types = context_.core.types;
  const TypeKind kind = types[type].kind;
  core::ResourceDefinition resource;
  resource.kind = resource_kind(kind);
  resource.content = type;
  resource.writable = kind == TypeKind::workgroup_variable;
  bool sound = true;
  if (kind == TypeKind::texture_2d) {
    const TypeId texel = types.arguments(type)[0];
    if (types[texel].kind == TypeKind::error) {
      sound = false;
    } else if (!is_scalar(types, texel) || types[texel].kind == TypeKind::boolean ||
               types[types.arguments(texel)[0]].number != 32) {
      context_.report(diagnose<Id::texture_content>(type_span, context_.type_text(texel)));
      sound = false;
    }
  } else if (kind != TypeKind::sampler) {
    resource.content = types.arguments(type)[0];
    sound = types_.require_content(resource.content, kind, type_span);
  }
  const Builtin binder = binder_for(kind);
  std::vector<ExprId> values;
  TypeId type_argument;
  if (take_binder(declaration.value, binder, values, type_argument)) {
    const TypeId content = kind == TypeKind::texture_2d ? types.arguments(type)[0] : resource.content;
    if (type_argument && type_argument != content && types[type_argument].kind != TypeKind::error) {
      Diagnostic mismatch = diagnose<Id::type_mismatch>(context_.tree().span(declaration.value),
                                                        context_.type_text(content), context_.type_text(type_argument));
      mark_difference(context_, mismatch, content, type_argument);
      context_.report(std::move(mismatch));
      sound = false;
    }
    if (binder == Builtin::bind_workgroup) {
      bodies_.begin();
      bodies_.check_value(values[0], {simple(SimpleType::unit), {}});
      bodies_.finish();
    } else {
      sound = take_slot(values[0], binder == Builtin::bind_storage, resource) && sound;
    }
  } else {
    sound = false;
  }
  const bool atomic = kind == TypeKind::storage_buffer && types[resource.content].kind == TypeKind::runtime_array &&
                      types[types.arguments(resource.content)[0]].kind == TypeKind::atomic;
  if (sound && atomic && !resource.writable) {
    bool found = true;
    const Field* access = field_of(values[0], "访问", found);
    const Span span = context_.tree().span(access->value);
    context_.report(diagnose<Id::read_only_atomic>(span, context_.name(entity.name))
                        .fix(span, "「读写」", message<Id::fix_write_literal>(Text{"「读写」"})));
  }
  if (!sound) context_.definition_sound = false;
  entity.kind = EntityKind::resource;
  entity.type = type;
  const core::DefinitionId definition = add(entity, resource);
  entity.definition = definition;
  end(define(std::move(entity)), definition);
}

// ---- Entry items ----

std::optional<core::DefinitionId> DefinitionChecker::take_entry_function(ExprId value) {
  const SyntaxTree& tree = context_.tree();
  Resolution found;
  switch (tree.kind(value)) {
    case ExprKind::name:
      found = names_.resolve(tree.as<NameExpr>(value).symbol, tree.span(value));
      if (found.kind == Resolution::Kind::error) return std::nullopt;
      break;
    case ExprKind::qualified:
      found = names_.resolve_qualified(tree.items(tree.as<QualifiedName>(value).segments));
      if (found.kind == Resolution::Kind::error) return std::nullopt;
      break;
    case ExprKind::error:
      context_.definition_sound = false;
      return std::nullopt;
    case ExprKind::lambda:
      context_.report(diagnose<Id::unnamed_function>(tree.span(value)));
      return std::nullopt;
    default:
      break;
  }
  if (found.kind == Resolution::Kind::entity) {
    types_.ensure_evaluated(found.entity);
    const Entity& entity = context_.entity(found.entity);
    if (!entity.sound || entity.kind == EntityKind::unknown) context_.definition_sound = false;
    if (entity.kind == EntityKind::unknown) return std::nullopt;
    if (entity.kind == EntityKind::function) return entity.definition;
  }
  context_.report(diagnose<Id::entry_needs_function>(tree.span(value)));
  return std::nullopt;
}

bool DefinitionChecker::take_workgroup_size(ExprId options, std::array<std::uint32_t, 3>& size) {
  static constexpr std::array<std::string_view, 1> names{"工作组大小"};
  const SyntaxTree& tree = context_.tree();
  const bool sound = check_option_fields(options, names);
  if (tree.kind(options) != ExprKind::group_value) return false;
  bool found = true;
  const Field* field = field_of(options, names[0], found);
  if (field == nullptr) return false;
  static constexpr std::uint32_t limit = 0x7FFFFFFF;
  if (tree.kind(field->value) != ExprKind::tuple_value) return take_number(field->value, size[0], limit) && sound;
  const auto parts = tree.items(tree.as<TupleValue>(field->value).elements);
  if (parts.size() != size.size()) {
    context_.report(
        diagnose<Id::workgroup_size_count>(tree.span(field->value), Number{static_cast<std::int64_t>(parts.size())}));
    return false;
  }
  bool numbers = sound;
  for (std::size_t i = 0; i < size.size(); ++i) numbers = take_number(parts[i], size[i], limit) && numbers;
  return numbers;
}

void DefinitionChecker::check_workgroup_size(const std::array<std::uint32_t, 3>& size, Span span) {
  if (size[0] == 0 || size[1] == 0 || size[2] == 0) {
    context_.report(diagnose<Id::workgroup_size_zero>(span));
    return;
  }
  std::uint64_t product = 1;
  for (const std::uint32_t part : size) product = std::min<std::uint64_t>(product * part, 1ULL << 32U);
  if (product > 1024) {
    context_.report(diagnose<Id::workgroup_size_too_large>(span, Number{static_cast<std::int64_t>(product)}));
  }
}

void DefinitionChecker::check_entry(const Declaration& declaration, Entity entity, TypeId type) {
  const SyntaxTree& tree = context_.tree();
  const TypeKind kind = context_.core.types[type].kind;
  const Builtin binder = binder_for(kind);
  core::EntryDefinition entry;
  entry.stage = kind == TypeKind::compute_entry  ? ir::Stage::compute
                : kind == TypeKind::vertex_entry ? ir::Stage::vertex
                                                 : ir::Stage::fragment;
  std::vector<ExprId> values;
  TypeId type_argument;
  bool sound = take_binder(declaration.value, binder, values, type_argument);
  if (sound) {
    const auto function = take_entry_function(values[0]);
    if (function) entry.function = *function;
    sound = function.has_value();
    if (binder == Builtin::compute_item) {
      if (take_workgroup_size(values[1], entry.workgroup_size)) {
        bool found = true;
        const Field* field = field_of(values[1], "工作组大小", found);
        check_workgroup_size(entry.workgroup_size, tree.span(field->value));
      } else {
        sound = false;
      }
    }
  }
  const std::string_view name = context_.text(entity.name);
  if (name == "着色源" || name == "金属源" || name == "PTX源") {
    context_.report(diagnose<Id::reserved_entry_name>(entity.span, context_.name(entity.name)));
  }
  if (!sound) context_.definition_sound = false;
  entity.kind = EntityKind::entry;
  entity.type = type;
  const core::DefinitionId definition = add(entity, entry);
  entity.definition = definition;
  // Only a function that is known to be right has an interface worth looking at.
  if (entry.function && context_.core.definitions[entry.function.index()].sound) {
    const core::Definition item = context_.core.definitions[definition.index()];
    interfaces_.check(item, entry);
  }
  end(define(std::move(entity)), definition);
}

/// The generated module has a constant `XPTX名` for each entry item X: no other entry item may take that name (1.7).
void DefinitionChecker::check_entry_names(ModuleId module) {
  static constexpr std::string_view suffix = "PTX名";
  std::map<std::string_view, Span> entries;
  std::vector<EntityId> order;
  for (const EntityId id : context_.scopes[module.index()].order) {
    const Entity& entity = context_.entity(id);
    if (entity.kind != EntityKind::entry) continue;
    entries.emplace(context_.text(entity.name), entity.span);
    order.push_back(id);
  }
  for (const EntityId id : order) {
    const Entity& entity = context_.entity(id);
    const std::string_view text = context_.text(entity.name);
    if (!text.ends_with(suffix)) continue;
    const auto base = entries.find(text.substr(0, text.size() - suffix.size()));
    if (base == entries.end()) continue;
    context_.definition_name = entity.name;
    context_.report(
        diagnose<Id::entry_name_taken>(entity.span, context_.name(entity.name), Name{std::string(base->first)})
            .note(base->second, message<Id::label_defined_here>()));
    context_.core.definitions[entity.definition.index()].sound = false;
  }
  context_.definition_name = {};
}

}  // namespace yyshader::frontend::yuyan::checking
