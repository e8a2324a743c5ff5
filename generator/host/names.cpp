#include "host/names.hpp"

#include <algorithm>
#include <array>

#include "pass/names.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::host {

namespace {

// What the rule of the texts leaves but C++17 to C++23, its standard library's macros, or common compilers' predefined
// macros take; and `yy` and `std`, which generated code itself names. Sorted.
constexpr std::array<std::string_view, 120> reserved = {"EOF",
                                                        "NAN",
                                                        "NULL",
                                                        "alignas",
                                                        "alignof",
                                                        "and",
                                                        "and_eq",
                                                        "asm",
                                                        "assert",
                                                        "auto",
                                                        "bitand",
                                                        "bitor",
                                                        "bool",
                                                        "break",
                                                        "case",
                                                        "catch",
                                                        "char",
                                                        "char16_t",
                                                        "char32_t",
                                                        "char8_t",
                                                        "class",
                                                        "co_await",
                                                        "co_return",
                                                        "co_yield",
                                                        "compl",
                                                        "concept",
                                                        "const",
                                                        "const_cast",
                                                        "consteval",
                                                        "constexpr",
                                                        "constinit",
                                                        "continue",
                                                        "contract_assert",
                                                        "decltype",
                                                        "default",
                                                        "delete",
                                                        "do",
                                                        "double",
                                                        "dynamic_cast",
                                                        "else",
                                                        "enum",
                                                        "errno",
                                                        "explicit",
                                                        "export",
                                                        "extern",
                                                        "false",
                                                        "final",
                                                        "float",
                                                        "for",
                                                        "friend",
                                                        "goto",
                                                        "i386",
                                                        "if",
                                                        "import",
                                                        "inline",
                                                        "int",
                                                        "linux",
                                                        "long",
                                                        "main",
                                                        "module",
                                                        "mutable",
                                                        "namespace",
                                                        "new",
                                                        "noexcept",
                                                        "not",
                                                        "not_eq",
                                                        "nullptr",
                                                        "offsetof",
                                                        "operator",
                                                        "or",
                                                        "or_eq",
                                                        "override",
                                                        "posix",
                                                        "private",
                                                        "protected",
                                                        "public",
                                                        "register",
                                                        "reinterpret_cast",
                                                        "requires",
                                                        "return",
                                                        "short",
                                                        "signed",
                                                        "sizeof",
                                                        "static",
                                                        "static_assert",
                                                        "static_cast",
                                                        "std",
                                                        "stderr",
                                                        "stdin",
                                                        "stdout",
                                                        "struct",
                                                        "switch",
                                                        "template",
                                                        "this",
                                                        "thread_local",
                                                        "throw",
                                                        "true",
                                                        "try",
                                                        "typedef",
                                                        "typeid",
                                                        "typename",
                                                        "typeof",
                                                        "union",
                                                        "unix",
                                                        "unsigned",
                                                        "using",
                                                        "va_arg",
                                                        "va_copy",
                                                        "va_end",
                                                        "va_list",
                                                        "va_start",
                                                        "virtual",
                                                        "void",
                                                        "volatile",
                                                        "wchar_t",
                                                        "while",
                                                        "xor",
                                                        "xor_eq",
                                                        "yy",
                                                        "yy_schema_1"};
static_assert(std::is_sorted(reserved.begin(), reserved.end()));

/// Two underscores in a row are the compiler's: the second is escaped.
std::string without_double_underscores(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c == '_' && !result.empty() && result.back() == '_') {
      result += "5f_";
    } else {
      result += c;
    }
  }
  return result;
}

bool is_reserved(std::string_view name) {
  return std::binary_search(reserved.begin(), reserved.end(), name) ||
         (name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z');
}

/// One part of a path: the name itself unless a file system would take it for something else.
std::string path_part(std::string_view name) {
  constexpr std::string_view forbidden = "/\\:*?\"<>|";
  std::string result;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || forbidden.find(c) != std::string_view::npos) {
      result += "_" + support::to_hex(byte) + "_";
    } else {
      result += c;
    }
  }
  if (result.empty() || result == "." || result == "..") return "_" + result + "_";
  return result;
}

}  // namespace

std::string cpp_identifier(std::string_view name) {
  std::string result = without_double_underscores(pass::legal_name(name));
  return is_reserved(result) ? without_double_underscores("豫_" + result) : result;
}

std::string Scope::claim(std::string_view name) {
  std::string candidate(name);
  for (std::size_t number = 2; !taken_.insert(candidate).second; ++number) {
    candidate = std::string(name) + "_" + support::to_decimal(number);
  }
  return candidate;
}

bool is_namespace(std::string_view text) {
  while (true) {
    const std::size_t end = text.find("::");
    const std::string_view part = text.substr(0, end);
    if (part.empty() || cpp_identifier(part) != part) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 2);
  }
}

std::vector<std::string> cpp_namespace(const reflect::Model& model, const Options& options) {
  std::vector<std::string> parts;
  if (options.name_space) {
    std::string_view rest = *options.name_space;
    while (true) {
      const std::size_t end = rest.find("::");
      parts.emplace_back(rest.substr(0, end));
      if (end == std::string_view::npos) return parts;
      rest.remove_prefix(end + 2);
    }
  }
  parts.push_back(cpp_identifier(model.package.empty() ? anonymous_package : std::string_view(model.package)));
  for (const std::string& part : model.path) parts.push_back(cpp_identifier(part));
  return parts;
}

std::string output_path(const std::string& package, const std::vector<std::string>& path, const Options& options,
                        std::string_view suffix, std::string_view ascii_suffix) {
  support::invariant(!path.empty(), "a generated module has no name");
  std::vector<std::string> parts;
  if (!package.empty()) parts.push_back(package);
  parts.insert(parts.end(), path.begin(), path.end());
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += '/';
    result += options.ascii_files ? pass::ascii_name("yy", parts[i]) : path_part(parts[i]);
  }
  result += options.ascii_files ? ascii_suffix : suffix;
  return result;
}

}  // namespace yyshader::host
