#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace yyshader::tests {

/// Which layers each layer may include, itself apart (docs/architecture.md, "Layers"; spec 4.1). A layer is a folder
/// under `generator/`; a front end that the table does not name has the rights of any front end.
const std::map<std::string, std::set<std::string>>& allowed_layers();

/// The layer that owns a path relative to `generator/`, or an empty string when no layer does.
std::string layer_of(std::string_view path);

/// The paths in `#include "…"` lines of a text, in order. Includes inside block comments count too: write none there.
std::vector<std::string> quoted_includes(std::string_view text);

/// Files by their path relative to `generator/`, with their texts.
using FileTexts = std::map<std::string, std::string>;

/// Every C++ file under `root`, tables (`.def`) included.
FileTexts read_tree(const std::filesystem::path& root);

/// One line for each include that no rule allows: upwards, sideways, or of a folder that is no layer.
std::vector<std::string> forbidden_includes(const FileTexts& files);

/// The files of one circle of includes, in order, the first repeated at the end; empty when there is no circle.
std::vector<std::string> include_circle(const FileTexts& files);

}  // namespace yyshader::tests
