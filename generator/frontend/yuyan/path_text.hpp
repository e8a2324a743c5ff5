#pragma once

#include <optional>
#include <string>
#include <string_view>

// Paths as text: UTF-8, `/` between parts. Nothing here asks the file system.
namespace yyshader::frontend::yuyan::path_text {

bool is_absolute(std::string_view path);

/// `folder` / `name`; `name` alone when the folder is empty (the current folder).
std::string join(std::string_view folder, std::string_view name);

/// The path without `.`, `..` (as far as there is something to leave), doubled and trailing slashes; backslashes of
/// a Windows path become slashes when it starts with a drive. The current folder is the empty text.
std::string normalised(std::string_view path);

/// The folder above, or nothing above a root, the current folder or a path that leads out of it.
std::optional<std::string> parent(std::string_view normal_path);

std::string_view file_name(std::string_view normal_path);

/// The part of `path` below `folder` (empty for the folder itself), or nothing when it does not lie there.
std::optional<std::string_view> below(std::string_view folder, std::string_view path);

}  // namespace yyshader::frontend::yuyan::path_text
