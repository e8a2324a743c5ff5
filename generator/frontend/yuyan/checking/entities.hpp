#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "frontend/yuyan/builtins.hpp"
#include "frontend/yuyan/core.hpp"
#include "frontend/yuyan/modules.hpp"
#include "frontend/yuyan/types.hpp"

namespace yyshader::frontend::yuyan::checking {

using source::Span;
using support::Symbol;

using EntityId = support::Id<struct EntityTag>;

enum class EntityKind : std::uint8_t {
  unknown,      ///< its definition has errors; fits everything silently
  type,         ///< alias, struct, or nominal: denotes `type`
  builtin,      ///< a function of 着色内建
  function,     ///< a user's function
  constant,     ///< a module constant
  resource,     ///< a top-level resource
  entry,        ///< an entry item
  access_mode,  ///< 只读 读写
};

/// One name that a module defines at top level.
struct Entity {
  Symbol name;
  ModuleId module;
  DeclarationId declaration;  ///< the definition, or in a declaration file the sentence itself
  Span span;                  ///< of the name
  EntityKind kind = EntityKind::unknown;
  bool evaluated = false;
  bool sound = true;
  bool writable = false;  ///< of an access mode: 读写
  Builtin builtin{};
  std::uint32_t type_parameters = 0;  ///< of a builtin: how many 承
  TypeId type;                        ///< what it denotes, or the type of its value
  core::InterfaceAlias interface;
  std::vector<core::InterfaceAlias> parts;  ///< of an alias of a function type, see EvaluatedType
  core::DefinitionId definition;
  /// Of a function: where its signature writes each parameter and the result, for "expected because of this".
  std::vector<Span> part_spans;
};

/// The names of one module, own and imported (1.1).
struct ModuleScope {
  /// Own names whose definitions stand before the place being checked; all of them once the module is done.
  std::unordered_map<Symbol, EntityId> own;
  std::vector<EntityId> order;  ///< the same as they stand
  /// The first definition of each own name, wherever it stands.
  std::unordered_map<Symbol, DeclarationId> defined;
  bool told_of_builtins = false;  ///< that the builtins are not opened has been reported
  bool incomplete = false;        ///< an opened module could not be found, or a sentence's name could not be read
  std::vector<ModuleId> opened;
  std::unordered_map<Symbol, ModuleId> namespaces;
  std::unordered_map<Symbol, EntityId> reexported;
  std::unordered_map<Symbol, ModuleId> reexported_namespaces;
};

}  // namespace yyshader::frontend::yuyan::checking
