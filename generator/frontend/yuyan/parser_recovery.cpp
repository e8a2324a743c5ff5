#include <string>

#include "frontend/yuyan/parser_state.hpp"

// How faults are reported once, and where the parser finds its feet again.
namespace yyshader::frontend::yuyan {

using diagnostics::diagnose;
using diagnostics::Diagnostic;
using diagnostics::message;
using diagnostics::Text;
using MessageId = diagnostics::Id;

namespace {

/// How many tokens ahead the recovery looks for a closing word, so that a long broken sentence takes linear time.
constexpr std::size_t maximum_lookahead = 20000;

}  // namespace

bool Parser::may_report() {
  sound_ = false;
  if (panicking_) return false;
  panicking_ = true;
  // A word without quotes has been told, and may have been meant for anything.
  if (kind() == TokenKind::fault || is_unquoted(position_) || (position_ > 0 && is_unquoted(position_ - 1))) {
    return false;
  }
  if (kind() == TokenKind::end_of_file && cut_off_) return false;
  return !report_foreign_word();
}

bool Parser::is_unquoted(std::size_t position) const {
  const Token& token = tokens_[position];
  return token.kind == TokenKind::name && !text_.substr(token.begin).starts_with("「");
}

/// Reports the words of the larger language, each by its own message.
bool Parser::report_foreign_word() {
  switch (kind()) {
    case TokenKind::foreign_meet:
      add(diagnose<MessageId::word_meet>(here()));
      return true;
    case TokenKind::foreign_receive:
      add(diagnose<MessageId::word_receive>(here()));
      return true;
    case TokenKind::foreign_match:
      add(diagnose<MessageId::word_match>(here()));
      return true;
    case TokenKind::foreign_exists:
      add(diagnose<MessageId::word_exists>(here()).fix(here(), "「有」",
                                                       message<MessageId::fix_replace>(Text{"「有」"})));
      return true;
    case TokenKind::foreign_or:
      add(diagnose<MessageId::word_or>(here()));
      return true;
    case TokenKind::foreign_attach:
      add(diagnose<MessageId::word_attach>(here()));
      return true;
    case TokenKind::foreign_pass:
      add(diagnose<MessageId::word_pass>(here()));
      return true;
    case TokenKind::foreign_follow:
      add(diagnose<MessageId::word_follow>(here()));
      return true;
    case TokenKind::foreign_builtin:
      add(diagnose<MessageId::word_builtin>(here()));
      return true;
    default:
      return false;
  }
}

void Parser::add(Diagnostic diagnostic) {
  if (stopped_) return;
  if (diagnostics_.size() > maximum_listed_errors) {
    stopped_ = true;
    position_ = tokens_.size() - 1;
    return;
  }
  diagnostic.definition = definition_;
  diagnostics_.push_back(std::move(diagnostic));
}

void Parser::add_without_panic(Diagnostic diagnostic) {
  sound_ = false;
  if (!panicking_) add(std::move(diagnostic));
}

/// Reports that the sentence is nested too deeply, and gives it up: nothing else in it is read or reported.
void Parser::abandon_sentence(source::Span at) {
  if (may_report()) add(diagnose<MessageId::nesting_too_deep>(at, diagnostics::Number{maximum_nesting}));
  panicking_ = true;
  while (kind() != TokenKind::full_stop && kind() != TokenKind::end_of_file) advance();
}

/// Counts one level of what the parser recurses for; false when that is too much.
bool Parser::enter(source::Span at) {
  if (nesting_ >= maximum_nesting) {
    abandon_sentence(at);
    return false;
  }
  ++nesting_;
  return true;
}

ExprId Parser::missing_expression() {
  const std::uint32_t begin = token().begin;
  const bool closes_nothing = (kind() == TokenKind::parenthesis_close && open_parentheses_ == 0) ||
                              (kind() == TokenKind::bracket_close && open_brackets_ == 0);
  if (may_report()) {
    if (closes_nothing) {
      add(diagnose<MessageId::unmatched_bracket>(here(), Text{text_of(token())})
              .fix(here(), "", message<MessageId::fix_remove>(Text{text_of(token())})));
    } else if (kind() == TokenKind::bracket_open) {
      add(diagnose<MessageId::bracket_head>(here()));
    } else if (position_ > 0 && tokens_[position_ - 1].kind == TokenKind::semicolon) {
      const source::Span semicolon = span_of(tokens_[position_ - 1]);
      add(diagnose<MessageId::expected_expression>(here()).fix(semicolon, "",
                                                               message<MessageId::fix_remove>(Text{"；"})));
    } else {
      add(diagnose<MessageId::expected_expression>(here()));
    }
  }
  if (closes_nothing) advance();
  skip_to_sync();
  return builder_.add(ErrorExpr{}, begin, std::max(begin, previous_end()), 1);
}

/// Goes to the next token that some construct may be waiting for: 也 。 ； ， a closing bracket, or a word that closes
/// a slot of an enclosing form; forms and brackets on the way are stepped over whole.
void Parser::skip_to_sync() {
  std::size_t depth = 0;
  std::size_t bodies = 0;  // 而 that forms on the way still owe
  std::size_t thens = 0;
  std::size_t elses = 0;
  const auto owed = [](std::size_t& count) { return count > 0 && count-- > 0; };
  for (;; ++position_) {
    if (kind() == TokenKind::end_of_file || kind() == TokenKind::full_stop) return;
    if (kind() == TokenKind::parenthesis_open || kind() == TokenKind::bracket_open) {
      ++depth;
      continue;
    }
    if (kind() == TokenKind::parenthesis_close || kind() == TokenKind::bracket_close) {
      if (depth == 0) return;
      --depth;
      continue;
    }
    if (depth > 0) continue;
    if (at_new_sentence(position_)) return;
    switch (kind()) {
      case TokenKind::comma:
      case TokenKind::keyword_end:
      case TokenKind::semicolon:
        return;
      case TokenKind::keyword_body:
        if (!owed(bodies)) return;
        break;
      case TokenKind::keyword_then:
        if (!owed(thens)) return;
        break;
      case TokenKind::keyword_else:
        if (!owed(elses)) return;
        break;
      case TokenKind::keyword_if:
        ++thens;
        ++elses;
        break;
      default:
        if (grammar::prefix_form(kind()) != nullptr) ++bodies;
        break;
    }
  }
}

/// The position of the next `word` that closes a slot of the form at hand, with forms and brackets on the way balanced;
/// nothing when the sentence, bracket or item ends before it.
std::optional<std::size_t> Parser::find_word_ahead(TokenKind word) const {
  std::size_t depth = 0;
  std::size_t owed = 0;
  const std::size_t last = std::min(tokens_.size(), position_ + maximum_lookahead);
  for (std::size_t at = position_; at < last; ++at) {
    const TokenKind found = tokens_[at].kind;
    switch (found) {
      case TokenKind::end_of_file:
      case TokenKind::full_stop:
        return std::nullopt;
      case TokenKind::parenthesis_open:
      case TokenKind::bracket_open:
        ++depth;
        continue;
      case TokenKind::parenthesis_close:
      case TokenKind::bracket_close:
        if (depth == 0) return std::nullopt;
        --depth;
        continue;
      case TokenKind::comma:
        if (depth == 0) return std::nullopt;
        continue;
      default:
        break;
    }
    if (depth > 0) continue;
    if (found == word) {
      if (owed == 0) return at;
      --owed;
      continue;
    }
    if (const grammar::PrefixForm* form = grammar::prefix_form(found)) {
      for (const grammar::Part& part : form->parts) {
        owed += part.kind == grammar::PartKind::word && part.word == word;
      }
    }
  }
  return std::nullopt;
}

/// The position of the bracket that closes the one at hand, if the sentence has it.
std::optional<std::size_t> Parser::find_close_ahead(TokenKind close) const {
  const TokenKind open = close == TokenKind::parenthesis_close ? TokenKind::parenthesis_open : TokenKind::bracket_open;
  const TokenKind other_close =
      close == TokenKind::parenthesis_close ? TokenKind::bracket_close : TokenKind::parenthesis_close;
  const TokenKind other_open =
      close == TokenKind::parenthesis_close ? TokenKind::bracket_open : TokenKind::parenthesis_open;
  const bool other_is_open = (close == TokenKind::parenthesis_close ? open_brackets_ : open_parentheses_) > 0;
  std::size_t depth = 0;
  std::size_t other_depth = 0;
  const std::size_t last = std::min(tokens_.size(), position_ + maximum_lookahead);
  for (std::size_t at = position_; at < last; ++at) {
    const TokenKind found = tokens_[at].kind;
    if (found == TokenKind::end_of_file || found == TokenKind::full_stop) break;
    if (found == close) {
      if (depth == 0) return at;
      --depth;
    } else if (found == open) {
      ++depth;
    } else if (found == other_open) {
      ++other_depth;
    } else if (found == other_close) {
      if (other_depth == 0 && other_is_open) break;  // an outer bracket ends before this one does
      if (other_depth > 0) --other_depth;
    }
  }
  return std::nullopt;
}

/// Steps over `word`, which the form that began with `form` needs next. False when the form must be given up.
bool Parser::expect_word(const Token& form, TokenKind word) {
  if (accept(word)) return true;
  const auto ahead = find_word_ahead(word);
  const Text form_text{std::string(spelling(form.kind))};
  const Text word_text{std::string(spelling(word))};
  const bool may_insert = grammar::starts_expression(kind());
  if (may_report()) {
    if (ahead && kind() == TokenKind::name && form.kind == TokenKind::keyword_lambda) {
      // 会「甲」「乙」而: one 会 for each parameter.
      const std::string more = std::string(spelling(word)) + std::string(spelling(form.kind));
      add(diagnose<MessageId::missing_form_word>(here(), Text(form_text), Text(word_text))
              .label(span_of(form), message<MessageId::label_opened_here>(Text(form_text)))
              .fix(after_previous(), more, message<MessageId::fix_insert>(Text{more})));
    } else if (ahead && may_insert) {
      add(diagnose<MessageId::missing_operator>(here()));
    } else if (ahead) {
      add(diagnose<MessageId::unexpected_token>(here(), Text{text_of(token())}));
    } else {
      auto found = diagnose<MessageId::missing_form_word>(here(), Text(form_text), Text(word_text))
                       .label(span_of(form), message<MessageId::label_opened_here>(Text(form_text)));
      if (may_insert) {
        found = std::move(found).fix(after_previous(), word_text.text, message<MessageId::fix_insert>(Text(word_text)));
      }
      if (word == TokenKind::keyword_else) found = std::move(found).note({}, message<MessageId::note_else_unit>());
      add(std::move(found));
    }
  }
  if (ahead) {
    position_ = *ahead;
    take();
    return true;
  }
  if (may_insert) panicking_ = false;
  return may_insert;
}

}  // namespace yyshader::frontend::yuyan
