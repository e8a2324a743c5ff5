#include "driver/commands.hpp"

#include <algorithm>
#include <optional>

#include "driver/recording_file_system.hpp"
#include "host/emit.hpp"
#include "ir/text.hpp"
#include "pipeline/compile.hpp"

namespace yyshader::driver {

using diagnostics::Id;
using diagnostics::message;
using diagnostics::Message;
using diagnostics::Number;
using diagnostics::Text;

namespace {

/// Where a source from standard input counts as lying: in the working folder, under a name that a source can have.
constexpr const char* standard_input_path = "标准输入。着色器。豫";

std::vector<pipeline::Target> targets_of(const CommandLine& line) {
  switch (line.command) {
    case Command::wgsl:
      return {pipeline::Target::wgsl};
    case Command::msl:
      return {pipeline::Target::msl};
    case Command::ptx:
      return {pipeline::Target::ptx};
    case Command::generate:
      return {pipeline::Target::wgsl, pipeline::Target::msl, pipeline::Target::ptx};
    default:
      return line.options.required;  // checking makes only the texts that must be possible
  }
}

Message stage_word(ir::Stage stage) {
  switch (stage) {
    case ir::Stage::vertex:
      return message<Id::stage_vertex>();
    case ir::Stage::fragment:
      return message<Id::stage_fragment>();
    case ir::Stage::compute:
      break;
  }
  return message<Id::stage_compute>();
}

void entry_table(const reflect::Model& model, bool ptx_names, Report& report) {
  for (const reflect::Entry& entry : model.entries) {
    report.remark(message<Id::entry_table_row>(Text{entry.item}, Text{ptx_names ? entry.ptx_name : entry.function},
                                               Text{report.text(stage_word(entry.stage))}));
  }
}

/// What is wrong with a file as such, not with what it says.
bool concerns_file(const diagnostics::Diagnostic& finding) {
  switch (finding.message.id) {
    case Id::file_missing:
    case Id::file_is_directory:
    case Id::file_unreadable:
    case Id::file_too_large:
    case Id::file_name_unfit:
    case Id::file_name_reserved:
      return finding.severity == diagnostics::Severity::error;
    default:
      return false;
  }
}

/// A file that could not be taken as a source, among the findings.
const diagnostics::Diagnostic* unreadable(const diagnostics::Diagnostics& findings) {
  const auto found = std::find_if(findings.begin(), findings.end(), concerns_file);
  return found == findings.end() ? nullptr : &*found;
}

/// Whether a failure ends with the line that the seed's commands have for it (spec 3.2).
bool has_failure_line(const CommandLine& line, const Report& report) {
  return is_seed_command(line.command) && report.format() == DiagnosticsFormat::text;
}

void report_unreadable(const CommandLine& line, const diagnostics::Diagnostic& finding, Report& report) {
  if (has_failure_line(line, report)) {
    report.remark(message<Id::translation_failed>(Text{report.text(finding.message)}));
  } else {
    report.add(finding);
  }
}

void report_failure(const CommandLine& line, const std::string& file, const pipeline::Compilation& compilation,
                    Report& report) {
  const diagnostics::Diagnostic* missing = unreadable(compilation.diagnostics);
  if (missing != nullptr && !missing->primary) return report_unreadable(line, *missing, report);
  report.add(report.render(compilation.diagnostics, compilation.sources));
  if (!has_failure_line(line, report)) return;
  const auto errors = std::count_if(
      compilation.diagnostics.begin(), compilation.diagnostics.end(),
      [](const diagnostics::Diagnostic& finding) { return finding.severity == diagnostics::Severity::error; });
  const Message count = message<Id::errors_in_file>(Text{file}, Number{errors});
  report.remark(message<Id::translation_failed>(Text{report.text(count)}));
}

void write_result(const CommandLine& line, const std::string& file, const pipeline::Compilation& compilation,
                  Report& report, Console& console) {
  report.add(report.render(compilation.diagnostics, compilation.sources));
  switch (line.command) {
    case Command::wgsl:
    case Command::msl:
    case Command::ptx:
      console.out += compilation.texts.at(targets_of(line).front()).text.text;
      entry_table(pipeline::reflect_model(compilation), line.command == Command::ptx, report);
      return;
    case Command::generate:
      console.out += host::yuyan_module(pipeline::reflect_model(compilation));
      return;
    case Command::dump_ir:
      console.out += ir::dump(*compilation.module);
      return;
    default:
      console.out += report.text(message<Id::check_passed>(Text{file})) + "\n";
  }
}

Status run_file(const CommandLine& line, const std::string& file, Report& report, Console& console,
                StandardInput standard_input) {
  const source::DiskFileSystem disk;
  const RecordingFileSystem files(disk);
  std::optional<std::string> text;
  if (file == "-") {
    std::string error;
    text = standard_input(error);
    if (!text) {
      report_unreadable(line, diagnostics::diagnose<Id::cannot_read_file>({}, Text{"-"}, Text{error}), report);
      return Status::usage;
    }
  }
  const std::string path = text ? standard_input_path : file;
  const pipeline::Compilation compilation =
      pipeline::compile(line.options, files, path, targets_of(line), std::move(text));
  const Status status = status_of(compilation.diagnostics);
  if (status == Status::success) {
    write_result(line, path, compilation, report, console);
  } else {
    report_failure(line, path, compilation, report);
  }
  return status;
}

}  // namespace

Status worse(Status a, Status b) { return std::max(a, b); }

Status status_of(const diagnostics::Diagnostics& findings) {
  if (unreadable(findings) != nullptr) return Status::usage;
  return diagnostics::has_errors(findings) ? Status::source_errors : Status::success;
}

Status run_command(const CommandLine& line, Report& report, Console& console, StandardInput standard_input) {
  Status status = Status::success;
  for (const std::string& file : line.files) {
    status = worse(status, run_file(line, file, report, console, standard_input));
  }
  return status;
}

}  // namespace yyshader::driver
