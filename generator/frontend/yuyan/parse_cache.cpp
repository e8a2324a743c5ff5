#include "frontend/yuyan/parse_cache.hpp"

#include <vector>

namespace yyshader::frontend::yuyan {

/// A file parsed with a symbol table of its own: its symbols are numbered in the order in which the parser met them,
/// and making them in that order in another table is what parsing there would have done.
struct ParseCache::Entry {
  support::SymbolTable symbols;
  SyntaxTree tree;
};

ParseCache::ParseCache() = default;
ParseCache::~ParseCache() = default;

std::shared_ptr<const ParseCache::Entry> ParseCache::find(std::string_view key) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : found->second;
}

ParsedFile ParseCache::parse(source::FileId file, std::string_view text, FileRole role, support::SymbolTable& symbols) {
  std::string key(1, static_cast<char>('0' + static_cast<int>(role)));
  key += text;
  std::shared_ptr<const Entry> entry = find(key);
  if (!entry) {
    auto made = std::make_shared<Entry>();
    ParsedFile parsed = parse_file(file, text, role, made->symbols);
    if (!parsed.diagnostics.empty()) return parse_file(file, text, role, symbols);
    made->tree = std::move(parsed.tree);
    const std::lock_guard lock(mutex_);
    entry = entries_.try_emplace(std::move(key), std::move(made)).first->second;
  }
  std::vector<Symbol> here;
  here.reserve(entry->symbols.size());
  for (std::size_t i = 0; i < entry->symbols.size(); ++i)
    here.push_back(symbols.intern(entry->symbols.text(Symbol(i))));
  return {entry->tree.moved_to(file, here), {}};
}

std::size_t ParseCache::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace yyshader::frontend::yuyan
