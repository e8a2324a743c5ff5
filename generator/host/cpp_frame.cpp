#include "host/cpp_frame.hpp"

#include "support/numbers.hpp"

namespace yyshader::host {

namespace {

std::string inline_namespace() { return "yy_schema_" + support::to_decimal(reflect::schema_version); }

}  // namespace

std::string qualified_namespace(const CppNames& names) {
  std::string result;
  for (const CppName& part : names.name_space) result += "::" + part.name;
  return result;
}

std::string open_namespaces(const CppNames& names, std::string_view prefix) {
  std::string out = "static_assert(YY_SHADER_SCHEMA == " + support::to_decimal(reflect::schema_version) +
                    ", \"yy/shader.hpp and this generated file are of different versions of YYShader\");\n\n";
  out += prefix;
  return out + "namespace " + qualified_namespace(names).substr(2) + " {\ninline namespace " + inline_namespace() +
         " {\n\n";
}

std::string close_namespaces(const CppNames& names) {
  return "}  // namespace " + inline_namespace() + "\n}  // namespace " + qualified_namespace(names).substr(2) + "\n";
}

std::string namespace_aliases(const CppNames& names, std::string_view prefix) {
  std::string out;
  std::string outer;
  for (const CppName& part : names.name_space) {
    if (part.ascii.empty()) return {};
    const std::string target = outer + "::" + part.name;
    const std::string alias = std::string(prefix) + "namespace " + part.ascii + " = " + target + ";\n";
    out += outer.empty() ? alias : "namespace " + outer.substr(2) + " {\n" + alias + "}\n";
    outer = target;
  }
  return out;
}

}  // namespace yyshader::host
