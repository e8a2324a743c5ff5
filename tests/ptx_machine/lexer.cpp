#include "ptx_machine/lexer.hpp"

#include <bit>
#include <charconv>
#include <cstddef>
#include <string>

namespace yyshader::ptx_machine {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_follow(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }

class Lexer {
 public:
  Lexer(std::string_view text, std::vector<Problem>& problems) : text_(text), problems_(problems) {}

  std::vector<Token> run() {
    while (skip_blank()) next();
    add(TokenKind::end, at_);
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void add(TokenKind kind, std::size_t begin, std::uint64_t bits = 0) {
    tokens_.push_back({kind, text_.substr(begin, at_ - begin), line_, bits});
  }

  void refuse(std::string message, std::size_t begin) {
    problems_.push_back({line_, std::move(message), std::string(text_.substr(begin, at_ - begin))});
  }

  void skip_block_comment() {
    const std::size_t begin = at_;
    const unsigned line = line_;
    for (at_ += 2; !(peek() == '*' && peek(1) == '/'); ++at_) {
      if (at_ >= text_.size()) {
        problems_.push_back({line, "a comment is not closed", std::string(text_.substr(begin, 2))});
        return;
      }
      check_character();
    }
    at_ += 2;
  }

  /// PTX is ASCII, in comments too. One report a line is enough.
  void check_character() {
    if (text_[at_] == '\n') ++line_;
    if ((static_cast<unsigned char>(text_[at_]) & 0x80U) == 0 || last_refused_line_ == line_) return;
    problems_.push_back({line_, "PTX text is ASCII only", "byte " + std::to_string(at_)});
    last_refused_line_ = line_;
  }

  bool skip_blank() {
    while (at_ < text_.size()) {
      if (peek() == '/' && peek(1) == '/') {
        for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) check_character();
      } else if (peek() == '/' && peek(1) == '*') {
        skip_block_comment();
      } else if (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
        check_character();
        ++at_;
      } else {
        return true;
      }
    }
    return false;
  }

  void next() {
    const std::size_t begin = at_;
    const char c = peek();
    if (is_digit(c)) {
      number();
    } else if (c == '"') {
      string();
    } else if (c == '.' && is_follow(peek(1))) {
      for (++at_; is_follow(peek());) ++at_;
      add(TokenKind::dot_word, begin);
    } else if (is_letter(c) || ((c == '_' || c == '$' || c == '%') && is_follow(peek(1)))) {
      for (++at_; is_follow(peek());) ++at_;
      add(TokenKind::identifier, begin);
    } else if (std::string_view("_[]{}()<>,;:@!|=+-").find(c) != std::string_view::npos) {
      ++at_;
      add(TokenKind::mark, begin);
    } else {
      check_character();
      ++at_;
      refuse("this character has no meaning here", begin);
    }
  }

  void string() {
    const std::size_t begin = at_;
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) check_character();
    if (peek() != '"') return refuse("a string is not closed", begin);
    ++at_;
    add(TokenKind::string, begin);
  }

  /// 0f and 0d literals: exactly 8 or 16 hexadecimal digits.
  bool exact_float() {
    const bool is_single = peek(1) == 'f' || peek(1) == 'F';
    if (peek() != '0' || (!is_single && peek(1) != 'd' && peek(1) != 'D')) return false;
    const std::size_t begin = at_;
    at_ += 2;
    const std::size_t digits = at_;
    while (is_follow(peek())) ++at_;
    std::uint64_t bits = 0;
    const auto [end, error] = std::from_chars(text_.data() + digits, text_.data() + at_, bits, 16);
    if (error != std::errc{} || end != text_.data() + at_ || at_ - digits != (is_single ? 8U : 16U)) {
      refuse("an exact floating-point literal is 0f and 8, or 0d and 16 hexadecimal digits", begin);
      return true;
    }
    add(is_single ? TokenKind::single : TokenKind::floating, begin, bits);
    return true;
  }

  void number() {
    if (exact_float()) return;
    const std::size_t begin = at_;
    while (is_digit(peek())) ++at_;
    if (peek() == '.' || peek() == 'e' || peek() == 'E') return decimal(begin);
    at_ = begin;
    integer(begin);
  }

  void decimal(std::size_t begin) {
    if (peek() == '.') {
      for (++at_; is_digit(peek());) ++at_;
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      while (is_digit(peek())) ++at_;
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data() + begin, text_.data() + at_, value);
    if (error != std::errc{} || end != text_.data() + at_ || is_follow(peek())) return refuse("not a number", begin);
    add(TokenKind::floating, begin, std::bit_cast<std::uint64_t>(value));
  }

  void integer(std::size_t begin) {
    while (is_follow(peek())) ++at_;
    std::string_view digits = text_.substr(begin, at_ - begin);
    if (digits.back() == 'U') digits.remove_suffix(1);
    int base = 10;
    if (digits.size() > 1 && digits[0] == '0') {
      const char mark = digits[1];
      base = mark == 'x' || mark == 'X' ? 16 : mark == 'b' || mark == 'B' ? 2 : 8;
      digits.remove_prefix(base == 8 ? 1 : 2);
    }
    std::uint64_t bits = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, base);
    if (error != std::errc{} || end != digits.data() + digits.size()) return refuse("not a number of 64 bits", begin);
    add(TokenKind::integer, begin, bits);
  }

  std::string_view text_;
  std::vector<Problem>& problems_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  unsigned last_refused_line_ = 0;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, std::vector<Problem>& problems) {
  return Lexer(text, problems).run();
}

}  // namespace yyshader::ptx_machine
