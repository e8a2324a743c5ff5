// libFuzzer entry of the lexer and parser: any bytes, as each kind of file. Build with -fsanitize=fuzzer,address.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "frontend/yuyan/parser.hpp"
#include "support/internal_error.hpp"

using namespace yyshader;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using frontend::yuyan::FileRole;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const FileRole role : {FileRole::source, FileRole::declarations, FileRole::description}) {
    support::SymbolTable symbols;
    const auto parsed = frontend::yuyan::parse_file(source::FileId(0), text, role, symbols);
    // An unsound sentence has been explained, and every span lies in the text.
    for (const auto& declaration : parsed.tree.declarations()) {
      support::invariant(declaration.sound || !parsed.diagnostics.empty(), "an unsound sentence without a fault");
      support::invariant(declaration.span.end <= size, "a span past the end");
    }
    support::invariant(dump(parsed.tree, symbols).size() + 1 > parsed.tree.declarations().size(), "a short dump");
  }
  return 0;
}
