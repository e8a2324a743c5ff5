#include "core_dump.hpp"

#include <string_view>
#include <type_traits>

#include "frontend/yuyan/core_walk.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

constexpr std::string_view builtin_text(Builtin builtin) {
  switch (builtin) {
#define YY_BUILTIN(enumerator, name, lowering, operation, rule, kinds, effect, stages) \
  case Builtin::enumerator:                                                            \
    return #enumerator;
#include "frontend/yuyan/builtins.def"
#undef YY_BUILTIN
    case Builtin::count_:
      break;
  }
  return "?";
}

class Names final : public TypeNames {
 public:
  Names(const core::Program& program, const support::SymbolTable& symbols) : program_(program), symbols_(symbols) {}
  std::string_view structure(std::uint32_t number) const override {
    return symbols_.text(program_.definitions[number].name);
  }
  std::string_view opaque(std::uint32_t) const override { return "opaque"; }

 private:
  const core::Program& program_;
  const support::SymbolTable& symbols_;
};

class Dumper {
 public:
  Dumper(const core::Program& program, const support::SymbolTable& symbols)
      : program_(program), symbols_(symbols), names_(program, symbols) {}

  std::string type(TypeId id) const { return to_text(program_.types, id, names_); }
  std::string text(support::Symbol symbol) const { return std::string(symbols_.text(symbol)); }
  std::string local(core::LocalId id) const { return text(program_.locals[id.index()].name); }
  std::string definition(core::DefinitionId id) const { return text(program_.definitions[id.index()].name); }

  std::string list(core::Range range) const {
    std::string result;
    for (const core::ExpressionId id : core::list(program_, range)) {
      if (!result.empty()) result += ", ";
      result += expression(id);
    }
    return result;
  }

  std::string type_list(core::Range range) const {
    std::string result;
    for (std::uint32_t i = 0; i < range.count; ++i) {
      if (!result.empty()) result += ", ";
      result += type(program_.type_lists[range.first + i]);
    }
    return result;
  }

  std::string step(const core::Step& step) const {
    if (const auto* let = std::get_if<core::Let>(&step)) {
      return "let " + local(let->local) + ": " + type(program_.locals[let->local.index()].type) + " = " +
             expression(let->value);
    }
    if (const auto* cell = std::get_if<core::NewCell>(&step)) {
      return "cell " + local(cell->local) + ": " + type(program_.locals[cell->local.index()].type) + " = " +
             expression(cell->initial);
    }
    if (const auto* recursive = std::get_if<core::LetRecursion>(&step)) {
      const core::Recursion& recursion = program_.recursions[recursive->recursion.index()];
      std::string parameters;
      for (const core::LocalId id : recursion.parameters) {
        if (!parameters.empty()) parameters += ", ";
        parameters += local(id) + ": " + type(program_.locals[id.index()].type);
      }
      return "rec " + text(recursion.name) + "(" + parameters + "): " + type(recursion.result) + " = " +
             expression(recursion.body);
    }
    return "do " + expression(std::get<core::Effect>(step).value);
  }

  std::string expression(core::ExpressionId id) const {
    const core::Expression& expression = core::at(program_, id);
    return std::visit([&](const auto& node) { return this->node(node, expression); }, expression.node);
  }

 private:
  std::string node(const core::Literal& n, const core::Expression& e) const {
    return text(n.spelling) + ":" + type(e.type);
  }
  std::string node(const core::Unit&, const core::Expression&) const { return "unit"; }
  std::string node(const core::LocalUse& n, const core::Expression&) const { return local(n.local); }
  std::string node(const core::ConstantUse& n, const core::Expression&) const { return definition(n.constant); }
  std::string node(const core::ResourceUse& n, const core::Expression&) const { return "@" + definition(n.resource); }
  std::string node(const core::BuiltinCall& n, const core::Expression&) const {
    std::string result(builtin_text(n.builtin));
    if (n.type_arguments.count > 0) result += "<" + type_list(n.type_arguments) + ">";
    return result + "(" + list(n.arguments) + ")";
  }
  std::string node(const core::FunctionCall& n, const core::Expression&) const {
    return definition(n.function) + "(" + list(n.arguments) + ")";
  }
  std::string node(const core::RecursionCall& n, const core::Expression&) const {
    return (n.from_inside ? "again " : "run ") + text(program_.recursions[n.recursion.index()].name) + "(" +
           list(n.arguments) + ")";
  }
  std::string node(const core::Tuple& n, const core::Expression& e) const {
    return type(e.type) + "(" + list(n.elements) + ")";
  }
  std::string node(const core::StructValue& n, const core::Expression& e) const {
    std::string indices;
    for (std::uint32_t i = 0; i < n.field_indices.count; ++i) {
      indices += std::to_string(program_.index_lists[n.field_indices.first + i]);
    }
    return type(e.type) + "[" + indices + "](" + list(n.fields) + ")";
  }
  std::string node(const core::Projection& n, const core::Expression&) const {
    return expression(n.operand) + "." + std::to_string(n.index);
  }
  std::string node(const core::If& n, const core::Expression& e) const {
    std::string result = "if:" + type(e.type) + "(";
    for (const core::Arm& arm : core::arms(program_, n.arms)) {
      result += expression(arm.condition) + " => " + expression(arm.value) + "; ";
    }
    return result + "else " + expression(n.otherwise) + ")";
  }
  std::string node(const core::Block& n, const core::Expression&) const {
    std::string result = "{ ";
    for (const core::Step& s : core::steps(program_, n.steps)) result += step(s) + "; ";
    return result + expression(n.result) + " }";
  }

  const core::Program& program_;
  const support::SymbolTable& symbols_;
  Names names_;
};

std::string interface_text(core::InterfaceAlias interface) {
  return interface ? "#" + std::string(row(*interface).name) : "";
}

}  // namespace

std::string dump_type(const core::Program& program, const support::SymbolTable& symbols, TypeId type) {
  return Dumper(program, symbols).type(type);
}

std::string dump(const core::Program& program, const support::SymbolTable& symbols,
                 const core::Definition& definition) {
  const Dumper dumper(program, symbols);
  std::string result = (definition.sound ? "" : "unsound ") + dumper.text(definition.name);
  if (const auto* constant = std::get_if<core::ConstantDefinition>(&definition.node)) {
    return result + ": " + dumper.type(constant->type) + " = " + dumper.expression(constant->value);
  }
  if (const auto* structure = std::get_if<core::StructDefinition>(&definition.node)) {
    result += " struct";
    for (const core::Field& field : structure->fields) {
      result += " " + dumper.text(field.name) + ":" + dumper.type(field.type) + interface_text(field.interface);
    }
    return result;
  }
  if (const auto* resource = std::get_if<core::ResourceDefinition>(&definition.node)) {
    static constexpr std::string_view kinds[]{"storage", "uniform", "workgroup", "texture", "sampler"};
    return result + " " + std::string(kinds[static_cast<std::size_t>(resource->kind)]) + " " +
           dumper.type(resource->content) + " @" + std::to_string(resource->group) + "," +
           std::to_string(resource->binding) + (resource->writable ? " rw" : "");
  }
  if (const auto* entry = std::get_if<core::EntryDefinition>(&definition.node)) {
    result += " entry " + std::to_string(static_cast<int>(entry->stage)) + " ";
    result += entry->function ? dumper.definition(entry->function) : "?";
    for (const std::uint32_t size : entry->workgroup_size) result += " " + std::to_string(size);
    return result;
  }
  const auto& function = std::get<core::FunctionDefinition>(definition.node);
  result += "(";
  for (const core::Parameter& parameter : function.parameters) {
    if (result.back() != '(') result += ", ";
    result += dumper.local(parameter.local) + ":" + dumper.type(program.locals[parameter.local.index()].type) +
              interface_text(parameter.interface);
  }
  return result + ")" + dumper.type(function.result) + interface_text(function.result_interface) + " = " +
         dumper.expression(function.body);
}

}  // namespace yyshader::frontend::yuyan::test
