#pragma once

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
  std::string output_folder;
  std::vector<host::Host> hosts;
  std::vector<pipeline::Target> targets;
  host::Options host_options;
  std::optional<std::string> depfile;
  std::optional<std::string> depfile_target;  ///< the rule's target when it is not the stamp
  std::optional<std::string> stamp;
};

/// One that does not (exit status 2).
struct UsageError {
  std::optional<Command> command;  ///< as far as it is known
  diagnostics::Language language = diagnostics::Language::chinese;
  diagnostics::Message message;
};

/// Reads the arguments (without the program's name, UTF-8). `environment_language` is YY_LANG, which `--lang`
/// overrides.
std::variant<CommandLine, UsageError> parse_command_line(const std::vector<std::string>& arguments,
                                                         std::string_view environment_language);

/// The text of `yyshader help`.
std::string help_text(diagnostics::Language language);

/// Chinese unless the tag (`en`, `en_US.UTF-8`, `English`) asks for English.
diagnostics::Language language_of(std::string_view tag);

}  // namespace yyshader::driver
