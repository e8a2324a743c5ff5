#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "host/emit.hpp"
#include "pipeline/options.hpp"

namespace yyshader::driver {

enum class Command : std::uint8_t { wgsl, msl, ptx, check, generate, build, dump_ir, version, help };

/// Whether a command comes from the language's own description, which fixes how it says that it failed (spec 3.2).
bool is_seed_command(Command command);

enum class DiagnosticsFormat : std::uint8_t { text, json, sarif };
enum class ColorMode : std::uint8_t { automatic, always, never };

/// A command line that makes sense.
struct CommandLine {
  Command command = Command::help;
  std::vector<std::string> files;  ///< `-` is standard input
  pipeline::Options options;
  diagnostics::Language language = diagnostics::Language::chinese;
  DiagnosticsFormat format = DiagnosticsFormat::text;
  ColorMode color = ColorMode::automatic;

  // What only `build` has.
  std::optional<std::string> sources_from;  ///< a file that names more sources, one a line
  std::string output_folder;
  std::vector<host::Host> hosts;
  std::vector<pipeline::Target> targets;
  host::Options host_options;
  std::optional<std::string> depfile;
  std::optional<std::string> depfile_target;  ///< the rule's target when it is not the stamp
  bool depfile_lists_outputs = false;         ///< so that Make, which knows no by-products, misses a deleted one
  std::optional<std::string> depfile_cache;   ///< what the build system made of the depfile; goes when that changes
  std::optional<std::string> stamp;
  std::string cache_folder;                 ///< empty: no cache
  std::optional<std::uint64_t> cache_size;  ///< MiB
  std::size_t jobs = 0;                     ///< threads; 0: as many as there are cores
  bool explain = false;                     ///< say what was done about each source
};

/// One that does not (exit status 2).
struct UsageError {
  std::optional<Command> command;  ///< as far as it is known
  diagnostics::Language language = diagnostics::Language::chinese;
  diagnostics::Message message;
};

/// What the environment says where the command line does not.
struct Environment {
  Environment(std::string_view language_tag = {}) : language(language_tag) {}
  std::string_view language;      ///< YY_LANG
  std::string_view cache_folder;  ///< YYSHADER_CACHE_DIR
  std::string_view cache_size;    ///< YYSHADER_CACHE_SIZE
};

/// Reads the arguments (without the program's name, UTF-8).
std::variant<CommandLine, UsageError> parse_command_line(const std::vector<std::string>& arguments,
                                                         const Environment& environment);

/// The text of `yyshader help`.
std::string help_text(diagnostics::Language language);

/// Chinese unless the tag (`en`, `en_US.UTF-8`, `English`) asks for English.
diagnostics::Language language_of(std::string_view tag);

}  // namespace yyshader::driver
