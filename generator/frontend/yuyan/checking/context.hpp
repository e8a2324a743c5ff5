#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "frontend/yuyan/checking/entities.hpp"
#include "frontend/yuyan/checking/type_facts.hpp"
#include "frontend/yuyan/core.hpp"
#include "frontend/yuyan/modules.hpp"
#include "frontend/yuyan/types.hpp"

namespace yyshader::frontend::yuyan::checking {

using diagnostics::Diagnostic;
using diagnostics::Id;

/// One use, in a definition, of something that an entry must know of.
struct Use {
  enum class Kind : std::uint8_t { builtin, resource, function } kind = Kind::builtin;
  std::uint32_t number = 0;  ///< Builtin, or the definition
  Span span;
};

/// What the checker keeps of each definition beside the core.
struct DefinitionInfo {
  std::vector<Use> uses;  ///< each thing once, at its first place
  BuiltinEffect effect = BuiltinEffect::pure;
};

/// Everything that the parts of the checker share: the program read, the core written, what is known of names and
/// types, and the sink of messages.
class Context final : public TypeNames {
 public:
  explicit Context(Program& checked) : program(checked), facts(core.types) {}

  Program& program;
  core::Program core;
  TypeFacts facts;
  diagnostics::Diagnostics diagnostics;
  std::vector<Entity> entities;
  std::vector<ModuleScope> scopes;
  std::vector<DefinitionInfo> infos;  ///< parallel to core.definitions
  std::vector<Symbol> opaque_names;   ///< by the number of opaque types
  /// The structs whose set of field names has this key (see `field_set_key`), in the order of their definition.
  std::unordered_map<std::uint64_t, std::vector<EntityId>> structures_by_fields;

  // The place being checked.
  ModuleId module;
  Symbol definition_name;
  bool definition_sound = true;  ///< no error so far, and nothing unsound used

  const SyntaxTree& tree() const { return program.modules[module.index()].tree; }
  std::string_view text(Symbol symbol) const { return program.symbols.text(symbol); }
  diagnostics::Name name(Symbol symbol) const { return {std::string(text(symbol))}; }
  diagnostics::TypeText type_text(TypeId type) const { return {to_text(core.types, type, *this)}; }
  Entity& entity(EntityId id) { return entities[id.index()]; }
  const Entity& entity(EntityId id) const { return entities[id.index()]; }

  /// Adds a finding to the definition being checked.
  void report(Diagnostic diagnostic) {
    if (diagnostic.severity == diagnostics::Severity::error) definition_sound = false;
    if (definition_name) diagnostic.definition = text(definition_name);
    diagnostics.push_back(std::move(diagnostic));
  }

  std::string_view structure(std::uint32_t number) const override { return text(core.definitions[number].name); }
  std::string_view opaque(std::uint32_t number) const override { return text(opaque_names[number]); }
};

/// A number that equal sets of field names share, whatever their order.
inline std::uint64_t field_set_key(std::uint64_t key, Symbol field) {
  std::uint64_t bits = (field.value + 1ULL) * 0x9E3779B97F4A7C15ULL;
  bits = (bits ^ (bits >> 31U)) * 0xBF58476D1CE4E5B9ULL;
  return key + (bits ^ (bits >> 29U));
}

/// A type that is expected of an expression, and the place that says so (pointing nowhere when there is none to show).
struct Expected {
  TypeId type;
  Span reason;
  /// Of an argument of a builtin: what is called, and where its name stands.
  std::optional<Builtin> callee = std::nullopt;
  Span callee_span = {};
  explicit operator bool() const { return static_cast<bool>(type); }
};

}  // namespace yyshader::frontend::yuyan::checking
