#include <algorithm>

#include "source/file_system.hpp"

namespace yyshader::source {

namespace {

/// `path` without `.`, `..` (as far as there is something to leave), doubled and trailing slashes. The current folder
/// is the empty text, the root `/`.
std::string normal_form(std::string_view path) {
  const bool absolute = path.starts_with('/');
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (!parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!absolute) {
      parts.push_back(part);
    }
  }
  std::string result = absolute ? "/" : "";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += '/';
    result += parts[i];
  }
  return result;
}

/// What the paths below the directory `normal` start with.
std::string prefix_of(std::string normal) {
  if (!normal.empty() && !normal.ends_with('/')) normal += '/';
  return normal;
}

}  // namespace

VirtualFileSystem::VirtualFileSystem(const std::map<std::string, std::string>& files) {
  for (const auto& [path, text] : files) add(path, text);
}

void VirtualFileSystem::add(const std::string& path, std::string text) {
  files_.insert_or_assign(normal_form(path), std::move(text));
}

EntryKind VirtualFileSystem::kind(const std::string& path) const {
  const std::string normal = normal_form(path);
  if (files_.contains(normal)) return EntryKind::file;
  const std::string prefix = prefix_of(normal);
  if (prefix.empty()) return path.empty() ? EntryKind::missing : EntryKind::directory;
  const auto below = files_.lower_bound(prefix);
  const bool found = below != files_.end() && below->first.starts_with(prefix);
  return found ? EntryKind::directory : EntryKind::missing;
}

std::optional<std::string> VirtualFileSystem::read(const std::string& path, std::string& error) const {
  if (const auto found = files_.find(normal_form(path)); found != files_.end()) return found->second;
  error = kind(path) == EntryKind::directory ? "Is a directory" : "No such file or directory";
  return std::nullopt;
}

std::vector<std::string> VirtualFileSystem::list(const std::string& path) const {
  const std::string prefix = prefix_of(normal_form(path));
  std::vector<std::string> names;
  for (auto file = files_.lower_bound(prefix); file != files_.end() && file->first.starts_with(prefix);) {
    const std::string_view rest = std::string_view(file->first).substr(prefix.size());
    const std::size_t slash = rest.find('/');
    std::string name(rest.substr(0, slash));
    if (slash == std::string_view::npos) {
      ++file;
    } else {
      file = files_.lower_bound(prefix + name + static_cast<char>('/' + 1));  // past the whole folder
    }
    if (!name.empty()) names.push_back(std::move(name));  // empty: an absolute path seen from the current folder
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace yyshader::source
