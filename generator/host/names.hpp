#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "host/emit.hpp"
#include "reflect/model.hpp"

namespace yyshader::host {

/// The package name that C++ shows for a source without a package.
inline constexpr std::string_view anonymous_package = "匿名包";

/// A name as a C++ identifier: spelt by the rule of the texts (spec 2.1), and nothing that C++ or its common macros
/// take.
std::string cpp_identifier(std::string_view name);

/// Names of one scope: the first to claim one has it, later ones get `_2`, `_3` … (spec 2.1).
class Scope {
 public:
  std::string claim(std::string_view name);

 private:
  std::unordered_set<std::string> taken_;
};

/// The namespace of a generated module by its parts: from `options`, else package, folders and name.
std::vector<std::string> cpp_namespace(const reflect::Model& model, const Options& options);

/// The path of a generated file below the output folder: package and folders as folders, `suffix` after the name. In
/// the ASCII form every part is mangled and `ascii_suffix` follows.
std::string output_path(const std::string& package, const std::vector<std::string>& path, const Options& options,
                        std::string_view suffix, std::string_view ascii_suffix);

}  // namespace yyshader::host
