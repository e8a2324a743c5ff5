#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "frontend/yuyan/parser.hpp"
#include "source/source_map.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan::test {

/// One parsed text with all that its tree refers to.
struct Parsed {
  source::SourceMap sources;
  support::SymbolTable symbols;
  ParsedFile file;

  /// The dump of the whole file.
  std::string tree() const;
  /// The dump of the value of the last sentence.
  std::string last() const;
  /// `line:column message_id`, sorted by place.
  std::vector<std::string> faults() const;
};

Parsed parse(std::string_view text, FileRole role = FileRole::source);

/// The dump of one expression, which must be without faults: `「甲」者 ⟨text⟩ 也。` is parsed.
std::string expression(std::string_view text);

/// `line:column message_id` of each finding, sorted by place.
std::vector<std::string> faults(const diagnostics::Diagnostics& diagnostics, const source::SourceMap& sources);

/// The text with the first fix of its first finding that has one put in.
std::string fixed(const Parsed& parsed);

std::string repeat(std::string_view text, std::size_t times);

}  // namespace yyshader::frontend::yuyan::test
