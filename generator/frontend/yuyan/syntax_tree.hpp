#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source/span.hpp"
#include "support/ids.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan {

// The syntax tree of one file: flat arrays, ids instead of pointers, immutable once parsed.
//
// Depth. Four forms are *spines*: their last part (the "tail", see `SyntaxTree::tail`) may be nested without any limit,
// and a stage must loop over it instead of recursing: Sequence::rest, Let::body, RecursiveLet::body,
// Conditional::when_false. Everything else is bounded: from the root of an expression, going down through any parts
// but tails, a path has at most `maximum_nesting` nodes; the parser refuses deeper sources with one error. (A tail's
// own non-tail parts count on from the depth of the whole spine.) Chains that mean one thing are one node with a list:
// `f 于 x 于 y`, `x 中 a 中 b`, `会「甲」而 会「乙」而 e`, `化 A 而 化 B 而 C`, `承「甲」而 承「乙」而 T`, `a 与 b 与
// c`.
//
// Parentheses leave no node: where they matter (flattening of tuples, spec 1.4) the parser has already resolved them.
// `（f 于 x）于 y` is the same spine as `f 于 x 于 y`, and likewise for 会, 化 and 承 chains.

/// How many nodes deep an expression may be nested apart from the spines above, and how deep brackets may be (1.4).
inline constexpr std::uint32_t maximum_nesting = 1000;

using ExprId = support::Id<struct ExprTag>;
using DeclarationId = support::Id<struct DeclarationTag>;
using support::Symbol;

/// A name where it stands; the span covers its quotes 「…」.
struct Name {
  Symbol symbol;
  source::Span span;
};

/// A run of elements in one of the tree's pools; read with `SyntaxTree::items`.
template <typename Element>
struct List {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  constexpr bool empty() const { return count == 0; }
  constexpr std::size_t size() const { return count; }
};

// ---- Expressions: one struct per form. X(enumerator, struct, form) ----
#define YY_EXPRESSION_KINDS(X)                                 \
  X(error, ErrorExpr, "a reported fault")                      \
  X(name, NameExpr, "「甲」")                                  \
  X(qualified, QualifiedName, "「甲」之「乙」")                \
  X(string, StringExpr, "『…』")                               \
  X(group_value, GroupValue, "「组值」【…】")                  \
  X(group_type, GroupType, "「组类」【…】")                    \
  X(list, ListExpr, "「列」【…】")                             \
  X(dictionary, Dictionary, "「典」【…】")                     \
  X(projection, Projection, "x 中「甲」")                      \
  X(application, Application, "f 授以 T 于 x")                 \
  X(tuple_value, TupleValue, "x 与 y")                         \
  X(tuple_type, TupleType, "A 合 B")                           \
  X(annotation, Annotation, "T 也 e")                          \
  X(sequence, Sequence, "a；b")                                \
  X(lambda, Lambda, "会「甲」而 e")                            \
  X(function_type, FunctionType, "化 A 而 B")                  \
  X(quantified, QuantifiedType, "承「甲」而 T")                \
  X(let, Let, "虑「甲」者 v 而 e")                             \
  X(recursive_let, RecursiveLet, "递归虑「环」其 T 者 f 而 e") \
  X(conditional, Conditional, "若 c 则 a 否则 b")

enum class ExprKind : std::uint8_t {
#define YY_KIND(enumerator, type, form) enumerator,
  YY_EXPRESSION_KINDS(YY_KIND)
#undef YY_KIND
};

/// A place where a fault was reported. Silent from here on.
struct ErrorExpr {};
/// A bare name. It may turn out to be a number or a reserved value: only the checker knows what is bound (1.4).
struct NameExpr {
  Symbol symbol;
};
/// `模块 之 名`, possibly through several namespaces; at least two segments.
struct QualifiedName {
  List<Name> segments;
};
/// A string; `value` is decoded (escapes replaced).
struct StringExpr {
  Symbol value;
};
struct Field {
  Name name;
  ExprId value;  ///< the value of 者, the type of 乃
};
/// Fields in written order, without duplicates (those are reported and dropped).
struct GroupValue {
  List<Field> fields;
};
struct GroupType {
  List<Field> fields;
};
/// Only in package descriptions.
struct ListExpr {
  List<ExprId> items;
};
/// Only in package descriptions.
struct Dictionary {
  List<Field> fields;
};
/// `base 中 s₁ 中 s₂ …`: at least one selector; a selector is a field name or a number form, never a variable.
/// `base` is no projection itself.
struct Projection {
  ExprId base;
  List<Name> selectors;
};
struct Argument {
  ExprId value;
  bool is_type = false;  ///< given by 授以, else by 于
};
/// One application spine: at least one argument, in written order. `callee` is no application itself.
struct Application {
  ExprId callee;
  List<Argument> arguments;
};
/// At least two elements, flattened as 1.4 says: a nested tuple here is one that stays nested.
struct TupleValue {
  List<ExprId> elements;
};
struct TupleType {
  List<ExprId> elements;
};
struct Annotation {
  ExprId type;
  ExprId value;
};
struct Sequence {
  ExprId first;
  ExprId rest;  ///< tail
};
/// At least one parameter; `body` is no lambda itself.
struct Lambda {
  List<Name> parameters;
  ExprId body;
};
/// At least one parameter; `result` is no function type itself.
struct FunctionType {
  List<ExprId> parameters;
  ExprId result;
};
/// At least one parameter; `body` is no quantified type itself.
struct QuantifiedType {
  List<Name> parameters;
  ExprId body;
};
struct Let {
  Name name;
  ExprId value;
  ExprId body;  ///< tail
};
struct RecursiveLet {
  Name name;
  ExprId type;
  ExprId function;
  ExprId body;  ///< tail
};
struct Conditional {
  ExprId condition;
  ExprId when_true;
  ExprId when_false;  ///< tail
};

// ---- Declarations ----

enum class DeclarationKind : std::uint8_t {
  import,      ///< 寻观诵 … 之书
  signature,   ///< 「甲」乃 T 也
  definition,  ///< 「甲」者 v 也
  alias,       ///< 「甲」即 T 也
  nominal,     ///< 「甲」立 T 也
  expression,  ///< a bare expression
  error,       ///< a sentence of which not even the kind is known
};

/// One sentence of a file.
struct Declaration {
  DeclarationKind kind = DeclarationKind::error;
  /// False when a fault was reported inside it or about its place: a later stage must not report about it again, and
  /// treats its name as bound to something unknown.
  bool sound = true;
  Name name;               ///< of the four kinds with a name, else `none`
  ExprId value;            ///< the expression after the keyword, or the bare expression; `none` for an import
  source::Span span;       ///< the sentence, without its 。
  List<Name> path;         ///< of an import: the segments, at least one when sound
  bool binds = false;      ///< of an import: 寻
  bool opens = false;      ///< of an import: 观
  bool reexports = false;  ///< of an import: 诵
  /// Of a definition: the signature that stands directly before it, if any; of a signature: its definition.
  DeclarationId partner;
};

namespace detail {
template <typename T>
struct KindOf;
#define YY_KIND(enumerator, type, form)                     \
  template <>                                               \
  struct KindOf<type> {                                     \
    static constexpr ExprKind value = ExprKind::enumerator; \
  };
YY_EXPRESSION_KINDS(YY_KIND)
#undef YY_KIND
}  // namespace detail

/// The tree of one file. Built by the parser through `SyntaxTreeBuilder` (parser-internal), read by everyone.
class SyntaxTree {
 public:
  source::FileId file() const { return file_; }

  /// All sentences in source order.
  std::span<const Declaration> declarations() const { return declarations_; }
  const Declaration& declaration(DeclarationId id) const { return declarations_[id.index()]; }

  std::size_t expression_count() const { return nodes_.size(); }
  ExprKind kind(ExprId id) const { return nodes_[id.index()].kind; }
  source::Span span(ExprId id) const {
    const Node& node = nodes_[id.index()];
    return {file_, node.begin, node.end};
  }
  /// The node as its form; the kind must be that form's: `tree.as<Let>(id)`.
  template <typename T>
  const T& as(ExprId id) const {
    return pool<T>()[nodes_[id.index()].index];
  }
  /// The elements of a list of this tree.
  template <typename T>
  std::span<const T> items(List<T> list) const {
    return std::span<const T>(pool<T>()).subspan(list.first, list.count);
  }
  /// The tail of a spine form (see the head of this file), or `none`.
  ExprId tail(ExprId id) const {
    switch (kind(id)) {
      case ExprKind::sequence:
        return as<Sequence>(id).rest;
      case ExprKind::let:
        return as<Let>(id).body;
      case ExprKind::recursive_let:
        return as<RecursiveLet>(id).body;
      case ExprKind::conditional:
        return as<Conditional>(id).when_false;
      default:
        return {};
    }
  }

  /// The same tree for the same text as another file, in another symbol table: `symbols` has its symbol for each one
  /// here, by index.
  SyntaxTree moved_to(source::FileId file, std::span<const Symbol> symbols) const;

 private:
  friend class SyntaxTreeBuilder;

  struct Node {
    ExprKind kind = ExprKind::error;
    std::uint16_t height = 0;  ///< nodes on the longest path down that takes no tail
    std::uint32_t index = 0;   ///< in the pool of the kind
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  template <typename... T>
  struct Pools : std::vector<T>... {};
  using AllPools = Pools<ErrorExpr, NameExpr, QualifiedName, StringExpr, GroupValue, GroupType, ListExpr, Dictionary,
                         Projection, Application, TupleValue, TupleType, Annotation, Sequence, Lambda, FunctionType,
                         QuantifiedType, Let, RecursiveLet, Conditional, Name, Field, Argument, ExprId>;

  template <typename T>
  const std::vector<T>& pool() const {
    return static_cast<const std::vector<T>&>(pools_);
  }
  template <typename T>
  std::vector<T>& pool() {
    return static_cast<std::vector<T>&>(pools_);
  }

  source::FileId file_;
  std::vector<Declaration> declarations_;
  std::vector<Node> nodes_;
  AllPools pools_;
};

/// A readable S-expression of one expression, or of the whole file (one line per sentence), for tests and debugging.
/// Its size is linear and it costs no stack.
std::string dump(const SyntaxTree& tree, ExprId expression, const support::SymbolTable& symbols);
std::string dump(const SyntaxTree& tree, const support::SymbolTable& symbols);

}  // namespace yyshader::frontend::yuyan
