#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "frontend/yuyan/parse_cache.hpp"
#include "frontend/yuyan/syntax_tree.hpp"
#include "source/file_system.hpp"
#include "source/source_map.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan {

using ModuleId = support::Id<struct ModuleTag>;

/// What kind of file a module is (1.1).
enum class ModuleKind : std::uint8_t {
  source,        ///< 名。着色器。豫
  declarations,  ///< 名。着色器。接口。豫
};

/// One resolved import of a module.
struct ModuleImport {
  DeclarationId declaration;
  ModuleId module;         ///< `none` when it could not be found (reported)
  Symbol bound;            ///< the name under which 寻 binds the module (the last segment), else `none`
  source::Span span;       ///< the import sentence
  source::Span path_span;  ///< its path
  bool binds = false;      ///< 寻
  bool opens = false;      ///< 观
  bool reexports = false;  ///< 诵
};

struct Module {
  std::string package;            ///< the package's name; empty for an anonymous package
  std::vector<std::string> path;  ///< folders below the package's root, then the module's name
  std::string display;            ///< 「包」之「文件夹」之「名」 as messages show it
  ModuleKind kind = ModuleKind::source;
  bool builtin = false;  ///< 「着色库」之「着色内建」, embedded
  source::FileId file;
  SyntaxTree tree;
  std::vector<ModuleImport> imports;  ///< in source order
};

/// Everything the checker needs, immutable. Later stages refer to modules by their position in `modules`.
struct Program {
  source::SourceMap sources;
  support::SymbolTable symbols;
  /// Dependencies before their users, each once; the builtin declarations are always the first.
  std::vector<Module> modules;
  ModuleId entry;  ///< the module that was asked for; `none` when its file could not be read
  ModuleId builtin;  ///< 「着色内建」; always parsed, so that its names can be suggested, and always the first module
  /// Paths of all files that were read, in order and without repeats (the depfile, 3.2), package descriptions included;
  /// neither the embedded declarations nor text that the caller gave.
  std::vector<std::string> files_read;
  diagnostics::Diagnostics diagnostics;
};

struct LoadOptions {
  /// Packages given by name (`--package 名=目录`): they win over descriptions.
  std::map<std::string, std::string> packages;
  /// Names that a package given in `packages` may import; a package without an entry here is held to its description
  /// when it has one, else may import every package of `packages`.
  std::map<std::string, std::vector<std::string>> package_dependencies;
  /// Whether descriptions (名。包。豫) of other packages are looked for (off under CMake).
  bool discover = true;
  /// The folder that relative paths count from, absolute: needed to look at the folders above it. Empty: they stop at
  /// the first part of the given path. Messages show paths below it relative when the file was given so.
  std::string working_directory;
  /// The text of 「着色库」之「着色内建」, and the path that messages show for it.
  std::string_view builtin_declarations;
  std::string builtin_path = "着色库/着色内建。着色器。接口。豫";
  /// Parsed files to share with other compilations; may be null.
  ParseCache* parsed = nullptr;
};

/// Loads and parses the shading file at `path` and everything it imports (1.1).
Program load_program(const source::FileSystem& files, const std::string& path, const LoadOptions& options);

/// The same for a source whose text is given (standard input); `path` says where it counts as lying.
Program load_program(const source::FileSystem& files, const std::string& path, std::string text,
                     const LoadOptions& options);

}  // namespace yyshader::frontend::yuyan
