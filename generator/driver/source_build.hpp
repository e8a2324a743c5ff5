#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "driver/build_state.hpp"
#include "driver/commands.hpp"
#include "driver/memory_file_system.hpp"
#include "driver/output_cache.hpp"
#include "driver/output_files.hpp"
#include "pipeline/compile.hpp"

namespace yyshader::driver {

/// Which source of a run makes which output: two of them making one is a fault that the run reports. Several threads
/// may use it at once.
class Owners {
 public:
  /// Whether `source` (its position in the command line) is the only one so far that makes `output`.
  bool claim(const std::string& output, std::size_t source);
  /// Outputs that several sources make: the path, and the first two of the sources.
  struct Conflict {
    std::string output;
    std::size_t first = 0;
    std::size_t second = 0;
  };
  std::vector<Conflict> conflicts() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<std::size_t>> claims_;
};

/// What the builds of one run share.
struct BuildRun {
  explicit BuildRun(const CommandLine& line_) : line(line_) {}

  const CommandLine& line;
  source::DiskFileSystem disk;
  MemoryFileSystem inputs{disk};
  pipeline::SharedWork shared;
  Owners owners;
  OutputCache* cache = nullptr;  ///< may be null
};

/// Brings the outputs of one source up to date: nothing is done when its state says so; else they come from the cache
/// or are translated. Each is used for one source, on any thread.
class SourceBuild {
 public:
  /// `index`: the position of `file` in the command line.
  SourceBuild(BuildRun& run, std::size_t index, Report report);

  Status build();

  /// After `build`.
  Report& report() { return report_; }
  /// The files that were looked into, and the outputs (paths with their folder).
  const std::vector<std::string>& inputs() const { return inputs_; }
  const std::vector<std::string>& outputs() const { return outputs_; }
  /// The outputs among them that were written just now.
  const std::vector<std::string>& written() const { return written_; }

 private:
  bool reuse();
  Status translate();
  Status write(Translation translation);
  void read_former_state();
  void discard(const pipeline::Compilation& compilation);
  bool succeeded(const std::optional<WriteFault>& fault);
  std::string in_folder(const std::string& output) const { return run_.line.output_folder + "/" + output; }
  template <diagnostics::Id id>
  void explain() {
    if (run_.line.explain) report_.remark(diagnostics::message<id>(diagnostics::Text{file_}));
  }

  BuildRun& run_;
  std::size_t index_;
  const std::string& file_;
  Report report_;
  std::string fingerprint_;
  std::optional<BuildState> former_;
  std::vector<std::string> inputs_;
  std::vector<std::string> outputs_;
  std::vector<std::string> written_;
};

}  // namespace yyshader::driver
