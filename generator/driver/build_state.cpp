#include "driver/build_state.hpp"

#include <charconv>

#include "support/numbers.hpp"

namespace yyshader::driver {

namespace {

constexpr std::string_view magic = "yyshader-state-1\n";

/// Strings with their lengths before them; numbers as strings.
class Writer {
 public:
  void text(std::string_view value) {
    support::append_decimal(out_, std::uint64_t{value.size()});
    out_ += ':';
    out_ += value;
    out_ += '\n';
  }
  template <typename Elements, typename Write>
  void list(const Elements& elements, Write write) {
    text(support::to_decimal(elements.size()));
    for (const auto& element : elements) write(element);
  }
  std::string take() && { return std::move(out_); }

 private:
  std::string out_;
};

/// Reads what Writer wrote; after a fault everything reads as empty and `sound` is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::string text() {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), length);
    const auto digits = static_cast<std::size_t>(end - rest_.data());
    if (error != std::errc{} || rest_.size() - digits < 2 || rest_[digits] != ':' ||
        length > rest_.size() - digits - 2 || rest_[digits + 1 + length] != '\n') {
      return fail();
    }
    std::string result(rest_.substr(digits + 1, length));
    rest_.remove_prefix(digits + length + 2);
    return result;
  }
  template <typename Read>
  void list(Read read) {
    const std::string count_text = text();
    std::size_t count = 0;
    std::from_chars(count_text.data(), count_text.data() + count_text.size(), count);
    for (std::size_t i = 0; i < count && sound_; ++i) read();
  }
  bool finished() const { return sound_ && rest_.empty(); }

 private:
  std::string fail() {
    sound_ = false;
    rest_ = {};
    return {};
  }
  std::string_view rest_;
  bool sound_ = true;
};

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

std::string serialise(const BuildState& state) {
  Writer writer;
  writer.text(state.fingerprint);
  writer.list(state.questions, [&](const Question& question) {
    writer.text(kind_text(question.kind));
    writer.text(question.path);
    writer.text(question.answer);
  });
  writer.list(state.files, [&](const std::string& file) { writer.text(file); });
  writer.list(state.outputs, [&](const OutputRecord& output) {
    writer.text(output.path);
    writer.text(output.hash);
  });
  writer.text(state.presentation);
  writer.text(state.warnings);
  const std::string body = std::move(writer).take();
  return std::string(magic) + content_hash(body) + "\n" + body;
}

std::optional<BuildState> read_state(std::string_view bytes) {
  constexpr std::size_t hash_size = 32;
  if (!bytes.starts_with(magic) || bytes.size() < magic.size() + hash_size + 1) return std::nullopt;
  if (bytes[magic.size() + hash_size] != '\n') return std::nullopt;
  const std::string_view hash = bytes.substr(magic.size(), hash_size);
  const std::string_view body = bytes.substr(magic.size() + hash_size + 1);
  if (content_hash(body) != hash) return std::nullopt;
  Reader reader(body);
  BuildState state;
  state.fingerprint = reader.text();
  reader.list([&] {
    const Question::Kind kind = kind_of(reader.text());
    std::string path = reader.text();
    state.questions.push_back({kind, std::move(path), reader.text()});
  });
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

bool is_current(const BuildState& state, std::string_view fingerprint, std::string_view presentation,
                const source::FileSystem& files, const std::string& output_folder) {
  if (state.fingerprint != fingerprint) return false;
  if (!state.warnings.empty() && state.presentation != presentation) return false;
  for (const OutputRecord& output : state.outputs) {
    if (ask(files, Question::Kind::read, output_folder + "/" + output.path) != output.hash) return false;
  }
  for (const Question& question : state.questions) {
    if (ask(files, question.kind, question.path) != question.answer) return false;
  }
  return true;
}

}  // namespace yyshader::driver
