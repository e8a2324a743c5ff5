// Any bytes as a shading source, through the whole pipeline: it must answer with texts or diagnostics, whatever they
// are. What it accepts, it must accept again with the same texts.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "pipeline/compile.hpp"
#include "source/file_system.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace yyshader;
  const std::string path = "试。着色器。豫";
  const std::string text(reinterpret_cast<const char*>(data), size);
  const source::VirtualFileSystem files({{path, text}});
  const std::vector<pipeline::Target> targets = {pipeline::Target::wgsl, pipeline::Target::msl, pipeline::Target::ptx};
  const auto first = pipeline::compile({}, files, path, targets);
  if (!first.module) return 0;
  const auto second = pipeline::compile({}, files, path, targets);
  for (const auto& [target, result] : first.texts) {
    if (second.texts.at(target).text.text != result.text.text) std::abort();
  }
  return 0;
}
