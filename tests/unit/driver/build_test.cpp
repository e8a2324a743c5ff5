#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/commands.hpp"
#include "scratch.hpp"
#include "sources.hpp"

namespace yyshader::driver {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

using test::shader;
using test::warning_shader;

class BuildTest : public testing::Test {
 protected:
  BuildTest() {
    scratch_.write("加倍。着色器。豫", shader);
    line_.command = Command::build;
    line_.files = {scratch_.path("加倍。着色器。豫")};
    line_.output_folder = scratch_.path("出");
    line_.hosts = {host::Host::cpp, host::Host::cpp_module};
    line_.targets = {pipeline::Target::wgsl, pipeline::Target::msl, pipeline::Target::ptx};
    line_.options.discover_packages = false;
    line_.stamp = scratch_.path("stamp");
    line_.depfile = scratch_.path("stamp.d");
  }

  Status build() {
    Report report(DiagnosticsFormat::text, diagnostics::Language::english, false);
    const Status status = run_build(line_, report);
    said_ = report.take();
    return status;
  }

  test::Scratch scratch_;
  CommandLine line_;
  std::string said_;
  const std::string header_ = "出/加倍。着色生成.hpp";
};

TEST_F(BuildTest, WritesOutputsStampAndDepfile) {
  ASSERT_EQ(build(), Status::success) << said_;
  EXPECT_THAT(said_, IsEmpty()) << "a target without a backend is no news to a build";
  EXPECT_THAT(scratch_.read(header_), HasSubstr("fn 加倍"));
  EXPECT_THAT(scratch_.read("出/加倍。着色生成.cppm"), HasSubstr("export module yy.匿名包.加倍;"));
  EXPECT_EQ(scratch_.read("stamp.d"), scratch_.path("stamp") + ": \\\n  " + line_.files[0] + "\n");
  EXPECT_TRUE(std::filesystem::exists(scratch_.path("stamp")));
}

TEST_F(BuildTest, TheStampIsNoNewerThanWhatTheBuildWrote) {
  ASSERT_EQ(build(), Status::success);
  EXPECT_LE(scratch_.time("stamp"), scratch_.time(header_)) << "Make would find the header out of date";
}

TEST_F(BuildTest, ASecondBuildWritesNothingButTheStamp) {
  ASSERT_EQ(build(), Status::success);
  const auto time = scratch_.time(header_);
  const auto depfile = scratch_.read("stamp.d");
  const std::size_t files = scratch_.count_files();
  std::filesystem::remove(scratch_.path("stamp.d"));
  ASSERT_EQ(build(), Status::success);
  EXPECT_EQ(scratch_.time(header_), time);
  EXPECT_EQ(scratch_.read("stamp.d"), depfile);
  EXPECT_EQ(scratch_.count_files(), files);
}

TEST_F(BuildTest, ACommentLeavesTheHeaderAlone) {
  ASSERT_EQ(build(), Status::success);
  const auto time = scratch_.time(header_);
  const std::string lines = scratch_.read("出/加倍。着色行表.hpp");
  scratch_.write("加倍。着色器。豫", "「：注：」\n" + shader);
  ASSERT_EQ(build(), Status::success);
  EXPECT_EQ(scratch_.time(header_), time);
  EXPECT_NE(scratch_.read("出/加倍。着色行表.hpp"), lines);
}

TEST_F(BuildTest, RepairsDamagedOutputsAndStates) {
  ASSERT_EQ(build(), Status::success);
  const std::string header = scratch_.read(header_);
  scratch_.write(header_, header.substr(0, header.size() / 2));
  ASSERT_EQ(build(), Status::success);
  EXPECT_EQ(scratch_.read(header_), header);
  for (const auto& entry : std::filesystem::directory_iterator(scratch_.path("出/.yyshader"))) {
    std::filesystem::resize_file(entry.path(), 20);
  }
  std::filesystem::remove(scratch_.path(header_));
  ASSERT_EQ(build(), Status::success);
  EXPECT_EQ(scratch_.read(header_), header);
}

TEST_F(BuildTest, WarningsAreShownAgain) {
  scratch_.write("加倍。着色器。豫", warning_shader());
  ASSERT_EQ(build(), Status::success) << said_;
  const std::string first = said_;
  EXPECT_THAT(first, HasSubstr("warning"));
  ASSERT_EQ(build(), Status::success);
  EXPECT_EQ(said_, first);
}

TEST_F(BuildTest, ErrorsWriteNothing) {
  scratch_.write("加倍。着色器。豫", shader + "「坏」者「无此」也。\n");
  EXPECT_EQ(build(), Status::source_errors);
  EXPECT_THAT(said_, HasSubstr("加倍。着色器。豫:8:"));
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("stamp")));
  EXPECT_EQ(scratch_.count_files(), 1U);
}

TEST_F(BuildTest, ARequiredTargetMustBePossible) {
  line_.options.required = {pipeline::Target::msl};
  // Holds until a backend for it exists; then every requirement is met and this says success.
  const Status status = build();
  if (status == Status::success) {
    EXPECT_THAT(scratch_.read(header_), HasSubstr("kernel"));
  } else {
    EXPECT_EQ(status, Status::source_errors);
    EXPECT_THAT(said_, HasSubstr("MSL"));
  }
}

TEST_F(BuildTest, TwoSourcesForOneOutputAreRefused) {
  scratch_.write("另/加倍。着色器。豫", shader);
  line_.files.push_back(scratch_.path("另/加倍。着色器。豫"));
  EXPECT_EQ(build(), Status::usage);
  EXPECT_THAT(said_, HasSubstr("same file"));
}

TEST_F(BuildTest, AMissingSourceIsWrongUsage) {
  line_.files = {scratch_.path("无。着色器。豫")};
  EXPECT_EQ(build(), Status::usage);
  EXPECT_THAT(said_, HasSubstr("无。着色器。豫"));
}

TEST_F(BuildTest, AnOutputFolderThatIsAFileIsSaid) {
  scratch_.write("出", "");
  EXPECT_EQ(build(), Status::usage);
  EXPECT_THAT(said_, HasSubstr("cannot write"));
}

TEST_F(BuildTest, AFaultTakesTheOldOutputsAway) {
  ASSERT_EQ(build(), Status::success);
  const std::string header = scratch_.read(header_);
  scratch_.write("加倍。着色器。豫", shader + "「坏」者「无此」也。\n");
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(build(), Status::source_errors);
    EXPECT_FALSE(std::filesystem::exists(scratch_.path(header_))) << "it would pass for the new source's";
    EXPECT_FALSE(std::filesystem::exists(scratch_.path("出/加倍。着色生成.cppm")));
    EXPECT_FALSE(std::filesystem::exists(scratch_.path("stamp")));
  }
  scratch_.write("加倍。着色器。豫", shader);
  EXPECT_EQ(build(), Status::success);
  EXPECT_EQ(scratch_.read(header_), header);
}

TEST_F(BuildTest, AFaultTakesOutputsAwayWhoseStateIsLost) {
  ASSERT_EQ(build(), Status::success);
  std::filesystem::remove_all(scratch_.path("出/.yyshader"));
  scratch_.write("加倍。着色器。豫", shader + "「坏」者「无此」也。\n");
  EXPECT_EQ(build(), Status::source_errors);
  EXPECT_FALSE(std::filesystem::exists(scratch_.path(header_)));
}

TEST_F(BuildTest, AFaultInOneSourceLeavesTheOthersAlone) {
  scratch_.write("另。着色器。豫", shader);
  line_.files.push_back(scratch_.path("另。着色器。豫"));
  ASSERT_EQ(build(), Status::success);
  scratch_.write("加倍。着色器。豫", "坏");
  EXPECT_EQ(build(), Status::source_errors);
  EXPECT_FALSE(std::filesystem::exists(scratch_.path(header_)));
  EXPECT_TRUE(std::filesystem::exists(scratch_.path("出/另。着色生成.hpp")));
}

TEST_F(BuildTest, MessagesKeepTheOrderOfTheSources) {
  line_.files.clear();
  std::string expected;
  for (int i = 0; i < 20; ++i) {
    const std::string name = "源" + std::to_string(i) + "。着色器。豫";
    scratch_.write(name, shader);
    line_.files.push_back(scratch_.path(name));
    expected += "translated: " + line_.files.back() + "\n";
  }
  line_.explain = true;
  line_.jobs = 8;
  ASSERT_EQ(build(), Status::success);
  EXPECT_EQ(said_, expected);
}

TEST_F(BuildTest, ThreadsChangeNothing) {
  line_.files.clear();
  for (int i = 0; i < 10; ++i) {
    const std::string name = "源" + std::to_string(i) + "。着色器。豫";
    scratch_.write(name, i % 2 == 0 ? shader : warning_shader());
    line_.files.push_back(scratch_.path(name));
  }
  line_.jobs = 1;
  ASSERT_EQ(build(), Status::success);
  const std::string said = said_;
  const std::string depfile = scratch_.read("stamp.d");
  line_.jobs = 8;
  line_.output_folder = scratch_.path("又");
  ASSERT_EQ(build(), Status::success);
  EXPECT_EQ(said_, said);
  EXPECT_EQ(scratch_.read("stamp.d"), depfile);
  for (int i = 0; i < 10; ++i) {
    const std::string header = "/源" + std::to_string(i) + "。着色生成.hpp";
    EXPECT_EQ(scratch_.read("又" + header), scratch_.read("出" + header));
  }
}

TEST_F(BuildTest, OfAnOutputThatTwoSourcesMakeNeitherStays) {
  scratch_.write("另/加倍。着色器。豫", shader);
  line_.files.push_back(scratch_.path("另/加倍。着色器。豫"));
  line_.jobs = 2;
  EXPECT_EQ(build(), Status::usage);
  EXPECT_FALSE(std::filesystem::exists(scratch_.path(header_)));
}

TEST_F(BuildTest, SourcesMayBeListedInAFile) {
  scratch_.write("清单", line_.files[0] + "\r\n\n" + scratch_.path("另。着色器。豫"));
  scratch_.write("另。着色器。豫", shader);
  line_.files.clear();
  line_.sources_from = scratch_.path("清单");
  ASSERT_EQ(build(), Status::success) << said_;
  EXPECT_TRUE(std::filesystem::exists(scratch_.path(header_)));
  EXPECT_TRUE(std::filesystem::exists(scratch_.path("出/另。着色生成.hpp")));
  line_.sources_from = scratch_.path("无此清单");
  EXPECT_EQ(build(), Status::usage);
  EXPECT_THAT(said_, HasSubstr("无此清单"));
  scratch_.write("清单", "\n");
  line_.sources_from = scratch_.path("清单");
  EXPECT_EQ(build(), Status::usage);
  EXPECT_THAT(said_, HasSubstr("needs a shader source"));
}

TEST_F(BuildTest, WhatWasMadeOfADepfileGoesWhenThatChanges) {
  line_.depfile_cache = scratch_.path("总");
  ASSERT_EQ(build(), Status::success);
  scratch_.write("总", "");
  ASSERT_EQ(build(), Status::success);
  EXPECT_TRUE(std::filesystem::exists(scratch_.path("总"))) << "nothing changed";
  std::filesystem::remove(scratch_.path("stamp.d"));
  ASSERT_EQ(build(), Status::success);
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("总")));
}

TEST_F(BuildTest, OutputsInTheDepfileAreNoNewerThanTheStamp) {
  line_.depfile_lists_outputs = true;
  ASSERT_EQ(build(), Status::success);
  EXPECT_THAT(scratch_.read("stamp.d"), HasSubstr("加倍。着色生成.hpp"));
  EXPECT_LE(scratch_.time(header_), scratch_.time("stamp")) << "Make would run it again and again";
  scratch_.write("加倍。着色器。豫", "「：注：」\n" + shader);
  ASSERT_EQ(build(), Status::success);
  EXPECT_LE(scratch_.time("出/加倍。着色行表.hpp"), scratch_.time("stamp"));
}

}  // namespace
}  // namespace yyshader::driver
