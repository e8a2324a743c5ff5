#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "frontend/yuyan/checking/body_checker.hpp"
#include "frontend/yuyan/checking/context.hpp"
#include "frontend/yuyan/checking/interfaces.hpp"
#include "frontend/yuyan/checking/names.hpp"
#include "frontend/yuyan/checking/type_evaluation.hpp"

namespace yyshader::frontend::yuyan::checking {

/// Goes through the modules and their sentences in order and checks each by its kind (1.7).
class DefinitionChecker {
 public:
  explicit DefinitionChecker(Context& context);

  void run();

 private:
  // Modules (definitions.cpp).
  void declare_builtins(ModuleId module);
  void check_module(ModuleId module);
  void check_declaration(const Declaration& declaration, DeclarationId id);
  Entity entity_of(const Declaration& declaration, DeclarationId id) const;
  EntityId define(Entity entity);
  void begin(const Declaration& declaration);
  void end(EntityId entity, core::DefinitionId definition);
  void check_entry_names(ModuleId module);

  // Types and values (definitions.cpp).
  void check_alias(const Declaration& declaration, DeclarationId id);
  void check_struct(const Declaration& declaration, DeclarationId id);
  void check_declared(const Declaration& declaration, DeclarationId id);
  void check_definition(const Declaration& declaration, DeclarationId id);
  void check_function(const Declaration& declaration, Entity entity, const EvaluatedType& signature, ExprId type);
  std::vector<Span> part_spans(ExprId type, std::size_t count) const;
  bool check_function_types(const EvaluatedType& signature, std::span<const Span> spans);
  void check_constant(const Declaration& declaration, Entity entity, Expected expected);
  bool is_constant(core::ExpressionId id);
  core::DefinitionId add(const Entity& entity, decltype(core::Definition::node) node);

  // Resources and entry items (items.cpp).
  void check_resource(const Declaration& declaration, Entity entity, TypeId type, Span type_span);
  void check_entry(const Declaration& declaration, Entity entity, TypeId type);
  /// The binder that a definition calls, if it calls one.
  std::optional<Builtin> binder_of(ExprId value);
  /// The value arguments of a call of `binder`, and its 授以; reports when the definition is no such call.
  bool take_binder(ExprId value, Builtin binder, std::vector<ExprId>& values, TypeId& type_argument);
  bool take_slot(ExprId options, bool with_access, core::ResourceDefinition& resource);
  bool take_number(ExprId value, std::uint32_t& number, std::uint32_t limit);
  bool take_access(ExprId value, bool& writable);
  const Field* field_of(ExprId options, std::string_view name, bool& sound);
  bool check_option_fields(ExprId options, std::span<const std::string_view> names);
  std::optional<core::DefinitionId> take_entry_function(ExprId value);
  bool take_workgroup_size(ExprId options, std::array<std::uint32_t, 3>& size);
  void check_workgroup_size(const std::array<std::uint32_t, 3>& size, Span span);

  Context& context_;
  Names names_;
  TypeEvaluator types_;
  BodyChecker bodies_;
  InterfaceChecker interfaces_;
};

}  // namespace yyshader::frontend::yuyan::checking
