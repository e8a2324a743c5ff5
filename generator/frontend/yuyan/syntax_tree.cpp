#include "frontend/yuyan/syntax_tree.hpp"

namespace yyshader::frontend::yuyan {

SyntaxTree SyntaxTree::moved_to(source::FileId file, std::span<const Symbol> symbols) const {
  SyntaxTree tree = *this;
  tree.file_ = file;
  const auto symbol = [&](Symbol& place) {
    if (place) place = symbols[place.index()];
  };
  const auto span = [&](source::Span& place) {
    if (place) place.file = file;
  };
  const auto name = [&](Name& place) {
    symbol(place.symbol);
    span(place.span);
  };
  for (Declaration& declaration : tree.declarations_) {
    name(declaration.name);
    span(declaration.span);
  }
  for (NameExpr& node : tree.pool<NameExpr>()) symbol(node.symbol);
  for (StringExpr& node : tree.pool<StringExpr>()) symbol(node.value);
  for (Let& node : tree.pool<Let>()) name(node.name);
  for (RecursiveLet& node : tree.pool<RecursiveLet>()) name(node.name);
  for (Name& node : tree.pool<Name>()) name(node);
  for (Field& node : tree.pool<Field>()) name(node.name);
  return tree;
}

}  // namespace yyshader::frontend::yuyan
