#include "driver/output_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "driver/commands.hpp"
#include "scratch.hpp"
#include "sources.hpp"

namespace yyshader::driver {
namespace {

using testing::HasSubstr;

/// A project of one package in `place`, built into a folder of its own, with one cache for all.
class OutputCacheTest : public testing::Test {
 protected:
  void write_project(const std::string& place) {
    scratch_.write(place + "/源。着色器。豫", test::importing_shader());
    scratch_.write(place + "/因子。着色器。豫", test::factor);
  }

  std::string build(const std::string& place, const std::string& output) {
    CommandLine line;
    line.command = Command::build;
    line.files = {scratch_.path(place + "/源。着色器。豫")};
    line.options.packages = {{"包", scratch_.path(place)}};
    line.options.discover_packages = false;
    line.output_folder = scratch_.path(output);
    line.hosts = {host::Host::cpp};
    line.targets = {pipeline::Target::wgsl};
    line.depfile = scratch_.path(output + ".d");
    line.cache_folder = scratch_.path("存");
    line.cache_size = size_;
    line.explain = true;
    Report report(format_, diagnostics::Language::english, false);
    EXPECT_EQ(run_build(line, report), Status::success);
    return report.take();
  }

  std::string header(const std::string& output) { return scratch_.read(output + "/包/源。着色生成.hpp"); }

  std::vector<std::filesystem::path> entries() {
    std::vector<std::filesystem::path> result;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch_.path("存"))) {
      if (entry.is_regular_file()) result.push_back(entry.path());
    }
    return result;
  }

  test::Scratch scratch_;
  DiagnosticsFormat format_ = DiagnosticsFormat::text;
  std::uint64_t size_ = 64;
};

TEST_F(OutputCacheTest, ASecondTreeTranslatesNothing) {
  write_project("甲");
  EXPECT_THAT(build("甲", "出"), HasSubstr("translated: "));
  EXPECT_THAT(build("甲", "又"), HasSubstr("from the cache: "));
  EXPECT_EQ(header("又"), header("出"));
  EXPECT_THAT(header("出"), HasSubstr("倍数"));
  EXPECT_THAT(scratch_.read("又.d"), HasSubstr("因子。着色器。豫"));
  EXPECT_THAT(build("甲", "又"), HasSubstr("unchanged: "));
}

TEST_F(OutputCacheTest, ACopyElsewhereTranslatesNothing) {
  write_project("甲");
  build("甲", "出");
  write_project("乙/丙");
  EXPECT_THAT(build("乙/丙", "又"), HasSubstr("from the cache: "));
  EXPECT_EQ(header("又"), header("出"));
  EXPECT_THAT(scratch_.read("又.d"), HasSubstr(scratch_.path("乙/丙/因子")));
  EXPECT_THAT(scratch_.read("又.d"), testing::Not(HasSubstr(scratch_.path("甲"))));
}

TEST_F(OutputCacheTest, ChangedImportsAreSeenAndOldOnesKept) {
  write_project("甲");
  build("甲", "出");
  const std::string before = header("出");
  scratch_.write("甲/因子。着色器。豫", test::with(test::factor, "「三」", "「七」"));
  EXPECT_THAT(build("甲", "出"), HasSubstr("translated: "));
  EXPECT_NE(header("出"), before);
  scratch_.write("甲/因子。着色器。豫", test::factor);
  EXPECT_THAT(build("甲", "出"), HasSubstr("from the cache: "));
  EXPECT_EQ(header("出"), before);
}

TEST_F(OutputCacheTest, AnAppearingFileIsSeen) {
  write_project("甲");
  std::filesystem::rename(scratch_.path("甲/因子。着色器。豫"), scratch_.path("甲/因子。着色器。接口。豫"));
  scratch_.write("甲/因子。着色器。接口。豫", "寻观「着色库」之「着色内建」之书。\n「倍数」即「无三二」也。\n");
  scratch_.write("甲/源。着色器。豫", "寻观「包」之「因子」之书。\n" + test::shader);
  build("甲", "出");
  EXPECT_THAT(build("甲", "又"), HasSubstr("from the cache: "));
  scratch_.write("甲/因子。着色器。豫", test::factor);
  EXPECT_THAT(build("甲", "三"), HasSubstr("translated: "));
}

TEST_F(OutputCacheTest, DamagedEntriesAreReplaced) {
  write_project("甲");
  build("甲", "出");
  ASSERT_EQ(entries().size(), 1U);
  const std::string name = std::filesystem::relative(entries()[0], scratch_.root()).string();
  const std::string whole = scratch_.read(name);
  int round = 0;
  for (const std::string& damaged : {whole.substr(0, whole.size() / 2), std::string("垃圾"), std::string(), whole + "x",
                                     test::with(whole, "fn", "gn")}) {
    scratch_.write(name, damaged);
    const std::string output = "出" + std::to_string(round++);
    EXPECT_THAT(build("甲", output), HasSubstr("translated: "));
    EXPECT_EQ(header(output), header("出"));
    EXPECT_EQ(scratch_.read(name), whole) << "the entry must be whole again";
  }
  EXPECT_EQ(entries().size(), 1U);
}

TEST_F(OutputCacheTest, EntriesUnderAnothersNameDoNotCount) {
  write_project("甲");
  build("甲", "出");
  ASSERT_EQ(entries().size(), 1U);
  const std::filesystem::path first = entries()[0];
  const std::string expected = header("出");
  write_project("乙");
  scratch_.write("乙/源。着色器。豫", test::importing_shader() + "「：又：」\n");
  build("乙", "出");
  ASSERT_EQ(entries().size(), 2U);
  const std::filesystem::path second = entries()[0] == first ? entries()[1] : entries()[0];
  std::filesystem::copy_file(second, first, std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(build("甲", "又"), HasSubstr("translated: "));
  EXPECT_EQ(header("又"), expected);
  EXPECT_THAT(build("甲", "三"), HasSubstr("from the cache: ")) << "the entry must be right again";
}

TEST_F(OutputCacheTest, OneSourceHasFewVariants) {
  write_project("甲");
  for (const char* number : {"一", "二", "三", "四", "五", "六", "七"}) {
    scratch_.write("甲/因子。着色器。豫", test::with(test::factor, "「三」", "「" + std::string(number) + "」"));
    build("甲", "出");
  }
  EXPECT_EQ(entries().size(), 4U);
  EXPECT_THAT(build("甲", "又"), HasSubstr("from the cache: ")) << "the newest must be among them";
}

TEST_F(OutputCacheTest, WhatWasUsedLongestAgoGoes) {
  size_ = 1;
  write_project("甲");
  build("甲", "先");
  const std::filesystem::path first = entries()[0];
  // An entry of the same shard that is older, and one that has just been used; together too large.
  const std::string filling(40 << 10, 'x');
  const std::filesystem::path shard = first.parent_path();
  const auto add = [&](const std::string& name, std::chrono::hours age) {
    const std::filesystem::path path = shard / name;
    scratch_.write(std::filesystem::relative(path, scratch_.root()).string(), filling);
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
    return path;
  };
  const auto old = add("旧-0.entry", std::chrono::hours(48));
  const auto recent = add("新-0.entry", std::chrono::hours(24));
  const auto abandoned = add(".yy1.tmp", std::chrono::hours(2));
  std::filesystem::remove(first);
  EXPECT_THAT(build("甲", "出"), HasSubstr("translated: "));
  EXPECT_TRUE(std::filesystem::exists(first));
  EXPECT_FALSE(std::filesystem::exists(old));
  EXPECT_FALSE(std::filesystem::exists(abandoned));
  EXPECT_TRUE(std::filesystem::exists(recent));
}

TEST_F(OutputCacheTest, AHitCountsAsUse) {
  write_project("甲");
  build("甲", "出");
  const std::filesystem::path entry = entries()[0];
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(100);
  std::filesystem::last_write_time(entry, long_ago);
  build("甲", "又");
  EXPECT_GT(std::filesystem::last_write_time(entry), long_ago + std::chrono::hours(99));
}

TEST_F(OutputCacheTest, WarningsNameTheCopy) {
  for (const char* place : {"甲", "乙"}) {
    write_project(place);
    scratch_.write(std::string(place) + "/源。着色器。豫", test::warning_shader());
  }
  EXPECT_THAT(build("甲", "出"), HasSubstr(scratch_.path("甲/源。着色器。豫:7")));
  const std::string again = build("乙", "又");
  EXPECT_THAT(again, HasSubstr("from the cache: "));
  EXPECT_THAT(again, HasSubstr(scratch_.path("乙/源。着色器。豫:7")));
  EXPECT_THAT(again, testing::Not(HasSubstr(scratch_.path("甲"))));
}

TEST_F(OutputCacheTest, WarningsOfOtherFormatsAreNotMixedUp) {
  for (const char* place : {"甲", "乙"}) {
    write_project(place);
    scratch_.write(std::string(place) + "/源。着色器。豫", test::warning_shader());
  }
  build("甲", "出");
  format_ = DiagnosticsFormat::json;
  const std::string first = build("甲", "又");
  EXPECT_THAT(first, HasSubstr("\"severity\""));
  EXPECT_EQ(build("甲", "三"), first);
  EXPECT_THAT(build("乙", "四"), testing::Not(HasSubstr(scratch_.path("甲"))));
}

TEST_F(OutputCacheTest, WithoutAUsableFolderTheBuildGoesOn) {
  write_project("甲");
  scratch_.write("存", "a file");
  EXPECT_THAT(build("甲", "出"), HasSubstr("translated: "));
  EXPECT_THAT(header("出"), HasSubstr("倍数"));
}

TEST_F(OutputCacheTest, ServesThreadsAtOnce) {
  write_project("甲");
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([this, i] { build("甲", "出" + std::to_string(i)); });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 1; i < 8; ++i) EXPECT_EQ(header("出" + std::to_string(i)), header("出0"));
  EXPECT_THAT(build("甲", "又"), HasSubstr("from the cache: "));
}

}  // namespace
}  // namespace yyshader::driver
