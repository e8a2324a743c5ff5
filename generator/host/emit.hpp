#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reflect/model.hpp"

namespace yyshader::host {

/// The languages that a generated module can be written in (spec 3.1).
enum class Host : std::uint8_t { cpp, cpp_module, yuyan, json, cpu };
inline constexpr std::string_view host_names[] = {"cpp", "cpp-module", "yuyan", "json", "cpu"};

struct Options {
  /// The C++ namespace instead of the one made of package and path: identifiers joined by `::`, see is_namespace.
  std::optional<std::string> name_space;
  bool ascii_aliases = false;  ///< also an ASCII name for every generated name
  bool ascii_files = false;    ///< file and folder names in ASCII
};

/// One file to write. `path` is relative to the output folder, with `/` between its parts.
struct File {
  std::string path;
  std::string content;
};

/// The files of the generated module in one language: the module itself first; the C++ hosts also give the table that
/// leads lines back to the source, apart because it changes when a comment does and the module does not. `cpu` gives
/// the program that runs on the CPU, and the `cpp` module, which it includes.
std::vector<File> emit(const reflect::Model& model, Host host, const Options& options);

/// The paths of the files that `emit` gives for a module of this package and path, the module itself first.
std::vector<std::string> output_paths(const std::string& package, const std::vector<std::string>& path, Host host,
                                      const Options& options);

/// The Yuyan module's text: what 生成 writes (spec 3.1).
std::string yuyan_module(const reflect::Model& model);

/// Whether `text` can stand after `namespace`: identifiers that mean nothing else, joined by `::`.
bool is_namespace(std::string_view text);

}  // namespace yyshader::host
