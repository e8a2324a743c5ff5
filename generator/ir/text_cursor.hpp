#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace yyshader::ir::text {

struct Token {
  enum class Kind : std::uint8_t { word, quoted, number, punctuation, end } kind = Kind::end;
  std::string_view text;  ///< as written; of a quoted name what stands between its quotes
  std::uint32_t line = 0;
};

/// A name with the number that tells it from others of that name.
struct Label {
  std::string name;
  std::string key;         ///< equal for equal labels only
  bool is_number = false;  ///< of something without a name
  std::uint32_t line = 0;
};

/// Walks over the tokens of a text. The first fault is kept; from then on every question finds the end of the text, so
/// that a reader may go on without asking.
class Cursor {
 public:
  explicit Cursor(std::string_view text);

  const Token& peek(std::size_t ahead = 0) const;
  Token next();
  bool at_end() const { return peek().kind == Token::Kind::end; }
  bool at(std::string_view punctuation_or_word) const;
  /// Steps over the token if it is this punctuation or bare word.
  bool accept(std::string_view punctuation_or_word);
  void expect(std::string_view punctuation_or_word);

  std::string word();
  std::uint32_t number();
  /// A bare or quoted name.
  std::string name();
  /// A name, or a number for something without one, with its `#2` if it has one.
  Label label();

  std::size_t position() const { return position_; }
  void go_to(std::size_t position) { position_ = position; }

  void fail(std::string_view message) { fail_at(peek().line, message); }
  void fail_at(std::uint32_t line, std::string_view message);
  bool has_failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }

 private:
  void read_tokens(std::string_view text);

  std::vector<Token> tokens_;  ///< the last one is `end`
  std::size_t position_ = 0;
  std::string error_;
};

}  // namespace yyshader::ir::text
