#include "driver/build_state.hpp"

#include <algorithm>

#include "driver/record.hpp"

namespace yyshader::driver {

namespace {

constexpr std::string_view magic = "yyshader-state-2\n";

std::string_view kind_text(Question::Kind kind) {
  switch (kind) {
    case Question::Kind::kind:
      return "kind";
    case Question::Kind::read:
      return "read";
    case Question::Kind::list:
      return "list";
  }
  return {};
}

Question::Kind kind_of(std::string_view text) {
  if (text == "read") return Question::Kind::read;
  if (text == "list") return Question::Kind::list;
  return Question::Kind::kind;
}

}  // namespace

void write_questions(RecordWriter& writer, const std::vector<Question>& questions) {
  writer.list(questions, [&](const Question& question) {
    writer.text(kind_text(question.kind));
    writer.text(question.path);
    writer.text(question.answer);
  });
}

std::vector<Question> read_questions(RecordReader& reader) {
  std::vector<Question> questions;
  reader.list([&] {
    const Question::Kind kind = kind_of(reader.text());
    std::string path = reader.text();
    questions.push_back({kind, std::move(path), reader.text()});
  });
  return questions;
}

std::string serialise(const BuildState& state) {
  RecordWriter writer;
  writer.text(state.fingerprint);
  write_questions(writer, state.questions);
  writer.list(state.files, [&](const std::string& file) { writer.text(file); });
  writer.list(state.outputs, [&](const OutputRecord& output) {
    writer.text(output.path);
    writer.text(output.hash);
  });
  writer.text(state.presentation);
  writer.text(state.warnings);
  return seal(magic, writer.written());
}

std::optional<BuildState> read_state(std::string_view bytes) {
  const auto body = unseal(magic, bytes);
  if (!body) return std::nullopt;
  RecordReader reader(*body);
  BuildState state;
  state.fingerprint = reader.text();
  state.questions = read_questions(reader);
  reader.list([&] { state.files.push_back(reader.text()); });
  reader.list([&] {
    std::string path = reader.text();
    state.outputs.push_back({std::move(path), reader.text()});
  });
  state.presentation = reader.text();
  state.warnings = reader.text();
  if (!reader.finished()) return std::nullopt;
  return state;
}

bool answers_alike(const std::vector<Question>& questions, const source::FileSystem& files) {
  return std::all_of(questions.begin(), questions.end(), [&](const Question& question) {
    return ask(files, question.kind, question.path) == question.answer;
  });
}

bool is_current(const BuildState& state, std::string_view fingerprint, std::string_view presentation,
                const source::FileSystem& inputs, const source::FileSystem& disk, const std::string& output_folder) {
  if (state.fingerprint != fingerprint) return false;
  if (!state.warnings.empty() && state.presentation != presentation) return false;
  for (const OutputRecord& output : state.outputs) {
    if (ask(disk, Question::Kind::read, output_folder + "/" + output.path) != output.hash) return false;
  }
  return answers_alike(state.questions, inputs);
}

}  // namespace yyshader::driver
