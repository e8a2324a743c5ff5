#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan {

// Every kind of token. X(enumerator, spelling). Of the words, the lexer takes the longest that fits; white space and
// comments between the characters of a word mean nothing (1.2).
#define YY_KEYWORDS(X)               \
  X(keyword_signature, "乃")         \
  X(keyword_definition, "者")        \
  X(keyword_alias, "即")             \
  X(keyword_nominal, "立")           \
  X(keyword_end, "也")               \
  X(keyword_apply, "于")             \
  X(keyword_type_apply, "授以")      \
  X(keyword_member, "中")            \
  X(keyword_tuple, "与")             \
  X(keyword_tuple_type, "合")        \
  X(keyword_namespace, "之")         \
  X(keyword_import_end, "之书")      \
  X(keyword_lambda, "会")            \
  X(keyword_function_type, "化")     \
  X(keyword_quantifier, "承")        \
  X(keyword_body, "而")              \
  X(keyword_let, "虑")               \
  X(keyword_recursive_let, "递归虑") \
  X(keyword_let_type, "其")          \
  X(keyword_if, "若")                \
  X(keyword_then, "则")              \
  X(keyword_else, "否则")            \
  X(keyword_import_name, "寻")       \
  X(keyword_import_open, "观")       \
  X(keyword_import_reexport, "诵")

// Words of the larger language that a shading source may not use; each has its own message (1.2).
#define YY_FOREIGN_WORDS(X) \
  X(foreign_meet, "遇")     \
  X(foreign_receive, "受")  \
  X(foreign_match, "鉴")    \
  X(foreign_exists, "有")   \
  X(foreign_or, "或")       \
  X(foreign_attach, "附")   \
  X(foreign_pass, "传")     \
  X(foreign_follow, "循")

#define YY_PUNCTUATION(X)    \
  X(comma, "，")             \
  X(full_stop, "。")         \
  X(semicolon, "；")         \
  X(parenthesis_open, "（")  \
  X(parenthesis_close, "）") \
  X(bracket_open, "【")      \
  X(bracket_close, "】")

#define YY_TOKEN_KINDS(X)                                           \
  X(end_of_file, "")                                                \
  X(name, "「…」")                                                  \
  X(string, "『…』")                                                \
  X(fault, "") /* characters that were reported and mean nothing */ \
  X(foreign_builtin, "《《…》》")                                   \
  YY_FOREIGN_WORDS(X)                                               \
  YY_KEYWORDS(X)                                                    \
  YY_PUNCTUATION(X)

enum class TokenKind : std::uint8_t {
#define YY_TOKEN(enumerator, spelling) enumerator,
  YY_TOKEN_KINDS(YY_TOKEN)
#undef YY_TOKEN
      count_
};

/// How a kind of token is written; empty for the end of the file and for faults.
constexpr std::string_view spelling(TokenKind kind) {
  constexpr std::string_view spellings[] = {
#define YY_TOKEN(enumerator, spelling) spelling,
      YY_TOKEN_KINDS(YY_TOKEN)
#undef YY_TOKEN
  };
  return spellings[static_cast<std::size_t>(kind)];
}

/// One token: a range of bytes, with the text of a name or the decoded value of a string.
struct Token {
  TokenKind kind = TokenKind::end_of_file;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  support::Symbol symbol;
};

}  // namespace yyshader::frontend::yuyan
