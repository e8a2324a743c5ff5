#include "ir/text_cursor.hpp"

#include <charconv>

#include "ir/text_words.hpp"
#include "support/numbers.hpp"

namespace yyshader::ir::text {

namespace {

constexpr std::string_view open_quote = "「";
constexpr std::string_view close_quote = "」";

bool starts_with(std::string_view text, std::size_t at, std::string_view start) {
  return text.substr(at, start.size()) == start;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_quote(std::string_view text, std::size_t at) {
  if (text[at] != open_quote.front()) return false;  // most characters
  return starts_with(text, at, open_quote) || starts_with(text, at, close_quote);
}

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_word_byte(text[at]) && !is_quote(text, at)) ++at;
  return at;
}

std::size_t number_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  if (at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1])) {
    ++at;
    while (at < text.size() && is_digit(text[at])) ++at;
  }
  return word_end(text, at);  // the suffix that says the type
}

/// The quote that ends a name, one that is not doubled; npos without one.
std::size_t quote_end(std::string_view text, std::size_t at) {
  while (true) {
    at = text.find(close_quote, at);
    if (at == std::string_view::npos || !starts_with(text, at + close_quote.size(), close_quote)) return at;
    at += 2 * close_quote.size();
  }
}

}  // namespace

Cursor::Cursor(std::string_view text) { read_tokens(text); }

void Cursor::read_tokens(std::string_view text) {
  std::uint32_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\n') ++line;
    if (c == '\n' || c == ' ' || c == '\t' || c == '\r') {
      ++at;
      continue;
    }
    if (starts_with(text, at, "//")) {
      at = text.find('\n', at);
      if (at == std::string_view::npos) break;
      continue;
    }
    std::size_t begin = at;
    auto kind = Token::Kind::punctuation;
    std::size_t end = at + 1;
    if (starts_with(text, at, open_quote)) {
      begin = at + open_quote.size();
      end = quote_end(text, begin);
      if (end == std::string_view::npos) {
        fail_at(line, "a name's 「 has no 」");
        break;
      }
      kind = Token::Kind::quoted;
      at = end + close_quote.size();
    } else {
      if (is_digit(c)) {
        kind = Token::Kind::number;
        end = number_end(text, at);
      } else if (word_end(text, at) > at) {
        kind = Token::Kind::word;
        end = word_end(text, at);
      } else if (starts_with(text, at, "->") || starts_with(text, at, ":=")) {
        end = at + 2;
      }
      at = end;
    }
    tokens_.push_back({kind, text.substr(begin, end - begin), line});
    for (const char inside : tokens_.back().text) line += inside == '\n' ? 1U : 0U;
  }
  tokens_.push_back({Token::Kind::end, {}, line});
}

const Token& Cursor::peek(std::size_t ahead) const {
  const bool is_past = has_failed() || position_ + ahead >= tokens_.size();
  return is_past ? tokens_.back() : tokens_[position_ + ahead];
}

Token Cursor::next() {
  const Token token = peek();
  if (position_ + 1 < tokens_.size()) ++position_;
  return token;
}

bool Cursor::at(std::string_view punctuation_or_word) const {
  const Token& token = peek();
  return (token.kind == Token::Kind::punctuation || token.kind == Token::Kind::word) &&
         token.text == punctuation_or_word;
}

bool Cursor::accept(std::string_view punctuation_or_word) {
  if (!at(punctuation_or_word)) return false;
  next();
  return true;
}

void Cursor::expect(std::string_view punctuation_or_word) {
  if (accept(punctuation_or_word)) return;
  fail("'" + std::string(punctuation_or_word) + "' is expected");
}

std::string Cursor::word() {
  if (peek().kind != Token::Kind::word) {
    fail("a word is expected");
    return {};
  }
  return std::string(next().text);
}

std::uint32_t Cursor::number() {
  const Token& token = peek();
  std::uint32_t value = 0;
  const char* end = token.text.data() + token.text.size();
  const auto [read_to, fault] = std::from_chars(token.text.data(), end, value);
  if (token.kind != Token::Kind::number || fault != std::errc() || read_to != end) {
    fail("a number is expected");
    return 0;
  }
  next();
  return value;
}

std::string Cursor::name() {
  if (peek().kind != Token::Kind::word && peek().kind != Token::Kind::quoted) {
    fail("a name is expected");
    return {};
  }
  const Token token = next();
  std::string name(token.text);
  if (token.kind == Token::Kind::word) return name;
  for (std::size_t at = name.find(close_quote); at != std::string::npos;
       at = name.find(close_quote, at + close_quote.size())) {
    name.erase(at, close_quote.size());  // one of the two
  }
  return name;
}

Label Cursor::label() {
  Label label;
  label.line = peek().line;
  if (peek().kind == Token::Kind::number) {
    label.is_number = true;
    label.key = '\0' + support::to_decimal(number());
    return label;
  }
  label.name = name();
  label.key = label.name;
  if (accept("#")) label.key += '\0' + support::to_decimal(number());
  return label;
}

void Cursor::fail_at(std::uint32_t line, std::string_view message) {
  if (!error_.empty()) return;
  error_ = "line " + support::to_decimal(line) + ": " + std::string(message);
}

}  // namespace yyshader::ir::text
