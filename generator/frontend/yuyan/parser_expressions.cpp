#include <string>

#include "frontend/yuyan/parser_state.hpp"

namespace yyshader::frontend::yuyan {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Text;
using MessageId = diagnostics::Id;

std::uint32_t Parser::height_of(std::span<const ExprId> parts) const {
  std::uint32_t height = 0;
  for (const ExprId part : parts) height = std::max(height, builder_.height(part));
  return height;
}

/// A whole expression: prefix forms and ； chains, with everything else inside `infix`. With `may_annotate` unset, 也
/// ends it (the tail of an operand that is a prefix form: 也 belongs to whoever holds the operand).
ExprId Parser::spine(bool may_annotate) {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  const std::size_t base = pending_.size();
  std::size_t outermost_form = none;  // in pending_; forms above it are inside its tail
  while (true) {
    if (const grammar::PrefixForm* form = grammar::prefix_form(kind())) {
      if (outermost_form == none) outermost_form = pending_.size();
      if (push_prefix(*form)) continue;
      return fold(error_node(previous_end()), base);
    }
    const bool in_form = outermost_form != none;
    const std::uint32_t tail_begin = token().begin;
    ExprId expression = infix(may_annotate && !in_form ? Level::annotation : Level::tuple);
    if (kind() != TokenKind::semicolon && may_annotate && in_form && at_annotation()) {
      const std::uint32_t begin = pending_[outermost_form].begin;
      expression = closed_annotation(fold(expression, outermost_form), begin, tail_begin);
      outermost_form = none;
    }
    if (kind() != TokenKind::semicolon) return fold(expression, base);
    pending_.push_back({ExprKind::sequence, builder_.tree().span(expression).begin, {}, {expression, {}}});
    take();
  }
}

/// Reads a prefix form up to its tail. False when its words are not all there: then nothing is left to read of it.
bool Parser::push_prefix(const grammar::PrefixForm& form) {
  const Token keyword = take();
  Pending pending{form.kind, keyword.begin, {}, {}};
  std::size_t slots = 0;
  bool complete = true;
  for (const grammar::Part& part : form.parts) {
    if (!complete || part.kind == grammar::PartKind::tail) break;
    switch (part.kind) {
      case grammar::PartKind::name:
        if (kind() == TokenKind::name) {
          pending.name = name_of(take());
        } else if (may_report()) {
          add(diagnose<MessageId::expected_form_name>(here(), Text{std::string(spelling(form.keyword))}));
        }
        if (form.kind == ExprKind::quantified) value_quantifier(keyword);
        break;
      case grammar::PartKind::slot:
        if (enter(here())) {
          pending.slots[slots++] = spine(true);
          leave();
        } else {
          complete = false;
        }
        break;
      default:
        complete = expect_word(keyword, part.word);
        break;
    }
  }
  for (ExprId& slot : pending.slots) {
    if (!slot) slot = error_node(keyword.begin);
  }
  pending_.push_back(pending);
  return complete;
}

/// `承「整数」者「乙」而` of the larger language: reported as one thing.
void Parser::value_quantifier(const Token& keyword) {
  if (kind() != TokenKind::keyword_definition) return;
  if (may_report()) {
    const std::uint32_t end = kind(1) == TokenKind::name ? token(1).end : token().end;
    add(diagnose<MessageId::value_quantifier>({file_, keyword.begin, end}));
  }
  advance();
  if (kind() == TokenKind::name) advance();
}

/// Builds the forms that wait above `base` around `tail`, innermost first.
ExprId Parser::fold(ExprId tail, std::size_t base) {
  while (pending_.size() > base) {
    const ExprKind kind = pending_.back().kind;
    const bool chain = kind == ExprKind::lambda || kind == ExprKind::function_type || kind == ExprKind::quantified;
    tail = chain ? fold_chain(tail, base) : fold_one(tail);
  }
  return tail;
}

/// A chain of one of 会 化 承 becomes one node; a chain in the tail (it was in parentheses) is joined to it.
ExprId Parser::fold_chain(ExprId tail, std::size_t base) {
  const ExprKind kind = pending_.back().kind;
  std::size_t first = pending_.size() - 1;
  while (first > base && pending_[first - 1].kind == kind) --first;
  const std::uint32_t begin = pending_[first].begin;
  const bool joins = builder_.tree().kind(tail) == kind;
  ExprId result;
  if (kind == ExprKind::function_type) {
    Scratch<ExprId> parameters(expressions_);
    for (std::size_t i = first; i < pending_.size(); ++i) parameters.push(pending_[i].slots[0]);
    if (joins) {
      const FunctionType& inner = builder_.tree().as<FunctionType>(tail);
      parameters.push_all(builder_.tree().items(inner.parameters));
      tail = inner.result;
    }
    const std::uint32_t height = 1 + std::max(height_of(parameters.items()), builder_.height(tail));
    result = make(FunctionType{builder_.list(parameters.items()), tail}, begin, height);
  } else {
    Scratch<Name> parameters(names_);
    for (std::size_t i = first; i < pending_.size(); ++i) parameters.push(pending_[i].name);
    if (kind == ExprKind::lambda) {
      if (joins) {
        const Lambda& inner = builder_.tree().as<Lambda>(tail);
        parameters.push_all(builder_.tree().items(inner.parameters));
        tail = inner.body;
      }
      result = make(Lambda{builder_.list(parameters.items()), tail}, begin, 1 + builder_.height(tail));
    } else {
      if (joins) {
        const QuantifiedType& inner = builder_.tree().as<QuantifiedType>(tail);
        parameters.push_all(builder_.tree().items(inner.parameters));
        tail = inner.body;
      }
      result = make(QuantifiedType{builder_.list(parameters.items()), tail}, begin, 1 + builder_.height(tail));
    }
  }
  pending_.resize(first);
  return result;
}

/// One of the forms whose tail is a spine: the tail adds nothing to the height.
ExprId Parser::fold_one(ExprId tail) {
  const Pending form = pending_.back();
  pending_.pop_back();
  const std::uint32_t slot_height =
      std::max(builder_.height(form.slots[0]), form.slots[1] ? builder_.height(form.slots[1]) : 0);
  const std::uint32_t height = std::max(1 + slot_height, builder_.height(tail));
  switch (form.kind) {
    case ExprKind::let:
      return make(Let{form.name, form.slots[0], tail}, form.begin, height);
    case ExprKind::recursive_let:
      return make(RecursiveLet{form.name, form.slots[0], form.slots[1], tail}, form.begin, height);
    case ExprKind::conditional:
      return make(Conditional{form.slots[0], form.slots[1], tail}, form.begin, height);
    default:
      return make(Sequence{form.slots[0], tail}, form.begin, height);
  }
}

/// Everything that binds at least as tightly as `minimum`, which is never `sequence`.
ExprId Parser::infix(Level minimum) {
  const std::uint32_t begin = token().begin;
  ExprId left = operand();
  while (true) {
    const grammar::InfixForm* form = grammar::infix_form(kind());
    if (form == nullptr || form->level < minimum) return left;
    switch (form->kind) {
      case ExprKind::projection:
        left = projection(left, begin);
        break;
      case ExprKind::qualified:
        left = qualified(left, begin);
        break;
      case ExprKind::application:
        left = application(left, begin, minimum);
        break;
      case ExprKind::annotation:
        if (!at_annotation()) return left;
        left = annotation(left, begin);
        break;
      default:
        left = tuple(left, begin);
        break;
    }
  }
}

ExprId Parser::operand() {
  const Token first = token();
  switch (first.kind) {
    case TokenKind::name:
      take();
      if (kind() == TokenKind::bracket_open) return bracket_literal(first);
      return builder_.add(NameExpr{first.symbol}, first.begin, first.end, 1);
    case TokenKind::string:
      take();
      return builder_.add(StringExpr{first.symbol}, first.begin, first.end, 1);
    case TokenKind::parenthesis_open:
      return parenthesised();
    default:
      break;
  }
  if (grammar::prefix_form(first.kind) == nullptr) return missing_expression();
  if (!enter(span_of(first))) return error_node(first.begin);
  const ExprId form = spine(false);
  leave();
  return form;
}

ExprId Parser::parenthesised() {
  const Token open = token();
  if (!enter(span_of(open))) return error_node(open.begin);
  take();
  ++open_parentheses_;
  const ExprId inner = spine(true);
  --open_parentheses_;
  close_bracket(open, TokenKind::parenthesis_close);
  leave();
  return inner;
}

ExprId Parser::projection(ExprId left, std::uint32_t begin) {
  Scratch<Name> selectors(names_);
  ExprId base = left;
  if (builder_.tree().kind(left) == ExprKind::projection) {
    const Projection& inner = builder_.tree().as<Projection>(left);
    selectors.push_all(builder_.tree().items(inner.selectors));
    base = inner.base;
  }
  while (kind() == TokenKind::keyword_member) {
    take();
    if (kind() != TokenKind::name) {
      if (may_report()) add(diagnose<MessageId::expected_selector>(here(), Text{"中"}));
      skip_to_sync();
      return error_node(begin);
    }
    selectors.push(name_of(take()));
  }
  return make(Projection{base, builder_.list(selectors.items())}, begin, 1 + builder_.height(base));
}

ExprId Parser::qualified(ExprId left, std::uint32_t begin) {
  Scratch<Name> segments(names_);
  const ExprKind left_kind = builder_.tree().kind(left);
  bool sound = true;
  if (left_kind == ExprKind::name) {
    segments.push({builder_.tree().as<NameExpr>(left).symbol, builder_.tree().span(left)});
  } else if (left_kind == ExprKind::qualified) {
    segments.push_all(builder_.tree().items(builder_.tree().as<QualifiedName>(left).segments));
  } else {
    sound = false;
    if (left_kind != ExprKind::error) add_without_panic(diagnose<MessageId::namespace_of_value>(here()));
  }
  while (kind() == TokenKind::keyword_namespace) {
    take();
    if (kind() != TokenKind::name) {
      if (may_report()) add(diagnose<MessageId::expected_selector>(here(), Text{"之"}));
      skip_to_sync();
      return error_node(begin);
    }
    segments.push(name_of(take()));
  }
  if (!sound) return error_node(begin);
  return make(QualifiedName{builder_.list(segments.items())}, begin, 1);
}

ExprId Parser::application(ExprId left, std::uint32_t begin, Level minimum) {
  Scratch<Argument> arguments(arguments_);
  ExprId callee = left;
  std::uint32_t height = 0;
  if (builder_.tree().kind(left) == ExprKind::application) {
    const Application& inner = builder_.tree().as<Application>(left);
    arguments.push_all(builder_.tree().items(inner.arguments));
    callee = inner.callee;
    height = builder_.height(left) - 1;
  }
  height = std::max(height, builder_.height(callee));
  while (true) {
    const grammar::InfixForm* form = grammar::infix_form(kind());
    if (form == nullptr || form->kind != ExprKind::application || form->level < minimum) break;
    take();
    const ExprId value = infix(grammar::right_level(*form));
    arguments.push({value, form->keyword == TokenKind::keyword_type_apply});
    height = std::max(height, builder_.height(value));
  }
  return make(Application{callee, builder_.list(arguments.items())}, begin, 1 + height);
}

/// A chain of 与 and 合, right-associative: a tuple literal on the right is joined to what stands before it, one on the
/// left stays an element (1.4). Runs of one of the two become one node at once.
ExprId Parser::tuple(ExprId left, std::uint32_t begin) {
  Scratch<ExprId> operands(expressions_);
  Scratch<TokenKind> operators(operators_);
  operands.push(left);
  while (kind() == TokenKind::keyword_tuple || kind() == TokenKind::keyword_tuple_type) {
    operators.push(take().kind);
    operands.push(infix(Level::application));
  }
  ExprId right = operands[operators.size()];
  std::size_t last = operators.size();
  while (last > 0) {
    const TokenKind joined_by = operators[last - 1];
    std::size_t first = last - 1;
    while (first > 0 && operators[first - 1] == joined_by) --first;
    const ExprKind tuple_kind = grammar::infix_form(joined_by)->kind;
    Scratch<ExprId> elements(expressions_);
    for (std::size_t i = first; i < last; ++i) elements.push(operands[i]);
    const SyntaxTree& tree = builder_.tree();
    if (tree.kind(right) != tuple_kind) {
      elements.push(right);
    } else if (tuple_kind == ExprKind::tuple_value) {
      elements.push_all(tree.items(tree.as<TupleValue>(right).elements));
    } else {
      elements.push_all(tree.items(tree.as<TupleType>(right).elements));
    }
    const std::uint32_t tuple_begin = first == 0 ? begin : tree.span(operands[first]).begin;
    const std::uint32_t height = 1 + height_of(elements.items());
    const List<ExprId> list = builder_.list(elements.items());
    right = tuple_kind == ExprKind::tuple_value ? make(TupleValue{list}, tuple_begin, height)
                                                : make(TupleType{list}, tuple_begin, height);
    last = first;
  }
  return right;
}

ExprId Parser::annotation(ExprId type, std::uint32_t begin) {
  const Token end = take();
  switch (kind()) {
    case TokenKind::keyword_body:
    case TokenKind::keyword_then:
    case TokenKind::keyword_else:
    case TokenKind::keyword_definition:
    case TokenKind::semicolon:
      // People end a slot by 也 as they end a declaration.
      add_without_panic(diagnose<MessageId::stray_end>(span_of(end))
                            .fix(span_of(end), "", message<MessageId::fix_remove>(Text{"也"})));
      return type;
    default:
      break;
  }
  if (!enter(span_of(end))) return error_node(begin);
  const ExprId value = infix(Level::annotation);
  leave();
  return make(Annotation{type, value}, begin, 1 + std::max(builder_.height(type), builder_.height(value)));
}

/// An annotation whose 也 closed the prefix form `form`: right for function types; around a value it can only be a
/// slip, since no value form is a type.
ExprId Parser::closed_annotation(ExprId form, std::uint32_t begin, std::uint32_t tail_begin) {
  const ExprKind form_kind = builder_.tree().kind(form);
  const source::Span keyword{file_, begin, begin + 3};
  const source::Span end_word = here();
  const ExprId result = annotation(form, begin);
  const bool is_type = form_kind == ExprKind::function_type || form_kind == ExprKind::quantified;
  if (is_type || builder_.tree().kind(result) != ExprKind::annotation || panicking_ || form_kind == ExprKind::error) {
    return result;
  }
  std::string_view word;
  for (const grammar::PrefixForm& row : grammar::prefix_forms) {
    if (row.kind == form_kind) word = spelling(row.keyword);
  }
  const source::Span annotated{file_, tail_begin, previous_end()};
  const std::string fixed = "（" + std::string(text_.substr(tail_begin, annotated.end - tail_begin)) + "）";
  add_without_panic(diagnose<MessageId::annotation_closes_form>(end_word, Text{std::string(word)})
                        .label(keyword, message<MessageId::label_opened_here>(Text{std::string(word)}))
                        .fix(annotated, fixed, message<MessageId::fix_parenthesise_annotation>()));
  return result;
}

}  // namespace yyshader::frontend::yuyan
