#include <algorithm>

#include "frontend/yuyan/core_walk.hpp"
#include "frontend/yuyan/lower_body.hpp"
#include "support/internal_error.hpp"

namespace yyshader::frontend::yuyan {
namespace {

/// True when a statement evaluates the value: its operation is not pure, or its right side has evaluations of its own.
bool has_statement(const ir::Value& value) {
  const bool is_logical = value.op == ir::Op::logical_and || value.op == ir::Op::logical_or;
  return !ir::is_pure(value.op) || (is_logical && value.payload != 0);
}

}  // namespace

BodyLowering::BodyLowering(LoweringContext& context, ir::Function& function)
    : program_(context.program), context_(context), function_(&function), builder_(context.module, &function) {}

BodyLowering::BodyLowering(LoweringContext& context)
    : program_(context.program), context_(context), function_(nullptr), builder_(context.module, nullptr) {}

ir::ValueId BodyLowering::lower_value(core::ExpressionId id) { return lower_value(core::at(program_, id)); }

ir::ValueId BodyLowering::lower_value(const core::Expression& expression) {
  const ir::ValueId value = std::visit([&](const auto& node) { return value_of(node, expression); }, expression.node);
  return program_.types[expression.type].kind == TypeKind::unit ? ir::ValueId() : value;
}

ir::ValueId BodyLowering::value_of(const core::Literal& node, const core::Expression& expression) {
  ir::TypeTable& types = context_.module.types;
  const ir::TypeId type = context_.type(expression.type);
  if (!node.is_conversion || types.is_abstract(type)) return literal_of(type, node, expression.span);
  const bool is_decimal = program_.types[expression.type].kind == TypeKind::fixed_float;
  const ir::TypeId bare = is_decimal ? types.abstract_float() : types.abstract_integer();
  return build(ir::Op::convert, type, expression.span, {literal_of(bare, node, expression.span)});
}

ir::ValueId BodyLowering::value_of(const core::Unit&, const core::Expression&) { return {}; }

ir::ValueId BodyLowering::value_of(const core::LocalUse& node, const core::Expression& expression) {
  const Binding binding = context_.bindings[node.local.index()];
  switch (binding.kind) {
    case Binding::Kind::unit:
      return {};
    case Binding::Kind::value:
      return ir::ValueId(binding.index);
    case Binding::Kind::parameter:
      return build(ir::Op::parameter, context_.type(expression.type), expression.span, {}, binding.index);
    case Binding::Kind::variable:
      return load(builder_.local(ir::LocalId(binding.index), expression.span), expression.span);
  }
  support::internal_error("a local of no kind");
}

ir::ValueId BodyLowering::value_of(const core::ConstantUse& node, const core::Expression& expression) {
  const std::uint32_t constant = context_.items[node.constant.index()];
  return build(ir::Op::constant, context_.module.constants[constant].type, expression.span, {}, constant);
}

ir::ValueId BodyLowering::value_of(const core::ResourceUse& node, const core::Expression& expression) {
  return builder_.global(ir::GlobalId(context_.items[node.resource.index()]), expression.span);
}

ir::ValueId BodyLowering::value_of(const core::FunctionCall& node, const core::Expression& expression) {
  const std::size_t first = push_values(node.arguments);
  const std::uint32_t callee = context_.items[node.function.index()];
  return evaluated(build(ir::Op::call, context_.type(expression.type), expression.span, first, callee));
}

ir::ValueId BodyLowering::value_of(const core::RecursionCall& node, const core::Expression& expression) {
  support::invariant(!node.from_inside, "a self call as a value");
  if (!context_.calls_itself(node.recursion)) {
    bind_arguments(node);
    return lower_value(recursion_of(node).body);
  }
  const ir::LocalId result = lower_loop(node, expression, LoopExit::stores);
  return result ? load(builder_.local(result, expression.span), expression.span) : ir::ValueId();
}

ir::ValueId BodyLowering::value_of(const core::Tuple& node, const core::Expression& expression) {
  const std::size_t first = push_values(node.elements);
  return build(ir::Op::construct, context_.type(expression.type), expression.span, first);
}

ir::ValueId BodyLowering::value_of(const core::StructValue& node, const core::Expression& expression) {
  // Evaluated as written, constructed as declared.
  const std::size_t first = push_values(node.fields);
  std::vector<ir::ValueId> declared(node.fields.count);
  support::invariant(operands_.size() - first == declared.size(), "a struct value with a field of 有");
  for (std::uint32_t i = 0; i < node.fields.count; ++i) {
    declared[program_.index_lists[node.field_indices.first + i]] = operands_[first + i];
  }
  std::copy(declared.begin(), declared.end(), operands_.begin() + static_cast<std::ptrdiff_t>(first));
  return build(ir::Op::construct, context_.type(expression.type), expression.span, first);
}

ir::ValueId BodyLowering::value_of(const core::Projection& node, const core::Expression& expression) {
  const core::Expression& operand = core::at(program_, node.operand);
  if (program_.types[operand.type].kind == TypeKind::structure && is_place(node.operand)) {
    return load(member_place(place_of(node.operand), node.index, expression.span), expression.span);
  }
  return build(ir::Op::extract, context_.type(expression.type), expression.span, {lower_value(node.operand)},
               node.index);
}

ir::ValueId BodyLowering::value_of(const core::Block& node, const core::Expression&) {
  lower_steps(node.steps);
  return lower_value(node.result);
}

ir::ValueId BodyLowering::literal_of(ir::TypeId type, const core::Literal& literal, source::Span span) {
  const ir::Symbol symbol = context_.symbol(literal.spelling);
  std::string_view spelling = context_.module.text(symbol);
  while (spelling.size() > 1 && spelling[0] == '0' && spelling[1] >= '0' && spelling[1] <= '9') {
    spelling.remove_prefix(1);
  }
  return builder_.literal(type, spelling, span);
}

std::size_t BodyLowering::push_values(core::Range range) {
  const std::size_t first = operands_.size();
  for (const core::ExpressionId id : core::list(program_, range)) {
    if (const ir::ValueId value = lower_value(id)) operands_.push_back(value);
  }
  return first;
}

ir::ValueId BodyLowering::build(ir::Op op, ir::TypeId type, source::Span span, std::size_t first,
                                std::uint64_t payload) {
  const ir::ValueId value =
      builder_.value(op, type, span, std::span<const ir::ValueId>(operands_).subspan(first), payload);
  operands_.resize(first);
  return value;
}

ir::ValueId BodyLowering::build(ir::Op op, ir::TypeId type, source::Span span,
                                std::initializer_list<ir::ValueId> operands, std::uint64_t payload) {
  return builder_.value(op, type, span, operands, payload);
}

ir::ValueId BodyLowering::evaluated(ir::ValueId value) {
  if (has_statement(builder_.pool()[value])) {
    ir::Statement statement;
    statement.kind = ir::StatementKind::evaluate;
    statement.span = builder_.pool()[value].span;
    statement.value = value;
    append(statement);
  }
  return value;
}

ir::ValueId BodyLowering::bind_let(ir::Symbol name, ir::ValueId value, source::Span span) {
  std::vector<ir::Statement>& statements = function_->blocks[current_.index()].statements;
  const bool is_named = value.index() < named_.size() && named_[value.index()];
  const bool has_own = has_statement(builder_.pool()[value]);
  if (has_own && !statements.empty() && statements.back().kind == ir::StatementKind::evaluate &&
      statements.back().value == value) {
    statements.pop_back();  // the let evaluates it instead
  } else if (has_own || is_named) {
    value = build(ir::Op::copy, builder_.pool()[value].type, span, {value});
  }
  if (named_.size() <= value.index()) named_.resize(builder_.pool().values.size());
  named_[value.index()] = true;
  ir::Statement statement;
  statement.kind = ir::StatementKind::let;
  statement.span = span;
  statement.value = value;
  statement.name = name;
  append(statement);
  return value;
}

ir::ValueId BodyLowering::load(ir::ValueId pointer, source::Span span) {
  const ir::TypeId type = context_.module.types[builder_.pool()[pointer].type].element;
  return evaluated(build(ir::Op::load, type, span, {pointer}));
}

void BodyLowering::drop(ir::ValueId value) {
  std::vector<ir::ValueId> pending{value};
  std::vector<ir::Statement>& statements = function_->blocks[current_.index()].statements;
  while (!pending.empty()) {
    const ir::ValueId part = pending.back();
    pending.pop_back();
    const bool is_named = part.index() < named_.size() && named_[part.index()];
    const auto operands = builder_.pool().operands(part);
    if (!has_statement(builder_.pool()[part])) {
      if (!is_named) pending.insert(pending.end(), operands.begin(), operands.end());
    } else if (is_read_of_local(part)) {
      // The statements of the value that was just lowered are the last ones.
      for (std::size_t i = statements.size(); i > 0; --i) {
        if (statements[i - 1].kind != ir::StatementKind::evaluate || statements[i - 1].value != part) continue;
        statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(i - 1));
        break;
      }
    }
  }
}

bool BodyLowering::is_read_of_local(ir::ValueId value) {
  if (builder_.pool()[value].op != ir::Op::load) return false;
  return builder_.pool()[builder_.pool().operands(value)[0]].op == ir::Op::local_reference;
}

}  // namespace yyshader::frontend::yuyan
