#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/yuyan/grammar.hpp"
#include "frontend/yuyan/lexer.hpp"
#include "frontend/yuyan/parser.hpp"
#include "frontend/yuyan/syntax_builder.hpp"

// The parser's own state; only the parser's sources include this.
//
// A Pratt parser over the tables of grammar.hpp. Spines (see syntax_tree.hpp) cost no stack: a prefix form whose tail
// is still to come, or the left side of a ；, waits in `pending_` while the loop in `spine` reads on. What does recurse
// is counted and stops at `maximum_nesting`.
//
// Recovery. A fault is reported once and sets `panicking_`: nothing more is reported until some construct finds the
// word it was waiting for again. Constructs look for their own closing word before they give up, so that faults in
// different places of one sentence are each reported, and none is reported twice.
namespace yyshader::frontend::yuyan {

class Parser {
 public:
  Parser(source::FileId file, std::string_view text, FileRole role, LexedFile& lexed, support::SymbolTable& symbols);

  /// Reads all sentences.
  void run();

  SyntaxTreeBuilder& builder() { return builder_; }
  diagnostics::Diagnostics& diagnostics() { return diagnostics_; }
  bool stopped() const { return stopped_; }

 private:
  using Level = grammar::Level;

  /// A form whose tail is still to be read. For 会 化 承, one per word of a chain.
  struct Pending {
    ExprKind kind = ExprKind::error;
    std::uint32_t begin = 0;
    Name name;
    ExprId slots[2];
  };

  /// The part of a scratch stack that one activation has pushed; given back at its end.
  template <typename T>
  class Scratch {
   public:
    explicit Scratch(std::vector<T>& stack) : stack_(stack), base_(stack.size()) {}
    ~Scratch() { stack_.resize(base_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    void push(const T& element) { stack_.push_back(element); }
    void push_all(std::span<const T> elements) { stack_.insert(stack_.end(), elements.begin(), elements.end()); }
    std::size_t size() const { return stack_.size() - base_; }
    bool empty() const { return size() == 0; }
    T& operator[](std::size_t i) { return stack_[base_ + i]; }
    std::span<const T> items() const { return std::span<const T>(stack_).subspan(base_); }

   private:
    std::vector<T>& stack_;
    std::size_t base_;
  };

  // ---- Tokens (parser_state.cpp) ----
  const Token& token(std::size_t ahead = 0) const { return tokens_[std::min(position_ + ahead, tokens_.size() - 1)]; }
  TokenKind kind(std::size_t ahead = 0) const { return token(ahead).kind; }
  /// Steps over a token that fits: whatever was wrong before is over.
  const Token& take() {
    panicking_ = false;
    const Token& taken = tokens_[position_];
    advance();
    return taken;
  }
  /// Steps over one token, but never past the end of the file.
  void advance() { position_ = std::min(position_ + 1, tokens_.size() - 1); }
  bool accept(TokenKind wanted) {
    if (kind() != wanted) return false;
    take();
    return true;
  }
  std::uint32_t previous_end() const { return position_ == 0 ? 0 : tokens_[position_ - 1].end; }
  source::Span span_of(const Token& t) const { return {file_, t.begin, t.end}; }
  source::Span here() const { return span_of(token()); }
  source::Span after_previous() const { return {file_, previous_end(), previous_end()}; }
  Name name_of(const Token& t) const { return {t.symbol, span_of(t)}; }
  std::string text_of(const Token& t) const;

  /// True where a new sentence begins although no 。 stands before it: `名 者` and the like, or an import.
  bool at_new_sentence(std::size_t position) const;
  /// True when the 也 at hand is the annotation operator (1.4).
  bool at_annotation() const;

  // ---- Faults (parser_recovery.cpp) ----
  /// To be asked before a fault at the present token is reported. False when nothing may be said: a fault is already
  /// being recovered from, or the token itself is one that was or is herewith reported.
  bool may_report();
  void add(diagnostics::Diagnostic diagnostic);
  /// Reports something that does not disturb the parsing.
  void add_without_panic(diagnostics::Diagnostic diagnostic);
  bool report_foreign_word();
  void skip_to_sync();
  std::optional<std::size_t> find_word_ahead(TokenKind word) const;
  std::optional<std::size_t> find_close_ahead(TokenKind close) const;
  bool expect_word(const Token& form, TokenKind word);
  void close_bracket(const Token& open, TokenKind close);
  void report_in_bracket();
  void abandon_sentence(source::Span at);
  bool is_unquoted(std::size_t position) const;
  bool enter(source::Span at);
  void leave() { --nesting_; }
  ExprId error_node(std::uint32_t begin) {
    return builder_.add(ErrorExpr{}, begin, std::max(begin, previous_end()), 1);
  }
  ExprId missing_expression();

  // ---- Expressions (parser_expressions.cpp, parser_brackets.cpp) ----
  ExprId spine(bool may_annotate);
  bool push_prefix(const grammar::PrefixForm& form);
  void value_quantifier(const Token& keyword);
  ExprId fold(ExprId tail, std::size_t base);
  ExprId fold_chain(ExprId tail, std::size_t base);
  ExprId fold_one(ExprId tail);
  ExprId infix(Level minimum);
  ExprId operand();
  ExprId parenthesised();
  ExprId projection(ExprId left, std::uint32_t begin);
  ExprId qualified(ExprId left, std::uint32_t begin);
  ExprId application(ExprId left, std::uint32_t begin, Level minimum);
  ExprId tuple(ExprId left, std::uint32_t begin);
  ExprId annotation(ExprId type, std::uint32_t begin);
  ExprId closed_annotation(ExprId form, std::uint32_t begin, std::uint32_t tail_begin);
  ExprId bracket_literal(const Token& head);
  ExprId bracket_items(const grammar::BracketForm& form, const Token& head);
  bool bracket_item(const grammar::BracketForm& form, Scratch<Field>& fields, Scratch<ExprId>& items);
  bool next_item(bool has_end);
  void skip_to_item_end();
  void drop_duplicates(Scratch<Field>& fields, std::vector<Field>& kept);

  template <typename T>
  ExprId make(T node, std::uint32_t begin, std::uint32_t height);
  std::uint32_t height_of(std::span<const ExprId> parts) const;

  // ---- Sentences (parser.cpp) ----
  void sentence();
  void import(Declaration& declaration);
  void import_words(Declaration& declaration);
  void named(Declaration& declaration);
  void bare(Declaration& declaration);
  void unmarked(Declaration& declaration);
  void declaration_end();
  void sentence_end();
  void skip_to_sentence_end();

  source::FileId file_;
  std::string_view text_;
  FileRole role_;
  support::SymbolTable& symbols_;
  const std::vector<Token>& tokens_;
  bool cut_off_;
  Symbol bracket_heads_[std::size(grammar::bracket_forms)];
  SyntaxTreeBuilder builder_;
  diagnostics::Diagnostics diagnostics_;

  std::size_t position_ = 0;
  bool panicking_ = false;
  bool sound_ = true;     ///< nothing was reported in this sentence
  bool stopped_ = false;  ///< too many errors
  std::uint32_t nesting_ = 0;
  std::uint32_t open_brackets_ = 0;     ///< 【 now open
  std::uint32_t open_parentheses_ = 0;  ///< （ now open
  std::string definition_;              ///< the name of the sentence at hand

  std::vector<Pending> pending_;
  std::vector<Name> names_;
  std::vector<ExprId> expressions_;
  std::vector<Argument> arguments_;
  std::vector<Field> fields_;
  std::vector<TokenKind> operators_;
};

template <typename T>
ExprId Parser::make(T node, std::uint32_t begin, std::uint32_t height) {
  if (height > maximum_nesting) {
    abandon_sentence({file_, begin, previous_end()});
    return error_node(begin);
  }
  return builder_.add(node, begin, previous_end(), height);
}

}  // namespace yyshader::frontend::yuyan
