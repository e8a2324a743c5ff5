#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

#include "frontend/yuyan/syntax_tree.hpp"

namespace yyshader::frontend::yuyan {

/// Grows a `SyntaxTree`; only the parser has one. Nodes are made after their parts.
class SyntaxTreeBuilder {
 public:
  SyntaxTreeBuilder(source::FileId file, std::size_t expected_tokens) {
    tree_.file_ = file;
    tree_.nodes_.reserve(expected_tokens);
  }

  /// Makes a node over the bytes `begin` to `end`. `height` is one more than that of its highest part (1.4's bound,
  /// see syntax_tree.hpp) and at most `maximum_nesting`.
  template <typename T>
  ExprId add(T node, std::uint32_t begin, std::uint32_t end, std::uint32_t height) {
    auto& pool = tree_.pool<T>();
    tree_.nodes_.push_back({detail::KindOf<T>::value, static_cast<std::uint16_t>(height),
                            static_cast<std::uint32_t>(pool.size()), begin, end});
    pool.push_back(node);
    return ExprId(tree_.nodes_.size() - 1);
  }

  /// Copies `elements` to their pool as one list.
  template <typename T>
  List<T> list(std::span<const T> elements) {
    auto& pool = tree_.pool<T>();
    const List<T> result{static_cast<std::uint32_t>(pool.size()), static_cast<std::uint32_t>(elements.size())};
    pool.insert(pool.end(), elements.begin(), elements.end());
    return result;
  }

  std::uint32_t height(ExprId id) const { return tree_.nodes_[id.index()].height; }
  DeclarationId add(const Declaration& declaration) {
    tree_.declarations_.push_back(declaration);
    return DeclarationId(tree_.declarations_.size() - 1);
  }
  std::span<Declaration> declarations() { return tree_.declarations_; }

  const SyntaxTree& tree() const { return tree_; }
  SyntaxTree take() && { return std::move(tree_); }

 private:
  SyntaxTree tree_;
};

}  // namespace yyshader::frontend::yuyan
