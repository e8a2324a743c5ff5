#include "support/symbols.hpp"

namespace yyshader::support {

SymbolTable::SymbolTable(const SymbolTable& other) {
  for (const std::string_view text : other.texts_) intern(text);
}

Symbol SymbolTable::intern(std::string_view text) {
  if (const auto found = index_.find(text); found != index_.end()) return found->second;
  const Symbol symbol(texts_.size());
  const std::string_view kept = storage_.emplace_back(text);
  texts_.push_back(kept);
  index_.emplace(kept, symbol);
  return symbol;
}

Symbol SymbolTable::find(std::string_view text) const {
  const auto found = index_.find(text);
  return found == index_.end() ? Symbol() : found->second;
}

}  // namespace yyshader::support
