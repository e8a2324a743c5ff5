#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "driver/commands.hpp"
#include "driver/depfile.hpp"
#include "driver/depfile_links.hpp"
#include "driver/parallel.hpp"
#include "driver/source_build.hpp"

namespace yyshader::driver {

using diagnostics::diagnose;
using diagnostics::Id;
using diagnostics::Text;

namespace {

/// One run of build over the files of the command line.
class Build {
 public:
  Build(const CommandLine& line, Report& report) : run_(line), report_(report) {
    if (!line.cache_folder.empty()) {
      cache_.emplace(line.cache_folder, line.cache_size.value_or(256) << 20);
      run_.cache = &*cache_;
    }
  }

  Status run() {
    const CommandLine& line = run_.line;
    PendingFile stamp;
    if (line.stamp) {
      remove_file(*line.stamp);  // whatever happens from here on, the old one says nothing any more
      // Made first: its time then says that everything older has been taken into account, and nothing newer.
      if (!succeeded(stamp.write(*line.stamp, ""))) return Status::usage;
    }
    Status status = build_sources();
    status = worse(status, report_conflicts());
    if (cache_) cache_->keep_limit();
    if (status != Status::success) return status;
    if (line.depfile_lists_outputs && line.stamp) set_times(stamp);
    if (line.depfile && !write_depfile()) return Status::usage;
    if (line.stamp && !succeeded(stamp.commit())) return Status::usage;
    return status;
  }

 private:
  bool succeeded(const std::optional<WriteFault>& fault) {
    if (fault) report_.add(diagnose<Id::cannot_write_file>({}, Text{fault->path}, Text{fault->reason}));
    return !fault;
  }

  /// All of them, also after a fault in one: its author wants to see the others.
  Status build_sources() {
    const CommandLine& line = run_.line;
    const Report report(report_.format(), report_.language(), report_.color());
    // A file that is given twice is built once.
    std::set<std::string> known;
    for (std::size_t i = 0; i < line.files.size(); ++i) {
      if (known.insert(line.files[i]).second) builds_.push_back(std::make_unique<SourceBuild>(run_, i, report));
    }
    std::vector<Status> statuses(builds_.size(), Status::success);
    for_each_in_parallel(builds_.size(), line.jobs, [&](std::size_t i) { statuses[i] = builds_[i]->build(); });
    Status status = Status::success;
    for (std::size_t i = 0; i < builds_.size(); ++i) {
      status = worse(status, statuses[i]);
      report_.add(std::move(builds_[i]->report()));
    }
    return status;
  }

  /// Of an output that two sources make, neither form must stay.
  Status report_conflicts() {
    Status status = Status::success;
    for (const Owners::Conflict& conflict : run_.owners.conflicts()) {
      remove_file(run_.line.output_folder + "/" + conflict.output);
      report_.add(diagnose<Id::same_output_twice>({}, Text{run_.line.files[conflict.first]},
                                                  Text{run_.line.files[conflict.second]}, Text{conflict.output}));
      status = Status::usage;
    }
    return status;
  }

  /// Make takes a stamp for out of date that is older than an output in its depfile: what was written just now gets the
  /// stamp's time.
  void set_times(const PendingFile& stamp) {
    const auto facts = facts_of(stamp.temporary_path());
    if (!facts) return;
    for (const auto& build : builds_) {
      for (const std::string& path : build->written()) set_time(path, facts->time);
    }
  }

  bool write_depfile() {
    const CommandLine& line = run_.line;
    std::vector<std::string> files;
    std::set<std::string> known;
    const auto add = [&](const std::vector<std::string>& more) {
      for (const std::string& file : more) {
        if (known.insert(file).second) files.push_back(file);
      }
    };
    for (const auto& build : builds_) add(build->inputs());
    for (const auto& build : builds_) {
      if (line.depfile_lists_outputs) add(build->outputs());
    }
    const std::string own = line.stamp.value_or(*line.depfile);
    const std::string target = line.depfile_target.value_or(own);
    const DepfileLinks links(folder_of(own) + "/links", folder_of(target) + "/links");
    for (std::string& file : files) file = links.name_for(file);
    std::string culprit;
    const auto text = depfile_text(target, files, culprit);
    if (!text) {
      report_.add(diagnose<Id::depfile_cannot_name>({}, Text{culprit}));
      return false;
    }
    if (holds(*line.depfile, *text)) return true;
    if (line.depfile_cache) remove_file(*line.depfile_cache);
    return succeeded(write_atomically(*line.depfile, *text));
  }

  BuildRun run_;
  Report& report_;
  std::optional<OutputCache> cache_;
  std::vector<std::unique_ptr<SourceBuild>> builds_;
};

/// Adds the lines of the file that `--sources-from` names to the sources.
bool read_sources(CommandLine& line, Report& report) {
  std::string error;
  const auto text = source::DiskFileSystem().read(*line.sources_from, error);
  if (!text) {
    report.add(diagnose<Id::cannot_read_file>({}, Text{*line.sources_from}, Text{error}));
    return false;
  }
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    std::string file = text->substr(begin, end - begin);
    if (!file.empty() && file.back() == '\r') file.pop_back();
    if (!file.empty()) line.files.push_back(std::move(file));
    begin = end + 1;
  }
  if (line.files.empty()) report.add(diagnose<Id::missing_file>({}, Text{"build"}));
  return !line.files.empty();
}

}  // namespace

Status run_build(const CommandLine& line, Report& report) {
  if (!line.sources_from) return Build(line, report).run();
  CommandLine complete = line;
  if (!read_sources(complete, report)) return Status::usage;
  return Build(complete, report).run();
}

}  // namespace yyshader::driver
