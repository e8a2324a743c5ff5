#include "driver/output_files.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "scratch.hpp"

namespace yyshader::driver {
namespace {

TEST(OutputFiles, MakesFoldersAndLeavesNothingElse) {
  const test::Scratch scratch;
  EXPECT_FALSE(write_atomically(scratch.path("甲/乙/丙.hpp"), "内容"));
  EXPECT_EQ(scratch.read("甲/乙/丙.hpp"), "内容");
  EXPECT_FALSE(write_atomically(scratch.path("甲/乙/丙.hpp"), "新"));
  EXPECT_EQ(scratch.read("甲/乙/丙.hpp"), "新");
  EXPECT_EQ(scratch.count_files(), 1U);
}

TEST(OutputFiles, LeavesEqualContentAlone) {
  const test::Scratch scratch;
  scratch.write("a", "one");
  std::filesystem::last_write_time(scratch.path("a"), std::filesystem::file_time_type::min() + std::chrono::hours(1));
  const auto before = scratch.time("a");
  EXPECT_FALSE(write_if_different(scratch.path("a"), "one"));
  EXPECT_EQ(scratch.time("a"), before);
  EXPECT_FALSE(write_if_different(scratch.path("a"), "two"));
  EXPECT_NE(scratch.time("a"), before);
  EXPECT_EQ(scratch.read("a"), "two");
}

TEST(OutputFiles, PendingFilesVanishUnlessCommitted) {
  const test::Scratch scratch;
  {
    PendingFile file;
    EXPECT_FALSE(file.write(scratch.path("a"), "x"));
    EXPECT_EQ(scratch.count_files(), 1U);
    EXPECT_FALSE(std::filesystem::exists(scratch.path("a")));
  }
  EXPECT_EQ(scratch.count_files(), 0U);
  PendingFile file;
  EXPECT_FALSE(file.write(scratch.path("a"), "x"));
  EXPECT_FALSE(file.commit());
  EXPECT_EQ(scratch.read("a"), "x");
}

TEST(OutputFiles, SayWhatIsWrong) {
  const test::Scratch scratch;
  scratch.write("file", "");
  const auto below_file = write_atomically(scratch.path("file/x"), "");
  ASSERT_TRUE(below_file);
  EXPECT_EQ(below_file->path, scratch.path("file"));
  EXPECT_FALSE(below_file->reason.empty());
  std::filesystem::create_directory(scratch.path("folder"));
  const auto at_folder = write_atomically(scratch.path("folder"), "");
  ASSERT_TRUE(at_folder);
  EXPECT_EQ(at_folder->reason, "Is a directory");
  // Not even root can make a file there.
  const auto refused = write_atomically("/proc/yyshader-test", "");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->path, "/proc/yyshader-test");
  EXPECT_FALSE(refused->reason.empty());
}

TEST(OutputFiles, ANameThatCannotBeLeavesNothing) {
  const test::Scratch scratch;
  EXPECT_TRUE(write_atomically(scratch.path(std::string(300, 'x')), "y"));
  EXPECT_EQ(scratch.count_files(), 0U);
}

TEST(OutputFiles, RacingWritersLeaveOneWholeFile) {
  const test::Scratch scratch;
  std::vector<std::thread> writers;
  for (int i = 0; i < 8; ++i) {
    writers.emplace_back([&, i] {
      const std::string content(100000, static_cast<char>('a' + i));
      for (int k = 0; k < 20; ++k) EXPECT_FALSE(write_atomically(scratch.path("race"), content));
    });
  }
  for (std::thread& writer : writers) writer.join();
  const std::string content = scratch.read("race");
  EXPECT_EQ(content.size(), 100000U);
  EXPECT_EQ(content, std::string(100000, content.front()));
  EXPECT_EQ(scratch.count_files(), 1U);
}

}  // namespace
}  // namespace yyshader::driver
