#include <algorithm>

#include "ir/signature.hpp"
#include "ir/text_reader.hpp"
#include "ir/text_words.hpp"
#include "ir/uses.hpp"
#include "support/numbers.hpp"

namespace yyshader::ir::text {

void BodyReader::body() {
  function_->body = open_block(Frame::Kind::block);
  run();
}

ValueId BodyReader::constant() {
  Frame frame;
  frame.kind = Frame::Kind::constant;
  frames_.push_back(frame);
  run();
  return result_;
}

void BodyReader::run() {
  while (!frames_.empty() && !cursor_.has_failed()) {
    switch (frames_.back().kind) {
      case Frame::Kind::block:
      case Frame::Kind::then_block:
      case Frame::Kind::right_side:
        statement();
        break;
      default:
        value();
    }
  }
}

BlockId BodyReader::open_block(Frame::Kind kind) {
  cursor_.expect("{");
  Frame frame;
  frame.kind = kind;
  frame.block = builder_.block();
  frames_.push_back(frame);
  return frame.block;
}

void BodyReader::append(const Statement& statement) {
  const auto block =
      std::find_if(frames_.rbegin(), frames_.rend(), [](const Frame& frame) { return bool{frame.block}; });
  builder_.append(block->block, statement);
}

void BodyReader::close_block() {
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.kind == Frame::Kind::then_block) {
    cursor_.expect("else");
    const BlockId otherwise = open_block(Frame::Kind::block);
    // The `if` is the statement written last into the block around.
    const auto around =
        std::find_if(frames_.rbegin() + 1, frames_.rend(), [](const Frame& f) { return bool{f.block}; });
    function_->blocks[around->block.index()].statements.back().second = otherwise;
  } else if (frame.kind == Frame::Kind::right_side) {
    frames_.back().payload = frame.block.value + std::uint64_t{1};
  }
}

void BodyReader::statement() {
  while (cursor_.accept(";")) {
  }
  if (cursor_.accept("}")) return close_block();
  const std::uint32_t line = cursor_.peek().line;
  const std::string keyword = cursor_.word();
  if (cursor_.has_failed()) return;
  if (keyword == "let") return let();
  if (keyword == "variable") return variable();
  if (keyword == "store") return start_statement(StatementKind::store);
  if (keyword == "if") return start_statement(StatementKind::if_);
  if (evaluate(keyword)) return;
  if (keyword == "undeclared") {
    const Label label = cursor_.accept("&") ? cursor_.label() : cursor_.label();
    locals_[label.key] = LocalId(function_->locals.size());
    function_->locals.push_back(declared_local(label));
    return;
  }
  Statement plain;
  if (keyword == "loop") {
    plain.kind = StatementKind::loop;
    append(plain);
    const BlockId around = frames_.back().block;
    const BlockId body = open_block(Frame::Kind::block);
    function_->blocks[around.index()].statements.back().first = body;
  } else if (keyword == "continue" || keyword == "break") {
    plain.kind = keyword == "break" ? StatementKind::break_ : StatementKind::continue_;
    append(plain);
  } else if (keyword == "return") {
    const Token& token = cursor_.peek();
    static constexpr std::string_view statement_words[] = {"let",      "variable", "store",     "if",         "pending",
                                                           "inlined",  "dropped",  "statement", "undeclared", "loop",
                                                           "continue", "break",    "return"};
    const bool is_alone =
        cursor_.at("}") || cursor_.at(";") ||
        (token.kind == Token::Kind::word &&
         std::find(std::begin(statement_words), std::end(statement_words), token.text) != std::end(statement_words));
    if (!is_alone) return start_statement(StatementKind::return_);
    plain.kind = StatementKind::return_;
    append(plain);
  } else {
    cursor_.fail_at(line, "'" + keyword + "' is no statement");
  }
}

void BodyReader::start_statement(StatementKind kind, const Label& label, EvaluateForm form) {
  Frame frame;
  frame.kind = Frame::Kind::statement;
  frame.statement.kind = kind;
  frame.statement.form = form;
  frame.label = label;
  frames_.push_back(frame);
}

void BodyReader::let() {
  cursor_.accept("%");
  const Label label = cursor_.label();
  cursor_.expect("=");
  start_statement(StatementKind::let, label);
  if (!label.is_number) frames_.back().statement.name = context_.module.symbols.intern(label.name);
}

bool BodyReader::evaluate(std::string_view keyword) {
  const auto form = evaluate_forms.find(keyword);
  if (!form) return false;
  Label label;
  const std::size_t start = cursor_.position();
  if (cursor_.accept("%")) {
    label = cursor_.label();
    if (!cursor_.accept("=")) {  // no definition but a value that has been evaluated before
      cursor_.go_to(start);
      label = {};
    }
  }
  start_statement(StatementKind::evaluate, label, *form);
  return true;
}

Local BodyReader::declared_local(const Label& label) {
  Local local;
  if (!label.is_number) local.name = context_.module.symbols.intern(label.name);
  cursor_.expect(":");
  local.type = read_type(context_);
  local.is_result = cursor_.accept("result");
  return local;
}

void BodyReader::variable() {
  cursor_.accept("&");
  const Label label = cursor_.label();
  Statement statement;
  statement.kind = StatementKind::variable;
  statement.local = LocalId(function_->locals.size());
  function_->locals.push_back(declared_local(label));
  // Visible in its own value too: whether it may be used there is the verifier's matter.
  locals_[label.key] = statement.local;
  if (!cursor_.accept("=")) return append(statement);
  start_statement(StatementKind::variable);
  frames_.back().statement.local = statement.local;
}

void BodyReader::value() {
  if (cursor_.peek().kind == Token::Kind::number || cursor_.at("true") || cursor_.at("false")) {
    return deliver(literal());
  }
  if (cursor_.peek().kind == Token::Kind::word) return operation();
  leaf();
}

void BodyReader::leaf() {
  Module& module = context_.module;
  const std::uint32_t line = cursor_.peek().line;
  if (cursor_.accept("%")) {
    const Label label = cursor_.label();
    if (cursor_.accept(":=")) {
      inline_label_ = label;
      return operation();
    }
    const auto found = values_.find(label.key);
    if (found != values_.end()) return deliver(found->second);
    return cursor_.fail_at(line, "there is no value '%" + (label.is_number ? label.key.substr(1) : label.name) + "'");
  }
  if (cursor_.accept("@")) {
    const GlobalId id = context_.find(context_.globals, "global");
    if (id) deliver(builder_.global(id, {}));
  } else if (cursor_.accept("^")) {
    const ConstantId id = context_.find(context_.constants, "constant");
    if (id) deliver(builder_.value(Op::constant, module.constants[id.index()].type, {}, {}, id.value));
  } else if (cursor_.accept("$")) {
    const Label label = cursor_.label();
    const auto found = parameters_.find(label.key);
    if (found == parameters_.end()) return cursor_.fail_at(line, "there is no parameter '$" + label.name + "'");
    deliver(builder_.value(Op::parameter, function_->parameters[found->second].type, {}, {}, found->second));
  } else if (cursor_.accept("&")) {
    const Label label = cursor_.label();
    const auto found = locals_.find(label.key);
    if (found == locals_.end()) return cursor_.fail_at(line, "there is no variable '&" + label.name + "'");
    deliver(builder_.local(found->second, {}));
  } else {
    cursor_.fail("a value is expected");
  }
}

ValueId BodyReader::literal() {
  TypeTable& types = context_.module.types;
  const Token token = cursor_.next();
  TypeId type = types.boolean();
  std::string_view spelling = token.text;
  if (token.kind == Token::Kind::number) {
    spelling = token.text.substr(0, token.text.find_first_not_of("0123456789."));
    std::string suffix(token.text.substr(spelling.size()));
    if (suffix == "h") suffix = "f16";
    if (suffix.size() == 1 && suffix != "a") suffix += "32";
    const auto numeric = numeric_type(suffix);
    const bool is_whole = spelling.find('.') == std::string_view::npos && suffix != "a";
    if (numeric) {
      type = types.intern(*numeric);
    } else if (suffix.empty() || suffix == "a") {
      type = is_whole ? types.abstract_integer() : types.abstract_float();
    } else {
      cursor_.fail_at(token.line, "'" + std::string(token.text) + "' has an unknown suffix");
      return {};
    }
  }
  const auto bits = literal_bits(types, type, spelling);
  if (!bits) {
    cursor_.fail_at(token.line, "'" + std::string(token.text) + "' does not fit its type");
    return {};
  }
  return builder_.literal(type, spelling, {});
}

void BodyReader::operation() {
  Frame frame;
  frame.kind = Frame::Kind::operation;
  frame.line = cursor_.peek().line;
  frame.first_operand = operands_.size();
  std::swap(frame.label, inline_label_);
  const std::string name = cursor_.word();
  const auto op = op_from_text(name);
  if (!op || is_leaf(*op)) return cursor_.fail_at(frame.line, "'" + name + "' is no operation");
  frame.op = *op;
  if (frame.op == Op::call) frame.payload = context_.find(context_.functions, "function").value;
  if (cursor_.accept(".")) frame.payload = cursor_.number();
  if (cursor_.accept("<")) {
    frame.type = read_type(context_);
    cursor_.expect(">");
  }
  cursor_.expect("(");
  if (cursor_.has_failed()) return;
  if (!cursor_.accept(")")) {
    frames_.push_back(std::move(frame));
    return;
  }
  const ValueId id = finish_operation(frame);
  if (id) deliver(id);
}

ValueId BodyReader::finish_operation(const Frame& frame) {
  const std::vector<ValueId> operands(operands_.begin() + static_cast<std::ptrdiff_t>(frame.first_operand),
                                      operands_.end());
  operands_.resize(frame.first_operand);
  TypeId type = frame.type;
  const int wanted = row(frame.op).operands;
  if (!type && (wanted < 0 || static_cast<std::size_t>(wanted) == operands.size())) {
    std::vector<TypeId> types;
    types.reserve(operands.size());
    for (const ValueId operand : operands) types.push_back(builder_.pool()[operand].type);
    if (const auto result = result_type({context_.module, function_, frame.op, types, frame.payload})) {
      type = context_.module.types.intern(*result);
    }
  }
  if (!type) {
    cursor_.fail_at(frame.line, "the type of '" + std::string(row(frame.op).text) +
                                    "' does not follow from its operands: it takes others, or its type must be given");
    return {};
  }
  const ValueId id = builder_.value(frame.op, type, {}, operands, frame.payload);
  bind(frame.label, id);
  return id;
}

void BodyReader::bind(const Label& label, ValueId id) {
  if (label.key.empty()) return;
  if (!values_.emplace(label.key, id).second) cursor_.fail("the label of a value stands twice");
}

void BodyReader::deliver(ValueId id) {
  while (!cursor_.has_failed()) {
    Frame& frame = frames_.back();
    if (frame.kind == Frame::Kind::constant) {
      result_ = id;
      frames_.pop_back();
      return;
    }
    if (frame.kind == Frame::Kind::statement) {
      if (deliver_to_statement(id)) frames_.pop_back();
      return;
    }
    operands_.push_back(id);
    if (cursor_.accept(",")) {
      const bool is_short_circuit = frame.op == Op::logical_and || frame.op == Op::logical_or;
      if (is_short_circuit && function_ != nullptr && cursor_.at("{")) open_block(Frame::Kind::right_side);
      return;
    }
    cursor_.expect(")");
    if (cursor_.has_failed()) return;
    id = finish_operation(frame);
    if (!id) return;
    frames_.pop_back();
  }
}

bool BodyReader::deliver_to_statement(ValueId id) {
  Frame& frame = frames_.back();
  Statement& statement = frame.statement;
  if (statement.kind == StatementKind::store && !statement.target) {
    statement.target = id;
    cursor_.expect("=");
    return false;
  }
  statement.value = id;
  // A value named twice is unsound, but can be read.
  if (!frame.label.key.empty()) values_.emplace(frame.label.key, id);
  append(statement);
  if (statement.kind != StatementKind::if_) return true;
  const auto around = std::find_if(frames_.rbegin(), frames_.rend(), [](const Frame& f) { return bool{f.block}; });
  const BlockId around_block = around->block;
  frames_.pop_back();
  const BlockId then = open_block(Frame::Kind::then_block);
  function_->blocks[around_block.index()].statements.back().first = then;
  return false;
}

}  // namespace yyshader::ir::text
