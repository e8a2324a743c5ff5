#include <algorithm>
#include <string>

#include "frontend/yuyan/checking/body_checker.hpp"
#include "frontend/yuyan/checking/spelling.hpp"

namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Text;

core::ExpressionId BodyChecker::check_group(ExprId expression, Expected expected) {
  if (!expected) return infer_group(expression);
  const TypeId wanted = inference_.resolve(expected.type);
  switch (core().types[wanted].kind) {
    case TypeKind::structure:
      return check_group_of(expression, wanted, expected.reason);
    case TypeKind::error: {
      const SyntaxTree& tree = context_.tree();
      for (const Field& field : tree.items(tree.as<GroupValue>(expression).fields)) {
        check(field.value, {error(), {}}, {});
      }
      return poison(tree.span(expression));
    }
    default:
      return infer_group(expression);
  }
}

core::ExpressionId BodyChecker::make_structure(TypeId structure, Span span, std::span<const core::ExpressionId> values,
                                               std::span<const std::uint32_t> indices) {
  const core::Range index_range{static_cast<std::uint32_t>(core().index_lists.size()),
                                static_cast<std::uint32_t>(indices.size())};
  core().index_lists.insert(core().index_lists.end(), indices.begin(), indices.end());
  const core::DefinitionId definition(core().types[structure].number);
  if (context_.facts.of(structure).problem != Problem::none) context_.definition_sound = false;
  return add(structure, span, core::StructValue{definition, list(values), index_range},
             joined_effect(values, BuiltinEffect::pure));
}

core::ExpressionId BodyChecker::check_group_of(ExprId expression, TypeId structure, Span reason) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(expression);
  const std::uint32_t number = core().types[structure].number;
  const std::vector<core::Field> declared = std::get<core::StructDefinition>(core().definitions[number].node).fields;
  const diagnostics::Name name = context_.name(core().definitions[number].name);
  std::vector<core::ExpressionId> values;
  std::vector<std::uint32_t> indices;
  std::vector<bool> given(declared.size());
  bool sound = true;
  std::size_t unknown = 0;
  for (const Field& field : tree.items(tree.as<GroupValue>(expression).fields)) {
    const auto found = std::find_if(declared.begin(), declared.end(),
                                    [&](const core::Field& d) { return d.name == field.name.symbol; });
    if (found == declared.end()) {
      report_unknown_field(number, field.name);
      check(field.value, {error(), {}}, {});
      sound = false;
      ++unknown;
      continue;
    }
    const auto index = static_cast<std::size_t>(found - declared.begin());
    given[index] = true;
    indices.push_back(static_cast<std::uint32_t>(index));
    values.push_back(check(field.value, {found->type, found->span}, {}));
  }
  std::string missing;
  std::size_t missing_count = 0;
  for (std::size_t i = 0; i < declared.size(); ++i) {
    if (given[i]) continue;
    ++missing_count;
    if (!missing.empty()) missing += "、";
    missing += "「" + std::string(context_.text(declared[i].name)) + "」";
  }
  // An unknown field is most likely a missing one, misspelt.
  if (missing_count > unknown) {
    Diagnostic report = diagnose<Id::missing_fields>(span, name, Text{missing});
    if (reason)
      report = std::move(report).label(reason, message<Id::label_expected_because>(context_.type_text(structure)));
    context_.report(std::move(report));
    sound = false;
  }
  if (!sound) {
    // Still of that type: what uses the value can be checked.
    const core::ExpressionId id = poison(span);
    core().expressions[id.index()].type = structure;
    return id;
  }
  return make_structure(structure, span, values, indices);
}

std::vector<EntityId> BodyChecker::visible_structures(std::span<const Field> fields) {
  std::uint64_t key = fields.size();
  for (const Field& field : fields) key = field_set_key(key, field.name.symbol);
  const auto found = context_.structures_by_fields.find(key);
  if (found == context_.structures_by_fields.end()) return {};
  const std::vector<ModuleId>& opened = context_.scopes[context_.module.index()].opened;
  std::vector<std::pair<std::size_t, EntityId>> ranked;
  for (const EntityId id : found->second) {
    const Entity& entity = context_.entity(id);
    const auto& declared = std::get<core::StructDefinition>(core().definitions[entity.definition.index()].node).fields;
    const bool same =
        declared.size() == fields.size() && std::all_of(fields.begin(), fields.end(), [&](const Field& field) {
          return std::any_of(declared.begin(), declared.end(),
                             [&](const core::Field& d) { return d.name == field.name.symbol; });
        });
    if (!same || !names_.is_visible(id)) continue;
    // Own structs first, then those of the module opened last.
    std::size_t rank = 0;
    if (entity.module != context_.module) {
      const auto module = std::find(opened.rbegin(), opened.rend(), entity.module);
      rank = 1 + static_cast<std::size_t>(module - opened.rbegin());
    }
    ranked.emplace_back(rank, id);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<EntityId> result;
  result.reserve(ranked.size());
  for (const auto& [rank, id] : ranked) result.push_back(id);
  return result;
}

/// Shows the visible struct that shares the most field names with `fields`, if that is half of them or more; where one
/// name alone is off, it is most likely misspelt.
void BodyChecker::note_similar_structure(Diagnostic& none, std::span<const Field> fields) {
  const Entity* best = nullptr;
  std::size_t most = 0;
  for (const auto& [key, candidates] : context_.structures_by_fields) {
    for (const EntityId id : candidates) {
      const Entity& entity = context_.entity(id);
      const std::size_t shared = shared_fields(entity, fields);
      const bool better = shared > most || (shared == most && best != nullptr && entity.definition < best->definition);
      if (shared == 0 || !better || !names_.is_visible(id)) continue;
      best = &entity;
      most = shared;
    }
  }
  if (best == nullptr || most * 2 < fields.size()) return;
  std::string names;
  const Field* odd = nullptr;
  const auto& declared = std::get<core::StructDefinition>(core().definitions[best->definition.index()].node).fields;
  const auto is_declared = [&](const Field& field) {
    return std::any_of(declared.begin(), declared.end(),
                       [&](const core::Field& each) { return each.name == field.name.symbol; });
  };
  for (const Field& field : fields) {
    if (!is_declared(field)) odd = &field;
  }
  for (const core::Field& field : declared) {
    names += (names.empty() ? "「" : "、「") + std::string(context_.text(field.name)) + "」";
  }
  none.note(best->span, message<Id::note_similar_struct>(context_.name(best->name), Text{names}));
  if (odd == nullptr || declared.size() != fields.size() || most + 1 != fields.size()) return;
  NearestName near(context_.text(odd->name.symbol));
  for (const core::Field& field : declared) near.consider(context_.text(field.name));
  suggest(none, odd->name.span, near.found());
}

std::size_t BodyChecker::shared_fields(const Entity& structure, std::span<const Field> fields) {
  const auto& declared = std::get<core::StructDefinition>(core().definitions[structure.definition.index()].node).fields;
  return static_cast<std::size_t>(std::count_if(fields.begin(), fields.end(), [&](const Field& field) {
    return std::any_of(declared.begin(), declared.end(),
                       [&](const core::Field& each) { return each.name == field.name.symbol; });
  }));
}

core::ExpressionId BodyChecker::infer_group(ExprId expression) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(expression);
  const auto fields = tree.items(tree.as<GroupValue>(expression).fields);
  const std::vector<EntityId> candidates = visible_structures(fields);
  if (candidates.size() == 1) return check_group_of(expression, context_.entity(candidates[0]).type, {});
  std::vector<core::ExpressionId> values;
  for (const Field& field : fields)
    values.push_back(check(field.value, {candidates.empty() ? error() : TypeId{}, {}}, {}));
  if (candidates.empty()) {
    std::string names;
    for (const Field& field : fields) {
      if (!names.empty()) names += "、";
      names += "「" + std::string(context_.text(field.name.symbol)) + "」";
    }
    Diagnostic none = diagnose<Id::no_such_struct>(span, Text{names});
    note_similar_structure(none, fields);
    context_.report(std::move(none));
    return poison(span);
  }
  for (const EntityId candidate : candidates) {
    const core::DefinitionId definition = context_.entity(candidate).definition;
    const auto& declared = std::get<core::StructDefinition>(core().definitions[definition.index()].node).fields;
    std::vector<std::uint32_t> indices;
    bool fits = true;
    for (std::size_t i = 0; i < fields.size() && fits; ++i) {
      const auto field = std::find_if(declared.begin(), declared.end(),
                                      [&](const core::Field& d) { return d.name == fields[i].name.symbol; });
      const TypeId given = inference_.resolve(type_of(values[i]));
      const TypeKind kind = core().types[given].kind;
      fits = given == field->type || kind == TypeKind::error || inference_.has_hole(given);
      indices.push_back(static_cast<std::uint32_t>(field - declared.begin()));
    }
    if (!fits) continue;
    for (std::size_t i = 0; i < fields.size(); ++i)
      fit(values[i], {declared[indices[i]].type, declared[indices[i]].span});
    return make_structure(context_.entity(candidate).type, span, values, indices);
  }
  Diagnostic none = diagnose<Id::no_fitting_struct>(span);
  for (const EntityId candidate : candidates) {
    none = std::move(none).note(context_.entity(candidate).span,
                                message<Id::note_candidate_struct>(context_.name(context_.entity(candidate).name)));
  }
  context_.report(std::move(none));
  return poison(span);
}

}  // namespace yyshader::frontend::yuyan::checking
