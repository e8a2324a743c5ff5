#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/commands.hpp"
#include "scratch.hpp"

namespace yyshader::driver {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* shader = R"(寻观「着色库」之「着色内建」之书。
「数据」乃「存储缓冲」于（「数组」于「无三二」）也。
「数据」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。
「加倍」乃化「全局调用号」而「有」也。
「加倍」者会「号」而「写数组」于「数据」于（「号」中「零」）于（「新无三二」于「二」）也。
「加倍入口」乃「计算入口」也。
「加倍入口」者「计算入口项」于「加倍」于（「组值」【「工作组大小」者「四」也】）也。
)";
/// With a workgroup that is larger than WebGPU's default: a warning.
std::string warning_shader() {
  std::string text = shader;
  const std::string size = "「四」也】";
  return text.replace(text.rfind(size), size.size(), "「五一二」也】");
}

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
  scratch_.write("加倍。着色器。豫", std::string("「：注：」\n") + shader);
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
  scratch_.write("加倍。着色器。豫", std::string(shader) + "「坏」者「无此」也。\n");
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

}  // namespace
}  // namespace yyshader::driver
