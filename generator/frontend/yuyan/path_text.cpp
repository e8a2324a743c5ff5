#include "frontend/yuyan/path_text.hpp"

#include <algorithm>
#include <vector>

namespace yyshader::frontend::yuyan::path_text {
namespace {

/// The length of what makes the path absolute: `/`, or `C:/`.
std::size_t root_length(std::string_view path) {
  if (path.starts_with('/')) return 1;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool drive = path.size() >= 3 && is_letter(path[0]) && path[1] == ':' && (path[2] == '/' || path[2] == '\\');
  return drive ? 3 : 0;
}

}  // namespace

bool is_absolute(std::string_view path) { return root_length(path) > 0; }

std::string join(std::string_view folder, std::string_view name) {
  std::string result(folder);
  if (!result.empty() && result.back() != '/') result += '/';
  result += name;
  return result;
}

std::string normalised(std::string_view path) {
  const std::size_t root = root_length(path);
  std::string text(path);
  if (root == 3) std::replace(text.begin(), text.end(), '\\', '/');
  const std::string_view view(text);
  std::vector<std::string_view> parts;
  for (std::size_t begin = root; begin <= view.size();) {
    const std::size_t end = std::min(view.find('/', begin), view.size());
    const std::string_view part = view.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") continue;
    if (part != ".." || (parts.empty() ? root == 0 : parts.back() == "..")) {
      parts.push_back(part);
    } else if (!parts.empty()) {
      parts.pop_back();
    }
  }
  std::string result(view.substr(0, root));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += '/';
    result += parts[i];
  }
  return result;
}

std::optional<std::string> parent(std::string_view normal_path) {
  const std::size_t root = root_length(normal_path);
  if (normal_path.size() <= root || file_name(normal_path) == "..") return std::nullopt;
  const std::size_t slash = normal_path.rfind('/');
  if (slash == std::string_view::npos) return std::string();
  return std::string(normal_path.substr(0, std::max(slash, root)));
}

std::string_view file_name(std::string_view normal_path) {
  const std::size_t slash = normal_path.rfind('/');
  return slash == std::string_view::npos ? normal_path : normal_path.substr(slash + 1);
}

std::optional<std::string_view> below(std::string_view folder, std::string_view path) {
  if (folder.empty()) {
    if (is_absolute(path) || path == ".." || path.starts_with("../")) return std::nullopt;
    return path;
  }
  if (!path.starts_with(folder)) return std::nullopt;
  if (path.size() == folder.size()) return std::string_view();
  if (folder.back() == '/') return path.substr(folder.size());
  if (path[folder.size()] != '/') return std::nullopt;
  return path.substr(folder.size() + 1);
}

}  // namespace yyshader::frontend::yuyan::path_text
