#include "backend/structured/printer.hpp"

#include <utility>

#include "pass/limits.hpp"
#include "pass/nesting.hpp"
#include "support/internal_error.hpp"

namespace yyshader::backend::structured {

namespace {

/// Far above what pass/limits.hpp lets through; a module that skipped that pass ends in an internal error, not in a
/// stack overflow.
constexpr std::size_t deepest = 1000;

/// Counts one level of depth for as long as it lives.
class Level {
 public:
  explicit Level(std::size_t& depth) : depth_(depth) {
    support::invariant(++depth_ <= deepest, "a module nested too deep for printing");
  }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
  ~Level() { --depth_; }

 private:
  std::size_t& depth_;
};

bool is_void_return(const ir::Statement& statement) {
  return statement.kind == ir::StatementKind::return_ && !statement.value;
}

}  // namespace

Printer::Printer(const Dialect& dialect, const ir::Module& module, const pass::Names& names,
                 const pass::InterfacePlan& plan)
    : dialect_(dialect), module_(module), names_(names), plan_(plan), pool_(&module.constant_values) {}

TargetText Printer::print() && {
  dialect_.preamble(*this);
  for (const ir::Item& each : module_.items) {
    blank_line_due_ = !line_origins_.empty();
    item(each);
  }
  return {std::move(writer_).take(), std::move(line_origins_)};
}

void Printer::line(std::string_view text, source::Span origin) {
  if (std::exchange(blank_line_due_, false)) {
    writer_.end_line();
    line_origins_.emplace_back();
  }
  writer_.line(text);
  line_origins_.push_back(origin);
}

void Printer::open(std::string_view text, source::Span origin) {
  line(text, origin);
  writer_.indent();
}

void Printer::close(std::string_view text, source::Span origin) {
  writer_.dedent();
  line(text, origin);
}

void Printer::item(const ir::Item& item) {
  switch (item.kind) {
    case ir::Item::Kind::structure:
      return dialect_.structure(*this, ir::StructId(item.index));
    case ir::Item::Kind::global:
      return dialect_.global(*this, ir::GlobalId(item.index));
    case ir::Item::Kind::constant:
      return dialect_.constant(*this, ir::ConstantId(item.index));
    case ir::Item::Kind::function:
      return function_item(ir::FunctionId(item.index));
  }
}

void Printer::function_item(ir::FunctionId id) {
  const ir::Function& function = module_.functions[id.index()];
  function_ = id;
  pool_ = &function.values;
  visible_names_.assign(function.values.values.size(), nullptr);
  dialect_.function_head(*this, id);
  if (dialect_.body_start != nullptr) dialect_.body_start(*this, id);
  block(function.body, true);
  close("}", function.span);
  function_ = {};
  pool_ = &module_.constant_values;
  visible_names_.clear();
}

void Printer::block(ir::BlockId id, bool at_end) {
  const Level level(depth_);
  const std::size_t visible_before = visible_.size();
  const std::vector<ir::Statement>& statements = module_.functions[function_.index()].blocks[id.index()].statements;
  for (std::size_t i = 0; i < statements.size(); ++i) statement(statements[i], at_end && i + 1 == statements.size());
  while (visible_.size() > visible_before) {
    visible_names_[visible_.back().index()] = nullptr;
    visible_.pop_back();
  }
}

void Printer::statement(const ir::Statement& statement, bool at_end) {
  switch (statement.kind) {
    case ir::StatementKind::let:
      return let(statement);
    case ir::StatementKind::evaluate:
      return evaluate(statement);
    case ir::StatementKind::variable:
      return variable(statement);
    case ir::StatementKind::store:
      return store(statement);
    case ir::StatementKind::if_:
      return branch(statement, at_end);
    case ir::StatementKind::loop:
      open(dialect_.loop_head, statement.span);
      if (dialect_.loop_start != nullptr) dialect_.loop_start(*this, statement);
      block(statement.first, false);
      return close("}", statement.span);
    case ir::StatementKind::continue_:
      return line("continue;", statement.span);
    case ir::StatementKind::break_:
      return line("break;", statement.span);
    case ir::StatementKind::return_: {
      if (is_void_return(statement)) return at_end ? void() : line("return;", statement.span);
      std::string text = "return ";
      expression(statement.value, Position::whole, text);
      return line(text += ';', statement.span);
    }
  }
}

void Printer::let(const ir::Statement& statement) {
  const std::string& name = names_.function_names[function_.index()].lets.at(statement.value);
  const bool compile_time = module_.types.is_abstract((*pool_)[statement.value].type);
  std::string text;
  if (dialect_.let_head == nullptr || !dialect_.let_head(*this, statement, text)) {
    text = compile_time ? dialect_.compile_time_word : dialect_.let_word;
  }
  text += name;
  text += " = ";
  definition(statement.value, Position::whole, text);
  line(text += ';', statement.span);
  visible_names_[statement.value.index()] = &name;
  visible_.push_back(statement.value);
}

void Printer::evaluate(const ir::Statement& statement) {
  std::string text;
  switch (statement.form) {
    case ir::EvaluateForm::inlined:
      return;
    case ir::EvaluateForm::dropped:
      text = dialect_.drop_open;
      expression(statement.value, Position::whole, text);
      return line(text += dialect_.drop_close, statement.span);
    case ir::EvaluateForm::statement:
      expression(statement.value, Position::whole, text);
      return line(text += ';', statement.span);
    case ir::EvaluateForm::pending:
      break;
  }
  support::internal_error("an effect whose form is still pending cannot be printed");
}

void Printer::variable(const ir::Statement& statement) {
  const ir::Local& local = module_.functions[function_.index()].locals[statement.local.index()];
  const std::string& name = names_.function_names[function_.index()].locals[statement.local.index()];
  std::string text;
  dialect_.variable(*this, name, local.type, text);
  if (statement.value) {
    text += " = ";
    expression(statement.value, Position::whole, text);
  }
  line(text += ';', statement.span);
}

void Printer::store(const ir::Statement& statement) {
  std::string text;
  if (dialect_.stored_place != nullptr) {
    dialect_.stored_place(*this, statement, text);
  } else {
    expression(statement.target, Position::operand, text);
  }
  text += " = ";
  if (dialect_.stored_value != nullptr) {
    dialect_.stored_value(*this, statement, text);
  } else {
    expression(statement.value, Position::whole, text);
  }
  line(text += ';', statement.span);
}

std::string Printer::condition_line(std::string_view before, ir::ValueId condition) {
  std::string text(before);
  text += "if (";
  expression(condition, Position::whole, text);
  return text += ") {";
}

void Printer::branch(const ir::Statement& statement, bool at_end) {
  open(condition_line("", statement.value), statement.span);
  block(statement.first, at_end);
  const ir::Statement* last = &statement;
  if (is_long_chain(statement)) {
    while (const ir::Statement* next = pass::sole_if(module_.functions[function_.index()], last->second)) {
      close(condition_line("} else ", next->value), next->span);
      writer_.indent();
      block(next->first, at_end);
      last = next;
    }
  }
  close("} else {", last->span);
  writer_.indent();
  block(last->second, at_end);
  close("}", last->span);
}

bool Printer::is_long_chain(const ir::Statement& statement) const {
  const ir::Function& function = module_.functions[function_.index()];
  const ir::Statement* next = &statement;
  for (std::size_t conditions = 1; conditions <= pass::longest_nested_chain; ++conditions) {
    next = pass::sole_if(function, next->second);
    if (next == nullptr) return false;
  }
  return true;
}

TargetText print(const Dialect& dialect, const ir::Module& module, const pass::Names& names,
                 const pass::InterfacePlan& plan) {
  return Printer(dialect, module, names, plan).print();
}

}  // namespace yyshader::backend::structured
