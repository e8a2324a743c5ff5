#include "frontend/yuyan/parser.hpp"

#include <algorithm>
#include <string>

#include "frontend/yuyan/declaration_rules.hpp"
#include "frontend/yuyan/parser_state.hpp"
#include "support/utf8.hpp"

namespace yyshader::frontend::yuyan {

using diagnostics::diagnose;
using diagnostics::message;
using diagnostics::Text;
using MessageId = diagnostics::Id;

Parser::Parser(source::FileId file, std::string_view text, FileRole role, LexedFile& lexed,
               support::SymbolTable& symbols)
    : file_(file),
      text_(text),
      role_(role),
      symbols_(symbols),
      tokens_(lexed.tokens),
      cut_off_(lexed.cut_off),
      builder_(file, lexed.tokens.size()) {
  for (std::size_t i = 0; i < std::size(grammar::bracket_forms); ++i) {
    bracket_heads_[i] = symbols.intern(grammar::bracket_forms[i].head);
  }
}

std::string Parser::text_of(const Token& t) const { return std::string(text_.substr(t.begin, t.end - t.begin)); }

bool Parser::at_new_sentence(std::size_t position) const {
  const TokenKind at = tokens_[position].kind;
  if (grammar::starts_import(at)) return true;
  if (at != TokenKind::name || position + 1 >= tokens_.size()) return false;
  if (grammar::declaration_form(tokens_[position + 1].kind) == nullptr) return false;
  // 虑「甲」者 is no declaration, and neither is a field.
  const TokenKind before = position == 0 ? TokenKind::end_of_file : tokens_[position - 1].kind;
  return before != TokenKind::keyword_let && before != TokenKind::keyword_recursive_let &&
         before != TokenKind::keyword_quantifier && before != TokenKind::keyword_let_type;
}

bool Parser::at_annotation() const {
  if (kind() != TokenKind::keyword_end) return false;
  switch (kind(1)) {
    case TokenKind::comma:
    case TokenKind::bracket_close:
    case TokenKind::parenthesis_close:
    case TokenKind::full_stop:
    case TokenKind::end_of_file:
    case TokenKind::keyword_end:  // no expression starts with it: one of the two is too many
      return false;
    default:
      return !at_new_sentence(std::min(position_ + 1, tokens_.size() - 1));
  }
}

void Parser::run() {
  while (!stopped_) {
    while (kind() == TokenKind::full_stop) advance();
    if (kind() == TokenKind::end_of_file) break;
    sentence();
  }
}

void Parser::sentence() {
  panicking_ = false;
  sound_ = true;
  definition_.clear();
  const std::size_t start = position_;
  const std::uint32_t begin = token().begin;
  Declaration declaration;
  if (grammar::starts_import(kind())) {
    import(declaration);
  } else if ((kind() == TokenKind::name && grammar::declaration_form(kind(1)) != nullptr) ||
             grammar::declaration_form(kind()) != nullptr) {
    named(declaration);
  } else {
    bare(declaration);
  }
  sentence_end();
  if (position_ == start) advance();
  declaration.sound = sound_;
  declaration.span = {file_, begin, std::max(begin, previous_end())};
  builder_.add(declaration);
}

void Parser::import(Declaration& declaration) {
  declaration.kind = DeclarationKind::import;
  import_words(declaration);
  Scratch<Name> path(names_);
  while (true) {
    if (kind() != TokenKind::name) {
      if (may_report()) add(diagnose<MessageId::import_path_expected>(here()));
      skip_to_sentence_end();
      break;
    }
    path.push(name_of(take()));
    if (accept(TokenKind::keyword_namespace)) continue;
    if (accept(TokenKind::keyword_import_end)) break;
    if (may_report()) {
      add(diagnose<MessageId::import_end_missing>(after_previous())
              .fix(after_previous(), "之书", message<MessageId::fix_insert>(Text{"之书"})));
    }
    skip_to_sentence_end();
    break;
  }
  declaration.path = builder_.list(path.items());
}

/// 寻 观 诵 in this order, each at most once.
void Parser::import_words(Declaration& declaration) {
  const std::uint32_t begin = token().begin;
  bool ordered = true;
  while (grammar::starts_import(kind())) {
    switch (take().kind) {
      case TokenKind::keyword_import_name:
        ordered = ordered && !declaration.binds && !declaration.opens && !declaration.reexports;
        declaration.binds = true;
        break;
      case TokenKind::keyword_import_open:
        ordered = ordered && !declaration.opens && !declaration.reexports;
        declaration.opens = true;
        break;
      default:
        ordered = ordered && !declaration.reexports;
        declaration.reexports = true;
        break;
    }
  }
  if (ordered) return;
  const std::string words = std::string(declaration.binds ? "寻" : "") + (declaration.opens ? "观" : "") +
                            (declaration.reexports ? "诵" : "");
  const source::Span span{file_, begin, previous_end()};
  add_without_panic(diagnose<MessageId::import_word_order>(span, Text{words})
                        .fix(span, words, message<MessageId::fix_replace>(Text{words})));
}

/// `名 者 式 也` and its kin.
void Parser::named(Declaration& declaration) {
  if (kind() == TokenKind::name) {
    declaration.name = name_of(take());
    definition_ = std::string(symbols_.text(declaration.name.symbol));
  } else {
    add_without_panic(diagnose<MessageId::declaration_without_name>(here(), Text{text_of(token())}));
  }
  declaration.kind = grammar::declaration_form(take().kind)->kind;
  declaration.value = spine(true);
  if (!declaration.name.symbol) declaration.kind = DeclarationKind::error;
  declaration_end();
}

/// A sentence that is only an expression, or nothing that makes sense.
void Parser::bare(Declaration& declaration) {
  declaration.kind = DeclarationKind::expression;
  const std::uint32_t begin = token().begin;
  if (kind() == TokenKind::keyword_end) {
    add_without_panic(
        diagnose<MessageId::stray_end>(here()).fix(here(), "", message<MessageId::fix_remove>(Text{"也"})));
    take();
    declaration.kind = DeclarationKind::error;
    return;
  }
  if (!grammar::starts_expression(kind())) declaration.kind = DeclarationKind::error;
  if (kind() == TokenKind::name && grammar::starts_expression(kind(1))) {
    unmarked(declaration);
    return;
  }
  declaration.value = spine(true);
  if (grammar::declaration_form(kind()) != nullptr) {
    const Token keyword = token();
    if (may_report()) {
      add(diagnose<MessageId::declaration_target>({file_, begin, previous_end()}, Text{text_of(keyword)}));
    }
    take();
    declaration.kind = DeclarationKind::error;
    declaration.value = spine(true);
    declaration_end();
    return;
  }
  if (kind() == TokenKind::keyword_end && !panicking_) take();
}

/// `名 式 也`: a declaration that lacks the word between.
void Parser::unmarked(Declaration& declaration) {
  declaration.kind = DeclarationKind::error;
  declaration.name = name_of(take());
  definition_ = std::string(symbols_.text(declaration.name.symbol));
  add_without_panic(diagnose<MessageId::missing_declaration_word>(after_previous(), diagnostics::Name{definition_})
                        .fix(after_previous(), "者", message<MessageId::fix_insert>(Text{"者"})));
  declaration.value = spine(true);
  declaration_end();
}

/// The 也 of a declaration.
void Parser::declaration_end() {
  while (!accept(TokenKind::keyword_end)) {
    const bool at_end = kind() == TokenKind::full_stop || kind() == TokenKind::end_of_file;
    if (at_end || at_new_sentence(position_)) {
      if (may_report()) {
        add(diagnose<MessageId::missing_declaration_end>(after_previous())
                .fix(after_previous(), "也", message<MessageId::fix_insert>(Text{"也"})));
      }
      return;
    }
    const bool closes = kind() == TokenKind::parenthesis_close || kind() == TokenKind::bracket_close;
    if (may_report()) {
      if (closes) {
        add(diagnose<MessageId::unmatched_bracket>(here(), Text{text_of(token())})
                .fix(here(), "", message<MessageId::fix_remove>(Text{text_of(token())})));
      } else {
        report_in_bracket();
      }
    }
    advance();
    if (closes && kind() == TokenKind::keyword_end) continue;
    while (kind() != TokenKind::end_of_file && kind() != TokenKind::full_stop && !at_new_sentence(position_) &&
           !(kind() == TokenKind::keyword_end && !at_annotation())) {
      advance();
    }
  }
}

/// The 。 of a sentence; the last one may lack it.
void Parser::sentence_end() {
  if (kind() == TokenKind::full_stop || kind() == TokenKind::end_of_file) return;
  if (at_new_sentence(position_)) {
    if (may_report()) {
      add(diagnose<MessageId::missing_full_stop>(after_previous())
              .fix(after_previous(), "。", message<MessageId::fix_insert>(Text{"。"})));
    }
    return;
  }
  const bool closes = kind() == TokenKind::parenthesis_close || kind() == TokenKind::bracket_close;
  if (may_report()) {
    if (closes) {
      add(diagnose<MessageId::unmatched_bracket>(here(), Text{text_of(token())})
              .fix(here(), "", message<MessageId::fix_remove>(Text{text_of(token())})));
    } else if (kind() == TokenKind::keyword_end) {
      add(diagnose<MessageId::stray_end>(here()).fix(here(), "", message<MessageId::fix_remove>(Text{"也"})));
    } else {
      report_in_bracket();
    }
  }
  skip_to_sentence_end();
}

void Parser::skip_to_sentence_end() {
  std::size_t depth = 0;
  for (; kind() != TokenKind::end_of_file && kind() != TokenKind::full_stop; ++position_) {
    if (kind() == TokenKind::parenthesis_open || kind() == TokenKind::bracket_open) ++depth;
    if ((kind() == TokenKind::parenthesis_close || kind() == TokenKind::bracket_close) && depth > 0) --depth;
    if (depth == 0 && at_new_sentence(position_)) return;
  }
}

namespace {

/// True for a mark in place of which there can be only one other: the rest of the sentence can be checked as usual.
bool is_understood(const diagnostics::Diagnostic& fault) {
  return fault.message.id == MessageId::half_width_punctuation || fault.message.id == MessageId::wrong_punctuation;
}

/// A name without its 」 goes on to the next one's, and what follows makes no sense: then that name is the fault, and
/// what was found after it in the sentence is none.
void blame_swallowing_names(std::span<Declaration> declarations, diagnostics::Diagnostics& lexical,
                            diagnostics::Diagnostics& syntactic) {
  std::size_t next = 0;
  for (diagnostics::Diagnostic& name : lexical) {
    if (name.message.id != MessageId::suspicious_name || name.severity == diagnostics::Severity::error) continue;
    while (next < declarations.size() && declarations[next].span.end <= name.primary.begin) ++next;
    if (next == declarations.size()) break;
    Declaration& declaration = declarations[next];
    const auto follows = [&](const diagnostics::Diagnostic& fault) {
      return fault.primary.begin > name.primary.begin && fault.primary.begin <= declaration.span.end;
    };
    if (declaration.sound || std::none_of(syntactic.begin(), syntactic.end(), follows)) continue;
    std::erase_if(syntactic, follows);
    name.severity = diagnostics::Severity::error;
    // Sentences that it swallowed may have defined anything.
    declaration.kind = DeclarationKind::error;
  }
  const auto is_blamed = [](const diagnostics::Diagnostic& fault) {
    return fault.message.id == MessageId::suspicious_name && fault.severity == diagnostics::Severity::error;
  };
  if (std::none_of(lexical.begin(), lexical.end(), is_blamed)) return;
  std::vector<source::Span> silent;
  for (const diagnostics::Diagnostic& fault : lexical) {
    if (!is_blamed(fault)) continue;
    for (const Declaration& declaration : declarations) {
      if (declaration.span.begin <= fault.primary.begin && fault.primary.begin < declaration.span.end) {
        silent.push_back({fault.primary.file, fault.primary.begin + 1, declaration.span.end});
      }
    }
  }
  std::erase_if(lexical, [&](const diagnostics::Diagnostic& fault) {
    return std::any_of(silent.begin(), silent.end(), [&](source::Span span) {
      return span.begin <= fault.primary.begin && fault.primary.begin < span.end;
    });
  });
}

/// Gives each fault of the lexer the sentence it lies in. That sentence is unsound unless it is clear all the same.
void attribute_lexical_faults(std::span<Declaration> declarations, diagnostics::Diagnostics& faults,
                              const support::SymbolTable& symbols) {
  std::size_t next = 0;
  for (diagnostics::Diagnostic& fault : faults) {
    while (next < declarations.size() && declarations[next].span.end <= fault.primary.begin) ++next;
    if (next == declarations.size()) break;
    Declaration& declaration = declarations[next];
    if (declaration.span.begin > fault.primary.begin) continue;
    if (fault.severity == diagnostics::Severity::error && !is_understood(fault)) declaration.sound = false;
    if (declaration.name.symbol) fault.definition = std::string(symbols.text(declaration.name.symbol));
  }
}

}  // namespace

ParsedFile parse_file(source::FileId file, std::string_view text, FileRole role, support::SymbolTable& symbols) {
  ParsedFile result;
  const auto refuse = [&](std::size_t at, diagnostics::Diagnostic fault) {
    const auto offset = static_cast<std::uint32_t>(at);
    fault.primary = {file, offset, offset + 1};
    result.diagnostics.push_back(std::move(fault));
    result.tree = SyntaxTreeBuilder(file, 0).take();
    return std::move(result);
  };
  if (const auto at = support::find_invalid_utf8(text)) {
    return refuse(*at, diagnose<MessageId::invalid_utf8>({}, diagnostics::Number{static_cast<std::int64_t>(*at)}));
  }
  if (const std::size_t at = text.find('\0'); at != std::string_view::npos) {
    return refuse(at, diagnose<MessageId::nul_byte>({}, diagnostics::Number{static_cast<std::int64_t>(at)}));
  }
  LexedFile lexed = lex(file, text, symbols);
  Parser parser(file, text, role, lexed, symbols);
  parser.run();
  blame_swallowing_names(parser.builder().declarations(), lexed.diagnostics, parser.diagnostics());
  attribute_lexical_faults(parser.builder().declarations(), lexed.diagnostics, symbols);
  result.diagnostics = std::move(lexed.diagnostics);
  std::move(parser.diagnostics().begin(), parser.diagnostics().end(), std::back_inserter(result.diagnostics));
  if (role != FileRole::description && !parser.stopped()) {
    check_declarations(parser.builder(), role, symbols, result.diagnostics);
  }
  if (result.diagnostics.size() > maximum_listed_errors) {
    std::stable_sort(result.diagnostics.begin(), result.diagnostics.end(),
                     [](const auto& a, const auto& b) { return a.primary.begin < b.primary.begin; });
    const std::uint32_t cut = result.diagnostics[maximum_listed_errors].primary.begin;
    result.diagnostics.resize(maximum_listed_errors);
    result.diagnostics.push_back(diagnose<MessageId::too_many_errors>(
        {file, cut, cut}, diagnostics::Number{static_cast<std::int64_t>(maximum_listed_errors)}));
  }
  result.tree = std::move(parser.builder()).take();
  return result;
}

}  // namespace yyshader::frontend::yuyan
