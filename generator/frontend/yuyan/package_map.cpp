#include "frontend/yuyan/package_map.hpp"

#include <algorithm>
#include <utility>

#include "frontend/yuyan/path_text.hpp"

namespace yyshader::frontend::yuyan {

using diagnostics::diagnose;
using diagnostics::Text;
using MessageId = diagnostics::Id;

std::string FileReader::shown(const std::string& path) const {
  if (show_relative_ && !working_directory_.empty()) {
    if (const auto inside = path_text::below(path_text::normalised(working_directory_), path)) {
      return inside->empty() ? "." : std::string(*inside);
    }
  }
  return path.empty() ? "." : path;
}

std::optional<source::FileId> FileReader::read(const std::string& path, diagnostics::Diagnostic& fault) {
  const std::string name = shown(path);
  std::string error;
  std::optional<std::string> text;
  switch (kind(path)) {
    case source::EntryKind::missing:
      fault = diagnose<MessageId::file_missing>({}, Text{name});
      return std::nullopt;
    case source::EntryKind::directory:
      fault = diagnose<MessageId::file_is_directory>({}, Text{name});
      return std::nullopt;
    case source::EntryKind::file:
      text = files_.read(path, error);
      break;
  }
  if (!text) {
    fault = diagnose<MessageId::file_unreadable>({}, Text{name}, Text{error});
    return std::nullopt;
  }
  if (text->size() > source::largest_file) {
    fault = diagnose<MessageId::file_too_large>({}, Text{name});
    return std::nullopt;
  }
  program_.files_read.push_back(name);
  return program_.sources.add(name, std::move(*text));
}

PackageMap::PackageMap(FileReader& reader, const LoadOptions& options) : reader_(reader), options_(options) {
  for (const auto& [name, folder] : options.packages) {
    const std::string given =
        path_text::is_absolute(folder) ? folder : path_text::join(options.working_directory, folder);
    const std::string root = path_text::normalised(given);
    const Package* described = options.discover ? described_in(root, true) : nullptr;
    Package package;
    if (described != nullptr) package = *described;
    package.name = name;
    package.root = root;
    if (const auto found = options.package_dependencies.find(name); found != options.package_dependencies.end()) {
      package.dependencies = found->second;
    }
    packages_.push_back(std::move(package));
    explicit_[name] = &packages_.back();
  }
}

/// The package described in `folder`. A folder's description is read once; its faults are reported when the package is
/// used.
const Package* PackageMap::described_in(const std::string& folder, bool is_own) {
  if (const auto known = by_folder_.find(folder); known != by_folder_.end()) return known->second;
  const Package*& result = by_folder_[folder];
  std::string first;
  for (const std::string& name : reader_.list(folder)) {
    if (!name.ends_with(description_suffix)) continue;
    const std::string path = path_text::join(folder, name);
    if (reader_.kind(path) != source::EntryKind::file) continue;
    if (!first.empty()) {
      if (is_own) {
        reader_.program().diagnostics.push_back(
            diagnose<MessageId::several_descriptions>({}, Text{reader_.shown(first)}, Text{reader_.shown(path)}));
      }
      break;
    }
    first = path;
  }
  if (first.empty()) return result;
  Package package;
  package.root = folder;
  package.description_path = reader_.shown(first);
  diagnostics::Diagnostic fault;
  if (const auto file = reader_.read(first, fault)) {
    Program& program = reader_.program();
    package.description = read_description(*file, program.sources.text(*file), program.symbols);
    package.name = package.description.name;
    package.dependencies = package.description.dependencies;
  } else {
    package.description.diagnostics.push_back(std::move(fault));
    package.dependencies.emplace();
  }
  packages_.push_back(std::move(package));
  result = &packages_.back();
  return result;
}

/// Reports the faults of a package's description, once.
const Package* PackageMap::use(const Package* package) {
  if (package != nullptr && !std::exchange(reported_[package], true)) {
    auto& all = reader_.program().diagnostics;
    all.insert(all.end(), package->description.diagnostics.begin(), package->description.diagnostics.end());
  }
  return package;
}

const Package& PackageMap::of_folder(const std::string& folder) {
  const Package* nearest = nullptr;
  for (const auto& [name, package] : explicit_) {
    const bool inside = path_text::below(package->root, folder).has_value();
    if (inside && (nearest == nullptr || package->root.size() > nearest->root.size())) nearest = package;
  }
  if (nearest != nullptr) return *use(nearest);
  if (options_.discover) {
    for (std::optional<std::string> at = folder; at; at = path_text::parent(*at)) {
      if (const Package* package = described_in(*at, true)) return *use(package);
      if (is_repository(*at)) break;
    }
  }
  Package anonymous;
  anonymous.root = folder;
  if (options_.discover) {
    anonymous.dependencies.emplace();
    for (const auto& [name, package] : explicit_) anonymous.dependencies->push_back(name);
  }
  packages_.push_back(std::move(anonymous));
  return packages_.back();
}

const Package* PackageMap::find(std::string_view name, const Package& from) {
  if (const auto given = explicit_.find(std::string(name)); given != explicit_.end()) return use(given->second);
  if (name == from.name) return &from;
  return options_.discover ? use(find_described(name, from.root)) : nullptr;
}

bool PackageMap::is_repository(const std::string& folder) const {
  return reader_.kind(path_text::join(folder, ".git")) != source::EntryKind::missing;
}

/// Descriptions in the ancestors of `root`; inside a repository also in the siblings of it and of each ancestor, the
/// nearest first.
const Package* PackageMap::find_described(std::string_view name, const std::string& root) {
  std::vector<std::string> folders;  // root and its ancestors
  std::size_t repository = 0;        // how many of them lie in the repository, its own root included
  for (std::optional<std::string> at = root; at; at = path_text::parent(*at)) {
    folders.push_back(*at);
    if (is_repository(*at)) {
      repository = folders.size();
      break;
    }
  }
  const auto named = [&](const std::string& folder) -> const Package* {
    const Package* package = described_in(folder, false);
    return package != nullptr && package->name == name ? package : nullptr;
  };
  for (std::size_t i = 0; i < folders.size(); ++i) {
    if (const Package* package = named(folders[i])) return package;
    if (i + 1 >= repository) continue;
    for (const std::string& entry : reader_.list(folders[i + 1])) {
      const std::string sibling = path_text::join(folders[i + 1], entry);
      if (reader_.kind(sibling) != source::EntryKind::directory) continue;
      if (const Package* package = named(sibling)) return package;
    }
  }
  return nullptr;
}

bool PackageMap::may_import(const Package& from, const Package& target, bool target_is_explicit) {
  if (target.name == from.name) return true;
  if (!from.dependencies) return target_is_explicit;
  return std::find(from.dependencies->begin(), from.dependencies->end(), target.name) != from.dependencies->end();
}

std::vector<std::string> PackageMap::nameless_descriptions() const {
  std::vector<std::string> paths;
  for (const Package& package : packages_) {
    if (package.name.empty() && !package.description_path.empty()) paths.push_back(package.description_path);
  }
  return paths;
}

}  // namespace yyshader::frontend::yuyan
