#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/yuyan/core.hpp"

namespace yyshader::frontend::yuyan::testing {

/// Writes typed cores by hand, for shapes that are easier to build than to reach through a source.
class CoreMaker {
 public:
  using Expr = core::ExpressionId;

  core::Program program;
  support::SymbolTable symbols;

  TypeId unit() { return program.types.make(TypeKind::unit); }
  TypeId boolean() { return program.types.make(TypeKind::boolean); }
  TypeId integer() { return program.types.make(TypeKind::integer_literal); }
  TypeId u32() { return fixed(TypeKind::fixed_unsigned, 32); }
  TypeId i32() { return fixed(TypeKind::fixed_signed, 32); }
  TypeId f32() { return fixed(TypeKind::fixed_float, 32); }
  TypeId fixed(TypeKind kind, std::uint32_t bits) {
    const TypeId length = program.types.make(TypeKind::length, {}, bits);
    return program.types.make(kind, std::vector<TypeId>{length});
  }
  TypeId vector(TypeId element, std::size_t count) {
    return program.types.make(TypeKind::tuple, std::vector<TypeId>(count, element));
  }
  TypeId runtime_array(TypeId element) {
    return program.types.make(TypeKind::runtime_array, std::vector<TypeId>{element});
  }
  TypeId array(TypeId element, std::uint32_t count) {
    const TypeId length = program.types.make(TypeKind::length, {}, count);
    return program.types.make(TypeKind::fixed_array, std::vector<TypeId>{element, length});
  }
  TypeId structure(core::DefinitionId id) { return program.types.make(TypeKind::structure, {}, id.value); }

  core::LocalId local(std::string_view name, TypeId type) {
    program.locals.push_back({symbols.intern(name), type, {}});
    return core::LocalId(program.locals.size() - 1);
  }
  template <typename Node>
  Expr expression(TypeId type, Node node) {
    program.expressions.push_back({type, {}, std::move(node)});
    return Expr(program.expressions.size() - 1);
  }
  Expr none() { return expression(unit(), core::Unit{}); }
  Expr literal(TypeId type, std::string_view spelling) {
    return expression(type, core::Literal{symbols.intern(spelling)});
  }
  /// 新无三二 于「spelling」, as the checker writes it
  Expr number(std::string_view spelling) { return literal(u32(), spelling); }
  Expr use(core::LocalId id) { return expression(program.locals[id.index()].type, core::LocalUse{id}); }
  Expr call(Builtin builtin, TypeId type, std::initializer_list<Expr> arguments) {
    return expression(type, core::BuiltinCall{builtin, list(arguments), {}});
  }
  Expr call(core::DefinitionId function, TypeId type, std::initializer_list<Expr> arguments) {
    return expression(type, core::FunctionCall{function, list(arguments)});
  }
  Expr call(core::RecursionId recursion, bool from_inside, std::initializer_list<Expr> arguments) {
    return expression(program.recursions[recursion.index()].result,
                      core::RecursionCall{recursion, list(arguments), from_inside});
  }
  Expr project(Expr operand, std::uint32_t index, TypeId type) {
    return expression(type, core::Projection{operand, index});
  }
  Expr resource(core::DefinitionId id) { return expression(unit(), core::ResourceUse{id}); }
  Expr choose(std::initializer_list<core::Arm> arms, Expr otherwise) {
    const auto first = static_cast<std::uint32_t>(program.arms.size());
    program.arms.insert(program.arms.end(), arms);
    const core::Range range{first, static_cast<std::uint32_t>(arms.size())};
    return expression(program.expressions[otherwise.index()].type, core::If{range, otherwise});
  }
  Expr block(std::initializer_list<core::Step> steps, Expr result) {
    const auto first = static_cast<std::uint32_t>(program.steps.size());
    program.steps.insert(program.steps.end(), steps);
    const core::Range range{first, static_cast<std::uint32_t>(steps.size())};
    return expression(program.expressions[result.index()].type, core::Block{range, result});
  }
  core::RecursionId recursion(std::string_view name, std::vector<core::LocalId> parameters, TypeId result) {
    program.recursions.push_back({symbols.intern(name), {}, std::move(parameters), result, {}});
    return core::RecursionId(program.recursions.size() - 1);
  }

  template <typename Node>
  core::DefinitionId define(std::string_view name, Node node) {
    program.definitions.push_back({symbols.intern(name), {}, true, true, std::move(node)});
    return core::DefinitionId(program.definitions.size() - 1);
  }
  core::DefinitionId buffer(std::string_view name, TypeId content, std::uint32_t binding = 0) {
    return define(name, core::ResourceDefinition{core::ResourceKind::storage, content, 0, binding, true});
  }
  core::DefinitionId function(std::string_view name, std::vector<core::LocalId> parameters, Expr body) {
    core::FunctionDefinition made;
    for (const core::LocalId parameter : parameters) made.parameters.push_back({parameter, {}});
    made.result = program.expressions[body.index()].type;
    made.body = body;
    return define(name, std::move(made));
  }

 private:
  core::Range list(std::initializer_list<Expr> items) {
    const auto first = static_cast<std::uint32_t>(program.expression_lists.size());
    program.expression_lists.insert(program.expression_lists.end(), items);
    return {first, static_cast<std::uint32_t>(items.size())};
  }
};

}  // namespace yyshader::frontend::yuyan::testing
