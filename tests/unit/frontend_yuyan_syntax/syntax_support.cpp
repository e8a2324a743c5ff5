#include "syntax_support.hpp"

#include <gtest/gtest.h>

namespace yyshader::frontend::yuyan::test {

std::string Parsed::tree() const { return dump(file.tree, symbols); }

std::string Parsed::last() const {
  if (file.tree.declarations().empty() || !file.tree.declarations().back().value) return "";
  return dump(file.tree, file.tree.declarations().back().value, symbols);
}

std::vector<std::string> Parsed::faults() const { return test::faults(file.diagnostics, sources); }

std::vector<std::string> faults(const diagnostics::Diagnostics& diagnostics, const source::SourceMap& sources) {
  std::vector<std::string> result;
  for (const diagnostics::Diagnostic& found : diagnostics::sorted(diagnostics)) {
    std::string line;
    if (found.primary) {
      const source::LineColumn place = sources.line_column(found.primary.file, found.primary.begin);
      line = std::to_string(place.line) + ":" + std::to_string(place.column) + " ";
    }
    result.push_back(line + std::string(diagnostics::row(found.message.id).id));
  }
  return result;
}

Parsed parse(std::string_view text, FileRole role) {
  Parsed parsed;
  const source::FileId file = parsed.sources.add("试。着色器。豫", std::string(text));
  parsed.file = parse_file(file, parsed.sources.text(file), role, parsed.symbols);
  return parsed;
}

std::string expression(std::string_view text) {
  // A declaration file allows no 者, a source no function without signature: the type place takes any expression.
  const Parsed parsed = parse("「甲」即 " + std::string(text) + " 也。");
  EXPECT_EQ(parsed.faults(), std::vector<std::string>{}) << text;
  return parsed.last();
}

std::string fixed(const Parsed& parsed) {
  const source::FileId file = parsed.file.tree.file();
  std::string text(parsed.sources.text(file));
  for (const diagnostics::Diagnostic& found : diagnostics::sorted(parsed.file.diagnostics)) {
    if (found.fixes.empty()) continue;
    const diagnostics::Fix& fix = found.fixes.front();
    return text.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
  }
  return text;
}

std::string repeat(std::string_view text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace yyshader::frontend::yuyan::test
