#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/yuyan/modules.hpp"
#include "frontend/yuyan/package_description.hpp"

namespace yyshader::frontend::yuyan {

/// The package that is part of this project; it wins over any folder of its name, and needs no declared dependency.
inline constexpr std::string_view builtin_package_name = "着色库";
inline constexpr std::string_view builtin_module_name = "着色内建";

/// Reads files into a program: each becomes a file of its source map, and its path is noted for the depfile.
class FileReader {
 public:
  FileReader(const source::FileSystem& files, const LoadOptions& options, bool show_relative, Program& program)
      : files_(files),
        working_directory_(options.working_directory),
        show_relative_(show_relative),
        program_(program) {}

  /// The file at `path` (normalised), or nothing with the reason in `fault`, whose place is still to be set.
  std::optional<source::FileId> read(const std::string& path, diagnostics::Diagnostic& fault);
  source::EntryKind kind(const std::string& path) const { return files_.kind(path.empty() ? "." : path); }
  std::vector<std::string> list(const std::string& path) const { return files_.list(path.empty() ? "." : path); }
  /// The path as messages show it.
  std::string shown(const std::string& path) const;
  Program& program() { return program_; }

 private:
  const source::FileSystem& files_;
  std::string working_directory_;
  bool show_relative_;
  Program& program_;
};

struct Package {
  std::string name;              ///< empty: anonymous
  std::string root;              ///< normalised
  std::string description_path;  ///< as shown; empty without one
  PackageDescription description;
  std::optional<std::vector<std::string>> dependencies;  ///< nothing: every package given explicitly
};

/// The packages in reach (1.1): those given by name first, then those that descriptions name. Folders are looked at
/// only when a name is asked for that is not known yet.
class PackageMap {
 public:
  PackageMap(FileReader& reader, const LoadOptions& options);

  /// The package that files in `folder` belong to.
  const Package& of_folder(const std::string& folder);
  /// The package named `name`, as seen from `from`; null when there is none.
  const Package* find(std::string_view name, const Package& from);
  /// Whether modules of `from` may import from the package named `name`.
  static bool may_import(const Package& from, const Package& target, bool target_is_explicit);
  bool is_explicit(std::string_view name) const { return explicit_.contains(std::string(name)); }
  /// Paths (as shown) of descriptions met so far that name no package.
  std::vector<std::string> nameless_descriptions() const;

 private:
  const Package* described_in(const std::string& folder, bool is_own);
  const Package* find_described(std::string_view name, const std::string& root);
  const Package* use(const Package* package);
  bool is_repository(const std::string& folder) const;

  FileReader& reader_;
  const LoadOptions& options_;
  std::deque<Package> packages_;
  std::map<std::string, const Package*> explicit_;
  std::map<std::string, const Package*> by_folder_;  ///< folders looked at; null: no description there
  std::map<const Package*, bool> reported_;
};

}  // namespace yyshader::frontend::yuyan
