#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "driver/recording_file_system.hpp"

namespace yyshader::driver {

/// A file that a build wrote, by its path below the output folder and the hash of its content.
struct OutputRecord {
  std::string path;
  std::string hash;
};

/// What a finished build leaves beside its outputs, so that the next one can tell that it would do the same (spec 3.2).
struct BuildState {
  std::string fingerprint;          ///< of the generator itself and all options that decide the outputs
  std::vector<Question> questions;  ///< what was asked of the file system, the bytes of every input among it
  std::vector<std::string> files;   ///< inputs for the depfile
  std::vector<OutputRecord> outputs;
  std::string presentation;  ///< the options that decide how warnings are shown
  std::string warnings;      ///< as shown; empty when there were none
};

/// The state as bytes that tell when they were damaged, and back.
std::string serialise(const BuildState& state);
std::optional<BuildState> read_state(std::string_view bytes);

/// Whether a build with this fingerprint and presentation would ask, write and say exactly what `state` says. The
/// outputs lie in `output_folder` of `disk`; `inputs` may be a memory of it.
bool is_current(const BuildState& state, std::string_view fingerprint, std::string_view presentation,
                const source::FileSystem& inputs, const source::FileSystem& disk, const std::string& output_folder);

/// Whether `files` answers all questions as they were answered then.
bool answers_alike(const std::vector<Question>& questions, const source::FileSystem& files);

class RecordReader;
class RecordWriter;
void write_questions(RecordWriter& writer, const std::vector<Question>& questions);
std::vector<Question> read_questions(RecordReader& reader);

/// The identity of this very build of the generator: another one's outputs are not trusted.
std::string_view build_identity();

}  // namespace yyshader::driver
