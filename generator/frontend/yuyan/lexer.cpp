#include "frontend/yuyan/lexer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "frontend/yuyan/builtins.hpp"
#include "frontend/yuyan/foreign_words.hpp"
#include "frontend/yuyan/parser.hpp"
#include "support/utf8.hpp"

namespace yyshader::frontend::yuyan {
namespace {

using diagnostics::diagnose;
using diagnostics::Diagnostic;
using diagnostics::message;
using diagnostics::Text;
using MessageId = diagnostics::Id;

constexpr std::string_view name_open = "「";
constexpr std::string_view name_close = "」";
constexpr std::string_view string_open = "『";
constexpr std::string_view string_close = "』";
constexpr std::string_view comment_open = "「：";
constexpr std::string_view comment_close = "：」";

/// A character that people type for another; the lexer reports it and goes on with the one that was meant.
struct LookAlike {
  std::string_view written;
  TokenKind meant;
};
constexpr LookAlike look_alikes[] = {
    {"(", TokenKind::parenthesis_open},
    {")", TokenKind::parenthesis_close},
    {"[", TokenKind::bracket_open},
    {"]", TokenKind::bracket_close},
    {"{", TokenKind::bracket_open},
    {"}", TokenKind::bracket_close},
    {",", TokenKind::comma},
    {".", TokenKind::full_stop},
    {";", TokenKind::semicolon},
    {"、", TokenKind::comma},
    {"､", TokenKind::comma},
    {"．", TokenKind::full_stop},
    {"｡", TokenKind::full_stop},
    {"［", TokenKind::bracket_open},
    {"］", TokenKind::bracket_close},
    {"｛", TokenKind::bracket_open},
    {"｝", TokenKind::bracket_close},
    {"〔", TokenKind::bracket_open},
    {"〕", TokenKind::bracket_close},
    {"〖", TokenKind::bracket_open},
    {"〗", TokenKind::bracket_close},
};

/// The escapes of strings (1.2) and what they stand for.
constexpr std::pair<std::string_view, std::string_view> escapes[] = {
    {"「：换行：」", "\n"},
    {"「：制表：」", "\t"},
    {"「：』：」", "』"},
    {"「：「：：」", "「："},
};

struct Word {
  TokenKind kind;
  std::array<char32_t, 3> characters{};
  std::size_t length = 0;
};

constexpr Word make_word(TokenKind kind, std::string_view text) {
  Word word{kind};
  for (std::size_t at = 0; at < text.size(); at += 3) {  // every character of a word takes three bytes
    word.characters[word.length++] = ((static_cast<char32_t>(text[at]) & 0x0F) << 12) |
                                     ((static_cast<char32_t>(text[at + 1]) & 0x3F) << 6) |
                                     (static_cast<char32_t>(text[at + 2]) & 0x3F);
  }
  return word;
}

constexpr std::size_t word_count = []() {
  std::size_t count = 0;
#define YY_WORD(enumerator, spelling) ++count;
  YY_KEYWORDS(YY_WORD)
  YY_FOREIGN_WORDS(YY_WORD)
  YY_PUNCTUATION(YY_WORD)
#undef YY_WORD
  return count;
}();

/// Words and punctuation by first character, longer ones first, so that the first that fits is the longest.
constexpr std::array<Word, word_count> words = []() {
  std::array<Word, word_count> table = {
#define YY_WORD(enumerator, spelling) make_word(TokenKind::enumerator, spelling),
      YY_KEYWORDS(YY_WORD) YY_FOREIGN_WORDS(YY_WORD) YY_PUNCTUATION(YY_WORD)
#undef YY_WORD
  };
  std::sort(table.begin(), table.end(), [](const Word& a, const Word& b) {
    if (a.characters[0] != b.characters[0]) return a.characters[0] < b.characters[0];
    if (a.length != b.length) return a.length > b.length;
    return a.characters < b.characters;
  });
  return table;
}();

constexpr bool is_space(char32_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0x3000; }

constexpr bool is_ascii_word(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

constexpr bool is_ascii_operator(char32_t c) {
  return c < 0x80 && std::string_view("+-*/%<>=!&|^~?").find(static_cast<char>(c)) != std::string_view::npos;
}

/// True for characters above ASCII that people write words with (no punctuation, symbols or spaces).
constexpr bool is_wide_word(char32_t c) {
  constexpr std::pair<char32_t, char32_t> excluded[] = {
      {0x00, 0xBF},     {0x1680, 0x1680}, {0x2000, 0x2BFF}, {0x3000, 0x303F}, {0xFE10, 0xFE6F}, {0xFEFF, 0xFEFF},
      {0xFF00, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF},
  };
  return std::none_of(std::begin(excluded), std::end(excluded),
                      [c](const auto& range) { return c >= range.first && c <= range.second; });
}

/// The bytes of the longest name of a builtin that `text` begins with; 0 when there is none.
std::size_t longest_builtin_at(std::string_view text) {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Builtin::count_); ++i) {
    const std::string_view name = row(static_cast<Builtin>(i)).name;
    if (text.starts_with(name)) longest = std::max(longest, name.size());
  }
  return longest;
}

class Lexer {
 public:
  Lexer(source::FileId file, std::string_view text, support::SymbolTable& symbols)
      : file_(file), text_(text), symbols_(symbols) {}

  LexedFile run() {
    result_.tokens.reserve(text_.size() / 8 + 16);
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (at_ < text_.size()) next();
    push(TokenKind::end_of_file, text_.size(), text_.size());
    return std::move(result_);
  }

 private:
  // ---- Characters ----

  /// The code point at `at`; an undecodable byte counts as U+FFFD of one byte.
  support::CodePoint code_point(std::size_t at) const {
    const auto byte = [this](std::size_t i) { return static_cast<unsigned char>(text_[i]); };
    if (byte(at) < 0x80) return {byte(at), 1};
    if ((byte(at) & 0xF0) == 0xE0 && at + 2 < text_.size()) {
      return {((byte(at) & 0x0Fu) << 12) | ((byte(at + 1) & 0x3Fu) << 6) | (byte(at + 2) & 0x3Fu), 3};
    }
    return support::decode_utf8(text_, at).value_or(support::CodePoint{0xFFFD, 1});
  }

  bool starts_with(std::size_t at, std::string_view prefix) const {
    return text_.compare(at, prefix.size(), prefix) == 0;
  }

  source::Span span(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  void push(TokenKind kind, std::size_t begin, std::size_t end, support::Symbol symbol = {}) {
    result_.tokens.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), symbol});
  }

  void report(Diagnostic diagnostic) {
    // One more than are listed, so that the parser sees that there are more.
    if (result_.diagnostics.size() <= maximum_listed_errors) result_.diagnostics.push_back(std::move(diagnostic));
  }

  /// The end of the comment that opens at `at`, or nothing when it is not closed.
  std::optional<std::size_t> comment_end(std::size_t at) const {
    std::size_t depth = 0;
    while (at < text_.size()) {
      // Both marks begin with one of two bytes; everything between is stepped over quickly.
      const char byte = text_[at];
      if (byte == name_open[0] && starts_with(at, comment_open)) {
        ++depth;
        at += comment_open.size();
      } else if (byte == comment_close[0] && starts_with(at, comment_close)) {
        at += comment_close.size();
        if (--depth == 0) return at;
      } else {
        ++at;
      }
    }
    return std::nullopt;
  }

  /// The first place at or after `at` that is neither white space nor in a closed comment.
  std::size_t skip_trivia(std::size_t at) const {
    while (at < text_.size()) {
      const support::CodePoint c = code_point(at);
      if (is_space(c.value)) {
        at += c.length;
      } else if (starts_with(at, comment_open)) {
        const auto end = comment_end(at);
        if (!end) return at;
        at = *end;
      } else {
        break;
      }
    }
    return at;
  }

  // ---- Tokens ----

  void next() {
    const support::CodePoint c = code_point(at_);
    if (is_space(c.value)) {
      at_ += c.length;
    } else if (c.value == U'「') {
      if (starts_with(at_, comment_open)) {
        comment();
      } else {
        name();
      }
    } else if (c.value == U'『') {
      string();
    } else if (!word(c.value) && !stray_close(c.value)) {
      other(c);
    }
  }

  void comment() {
    if (const auto end = comment_end(at_)) {
      at_ = *end;
      return;
    }
    report(diagnose<MessageId::unclosed_comment>(span(at_, at_ + comment_open.size())));
    cut_off();
  }

  void cut_off() {
    at_ = text_.size();
    result_.cut_off = true;
  }

  void name() {
    const std::size_t begin = at_;
    const std::size_t first = begin + name_open.size();
    std::size_t last = first;
    bool suspicious = false;
    for (;; ++last) {
      if (last >= text_.size()) {
        report(diagnose<MessageId::unclosed_name>(span(begin, first)));
        return cut_off();
      }
      if (text_[last] == name_close[0]) {
        if (starts_with(last, name_close)) break;
        suspicious = suspicious || starts_with(last, name_open);
      }
      suspicious = suspicious || text_[last] == '\n';
    }
    at_ = last + name_close.size();
    const std::string_view content = text_.substr(first, last - first);
    if (content.empty()) report(diagnose<MessageId::empty_name>(span(begin, at_)));
    if (suspicious) report(diagnose<MessageId::suspicious_name>(span(begin, first)));
    push(TokenKind::name, begin, at_, symbols_.intern(content));
  }

  void string() {
    const std::size_t begin = at_;
    std::string value;
    std::size_t from = begin + string_open.size();  // start of the text not yet copied to `value`
    std::size_t at = from;
    while (true) {
      if (at >= text_.size()) {
        report(diagnose<MessageId::unclosed_string>(span(begin, begin + string_open.size())));
        return cut_off();
      }
      if (text_[at] != string_close[0]) {
        ++at;
      } else if (starts_with(at, string_close)) {
        break;
      } else if (starts_with(at, comment_open)) {
        value += text_.substr(from, at - from);
        at = from = escape(at, value);
      } else {
        ++at;
      }
    }
    value += text_.substr(from, at - from);
    at_ = at + string_close.size();
    push(TokenKind::string, begin, at_, symbols_.intern(value));
  }

  /// Decodes the escape at `at` into `value`; returns the place after it.
  std::size_t escape(std::size_t at, std::string& value) {
    for (const auto& [written, meant] : escapes) {
      if (starts_with(at, written)) {
        value += meant;
        return at + written.size();
      }
    }
    // The names of escapes are short: looking further would find the end of some other one.
    constexpr std::size_t longest = 64;
    const std::string_view near = text_.substr(at, longest);
    const std::size_t close = near.find(comment_close, comment_open.size());
    const std::size_t string_end = near.find(string_close);
    if (close < string_end) {
      const std::size_t end = at + close + comment_close.size();
      report(diagnose<MessageId::unknown_escape>(span(at, end), Text{std::string(text_.substr(at, end - at))}));
      value += text_.substr(at, end - at);
      return end;
    }
    const std::size_t end = at + comment_open.size();
    report(diagnose<MessageId::unclosed_escape>(span(at, end))
               .fix(span(at, end), "「：「：：」", message<MessageId::fix_replace>(Text{"「：「：：」"})));
    value += comment_open;
    return end;
  }

  /// Takes a keyword, a foreign word or punctuation that starts with `first`.
  bool word(char32_t first) {
    if (first < 0x80) return false;
    const auto* entry = std::lower_bound(words.begin(), words.end(), first,
                                         [](const Word& a, char32_t b) { return a.characters[0] < b; });
    for (; entry != words.end() && entry->characters[0] == first; ++entry) {
      std::size_t end = at_ + 3;
      std::size_t matched = 1;
      while (matched < entry->length) {
        const std::size_t next_at = skip_trivia(end);
        if (next_at >= text_.size() || code_point(next_at).value != entry->characters[matched]) break;
        end = next_at + 3;
        ++matched;
      }
      if (matched == entry->length) {
        push(entry->kind, at_, end);
        at_ = end;
        return true;
      }
    }
    return false;
  }

  /// Reports a closing quote that closes nothing.
  bool stray_close(char32_t first) {
    std::string_view mark;
    if (first == U'」') {
      mark = name_close;
    } else if (first == U'』') {
      mark = string_close;
    } else if (starts_with(at_, comment_close)) {
      mark = comment_close;
    } else {
      return false;
    }
    const std::size_t end = at_ + mark.size();
    report(diagnose<MessageId::stray_close_quote>(span(at_, end), Text{std::string(mark)})
               .fix(span(at_, end), "", message<MessageId::fix_remove>(Text{std::string(mark)})));
    fault(end);
    return true;
  }

  /// Marks what lies before `end` as reported.
  void fault(std::size_t end) {
    push(TokenKind::fault, at_, end);
    at_ = end;
  }

  /// Everything that no token may start with outside quotes.
  void other(support::CodePoint c) {
    if (starts_with(at_, "《《")) return foreign_builtin();
    if (is_ascii_word(c.value)) return bare_ascii();
    for (const LookAlike& look_alike : look_alikes) {
      if (starts_with(at_, look_alike.written)) return punctuation(look_alike);
    }
    if (is_ascii_operator(c.value)) return ascii_operator();
    if (is_wide_word(c.value)) return bare_word();
    const std::size_t end = at_ + c.length;
    report(diagnose<MessageId::unexpected_character>(span(at_, end), Text{describe(c)}));
    fault(end);
  }

  /// The character and its code point; only the code point for what cannot be seen.
  std::string describe(support::CodePoint c) const {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string code = "U+";
    bool started = false;
    for (int shift = 20; shift >= 0; shift -= 4) {
      const std::size_t digit = (c.value >> shift) & 0xF;
      started = started || digit != 0 || shift < 16;
      if (started) code += digits[digit];
    }
    const bool invisible = c.value <= ' ' || (c.value >= 0x7F && c.value <= 0xA0) || c.value == 0x1680 ||
                           (c.value >= 0x2000 && c.value <= 0x200F) || (c.value >= 0x2028 && c.value <= 0x202F) ||
                           (c.value >= 0x205F && c.value <= 0x206F) || c.value == 0xFEFF;
    if (invisible) return code;
    return std::string(text_.substr(at_, c.length)) + " " + code;
  }

  void foreign_builtin() {
    constexpr std::size_t longest = 256;
    const std::string_view mark = "》》";
    const std::string_view near = text_.substr(at_, longest);
    const std::size_t close = near.find(mark);
    const std::size_t end = at_ + (close < near.find('\n') ? close + mark.size() : mark.size());
    push(TokenKind::foreign_builtin, at_, end);
    at_ = end;
  }

  /// A number or word of ASCII characters: suggests the quotes and goes on with the name that was meant.
  void bare_ascii() {
    std::size_t end = at_;
    while (end < text_.size()) {
      const auto c = static_cast<unsigned char>(text_[end]);
      const bool point = c == '.' && end + 1 < text_.size() && end > at_ && text_[end - 1] >= '0' &&
                         text_[end - 1] <= '9' && text_[end + 1] >= '0' && text_[end + 1] <= '9';
      if (!is_ascii_word(c) && !point) break;
      ++end;
    }
    quote<MessageId::bare_ascii>(end);
  }

  void bare_word() {
    std::size_t end = at_;
    while (end < text_.size()) {
      const support::CodePoint c = code_point(end);
      const bool keyword = std::any_of(words.begin(), words.end(),
                                       [&](const Word& w) { return w.length == 1 && w.characters[0] == c.value; });
      if ((!is_wide_word(c.value) || keyword) && !is_ascii_word(c.value)) break;
      end += c.length;
    }
    const std::string_view written = text_.substr(at_, end - at_);
    if (written == "为" || written == "是") return word_for_definition(end);
    // 等于 and 小于 hold the character of a keyword.
    end = std::max(end, at_ + longest_builtin_at(text_.substr(at_)));
    quote<MessageId::bare_word>(end);
  }

  /// 虑「甲」为 … is what other languages would say for 者.
  void word_for_definition(std::size_t end) {
    const std::string meant(spelling(TokenKind::keyword_definition));
    report(diagnose<MessageId::bare_word>(span(at_, end), Text{std::string(text_.substr(at_, end - at_))})
               .fix(span(at_, end), meant, message<MessageId::fix_replace>(Text{meant})));
    push(TokenKind::keyword_definition, at_, end);
    at_ = end;
  }

  template <MessageId id>
  void quote(std::size_t end) {
    if (end == at_) end = at_ + code_point(at_).length;
    const std::string written(text_.substr(at_, end - at_));
    const std::string_view known = name_of_foreign(written);
    const std::string quoted =
        std::string(name_open) + (known.empty() ? written : std::string(known)) + std::string(name_close);
    report(diagnose<id>(span(at_, end), Text{written})
               .fix(span(at_, end), quoted, message<MessageId::fix_replace>(Text{quoted})));
    push(TokenKind::name, at_, end, symbols_.intern(written));
    at_ = end;
  }

  void punctuation(const LookAlike& look_alike) {
    const std::size_t end = at_ + look_alike.written.size();
    const std::string meant(spelling(look_alike.meant));
    const Text written{std::string(look_alike.written)};
    Diagnostic found = look_alike.written.size() == 1
                           ? diagnose<MessageId::half_width_punctuation>(span(at_, end), Text(written), Text{meant})
                           : diagnose<MessageId::wrong_punctuation>(span(at_, end), Text(written), Text{meant});
    report(std::move(found).fix(span(at_, end), meant, message<MessageId::fix_replace>(Text{meant})));
    push(look_alike.meant, at_, end);
    at_ = end;
  }

  void ascii_operator() {
    std::size_t end = at_;
    while (end < text_.size() && is_ascii_operator(static_cast<unsigned char>(text_[end]))) ++end;
    const std::string written(text_.substr(at_, end - at_));
    const std::string_view writing = writing_of_operator(written);
    const std::string example(writing.empty() ? "「函数之名」于「甲」于「乙」" : writing);
    report(written == "=" ? diagnose<MessageId::equals_sign>(span(at_, end))
                          : diagnose<MessageId::ascii_operator>(span(at_, end), Text{written}, Text{example}));
    fault(end);
  }

  source::FileId file_;
  std::string_view text_;
  support::SymbolTable& symbols_;
  std::size_t at_ = 0;
  LexedFile result_;
};

}  // namespace

LexedFile lex(source::FileId file, std::string_view text, support::SymbolTable& symbols) {
  return Lexer(file, text, symbols).run();
}

}  // namespace yyshader::frontend::yuyan
