#include "host/emit.hpp"

#include "host/cpp.hpp"
#include "host/cpu.hpp"
#include "host/json.hpp"
#include "host/names.hpp"
#include "support/internal_error.hpp"

namespace yyshader::host {

std::vector<std::string> output_paths(const std::string& package, const std::vector<std::string>& path, Host host,
                                      const Options& options) {
  const auto with = [&](std::string_view suffix, std::string_view ascii_suffix) {
    return output_path(package, path, options, suffix, ascii_suffix);
  };
  switch (host) {
    case Host::cpp:
      return {with("。着色生成.hpp", ".generated.hpp"), with("。着色行表.hpp", ".lines.hpp")};
    case Host::cpp_module:
      return {with("。着色生成.cppm", ".generated.cppm"), with("。着色行表.hpp", ".lines.hpp")};
    case Host::yuyan:
      return {with("。着色生成。豫", ".generated.yuyan")};
    case Host::json:
      return {with("。着色生成.json", ".generated.json")};
    case Host::cpu:
      return {with("。着色程序.hpp", ".program.hpp"), with("。着色生成.hpp", ".generated.hpp"),
              with("。着色行表.hpp", ".lines.hpp")};
  }
  support::internal_error("a host of no kind");
}

std::vector<File> emit(const reflect::Model& model, Host host, const Options& options) {
  const std::vector<std::string> paths = output_paths(model.package, model.path, host, options);
  switch (host) {
    case Host::cpp:
      return {{paths[0], cpp_header(model, options)}, {paths[1], cpp_line_header(model, options)}};
    case Host::cpp_module:
      return {{paths[0], cpp_module(model, options)}, {paths[1], cpp_line_header(model, options)}};
    case Host::yuyan:
      return {{paths[0], yuyan_module(model)}};
    case Host::json:
      return {{paths[0], json_module(model)}};
    case Host::cpu:
      return {{paths[0], cpu_header(model, options, paths[1].substr(paths[1].rfind('/') + 1))},
              {paths[1], cpp_header(model, options)},
              {paths[2], cpp_line_header(model, options)}};
  }
  support::internal_error("a host of no kind");
}

}  // namespace yyshader::host
