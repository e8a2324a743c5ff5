#include "driver/build_state.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace yyshader::driver {

std::string_view build_identity() { return "test"; }

namespace {

BuildState sample(const source::FileSystem& files) {
  BuildState state;
  state.fingerprint = "指纹";
  state.questions = {{Question::Kind::read, "甲", ask(files, Question::Kind::read, "甲")},
                     {Question::Kind::kind, "无", ask(files, Question::Kind::kind, "无")},
                     {Question::Kind::list, ".", ask(files, Question::Kind::list, ".")}};
  state.files = {"甲"};
  state.outputs = {{"甲.hpp", ask(files, Question::Kind::read, "出/甲.hpp")}};
  state.presentation = "0";
  state.warnings = "甲:1:1: warning: 一\n二:3\n";
  return state;
}

using Files = std::map<std::string, std::string>;

source::VirtualFileSystem files() { return source::VirtualFileSystem(Files{{"甲", "源"}, {"出/甲.hpp", "果"}}); }

TEST(BuildState, ReadsBack) {
  const BuildState state = sample(files());
  const auto again = read_state(serialise(state));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->fingerprint, state.fingerprint);
  EXPECT_EQ(again->questions, state.questions);
  EXPECT_EQ(again->files, state.files);
  ASSERT_EQ(again->outputs.size(), 1U);
  EXPECT_EQ(again->outputs[0].path, "甲.hpp");
  EXPECT_EQ(again->outputs[0].hash, state.outputs[0].hash);
  EXPECT_EQ(again->warnings, state.warnings);
}

TEST(BuildState, NoDamagePassesUnseen) {
  const std::string bytes = serialise(sample(files()));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_FALSE(read_state(bytes.substr(0, i))) << "cut at " << i;
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(read_state(changed)) << "changed at " << i;
  }
  EXPECT_FALSE(read_state(bytes + "x"));
  EXPECT_FALSE(read_state("yyshader-state-2\n"));
}

TEST(BuildState, IsCurrentUntilAnAnswerChanges) {
  const source::VirtualFileSystem before = files();
  const BuildState state = sample(before);
  EXPECT_TRUE(is_current(state, "指纹", "0", before, before, "出"));
  EXPECT_FALSE(is_current(state, "别的", "0", before, before, "出"));
  EXPECT_FALSE(is_current(state, "指纹", "1", before, before, "出")) << "warnings would be shown otherwise";

  source::VirtualFileSystem edited = files();
  edited.add("甲", "改");
  EXPECT_FALSE(is_current(state, "指纹", "0", edited, edited, "出"));
  source::VirtualFileSystem appeared = files();
  appeared.add("无", "");
  EXPECT_FALSE(is_current(state, "指纹", "0", appeared, appeared, "出")) << "a file that was looked for has appeared";
  source::VirtualFileSystem damaged = files();
  damaged.add("出/甲.hpp", "果果");
  EXPECT_FALSE(is_current(state, "指纹", "0", damaged, damaged, "出"));
  EXPECT_FALSE(is_current(state, "指纹", "0", source::VirtualFileSystem(Files{{"甲", "源"}}),
                          source::VirtualFileSystem(Files{{"甲", "源"}}), "出"));
}

TEST(BuildState, PresentationMattersOnlyWithWarnings) {
  BuildState state = sample(files());
  state.warnings.clear();
  EXPECT_TRUE(is_current(state, "指纹", "1", files(), files(), "出"));
}

TEST(RecordingFileSystem, RemembersEachQuestionOnce) {
  const source::VirtualFileSystem inner(Files{{"甲", "源"}});
  const RecordingFileSystem recording(inner);
  std::string error;
  EXPECT_EQ(recording.read("甲", error), "源");
  EXPECT_EQ(recording.read("甲", error), "源");
  EXPECT_EQ(recording.read("无", error), std::nullopt);
  EXPECT_EQ(recording.kind("甲"), source::EntryKind::file);
  ASSERT_EQ(recording.questions().size(), 3U);
  EXPECT_EQ(recording.questions()[1].answer, "unreadable");
}

}  // namespace
}  // namespace yyshader::driver
