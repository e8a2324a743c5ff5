#include "host/emit.hpp"

#include "host/cpp.hpp"
#include "host/json.hpp"
#include "host/names.hpp"
#include "support/internal_error.hpp"

namespace yyshader::host {

std::vector<File> emit(const reflect::Model& model, Host host, const Options& options) {
  const auto path = [&](std::string_view suffix, std::string_view ascii_suffix) {
    return output_path(model, options, suffix, ascii_suffix);
  };
  const auto lines = [&] { return File{path("。着色行表.hpp", ".lines.hpp"), cpp_line_header(model, options)}; };
  switch (host) {
    case Host::cpp:
      return {{path("。着色生成.hpp", ".generated.hpp"), cpp_header(model, options)}, lines()};
    case Host::cpp_module:
      return {{path("。着色生成.cppm", ".generated.cppm"), cpp_module(model, options)}, lines()};
    case Host::yuyan:
      return {{path("。着色生成。豫", ".generated.yuyan"), yuyan_module(model)}};
    case Host::json:
      return {{path("。着色生成.json", ".generated.json"), json_module(model)}};
  }
  support::internal_error("a host of no kind");
}

}  // namespace yyshader::host
