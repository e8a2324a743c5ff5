#include "driver/source_build.hpp"

#include <algorithm>

#include "driver/fingerprint.hpp"

namespace yyshader::driver {

using diagnostics::diagnose;
using diagnostics::Id;
using diagnostics::Text;

namespace {

/// A target without a backend is no news to a build that makes all it can; its text says so.
void drop_unsupported(diagnostics::Diagnostics& findings) {
  std::erase_if(findings, [](const diagnostics::Diagnostic& finding) {
    return finding.message.id == Id::target_not_supported_yet && finding.severity != diagnostics::Severity::error;
  });
}

}  // namespace

bool Owners::claim(const std::string& output, std::size_t source) {
  const std::lock_guard lock(mutex_);
  std::vector<std::size_t>& sources = claims_[output];
  if (std::find(sources.begin(), sources.end(), source) == sources.end()) sources.push_back(source);
  return sources.size() == 1;
}

std::vector<Owners::Conflict> Owners::conflicts() const {
  const std::lock_guard lock(mutex_);
  std::vector<Conflict> result;
  for (const auto& [output, claims] : claims_) {
    if (claims.size() < 2) continue;
    std::vector<std::size_t> sources = claims;  // in the order of threads
    std::sort(sources.begin(), sources.end());
    result.push_back({output, sources[0], sources[1]});
  }
  return result;
}

SourceBuild::SourceBuild(BuildRun& run, std::size_t index, Report report)
    : run_(run),
      index_(index),
      file_(run.line.files[index]),
      report_(std::move(report)),
      fingerprint_(fingerprint_of(run.line, file_)) {}

Status SourceBuild::build() {
  read_former_state();
  if (former_ &&
      is_current(*former_, fingerprint_, presentation_of(report_), run_.inputs, run_.disk, run_.line.output_folder)) {
    if (reuse()) explain<Id::source_unchanged>();
    return Status::success;
  }
  return translate();
}

void SourceBuild::read_former_state() {
  std::string ignored;
  if (const auto bytes = run_.disk.read(state_path(run_.line, file_), ignored)) former_ = read_state(*bytes);
}

bool SourceBuild::succeeded(const std::optional<WriteFault>& fault) {
  if (fault) report_.add(diagnose<Id::cannot_write_file>({}, Text{fault->path}, Text{fault->reason}));
  return !fault;
}

/// False when another source makes the same: the run reports it.
bool SourceBuild::reuse() {
  inputs_ = former_->files;
  for (const OutputRecord& output : former_->outputs) {
    outputs_.push_back(in_folder(output.path));
    if (!run_.owners.claim(output.path, index_)) return false;
  }
  report_.add(former_->warnings);
  return true;
}

Status SourceBuild::translate() {
  const RecordingFileSystem files(run_.inputs);
  std::string unreadable;
  const auto content = run_.cache == nullptr ? std::nullopt : files.read(file_, unreadable);
  if (content) {
    if (auto found = run_.cache->find(run_.line, report_, file_, *content, run_.inputs)) {
      explain<Id::source_from_cache>();
      return write(std::move(*found));
    }
  }
  pipeline::Compilation compilation =
      pipeline::compile(run_.line.options, files, file_, run_.line.targets, std::nullopt, &run_.shared);
  drop_unsupported(compilation.diagnostics);
  Translation translation;
  translation.warnings = report_.render(compilation.diagnostics, compilation.sources);
  const Status status = status_of(compilation.diagnostics);
  if (status != Status::success) {
    report_.add(translation.warnings);
    discard(compilation);
    return status;
  }
  const reflect::Model model = pipeline::reflect_model(compilation);
  for (const host::Host host : run_.line.hosts) {
    for (host::File& output : host::emit(model, host, run_.line.host_options)) {
      // Both C++ hosts bring the same line table.
      const auto same = [&](const host::File& other) { return other.path == output.path; };
      if (std::none_of(translation.outputs.begin(), translation.outputs.end(), same)) {
        translation.outputs.push_back(std::move(output));
      }
    }
  }
  translation.questions = files.questions();
  translation.files = compilation.files_read;
  if (content) run_.cache->store(run_.line, report_, file_, *content, translation);
  explain<Id::source_translated>();
  return write(std::move(translation));
}

Status SourceBuild::write(Translation translation) {
  report_.add(translation.warnings);
  BuildState state;
  for (const host::File& output : translation.outputs) {
    if (!run_.owners.claim(output.path, index_)) return Status::success;  // the run reports it
    const std::string path = in_folder(output.path);
    outputs_.push_back(path);
    state.outputs.push_back({output.path, content_hash(output.content)});
    if (holds(path, output.content)) continue;
    if (!succeeded(write_atomically(path, output.content))) return Status::usage;
    written_.push_back(path);
  }
  inputs_ = translation.files;
  state.fingerprint = fingerprint_;
  state.presentation = presentation_of(report_);
  state.warnings = std::move(translation.warnings);
  state.questions = std::move(translation.questions);
  state.files = std::move(translation.files);
  if (!succeeded(write_if_different(state_path(run_.line, file_), serialise(state)))) return Status::usage;
  return Status::success;
}

/// What an earlier translation left must not pass for the result of one that failed.
void SourceBuild::discard(const pipeline::Compilation& compilation) {
  std::vector<std::string> outputs;
  if (former_) {
    for (const OutputRecord& output : former_->outputs) outputs.push_back(output.path);
  }
  if (!compilation.module_path.empty()) {
    for (const host::Host host : run_.line.hosts) {
      for (std::string& path :
           host::output_paths(compilation.package, compilation.module_path, host, run_.line.host_options)) {
        outputs.push_back(std::move(path));
      }
    }
  }
  for (const std::string& output : outputs) {
    if (run_.owners.claim(output, index_)) remove_file(in_folder(output));
  }
  remove_file(state_path(run_.line, file_));
}

}  // namespace yyshader::driver
