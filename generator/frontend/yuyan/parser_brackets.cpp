#include <string>
#include <unordered_map>

#include "frontend/yuyan/parser_state.hpp"

// The literals `「头」【…】` and the closing of brackets.
namespace yyshader::frontend::yuyan {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Text;
using MessageId = diagnostics::Id;

ExprId Parser::bracket_literal(const Token& head) {
  const grammar::BracketForm* form = nullptr;
  for (std::size_t i = 0; i < std::size(grammar::bracket_forms); ++i) {
    if (bracket_heads_[i] == head.symbol) form = &grammar::bracket_forms[i];
  }
  if (form == nullptr) {
    add_without_panic(diagnose<MessageId::bracket_head>(span_of(head)));
  } else if (form->only_in_descriptions && role_ != FileRole::description) {
    add_without_panic(diagnose<MessageId::description_literal>(
        span_of(head), diagnostics::Name{std::string(symbols_.text(head.symbol))}));
  }
  if (!enter(span_of(head))) return error_node(head.begin);
  const ExprId literal = bracket_items(form != nullptr ? *form : grammar::bracket_forms[0], head);
  leave();
  return form != nullptr ? literal : error_node(head.begin);
}

/// The items between 【 and 】, the brackets included. A comma may stand before the first item and after the last.
ExprId Parser::bracket_items(const grammar::BracketForm& form, const Token& head) {
  Scratch<Field> fields(fields_);
  Scratch<ExprId> items(expressions_);
  const Token open = take();
  ++open_brackets_;
  accept(TokenKind::comma);
  while (kind() != TokenKind::bracket_close) {
    const bool has_end = bracket_item(form, fields, items);
    if (!next_item(has_end)) break;
  }
  --open_brackets_;
  close_bracket(open, TokenKind::bracket_close);
  if (form.kind == ExprKind::list) {
    const std::uint32_t height = 1 + height_of(items.items());
    return make(ListExpr{builder_.list(items.items())}, head.begin, height);
  }
  std::vector<Field> kept;
  drop_duplicates(fields, kept);
  std::uint32_t height = 0;
  for (const Field& field : kept) height = std::max(height, builder_.height(field.value));
  const List<Field> list = builder_.list(std::span<const Field>(kept));
  if (form.kind == ExprKind::group_value) return make(GroupValue{list}, head.begin, 1 + height);
  if (form.kind == ExprKind::group_type) return make(GroupType{list}, head.begin, 1 + height);
  return make(Dictionary{list}, head.begin, 1 + height);
}

/// Reads one item up to, not including, its 也. True when the item must be ended by 也.
bool Parser::bracket_item(const grammar::BracketForm& form, Scratch<Field>& fields, Scratch<ExprId>& items) {
  if (form.separator == TokenKind::end_of_file) {
    items.push(spine(true));
    return false;
  }
  const std::string separator(spelling(form.separator));
  if (kind() != TokenKind::name) {
    if (may_report()) add(diagnose<MessageId::expected_field>(here(), Text{separator}));
    skip_to_item_end();
    return true;
  }
  const Name name = name_of(take());
  if (kind() == form.separator) {
    take();
  } else if (grammar::declaration_form(kind()) != nullptr) {
    add_without_panic(diagnose<MessageId::field_word>(here(), Text{std::string(form.head)}, Text{separator})
                          .fix(here(), separator, message<MessageId::fix_replace>(Text{separator})));
    take();
  } else {
    if (may_report()) add(diagnose<MessageId::expected_field>(name.span, Text{separator}));
    skip_to_item_end();
    return true;
  }
  fields.push({name, spine(true)});
  return true;
}

/// Steps over an item's 也 and the comma after it. False at the end of the items.
bool Parser::next_item(bool has_end) {
  const auto at_field = [this] { return kind() == TokenKind::name && grammar::declaration_form(kind(1)) != nullptr; };
  if (panicking_) skip_to_item_end();
  if (has_end && !accept(TokenKind::keyword_end)) {
    if (kind() == TokenKind::comma || kind() == TokenKind::bracket_close || at_field()) {
      if (may_report()) {
        add(diagnose<MessageId::missing_field_end>(after_previous())
                .fix(after_previous(), "也", message<MessageId::fix_insert>(Text{"也"})));
      }
      if (at_field()) {
        panicking_ = false;
        return true;
      }
    } else {
      const bool closes = find_close_ahead(TokenKind::bracket_close).has_value();
      if (closes && may_report()) report_in_bracket();
      if (!closes) return false;
      skip_to_item_end();
      accept(TokenKind::keyword_end);
    }
  } else if (!has_end && kind() == TokenKind::keyword_end && find_close_ahead(TokenKind::bracket_close)) {
    add_without_panic(
        diagnose<MessageId::stray_end>(here()).fix(here(), "", message<MessageId::fix_remove>(Text{"也"})));
    take();
  }
  if (accept(TokenKind::comma)) {
    while (kind() == TokenKind::comma) {
      add_without_panic(
          diagnose<MessageId::extra_comma>(here()).fix(here(), "", message<MessageId::fix_remove>(Text{"，"})));
      take();
    }
    return true;
  }
  if (kind() == TokenKind::bracket_close) return false;
  if (!find_close_ahead(TokenKind::bracket_close)) return false;
  if (has_end ? at_field() : grammar::starts_expression(kind())) {
    if (may_report()) {
      add(diagnose<MessageId::missing_comma>(after_previous())
              .fix(after_previous(), "，", message<MessageId::fix_insert>(Text{"，"})));
    }
    panicking_ = false;
    return true;
  }
  if (may_report()) report_in_bracket();
  const std::size_t before = position_;
  skip_to_item_end();
  accept(TokenKind::keyword_end);
  return accept(TokenKind::comma) || position_ != before;
}

/// Reports the token at hand, which fits nowhere between brackets that are closed further on.
void Parser::report_in_bracket() {
  const Token at = token();
  if (at.kind == TokenKind::comma) {
    add(diagnose<MessageId::comma_outside_bracket>(here()).fix(here(), "与",
                                                               message<MessageId::fix_replace>(Text{"与"})));
  } else if (grammar::starts_expression(at.kind)) {
    add(diagnose<MessageId::missing_operator>(here()));
  } else if (at.kind == TokenKind::keyword_end) {
    add(diagnose<MessageId::stray_end>(here()).fix(here(), "", message<MessageId::fix_remove>(Text{"也"})));
  } else {
    add(diagnose<MessageId::unexpected_token>(here(), Text{text_of(at)}));
  }
}

/// Goes to the ， 】 or 也 that ends the item at hand, brackets balanced, or to the end of the sentence.
void Parser::skip_to_item_end() {
  std::size_t depth = 0;
  for (; kind() != TokenKind::end_of_file && kind() != TokenKind::full_stop; ++position_) {
    switch (kind()) {
      case TokenKind::parenthesis_open:
      case TokenKind::bracket_open:
        ++depth;
        break;
      case TokenKind::parenthesis_close:
        if (depth > 0) --depth;
        break;
      case TokenKind::bracket_close:
        if (depth == 0) return;
        --depth;
        break;
      case TokenKind::comma:
        if (depth == 0) return;
        break;
      case TokenKind::keyword_end:
        if (depth == 0 && (kind(1) == TokenKind::comma || kind(1) == TokenKind::bracket_close)) return;
        break;
      default:
        break;
    }
  }
}

/// Copies the fields to `kept`, each name once; reports the others.
void Parser::drop_duplicates(Scratch<Field>& fields, std::vector<Field>& kept) {
  std::unordered_map<Symbol, source::Span> seen;
  constexpr std::size_t few = 16;  // up to here, looking through them all is quicker
  kept.reserve(fields.size());
  for (const Field& field : fields.items()) {
    source::Span first;
    if (fields.size() <= few) {
      for (const Field& other : kept) {
        if (other.name.symbol == field.name.symbol) first = other.name.span;
      }
    } else if (const auto [entry, fresh] = seen.try_emplace(field.name.symbol, field.name.span); !fresh) {
      first = entry->second;
    }
    if (!first) {
      kept.push_back(field);
      continue;
    }
    add_without_panic(diagnose<MessageId::duplicate_field>(
                          field.name.span, diagnostics::Name{std::string(symbols_.text(field.name.symbol))})
                          .label(first, message<MessageId::label_first_field>()));
  }
}

/// Steps over the closing bracket of `open`. When it is not at hand: looks for it further on in the sentence; when it
/// isn't there either, it was forgotten.
void Parser::close_bracket(const Token& open, TokenKind close) {
  if (accept(close)) return;
  if (const auto found = find_close_ahead(close)) {
    if (may_report()) report_in_bracket();
    position_ = *found;
    take();
    return;
  }
  const bool round = close == TokenKind::parenthesis_close;
  const TokenKind other = round ? TokenKind::bracket_close : TokenKind::parenthesis_close;
  const bool other_is_open = (round ? open_brackets_ : open_parentheses_) > 0;
  const std::string wanted(spelling(close));
  if (kind() == other && !other_is_open) {
    if (may_report()) {
      add(diagnose<MessageId::mismatched_bracket>(here(), Text{std::string(spelling(other))}, Text{wanted})
              .label(span_of(open), message<MessageId::label_opened_here>(Text{std::string(spelling(open.kind))}))
              .fix(here(), wanted, message<MessageId::fix_replace>(Text{wanted})));
    }
    take();
    return;
  }
  if (may_report()) {
    add(diagnose<MessageId::unclosed_bracket>(span_of(open), Text{std::string(spelling(open.kind))}, Text{wanted})
            .label(here(), message<MessageId::label_needed_before>(Text{wanted}))
            .fix(after_previous(), wanted, message<MessageId::fix_insert>(Text{wanted})));
  }
}

}  // namespace yyshader::frontend::yuyan
