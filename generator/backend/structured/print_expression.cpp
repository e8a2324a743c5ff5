#include <array>

#include "backend/structured/printer.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

// The half of the printer that writes expressions.

namespace yyshader::backend::structured {

namespace {

constexpr std::size_t deepest_expression = 1000;
constexpr std::string_view component_letters = "xyzw";

}  // namespace

void Printer::expression(ir::ValueId id, Position position, std::string& out) {
  // The values of a module's constants have no names: visible_names_ is empty there.
  if (id.index() < visible_names_.size() && visible_names_[id.index()] != nullptr) {
    out += *visible_names_[id.index()];
    return;
  }
  definition(id, position, out);
}

void Printer::arguments(std::span<const ir::ValueId> operands, std::string& out) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) out += ", ";
    expression(operands[i], Position::operand, out);
  }
}

void Printer::definition(ir::ValueId id, Position position, std::string& out) {
  support::invariant(++depth_ <= deepest_expression, "an expression nested too deep for printing");
  const ir::Value& value = pool()[id];
  const auto operands = pool().operands(id);
  const Spelling& spelling = (*dialect_.operations)[value.op];
  switch (spelling.form) {
    case Form::own:
      own_operation(id, position, out);
      break;
    case Form::infix:
    case Form::prefix:
    case Form::ternary:
      if (position == Position::operand) out += '(';
      operator_expression(spelling, id, out);
      if (position == Position::operand) out += ')';
      break;
    case Form::call:
    case Form::typed_call:
    case Form::type_call:
      out += spelling.text;
      if (spelling.form == Form::typed_call) out += '<';
      if (spelling.form != Form::call) type(value.type, out);
      if (spelling.form == Form::typed_call) out += '>';
      out += '(';
      arguments(operands, out);
      out += ')';
      break;
    case Form::place_call:
      out += spelling.text;
      out += "(&";
      arguments(operands, out);
      out += ')';
      break;
    case Form::word:
      out += spelling.text;
      break;
    case Form::select_call:
      out += spelling.text;
      out += '(';
      arguments(std::array{operands[2], operands[1], operands[0]}, out);
      out += ')';
      break;
    case Form::custom:
      spelling.custom(*this, id, position, out);
      break;
    case Form::unsupported:
      support::internal_error(std::string(dialect_.name)
                                  .append(" cannot write the operation ")
                                  .append(ir::row(value.op).text)
                                  .append(": ")
                                  .append(spelling.text));
  }
  --depth_;
}

void Printer::operator_expression(const Spelling& spelling, ir::ValueId id, std::string& out) {
  const auto operands = pool().operands(id);
  if (spelling.form == Form::prefix) {
    out += spelling.text;
    return expression(operands[0], Position::operand, out);
  }
  expression(operands[0], Position::operand, out);
  if (spelling.form == Form::infix) {
    out += ' ';
    out += spelling.text;
    out += ' ';
    return expression(operands[1], Position::operand, out);
  }
  out += " ? ";
  expression(operands[1], Position::operand, out);
  out += " : ";
  expression(operands[2], Position::operand, out);
}

void Printer::own_operation(ir::ValueId id, Position position, std::string& out) {
  const ir::Value& value = pool()[id];
  const auto operands = pool().operands(id);
  const auto payload = static_cast<std::size_t>(value.payload);
  switch (value.op) {
    case ir::Op::literal:
      return dialect_.literal(*this, value, out);
    case ir::Op::constant:
      out += names_.constants[payload];
      return;
    case ir::Op::parameter:
      out += names_.function_names[function_.index()].parameters[payload];
      return;
    case ir::Op::global_reference:
      out += names_.globals[payload];
      return;
    case ir::Op::local_reference:
      out += names_.function_names[function_.index()].locals[payload];
      return;
    case ir::Op::index_reference:
    case ir::Op::index:
      expression(operands[0], Position::operand, out);
      out += '[';
      expression(operands[1], Position::whole, out);
      out += ']';
      return;
    case ir::Op::member_reference: {
      expression(operands[0], Position::operand, out);
      const ir::TypeId place = module_.types[pool()[operands[0]].type].element;
      out += '.';
      out += names_.members[module_.types[place].structure.index()][payload];
      return;
    }
    case ir::Op::load:
    case ir::Op::copy:
      return expression(operands[0], position, out);
    case ir::Op::extract:
      return extract(id, out);
    case ir::Op::call:
      return call(id, out);
    default:
      support::internal_error(std::string("the printer has no form of its own for ").append(ir::row(value.op).text));
  }
}

void Printer::extract(ir::ValueId id, std::string& out) {
  const ir::ValueId aggregate = pool().operands(id)[0];
  const auto index = static_cast<std::size_t>(pool()[id].payload);
  expression(aggregate, Position::operand, out);
  const ir::Type& type = module_.types[pool()[aggregate].type];
  if (type.kind == ir::TypeKind::structure) {
    out += '.';
    out += names_.members[type.structure.index()][index];
  } else if (type.kind == ir::TypeKind::vector) {
    out += '.';
    out += component_letters[index];
  } else {
    out += '[';
    support::append_decimal(out, static_cast<std::uint64_t>(index));
    out += ']';
  }
}

void Printer::call(ir::ValueId id, std::string& out) {
  const ir::FunctionId callee(pool()[id].payload);
  const auto operands = pool().operands(id);
  out += names_.functions[callee.index()];
  out += '(';
  arguments(operands, out);
  if (dialect_.further_arguments != nullptr) dialect_.further_arguments(*this, callee, !operands.empty(), out);
  out += ')';
}

}  // namespace yyshader::backend::structured
