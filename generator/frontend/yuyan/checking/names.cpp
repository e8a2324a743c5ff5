#include "frontend/yuyan/checking/names.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "frontend/yuyan/checking/spelling.hpp"
#include "frontend/yuyan/foreign_words.hpp"

namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Text;

namespace {

/// The number in `-1` and 负一; empty for other names.
std::string_view negated_number(std::string_view name) {
  for (const std::string_view sign : {"-", "−", "－", "负"}) {
    if (!name.starts_with(sign)) continue;
    const std::string_view number = name.substr(sign.size());
    return is_number_form(number) && parse_number_literal(number) ? number : std::string_view();
  }
  return {};
}

}  // namespace

Names::Names(Context& context) : context_(context) {
  context_.scopes.resize(context_.program.modules.size());
  innermost_.resize(context_.program.symbols.size());
  memo_.resize(context_.program.symbols.size());
}

// ---- Modules ----

void Names::enter_module(ModuleId module) {
  context_.module = module;
  ModuleScope& scope = context_.scopes[module.index()];
  for (std::size_t i = 0; i < context_.tree().declarations().size(); ++i) {
    const Declaration& declaration = context_.tree().declarations()[i];
    if (declaration.kind == DeclarationKind::error) scope.incomplete = true;
    if (!declaration.name.symbol) continue;
    const auto inserted = scope.defined.try_emplace(declaration.name.symbol, DeclarationId(i));
    // A signature's name is defined where its definition stands.
    if (!inserted.second && context_.tree().declaration(inserted.first->second).partner == DeclarationId(i)) {
      inserted.first->second = DeclarationId(i);
    }
  }
  open_imports(module);
}

void Names::open_imports(ModuleId module) {
  ModuleScope& scope = context_.scopes[module.index()];
  for (const ModuleImport& import : context_.program.modules[module.index()].imports) {
    if (import.binds && import.bound) scope.namespaces[import.bound] = import.module;
    if (!import.module) {
      if (import.opens) scope.incomplete = true;
      continue;
    }
    if (import.opens) scope.opened.push_back(import.module);
    if (import.reexports) reexport(module, import);
  }
}

void Names::reexport(ModuleId module, const ModuleImport& import) {
  ModuleScope& scope = context_.scopes[module.index()];
  const auto conflict = [&](Symbol symbol, ModuleId first) {
    context_.report(diagnose<Id::reexport_conflict>(import.path_span, context_.name(symbol),
                                                    Text{context_.program.modules[first.index()].display},
                                                    Text{context_.program.modules[import.module.index()].display}));
  };
  if (import.binds) {
    const auto [entry, fresh] = scope.reexported_namespaces.try_emplace(import.bound, import.module);
    if (!fresh && entry->second != import.module) conflict(import.bound, entry->second);
  }
  if (import.binds && !import.opens) return;
  const ModuleScope& source = context_.scopes[import.module.index()];
  const auto add = [&](Symbol symbol, EntityId id) {
    const auto [entry, fresh] = scope.reexported.try_emplace(symbol, id);
    if (!fresh && entry->second != id) conflict(symbol, context_.entity(entry->second).module);
  };
  for (const EntityId id : source.order) {
    const Symbol symbol = context_.entity(id).name;
    if (const auto own = source.own.find(symbol); own != source.own.end() && own->second == id) add(symbol, id);
  }
  // In the order of definition, so that messages do not depend on a hash.
  std::vector<std::pair<EntityId, Symbol>> passed_on;
  for (const auto& [symbol, id] : source.reexported) passed_on.emplace_back(id, symbol);
  std::sort(passed_on.begin(), passed_on.end());
  for (const auto& [id, symbol] : passed_on) add(symbol, id);
  std::vector<std::pair<Symbol, ModuleId>> namespaces(source.reexported_namespaces.begin(),
                                                      source.reexported_namespaces.end());
  std::sort(namespaces.begin(), namespaces.end());
  for (const auto& [symbol, target] : namespaces) {
    const auto [entry, fresh] = scope.reexported_namespaces.try_emplace(symbol, target);
    if (!fresh && entry->second != target) conflict(symbol, entry->second);
  }
}

void Names::define(EntityId id) {
  const Entity& entity = context_.entity(id);
  ModuleScope& scope = context_.scopes[entity.module.index()];
  scope.own[entity.name] = id;
  scope.order.push_back(id);
}

Names::Elsewhere::Elsewhere(Names& names, ModuleId module)
    : names_(names), module_(names.context_.module), locals_hidden_(names.locals_hidden_) {
  names_.context_.module = module;
  names_.locals_hidden_ = true;
}

Names::Elsewhere::~Elsewhere() {
  names_.context_.module = module_;
  names_.locals_hidden_ = locals_hidden_;
}

// ---- Locals ----

void Names::bind(const LocalBinding& binding) {
  std::uint32_t& innermost = innermost_[binding.name.index()];
  locals_.push_back({binding, innermost});
  innermost = static_cast<std::uint32_t>(locals_.size());
}

void Names::restore(std::size_t mark) {
  while (locals_.size() > mark) {
    innermost_[locals_.back().binding.name.index()] = locals_.back().shadowed;
    locals_.pop_back();
  }
}

// ---- Looking up ----

EntityId Names::find_exported(ModuleId module, Symbol symbol) const {
  const ModuleScope& scope = context_.scopes[module.index()];
  if (const auto own = scope.own.find(symbol); own != scope.own.end()) return own->second;
  if (const auto passed = scope.reexported.find(symbol); passed != scope.reexported.end()) return passed->second;
  return {};
}

Names::Memo Names::search_opened(Symbol symbol) const {
  const std::vector<ModuleId>& opened = context_.scopes[context_.module.index()].opened;
  Memo result{context_.module, {}, {}, {}};
  for (auto module = opened.rbegin(); module != opened.rend(); ++module) {
    const EntityId id = find_exported(*module, symbol);
    if (!id || id == result.entity) continue;
    if (result.entity) {
      result.other = id;
      result.other_module = *module;
      break;
    }
    result.entity = id;
  }
  return result;
}

/// Without a place nothing is told: the first look that has one tells of an ambiguity, if an earlier one met it.
EntityId Names::find_opened(Symbol symbol, Span span) {
  if (context_.scopes[context_.module.index()].opened.empty() || symbol.index() >= memo_.size()) return {};
  Memo& memo = memo_[symbol.index()];
  if (memo.module != context_.module) memo = search_opened(symbol);
  if (memo.other && span) {
    report_ambiguous(symbol, span, memo);
    memo.other = {};
  }
  return memo.entity;
}

Resolution Names::find(Symbol symbol) {
  Resolution result;
  if (!locals_hidden_ && symbol.index() < innermost_.size()) {
    if (const std::uint32_t position = innermost_[symbol.index()]; position != 0) {
      result.kind = Resolution::Kind::local;
      result.local = locals_[position - 1U].binding;
      return result;
    }
  }
  const ModuleScope& scope = context_.scopes[context_.module.index()];
  if (const auto own = scope.own.find(symbol); own != scope.own.end()) {
    result.entity = own->second;
  } else {
    result.entity = find_opened(symbol, {});
  }
  if (result.entity) result.kind = Resolution::Kind::entity;
  return result;
}

Resolution Names::resolve(Symbol symbol, Span span) {
  // Opened modules are searched here with the place at hand, for the warning.
  const ModuleScope& scope = context_.scopes[context_.module.index()];
  if (locals_hidden_ || innermost_[symbol.index()] == 0) {
    if (scope.own.find(symbol) == scope.own.end()) find_opened(symbol, span);
  }
  Resolution result = find(symbol);
  if (result.kind != Resolution::Kind::error) return result;
  const std::string_view text = context_.text(symbol);
  if (is_number_form(text)) {
    if (auto number = parse_number_literal(text)) {
      result.kind = Resolution::Kind::number;
      result.number = std::move(*number);
    } else {
      context_.report(diagnose<Id::malformed_number>(span, context_.name(symbol)));
    }
    return result;
  }
  if (text == "阳" || text == "阴") {
    result.kind = Resolution::Kind::boolean;
    result.truth = text == "阳";
  } else if (text == "元") {
    result.kind = Resolution::Kind::unit;
  } else {
    report_unknown(symbol, span);
  }
  return result;
}

bool Names::is_visible(EntityId id) {
  const Entity& entity = context_.entity(id);
  const ModuleScope& scope = context_.scopes[context_.module.index()];
  if (const auto own = scope.own.find(entity.name); own != scope.own.end()) return own->second == id;
  return find_opened(entity.name, {}) == id;
}

ModuleId Names::find_namespace(const Name& name, bool& silent) {
  const ModuleScope& scope = context_.scopes[context_.module.index()];
  if (const auto found = scope.namespaces.find(name.symbol); found != scope.namespaces.end()) {
    silent = !found->second;
    return found->second;
  }
  for (auto module = scope.opened.rbegin(); module != scope.opened.rend(); ++module) {
    const auto& passed_on = context_.scopes[module->index()].reexported_namespaces;
    if (const auto found = passed_on.find(name.symbol); found != passed_on.end()) return found->second;
  }
  silent = scope.incomplete;
  return {};
}

Resolution Names::resolve_qualified(std::span<const Name> segments) {
  Resolution result;
  bool silent = false;
  ModuleId module = find_namespace(segments.front(), silent);
  if (!module) {
    if (silent) {
      context_.definition_sound = false;
    } else if (find(segments.front().symbol).kind != Resolution::Kind::error) {
      context_.report(diagnose<Id::not_a_namespace>(segments.front().span, context_.name(segments.front().symbol)));
    } else {
      context_.report(diagnose<Id::unknown_namespace>(segments.front().span, context_.name(segments.front().symbol)));
    }
    return result;
  }
  for (const Name& segment : segments.subspan(1, segments.size() - 2)) {
    const ModuleScope& scope = context_.scopes[module.index()];
    const auto found = scope.reexported_namespaces.find(segment.symbol);
    if (found == scope.reexported_namespaces.end()) {
      context_.report(diagnose<Id::unknown_member_namespace>(segment.span, context_.name(segment.symbol),
                                                             Text{context_.program.modules[module.index()].display}));
      return result;
    }
    module = found->second;
  }
  const Name& last = segments.back();
  result.entity = find_exported(module, last.symbol);
  if (result.entity) {
    result.kind = Resolution::Kind::entity;
    return result;
  }
  context_.definition_sound = false;
  if (!context_.scopes[module.index()].incomplete) {
    Diagnostic unknown = diagnose<Id::unknown_member>(last.span, context_.name(last.symbol),
                                                      Text{context_.program.modules[module.index()].display});
    suggest(unknown, last.span, nearest_exported(module, context_.text(last.symbol)));
    context_.report(std::move(unknown));
  }
  return result;
}

// ---- Faults ----

void Names::report_ambiguous(Symbol symbol, Span span, const Memo& memo) {
  const auto display = [&](ModuleId module) { return Text{context_.program.modules[module.index()].display}; };
  context_.report(
      diagnose<Id::ambiguous_name>(span, context_.name(symbol), display(context_.entity(memo.entity).module))
          .note(context_.entity(memo.other).span, message<Id::also_defined_here>(display(memo.other_module))));
}

void suggest(Diagnostic& unknown, Span span, const std::string& name) {
  if (name.empty()) return;
  unknown.fix(span, "「" + name + "」", message<Id::fix_did_you_mean>(diagnostics::Name{name}));
}

Span Names::import_place() const {
  const auto declarations = context_.tree().declarations();
  Span place{context_.tree().file(), 0, 0};
  if (!declarations.empty()) place.begin = place.end = declarations.front().span.begin;
  return place;
}

void Names::report_unknown(Symbol symbol, Span span) {
  context_.definition_sound = false;
  ModuleScope& scope = context_.scopes[context_.module.index()];
  if (const auto later = scope.defined.find(symbol); later != scope.defined.end()) {
    const Declaration& declaration = context_.tree().declaration(later->second);
    if (!declaration.sound) return;
    if (symbol == context_.definition_name) {
      context_.report(diagnose<Id::name_in_own_definition>(span, context_.name(symbol)));
      return;
    }
    context_.report(diagnose<Id::used_before_definition>(span, context_.name(symbol))
                        .label(declaration.name.span, message<Id::label_defined_here>()));
    return;
  }
  if (scope.incomplete) return;
  const bool builtin = context_.program.builtin && find_exported(context_.program.builtin, symbol) &&
                       context_.module != context_.program.builtin;
  if (builtin) {
    // The one line that is missing is missing for all such names.
    if (std::exchange(scope.told_of_builtins, true)) return;
    context_.report(diagnose<Id::name_of_builtins>(span, context_.name(symbol))
                        .fix(import_place(), "寻观「着色库」之「着色内建」之书。\n", message<Id::fix_open_builtins>()));
    return;
  }
  if (scope.namespaces.contains(symbol)) {
    context_.report(diagnose<Id::namespace_as_value>(span, context_.name(symbol)));
    return;
  }
  if (const auto digits = digits_of_numeral(context_.text(symbol))) {
    Diagnostic numeral = diagnose<Id::numeral_with_units>(span, context_.name(symbol));
    suggest(numeral, span, *digits);
    context_.report(std::move(numeral));
    return;
  }
  Diagnostic unknown = diagnose<Id::unknown_name>(span, context_.name(symbol));
  if (const std::string_view number = negated_number(context_.text(symbol)); !number.empty()) {
    const std::string fixed = "（「取负」于「" + std::string(number) + "」）";
    context_.report(std::move(unknown).fix(span, fixed, message<Id::fix_write_literal>(Text{fixed})));
    return;
  }
  if (suggestions_left_ > 0) {
    --suggestions_left_;
    std::string known = nearest(context_.text(symbol));
    if (known.empty() && sees_builtins()) known = name_of_foreign(context_.text(symbol));
    suggest(unknown, span, known);
  }
  context_.report(std::move(unknown));
}

bool Names::sees_builtins() const {
  const std::vector<ModuleId>& opened = context_.scopes[context_.module.index()].opened;
  return std::find(opened.begin(), opened.end(), context_.program.builtin) != opened.end();
}

std::string Names::nearest(std::string_view text) const {
  NearestName near(text);
  if (!locals_hidden_) {
    for (auto local = locals_.rbegin(); local != locals_.rend(); ++local) {
      near.consider(context_.text(local->binding.name));
    }
  }
  const ModuleScope& scope = context_.scopes[context_.module.index()];
  const auto consider_all = [&](const ModuleScope& of) {
    for (const EntityId id : of.order) near.consider(context_.text(context_.entity(id).name));
  };
  consider_all(scope);
  for (auto module = scope.opened.rbegin(); module != scope.opened.rend(); ++module) {
    consider_all(context_.scopes[module->index()]);
  }
  return near.found();
}

/// The name that a module gives, nearest to `text`.
std::string Names::nearest_exported(ModuleId module, std::string_view text) const {
  NearestName near(text);
  for (const EntityId id : context_.scopes[module.index()].order) {
    near.consider(context_.text(context_.entity(id).name));
  }
  return near.found();
}

}  // namespace yyshader::frontend::yuyan::checking
