#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/ids.hpp"

namespace yyshader::support {

/// An interned name: equal symbols of one table are equal texts.
using Symbol = Id<struct SymbolTag>;

/// Interns strings. Texts live as long as the table; views into it stay valid while it grows and when it is moved.
class SymbolTable {
 public:
  SymbolTable() = default;
  /// The same texts with the same symbols, in storage of the copy's own.
  SymbolTable(const SymbolTable& other);
  SymbolTable& operator=(const SymbolTable& other) { return *this = SymbolTable(other); }
  SymbolTable(SymbolTable&&) = default;
  SymbolTable& operator=(SymbolTable&&) = default;

  /// The symbol of `text`, made at first use.
  Symbol intern(std::string_view text);
  /// The symbol of `text` if it has been interned, else `none`.
  Symbol find(std::string_view text) const;
  /// The text of `symbol`, which must come from this table.
  std::string_view text(Symbol symbol) const { return texts_[symbol.index()]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> storage_;
  std::vector<std::string_view> texts_;
  std::unordered_map<std::string_view, Symbol> index_;
};

}  // namespace yyshader::support
