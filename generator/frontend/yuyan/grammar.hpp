#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "frontend/yuyan/syntax_tree.hpp"
#include "frontend/yuyan/token.hpp"

// The grammar of expressions and declarations at a glance (1.3, 1.4). The parser reads these tables; nothing else says
// what binds how tightly or which words a form is made of.
namespace yyshader::frontend::yuyan::grammar {

/// Binding strength, loosest first. `primary` is a name, a string, a literal `名【…】` or parentheses.
enum class Level : std::uint8_t { sequence, annotation, tuple, application, type_argument, projection, primary };

enum class Associativity : std::uint8_t { left, right };

struct InfixForm {
  TokenKind keyword;
  Level level;
  Associativity associativity;
  ExprKind kind;
};

inline constexpr InfixForm infix_forms[] = {
    // x 中「甲」
    {TokenKind::keyword_member, Level::projection, Associativity::left, ExprKind::projection},
    // 模块 之 「名」
    {TokenKind::keyword_namespace, Level::projection, Associativity::left, ExprKind::qualified},
    // f 授以 T
    {TokenKind::keyword_type_apply, Level::type_argument, Associativity::left, ExprKind::application},
    // f 于 x
    {TokenKind::keyword_apply, Level::application, Associativity::left, ExprKind::application},
    // x 与 y
    {TokenKind::keyword_tuple, Level::tuple, Associativity::right, ExprKind::tuple_value},
    // A 合 B
    {TokenKind::keyword_tuple_type, Level::tuple, Associativity::right, ExprKind::tuple_type},
    // T 也 e
    {TokenKind::keyword_end, Level::annotation, Associativity::right, ExprKind::annotation},
    // a；b
    {TokenKind::semicolon, Level::sequence, Associativity::right, ExprKind::sequence},
};

/// What follows the keyword of a prefix form. A slot is a whole expression that the next word of the form closes; the
/// tail is the last part and extends to the right over everything except 也.
enum class PartKind : std::uint8_t { none, name, slot, word, tail };
struct Part {
  PartKind kind = PartKind::none;
  TokenKind word = TokenKind::end_of_file;
};
inline constexpr std::size_t maximum_parts = 7;
struct PrefixForm {
  TokenKind keyword;
  ExprKind kind;
  std::array<Part, maximum_parts> parts;
};

inline constexpr Part name_part{PartKind::name, {}};
inline constexpr Part slot_part{PartKind::slot, {}};
inline constexpr Part tail_part{PartKind::tail, {}};
constexpr Part word_part(TokenKind word) { return {PartKind::word, word}; }

inline constexpr Part 其 = word_part(TokenKind::keyword_let_type);
inline constexpr Part 者 = word_part(TokenKind::keyword_definition);
inline constexpr Part 而 = word_part(TokenKind::keyword_body);
inline constexpr Part 则 = word_part(TokenKind::keyword_then);
inline constexpr Part 否则 = word_part(TokenKind::keyword_else);

inline constexpr PrefixForm prefix_forms[] = {
    {TokenKind::keyword_lambda, ExprKind::lambda, {name_part, 而, tail_part}},
    {TokenKind::keyword_function_type, ExprKind::function_type, {slot_part, 而, tail_part}},
    {TokenKind::keyword_quantifier, ExprKind::quantified, {name_part, 而, tail_part}},
    {TokenKind::keyword_let, ExprKind::let, {name_part, 者, slot_part, 而, tail_part}},
    {TokenKind::keyword_recursive_let,
     ExprKind::recursive_let,
     {name_part, 其, slot_part, 者, slot_part, 而, tail_part}},
    {TokenKind::keyword_if, ExprKind::conditional, {slot_part, 则, slot_part, 否则, tail_part}},
};

struct DeclarationForm {
  TokenKind keyword;
  DeclarationKind kind;
};
/// `名 ⟨keyword⟩ 式 也 。`
inline constexpr DeclarationForm declaration_forms[] = {
    {TokenKind::keyword_signature, DeclarationKind::signature},
    {TokenKind::keyword_definition, DeclarationKind::definition},
    {TokenKind::keyword_alias, DeclarationKind::alias},
    {TokenKind::keyword_nominal, DeclarationKind::nominal},
};

/// The literals `「头」【…】`, by the name before the bracket. `separator` stands between a field's name and its value;
/// items without a name have none.
struct BracketForm {
  std::string_view head;
  ExprKind kind;
  TokenKind separator;
  bool only_in_descriptions;
};
inline constexpr BracketForm bracket_forms[] = {
    {"组值", ExprKind::group_value, TokenKind::keyword_definition, false},
    {"组类", ExprKind::group_type, TokenKind::keyword_signature, false},
    {"列", ExprKind::list, TokenKind::end_of_file, true},
    {"典", ExprKind::dictionary, TokenKind::keyword_definition, true},
};

// ---- Look-up by token, made from the tables ----

namespace detail {
inline constexpr std::size_t token_count = static_cast<std::size_t>(TokenKind::count_);
using Index = std::array<std::int8_t, token_count>;

template <typename Form, std::size_t size>
constexpr Index index_by_keyword(const Form (&forms)[size]) {
  Index index{};
  for (auto& entry : index) entry = -1;
  for (std::size_t i = 0; i < size; ++i) {
    index[static_cast<std::size_t>(forms[i].keyword)] = static_cast<std::int8_t>(i);
  }
  return index;
}
inline constexpr Index infix_index = index_by_keyword(infix_forms);
inline constexpr Index prefix_index = index_by_keyword(prefix_forms);
inline constexpr Index declaration_index = index_by_keyword(declaration_forms);

template <typename Form, std::size_t size>
constexpr const Form* look_up(const Form (&forms)[size], const Index& index, TokenKind kind) {
  const std::int8_t at = index[static_cast<std::size_t>(kind)];
  return at < 0 ? nullptr : &forms[at];
}

/// Rows go from tight to loose, and one level has one associativity (else `a x b y c` would have no meaning).
constexpr bool infix_table_is_sound() {
  for (std::size_t i = 1; i < std::size(infix_forms); ++i) {
    const InfixForm& above = infix_forms[i - 1];
    const InfixForm& below = infix_forms[i];
    if (below.level > above.level) return false;
    if (below.level == above.level && below.associativity != above.associativity) return false;
  }
  return true;
}

/// Every form ends with its one tail, and every slot is closed by a word: only so can 也 annotate inside a slot.
constexpr bool prefix_table_is_sound() {
  for (const PrefixForm& form : prefix_forms) {
    std::size_t count = 0;
    while (count < maximum_parts && form.parts[count].kind != PartKind::none) ++count;
    if (count == 0 || form.parts[count - 1].kind != PartKind::tail) return false;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      if (form.parts[i].kind == PartKind::tail) return false;
      if (form.parts[i].kind == PartKind::slot && form.parts[i + 1].kind != PartKind::word) return false;
    }
  }
  return true;
}

/// No word begins a prefix form and joins two expressions, and no keyword has two rows of one table.
constexpr bool keywords_are_distinct() {
  for (std::size_t token = 0; token < token_count; ++token) {
    std::size_t starts = 0;
    std::size_t joins = 0;
    for (const PrefixForm& form : prefix_forms) starts += static_cast<std::size_t>(form.keyword) == token;
    for (const InfixForm& form : infix_forms) joins += static_cast<std::size_t>(form.keyword) == token;
    if (starts + joins > 1) return false;
  }
  return true;
}
static_assert(infix_table_is_sound());
static_assert(prefix_table_is_sound());
static_assert(keywords_are_distinct());
}  // namespace detail

constexpr const InfixForm* infix_form(TokenKind kind) {
  return detail::look_up(infix_forms, detail::infix_index, kind);
}
constexpr const PrefixForm* prefix_form(TokenKind kind) {
  return detail::look_up(prefix_forms, detail::prefix_index, kind);
}
constexpr const DeclarationForm* declaration_form(TokenKind kind) {
  return detail::look_up(declaration_forms, detail::declaration_index, kind);
}

/// The level that the right operand of a form is read at.
constexpr Level right_level(const InfixForm& form) {
  return form.associativity == Associativity::right ? form.level
                                                    : static_cast<Level>(static_cast<std::uint8_t>(form.level) + 1);
}

/// True for a token that may begin an expression.
constexpr bool starts_expression(TokenKind kind) {
  return kind == TokenKind::name || kind == TokenKind::string || kind == TokenKind::parenthesis_open ||
         prefix_form(kind) != nullptr;
}

/// True for 寻 观 诵.
constexpr bool starts_import(TokenKind kind) {
  return kind == TokenKind::keyword_import_name || kind == TokenKind::keyword_import_open ||
         kind == TokenKind::keyword_import_reexport;
}

}  // namespace yyshader::frontend::yuyan::grammar
