#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "driver/build_state.hpp"
#include "driver/commands.hpp"
#include "driver/depfile.hpp"
#include "driver/output_files.hpp"
#include "driver/recording_file_system.hpp"
#include "host/emit.hpp"
#include "pipeline/compile.hpp"
#include "support/numbers.hpp"

namespace yyshader::driver {

using diagnostics::diagnose;
using diagnostics::Id;
using diagnostics::Text;

namespace {

/// Strings joined so that no two lists join alike.
class KeyWriter {
 public:
  void add(std::string_view text) {
    support::append_decimal(key_, std::uint64_t{text.size()});
    key_ += ':';
    key_ += text;
  }
  void add(bool value) { add(std::string_view(value ? "1" : "0")); }
  template <typename Enumerators>
  void add_all(const Enumerators& values) {
    add(support::to_decimal(values.size()));
    for (const auto value : values) add(support::to_decimal(static_cast<unsigned>(value)));
  }
  const std::string& key() const { return key_; }

 private:
  std::string key_;
};

/// Everything but the bytes of files that decides what a source's outputs are.
std::string fingerprint_of(const CommandLine& line, const std::string& file) {
  KeyWriter writer;
  writer.add(build_identity());
  writer.add(file);
  const pipeline::Options& options = line.options;
  writer.add(support::to_decimal(options.packages.size()));
  for (const auto& [name, folder] : options.packages) {
    writer.add(name);
    writer.add(folder);
  }
  writer.add(support::to_decimal(options.package_dependencies.size()));
  for (const auto& [name, dependencies] : options.package_dependencies) {
    writer.add(name);
    writer.add(support::to_decimal(dependencies.size()));
    for (const std::string& dependency : dependencies) writer.add(dependency);
  }
  writer.add(options.discover_packages);
  writer.add_all(options.required);
  writer.add(options.prune);
  writer.add(options.clamp_bounds);
  writer.add(options.strict_floats);
  writer.add_all(line.targets);
  writer.add_all(line.hosts);
  writer.add(line.host_options.name_space.has_value());
  writer.add(line.host_options.name_space.value_or(""));
  writer.add(line.host_options.ascii_aliases);
  writer.add(line.host_options.ascii_files);
  return content_hash(writer.key());
}

std::string presentation_of(const Report& report) {
  return support::to_decimal(static_cast<unsigned>(report.format())) + "," +
         support::to_decimal(static_cast<unsigned>(report.language())) + "," + (report.color() ? "1" : "0");
}

/// One state for each source and set of hosts: other options replace it instead of piling up.
std::string state_path(const CommandLine& line, const std::string& file) {
  KeyWriter writer;
  writer.add(file);
  writer.add_all(line.hosts);
  return line.output_folder + "/.yyshader/" + content_hash(writer.key()) + ".state";
}

/// A target without a backend is no news to a build that makes all it can; its text says so.
void drop_unsupported(diagnostics::Diagnostics& findings) {
  std::erase_if(findings, [](const diagnostics::Diagnostic& finding) {
    return finding.message.id == Id::target_not_supported_yet && finding.severity != diagnostics::Severity::error;
  });
}

class Build {
 public:
  Build(const CommandLine& line, Report& report) : line_(line), report_(report) {}

  Status run() {
    // Made first: its time then says that everything older has been taken into account, and nothing newer.
    PendingFile stamp;
    if (line_.stamp && !succeeded(stamp.write(*line_.stamp, ""))) return Status::usage;
    Status status = Status::success;
    for (const std::string& file : line_.files) status = worse(status, source(file));
    if (status != Status::success) return status;
    if (line_.depfile && !write_depfile()) return Status::usage;
    if (line_.stamp && !succeeded(stamp.commit())) return Status::usage;
    return status;
  }

 private:
  bool succeeded(const std::optional<WriteFault>& fault) {
    if (fault) report_.add(diagnose<Id::cannot_write_file>({}, Text{fault->path}, Text{fault->reason}));
    return !fault;
  }

  Status source(const std::string& file) {
    const std::string fingerprint = fingerprint_of(line_, file);
    std::string ignored;
    if (const auto bytes = disk_.read(state_path(line_, file), ignored)) {
      const auto state = read_state(*bytes);
      if (state && is_current(*state, fingerprint, presentation_of(report_), disk_, line_.output_folder)) {
        return reuse(file, *state);
      }
    }
    return translate(file, fingerprint);
  }

  Status reuse(const std::string& file, const BuildState& state) {
    for (const OutputRecord& output : state.outputs) {
      if (!claim(output.path, file)) return Status::usage;
    }
    add_inputs(state.files);
    report_.add(state.warnings);
    return Status::success;
  }

  Status translate(const std::string& file, const std::string& fingerprint) {
    const RecordingFileSystem files(disk_);
    pipeline::Compilation compilation = pipeline::compile(line_.options, files, file, line_.targets);
    drop_unsupported(compilation.diagnostics);
    BuildState state;
    state.warnings = report_.render(compilation.diagnostics, compilation.sources);
    report_.add(state.warnings);
    const Status status = status_of(compilation.diagnostics);
    if (status != Status::success) return status;

    const reflect::Model model = pipeline::reflect_model(compilation);
    for (const host::Host host : line_.hosts) {
      for (const host::File& output : host::emit(model, host, line_.host_options)) {
        if (!write(output, file, state)) return Status::usage;
      }
    }
    add_inputs(compilation.files_read);
    state.fingerprint = fingerprint;
    state.presentation = presentation_of(report_);
    state.questions = files.questions();
    state.files = compilation.files_read;
    if (!succeeded(write_if_different(state_path(line_, file), serialise(state)))) return Status::usage;
    return Status::success;
  }

  /// Both C++ hosts bring the same line table: written once.
  bool write(const host::File& output, const std::string& file, BuildState& state) {
    const auto same = [&](const OutputRecord& record) { return record.path == output.path; };
    if (std::any_of(state.outputs.begin(), state.outputs.end(), same)) return true;
    if (!claim(output.path, file)) return false;
    state.outputs.push_back({output.path, content_hash(output.content)});
    return succeeded(write_if_different(line_.output_folder + "/" + output.path, output.content));
  }

  /// Whether `file` is the only source of this run that makes this output.
  bool claim(const std::string& output, const std::string& file) {
    const auto [owner, added] = owners_.try_emplace(output, file);
    if (added || owner->second == file) return true;
    report_.add(diagnose<Id::same_output_twice>({}, Text{owner->second}, Text{file}, Text{output}));
    return false;
  }

  void add_inputs(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
      if (known_inputs_.insert(file).second) inputs_.push_back(file);
    }
  }

  bool write_depfile() {
    const std::string target = line_.depfile_target.value_or(line_.stamp.value_or(*line_.depfile));
    std::string culprit;
    const auto text = depfile_text(target, inputs_, culprit);
    if (!text) {
      report_.add(diagnose<Id::depfile_cannot_name>({}, Text{culprit}));
      return false;
    }
    return succeeded(write_atomically(*line_.depfile, *text));
  }

  const CommandLine& line_;
  Report& report_;
  source::DiskFileSystem disk_;
  std::vector<std::string> inputs_;
  std::set<std::string> known_inputs_;
  std::map<std::string, std::string> owners_;  ///< output path to the source that makes it
};

}  // namespace

Status run_build(const CommandLine& line, Report& report) { return Build(line, report).run(); }

}  // namespace yyshader::driver
