#include "source_maker.hpp"

#include <gtest/gtest.h>

#include "diagnostics/render.hpp"
#include "frontend/yuyan/builtins.hpp"
#include "frontend/yuyan/check.hpp"
#include "frontend/yuyan/lower.hpp"
#include "frontend/yuyan/modules.hpp"
#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "source/file_system.hpp"

namespace yyshader::frontend::yuyan::testing {

namespace {

constexpr std::string_view resources = R"(
「数据」乃「存储缓冲」于（「数组」于「无三二」）也。
「数据」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。
「浮数」乃「存储缓冲」于（「数组」于「浮三二」）也。
「浮数」者「绑定」于（「组值」【「组」者「零」也，「号」者「一」也，「访问」者「读写」也】）也。
「参数」即「组类」【「长」乃「无三二」也，「向」乃「三维浮」也，「表」乃「定长数组」于「无三二」于「四」也】也。
「参」乃「均匀缓冲」于「参数」也。
「参」者「均匀绑定」于（「组值」【「组」者「零」也，「号」者「二」也】）也。
「共享」乃「工作组变量」于（「定长数组」于「无三二」于「八」）也。
「共享」者「工作组共享」于「元」也。
)";

}  // namespace

ir::Module lower_source(std::string_view source) {
  const source::VirtualFileSystem files;
  LoadOptions options;
  options.builtin_declarations = builtin_declarations();
  std::string text = "寻观「着色库」之「着色内建」之书。\n";
  text += source;
  Program program = load_program(files, "/试/试。着色器。豫", std::move(text), options);
  const CheckResult checked = check(program);
  diagnostics::Diagnostics found = program.diagnostics;
  found.insert(found.end(), checked.diagnostics.begin(), checked.diagnostics.end());
  for (const diagnostics::Diagnostic& diagnostic : found) {
    if (diagnostic.severity != diagnostics::Severity::error) continue;
    ADD_FAILURE() << diagnostics::render_text(diagnostic, program.sources, {});
  }
  ir::Module module = lower(checked.program, program.symbols);
  for (const std::string& fault : ir::verify(module)) ADD_FAILURE() << fault << "\n" << ir::dump(module);
  return module;
}

std::string dump_of(std::string_view source) { return ir::dump(lower_source(source)); }

std::string own_dump_of(std::string_view source) {
  const std::string shared = dump_of(resources);
  std::string dump = dump_of(std::string(resources) + std::string(source));
  // Both start with the directives that the whole program needs.
  const std::size_t begin = dump.find(shared);
  if (begin == std::string::npos) {
    ADD_FAILURE() << "the shared resources are not at the beginning of\n" << dump;
    return dump;
  }
  std::size_t end = begin + shared.size();
  while (end < dump.size() && dump[end] == '\n') ++end;
  return dump.erase(begin, end - begin);
}

std::string function_of(std::string_view name, std::string_view source) {
  const std::string dump = own_dump_of(source);
  const std::size_t begin = dump.find("function " + std::string(name) + "(");
  const std::size_t end = dump.find("\n}\n", begin);
  if (begin == std::string::npos || end == std::string::npos) {
    ADD_FAILURE() << "no function " << name << " in\n" << dump;
    return dump;
  }
  return dump.substr(begin, end + 3 - begin);
}

}  // namespace yyshader::frontend::yuyan::testing
