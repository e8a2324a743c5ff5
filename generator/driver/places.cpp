#include "driver/places.hpp"

#include <algorithm>

namespace yyshader::driver {

namespace {

/// Absolute, and without parts that mean another path.
bool is_plain(std::string_view path) {
  if (path.size() < 2 || path.front() != '/' || path.back() == '/' || path.find('\0') != std::string_view::npos) {
    return false;
  }
  for (std::size_t begin = 1; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return true;
}

std::string mark(std::string_view name) { return '\0' + std::string(name) + '\0'; }

}  // namespace

Places::Places(const CommandLine& line, const std::string& file) {
  if (line.options.discover_packages || !is_plain(file)) return;
  std::vector<std::pair<std::string, std::string>> roots;
  for (const auto& [name, folder] : line.options.packages) {
    if (!is_plain(folder)) return;
    roots.emplace_back(folder + '/', mark(name));
  }
  const std::string folder = file.substr(0, file.rfind('/') + 1);
  const bool in_package =
      std::any_of(roots.begin(), roots.end(), [&](const auto& root) { return folder.starts_with(root.first); });
  if (!in_package && folder.size() > 1) roots.emplace_back(folder, mark(""));
  std::sort(roots.begin(), roots.end(), [](const auto& a, const auto& b) {
    return a.first.size() != b.first.size() ? a.first.size() > b.first.size() : a.first < b.first;
  });
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  if (std::adjacent_find(roots.begin(), roots.end(), same) != roots.end()) return;
  roots_ = std::move(roots);
}

std::string Places::portable(const std::string& path) const {
  for (const auto& [root, name] : roots_) {
    if (path.starts_with(root)) return name + path.substr(root.size());
    if (path.size() + 1 == root.size() && root.starts_with(path)) return name;
  }
  return path;
}

std::optional<std::string> Places::here(std::string_view portable) const {
  if (!portable.starts_with('\0')) return std::string(portable);
  for (const auto& [root, name] : roots_) {
    if (portable == name) return root.substr(0, root.size() - 1);
    if (portable.starts_with(name)) return root + std::string(portable.substr(name.size()));
  }
  return std::nullopt;
}

std::optional<std::string> Places::portable_text(std::string_view text) const {
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  std::string result;
  while (!text.empty()) {
    const auto root = std::find_if(roots_.begin(), roots_.end(),
                                   [&](const auto& candidate) { return text.starts_with(candidate.first); });
    if (root == roots_.end()) {
      result += text.front();
      text.remove_prefix(1);
    } else {
      result += root->second;
      text.remove_prefix(root->first.size());
    }
  }
  return result;
}

std::optional<std::string> Places::here_text(std::string_view text) const {
  std::string result;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('\0'), text.size());
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const auto root = std::find_if(roots_.begin(), roots_.end(),
                                   [&](const auto& candidate) { return text.starts_with(candidate.second); });
    if (root == roots_.end()) return std::nullopt;
    result += root->first;
    text.remove_prefix(root->second.size());
  }
  return result;
}

}  // namespace yyshader::driver
