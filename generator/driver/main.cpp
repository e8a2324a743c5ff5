// yyshader: one shader source in, texts and generated modules out. Everything that decides what comes out is in the
// pipeline library; here is the way from arguments to exit status.

#include <cerrno>
#include <cstdio>
#include <exception>
#include <system_error>

#include "driver/command_line.hpp"
#include "driver/commands.hpp"
#include "driver/console.hpp"
#include "driver/report.hpp"

namespace yyshader::driver {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Id;
using diagnostics::Language;
using diagnostics::message;
using diagnostics::Text;

Status report_usage(const UsageError& error, Console& console) {
  Report report(DiagnosticsFormat::text, error.language, false);
  if (error.command && is_seed_command(*error.command)) {
    report.remark(message<Id::translation_failed>(Text{report.text(error.message)}));
  } else {
    Diagnostic finding;
    finding.message = error.message;
    report.add(finding);
  }
  console.err += report.take();
  return Status::usage;
}

Status run(const CommandLine& line, Console& console) {
  if (line.command == Command::help) {
    console.out += help_text(line.language);
    return Status::success;
  }
  if (line.command == Command::version) {
    console.out += "yyshader " YYSHADER_VERSION "\n";
    return Status::success;
  }
  const bool color = line.color == ColorMode::always || (line.color == ColorMode::automatic && wants_color());
  Report report(line.format, line.language, color);
  const Status status = line.command == Command::build ? run_build(line, report)
                                                       : run_command(line, report, console, read_standard_input);
  console.err += report.take();
  return status;
}

Status report_internal_fault(const char* what, Language language) {
  const Report report(DiagnosticsFormat::text, language, false);
  write_stream(stderr, "yyshader: " + report.text(message<Id::internal_fault>(Text{what})) + "\n");
  return Status::internal_fault;
}

/// Standard output that cannot be written (a full disk behind it) must not look like success.
Status write(const Console& console, Status status, Language language) {
  write_stream(stderr, console.err);
  if (console.out.empty()) return status;
  errno = 0;
  if (write_stream(stdout, console.out)) return status;
  Report report(DiagnosticsFormat::text, language, false);
  report.add(diagnostics::diagnose<Id::cannot_write_output>({}, Text{std::generic_category().message(errno)}));
  write_stream(stderr, report.take());
  return worse(status, Status::usage);
}

Status start(int count, char** values) {
  const std::string language_tag = environment("YY_LANG");
  Language language = language_of(language_tag);
  try {
    Console console;
    const std::string cache_folder = environment("YYSHADER_CACHE_DIR");
    const std::string cache_size = environment("YYSHADER_CACHE_SIZE");
    Environment surroundings(language_tag);
    surroundings.cache_folder = cache_folder;
    surroundings.cache_size = cache_size;
    const auto parsed = parse_command_line(arguments_of(count, values), surroundings);
    if (const auto* error = std::get_if<UsageError>(&parsed)) {
      language = error->language;
      const Status status = report_usage(*error, console);
      return write(console, status, language);
    }
    const auto& line = std::get<CommandLine>(parsed);
    language = line.language;
    const Status status = run(line, console);
    return write(console, status, language);
  } catch (const std::exception& fault) {
    return report_internal_fault(fault.what(), language);
  }
}

}  // namespace
}  // namespace yyshader::driver

int main(int count, char** values) { return static_cast<int>(yyshader::driver::start(count, values)); }
