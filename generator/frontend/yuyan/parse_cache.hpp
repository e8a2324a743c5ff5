#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "frontend/yuyan/parser.hpp"

namespace yyshader::frontend::yuyan {

/// Files parsed once for several compilations of one process: the builtin declarations and modules that many import.
/// What it gives is, symbol for symbol, what parse_file would have given in its place, so that no output depends on
/// which compilation came first. Several threads may use it at once.
class ParseCache {
 public:
  ParseCache();
  ~ParseCache();
  ParseCache(const ParseCache&) = delete;
  ParseCache& operator=(const ParseCache&) = delete;

  /// Like parse_file. Files with faults are parsed anew each time: only sound ones are shared.
  ParsedFile parse(source::FileId file, std::string_view text, FileRole role, support::SymbolTable& symbols);

  /// How many texts are kept.
  std::size_t size() const;

 private:
  struct Entry;
  std::shared_ptr<const Entry> find(std::string_view key) const;

  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Entry>, std::less<>> entries_;  ///< by role and text
};

}  // namespace yyshader::frontend::yuyan
