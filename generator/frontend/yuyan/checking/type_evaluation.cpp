#include "frontend/yuyan/checking/type_evaluation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace yyshader::frontend::yuyan::checking {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Text;

namespace {

struct NominalRow {
  std::string_view name;
  TypeKind kind;
  std::uint32_t number;  ///< of a length its value, of a constructor how many arguments it takes
};
constexpr std::array nominals{
    NominalRow{"定长一", TypeKind::length, 1},
    NominalRow{"定长二", TypeKind::length, 2},
    NominalRow{"定长三", TypeKind::length, 3},
    NominalRow{"定长四", TypeKind::length, 4},
    NominalRow{"定长八", TypeKind::length, 8},
    NominalRow{"定长十六", TypeKind::length, 16},
    NominalRow{"定长三十二", TypeKind::length, 32},
    NominalRow{"定长六十四", TypeKind::length, 64},
    NominalRow{"定长一百二十八", TypeKind::length, 128},
    NominalRow{"定长二百五十六", TypeKind::length, 256},
    NominalRow{"定长五百一十二", TypeKind::length, 512},
    NominalRow{"定长一千零二十四", TypeKind::length, 1024},
    NominalRow{"定长二千零四十八", TypeKind::length, 2048},
    NominalRow{"定长四千零九十六", TypeKind::length, 4096},
    NominalRow{"定长小数", TypeKind::fixed_float, 1},
    NominalRow{"定长整数", TypeKind::fixed_signed, 1},
    NominalRow{"定长无符号", TypeKind::fixed_unsigned, 1},
    NominalRow{"数组", TypeKind::runtime_array, 1},
    NominalRow{"定长数组", TypeKind::fixed_array, 2},
    NominalRow{"原子", TypeKind::atomic, 1},
    NominalRow{"纹理二维", TypeKind::texture_2d, 1},
    NominalRow{"采样器", TypeKind::sampler, 0},
    NominalRow{"存储缓冲", TypeKind::storage_buffer, 1},
    NominalRow{"均匀缓冲", TypeKind::uniform_buffer, 1},
    NominalRow{"工作组变量", TypeKind::workgroup_variable, 1},
    NominalRow{"格", TypeKind::cell, 1},
    NominalRow{"访问方式", TypeKind::access_mode, 0},
    NominalRow{"计算入口", TypeKind::compute_entry, 0},
    NominalRow{"顶点入口", TypeKind::vertex_entry, 0},
    NominalRow{"片元入口", TypeKind::fragment_entry, 0},
};

std::uint32_t arity_of(TypeKind kind) {
  const auto found =
      std::find_if(nominals.begin(), nominals.end(), [&](const NominalRow& r) { return r.kind == kind; });
  return found == nominals.end() ? 0 : found->number;
}

bool takes_length(TypeKind kind, std::size_t position) {
  switch (kind) {
    case TypeKind::fixed_float:
    case TypeKind::fixed_signed:
    case TypeKind::fixed_unsigned:
      return true;
    case TypeKind::fixed_array:
      return position == 1;
    default:
      return false;
  }
}

}  // namespace

TypeId TypeEvaluator::fail(diagnostics::Diagnostic diagnostic) {
  context_.report(std::move(diagnostic));
  return error();
}

TypeId TypeEvaluator::checked_depth(TypeId type, Span span) {
  if (context_.facts.of(type).depth <= maximum_type_depth) return type;
  return fail(diagnose<Id::type_too_deep>(span, diagnostics::Number{maximum_type_depth}));
}

EvaluatedType TypeEvaluator::evaluate(ExprId expression) {
  const SyntaxTree& tree = context_.tree();
  const Span span = tree.span(expression);
  switch (tree.kind(expression)) {
    case ExprKind::error:
      context_.definition_sound = false;
      return {};
    case ExprKind::name:
      return evaluate_name(tree.as<NameExpr>(expression).symbol, span);
    case ExprKind::qualified: {
      const Resolution found = names_.resolve_qualified(tree.items(tree.as<QualifiedName>(expression).segments));
      if (found.kind != Resolution::Kind::entity) return {};
      return evaluate_entity(found.entity, span);
    }
    case ExprKind::application:
      return evaluate_application(expression);
    case ExprKind::tuple_type: {
      std::vector<TypeId> elements;
      bool sound = true;
      for (const ExprId element : tree.items(tree.as<TupleType>(expression).elements)) {
        elements.push_back(evaluate(element).type);
        sound = sound && context_.core.types[elements.back()].kind != TypeKind::error;
      }
      if (!sound) return {};
      return {checked_depth(context_.core.types.make(TypeKind::tuple, elements), span), {}, {}};
    }
    case ExprKind::function_type: {
      const FunctionType& function = tree.as<FunctionType>(expression);
      std::vector<TypeId> parts;
      EvaluatedType result;
      const auto add = [&](ExprId part) {
        const EvaluatedType evaluated = evaluate(part);
        parts.push_back(evaluated.type);
        result.parts.push_back(evaluated.interface);
      };
      for (const ExprId parameter : tree.items(function.parameters)) add(parameter);
      add(function.result);
      result.type = checked_depth(context_.core.types.make(TypeKind::function, parts), span);
      return result;
    }
    case ExprKind::quantified:
      return {fail(diagnose<Id::polymorphic_function>(span)), {}, {}};
    case ExprKind::group_type:
      return {fail(diagnose<Id::anonymous_struct>(span)), {}, {}};
    default:
      return {fail(diagnose<Id::value_as_type>(span)), {}, {}};
  }
}

EvaluatedType TypeEvaluator::evaluate_signature(ExprId expression, std::uint32_t& parameters) {
  parameters = 0;
  const SyntaxTree& tree = context_.tree();
  if (tree.kind(expression) != ExprKind::quantified) return evaluate(expression);
  const QuantifiedType& quantified = tree.as<QuantifiedType>(expression);
  quantified_.clear();
  for (const Name& name : tree.items(quantified.parameters)) quantified_.push_back(name.symbol);
  parameters = static_cast<std::uint32_t>(quantified_.size());
  EvaluatedType result = evaluate(quantified.body);
  quantified_.clear();
  return result;
}

std::optional<TypeId> TypeEvaluator::intrinsic(Symbol symbol) const {
  if (context_.program.modules[context_.module.index()].kind != ModuleKind::declarations) return std::nullopt;
  const std::string_view text = context_.text(symbol);
  if (text == "《《内建类型：整数》》") return simple(SimpleType::integer_literal);
  if (text == "《《内建类型：小数》》") return simple(SimpleType::decimal_literal);
  if (text == "《《内建类型：爻》》") return simple(SimpleType::boolean);
  if (text == "《《内建类型：有》》") return simple(SimpleType::unit);
  if (text == "《《内建类型：元类型》》") return simple(SimpleType::meta_type);
  return std::nullopt;
}

EvaluatedType TypeEvaluator::evaluate_name(Symbol symbol, Span span) {
  for (std::size_t i = quantified_.size(); i-- > 0;) {
    if (quantified_[i] == symbol) {
      return {context_.core.types.make(TypeKind::parameter, {}, static_cast<std::uint32_t>(i)), {}, {}};
    }
  }
  if (const auto type = intrinsic(symbol)) return {*type, {}, {}};
  const Resolution found = names_.resolve(symbol, span);
  switch (found.kind) {
    case Resolution::Kind::entity:
      return evaluate_entity(found.entity, span);
    case Resolution::Kind::number:
      return {length_of(found.number, span), {}, {}};
    case Resolution::Kind::unit:
      return {fail(diagnose<Id::unit_value_as_type>(span)), {}, {}};
    case Resolution::Kind::local:
      if (is_number_form(context_.text(symbol))) {
        return {fail(diagnose<Id::bound_number_name>(span, context_.name(symbol))), {}, {}};
      }
      [[fallthrough]];
    case Resolution::Kind::boolean:
      return {fail(diagnose<Id::name_is_no_type>(span, context_.name(symbol))), {}, {}};
    case Resolution::Kind::error:
      break;
  }
  return {};
}

EvaluatedType TypeEvaluator::evaluate_entity(EntityId id, Span span) {
  ensure_evaluated(id);
  const Entity& entity = context_.entity(id);
  if (!entity.sound) context_.definition_sound = false;
  if (entity.kind == EntityKind::unknown) return {};
  if (entity.kind != EntityKind::type && is_number_form(context_.text(entity.name))) {
    return {fail(diagnose<Id::bound_number_name>(span, context_.name(entity.name))
                     .label(entity.span, message<Id::label_defined_here>())),
            {},
            {}};
  }
  if (entity.kind != EntityKind::type) {
    return {fail(diagnose<Id::name_is_no_type>(span, context_.name(entity.name))), {}, {}};
  }
  return {entity.type, entity.interface, entity.parts};
}

TypeId TypeEvaluator::length_of(const NumberLiteral& number, Span span) {
  std::uint32_t value = 0;
  const char* end = number.text.data() + number.text.size();
  const auto read = std::from_chars(number.text.data(), end, value);
  if (number.kind != NumberLiteral::Kind::integer || read.ec != std::errc() || value == 0 || value > 0x7FFFFFFFU) {
    return fail(diagnose<Id::bad_length>(span, Text{number.text}));
  }
  return context_.core.types.make(TypeKind::length, {}, value);
}

// ---- Constructors ----

EvaluatedType TypeEvaluator::evaluate_application(ExprId expression) {
  const SyntaxTree& tree = context_.tree();
  const Application& application = tree.as<Application>(expression);
  const TypeId constructor = evaluate(application.callee).type;
  std::vector<TypeId> arguments;
  std::vector<Span> spans;
  bool sound = context_.core.types[constructor].kind != TypeKind::error;
  for (const Argument& argument : tree.items(application.arguments)) {
    spans.push_back(tree.span(argument.value));
    if (argument.is_type) {
      fail(diagnose<Id::type_argument_of_type>(spans.back()));
      sound = false;
    }
    // What is applied to a number is a function, and has been reported for being no type: the number is no length.
    const bool is_number = tree.kind(argument.value) == ExprKind::name &&
                           is_number_form(context_.text(tree.as<NameExpr>(argument.value).symbol));
    if (!sound && is_number) continue;
    arguments.push_back(evaluate(argument.value).type);
    sound = sound && context_.core.types[arguments.back()].kind != TypeKind::error;
  }
  if (!sound) return {};
  return {apply(constructor, arguments, spans, tree.span(expression)), {}, {}};
}

bool TypeEvaluator::check_type_argument(TypeKind kind, std::size_t position, TypeId argument, Span span) {
  const TypeKind given = context_.core.types[argument].kind;
  if (given == TypeKind::parameter) return true;
  const bool is_length = given == TypeKind::length;
  if (takes_length(kind, position) != is_length) {
    if (is_length) {
      fail(diagnose<Id::length_as_type>(span, context_.type_text(argument)));
    } else {
      fail(diagnose<Id::type_as_length>(span, context_.type_text(argument)));
    }
    return false;
  }
  return true;
}

TypeId TypeEvaluator::apply(TypeId constructor, std::span<const TypeId> arguments, std::span<const Span> spans,
                            Span whole) {
  TypeTable& types = context_.core.types;
  const Type type = types[constructor];
  if (type.kind == TypeKind::opaque) return types.make(TypeKind::opaque, arguments, type.number);
  if (type.kind != TypeKind::constructor) {
    return fail(diagnose<Id::type_takes_no_arguments>(whole, context_.type_text(constructor)));
  }
  const auto kind = static_cast<TypeKind>(type.number);
  const std::uint32_t arity = arity_of(kind);
  std::vector<TypeId> all(types.arguments(constructor).begin(), types.arguments(constructor).end());
  if (all.size() + arguments.size() > arity) {
    return fail(diagnose<Id::too_many_type_arguments>(whole, context_.type_text(constructor),
                                                      diagnostics::Number{static_cast<std::int64_t>(arity)}));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!check_type_argument(kind, all.size(), arguments[i], spans[i])) return error();
    all.push_back(arguments[i]);
  }
  if (all.size() < arity) return types.make(TypeKind::constructor, all, type.number);
  return checked_depth(types.make(kind, all), whole);
}

TypeId TypeEvaluator::nominal(const Entity& entity) {
  TypeTable& types = context_.core.types;
  const std::string_view name = context_.text(entity.name);
  const auto found =
      std::find_if(nominals.begin(), nominals.end(), [&](const NominalRow& r) { return r.name == name; });
  if (entity.module != context_.program.builtin || found == nominals.end()) {
    context_.opaque_names.push_back(entity.name);
    return types.make(TypeKind::opaque, {}, static_cast<std::uint32_t>(context_.opaque_names.size() - 1));
  }
  if (found->kind == TypeKind::length) return types.make(TypeKind::length, {}, found->number);
  if (found->number == 0) return types.make(found->kind);
  return types.make(TypeKind::constructor, {}, static_cast<std::uint32_t>(found->kind));
}

// ---- The embedded declarations ----

void TypeEvaluator::ensure_evaluated(EntityId id) {
  if (context_.entity(id).evaluated) return;
  context_.entity(id).evaluated = true;
  const Entity entity = context_.entity(id);
  const Names::Elsewhere elsewhere(names_, entity.module);
  const std::vector<Symbol> quantified = std::exchange(quantified_, {});
  const Declaration& declaration = context_.tree().declaration(entity.declaration);
  Entity done = entity;
  done.kind = EntityKind::type;
  switch (declaration.kind) {
    case DeclarationKind::nominal:
      done.type = nominal(entity);
      break;
    case DeclarationKind::alias: {
      if (context_.tree().kind(declaration.value) == ExprKind::group_type) {
        // 绑定项 and its like: only read by the binders, which know their fields.
        context_.opaque_names.push_back(entity.name);
        done.type = context_.core.types.make(TypeKind::opaque, {},
                                             static_cast<std::uint32_t>(context_.opaque_names.size() - 1));
        break;
      }
      const EvaluatedType aliased = evaluate(declaration.value);
      done.type = aliased.type;
      done.parts = aliased.parts;
      done.interface = interface_builtin_from_name(context_.text(entity.name));
      if (!done.interface) done.interface = aliased.interface;
      break;
    }
    default: {
      done.type = evaluate_signature(declaration.value, done.type_parameters).type;
      if (const auto builtin = builtin_from_name(context_.text(entity.name))) {
        done.kind = EntityKind::builtin;
        done.builtin = *builtin;
      } else {
        done.kind = EntityKind::access_mode;
        done.writable = context_.text(entity.name) == "读写";
      }
    }
  }
  context_.entity(id) = done;
  quantified_ = quantified;
}

// ---- What a type may be used for ----

void TypeEvaluator::report_problem(Problem problem, TypeId type, Span span) {
  const diagnostics::TypeText text = context_.type_text(type);
  switch (problem) {
    case Problem::none:
      return;
    case Problem::silent:
      context_.definition_sound = false;
      return;
    case Problem::literal:
      return context_.report(diagnose<Id::literal_type_here>(span, text));
    case Problem::unit:
      return context_.report(diagnose<Id::unit_type_here>(span));
    case Problem::tuple:
      return context_.report(diagnose<Id::tuple_without_target>(span, text));
    case Problem::scalar:
      return context_.report(diagnose<Id::scalar_without_target>(span, text));
    case Problem::length:
      return context_.report(diagnose<Id::length_as_type>(span, text));
    case Problem::constructor:
      return context_.report(diagnose<Id::type_needs_arguments>(span, text));
    case Problem::resource:
      return context_.report(diagnose<Id::resource_type_here>(span, text));
    case Problem::entry:
      return context_.report(diagnose<Id::entry_type_here>(span, text));
    case Problem::function:
      return context_.report(diagnose<Id::function_type_here>(span));
    case Problem::cell:
      return context_.report(diagnose<Id::cell_type_here>(span));
    case Problem::meta:
    case Problem::access_mode:
    case Problem::opaque:
      return context_.report(diagnose<Id::no_target_type>(span, text));
    case Problem::atomic:
      return context_.report(diagnose<Id::atomic_type_here>(span, text));
    case Problem::runtime_array:
      return context_.report(diagnose<Id::runtime_array_here>(span, text));
  }
}

bool TypeEvaluator::require_value_type(TypeId type, Span span) {
  const Facts facts = context_.facts.of(type);
  if (facts.problem == Problem::none) return true;
  report_problem(facts.problem, facts.culprit ? facts.culprit : type, span);
  return false;
}

bool TypeEvaluator::require_content(TypeId type, TypeKind kind, Span span) {
  const TypeTable& types = context_.core.types;
  TypeId value = type;
  if (kind == TypeKind::storage_buffer && types[type].kind == TypeKind::runtime_array) {
    value = types.arguments(type)[0];
    if (types[value].kind == TypeKind::atomic) {
      const TypeId inner = types.arguments(value)[0];
      const TypeKind inner_kind = types[inner].kind;
      if (inner_kind == TypeKind::error) return false;
      if (is_scalar(types, inner) && (inner_kind == TypeKind::fixed_signed || inner_kind == TypeKind::fixed_unsigned)) {
        return true;
      }
      context_.report(diagnose<Id::atomic_content>(span, context_.type_text(inner)));
      return false;
    }
  }
  if (!require_value_type(value, span)) return false;
  if (kind != TypeKind::workgroup_variable && context_.facts.of(value).has_boolean) {
    context_.report(diagnose<Id::boolean_in_buffer>(span, context_.type_text(value)));
    return false;
  }
  return true;
}

}  // namespace yyshader::frontend::yuyan::checking
