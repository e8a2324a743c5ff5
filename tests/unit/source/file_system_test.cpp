#include "source/file_system.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>

namespace yyshader::source {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Both file systems are held to the same behaviour on the same files.
class FileSystems : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (GetParam()) {
      root_ = (std::filesystem::temp_directory_path() / ("yyshader 文件 #$-" + std::to_string(std::random_device{}())))
                  .string();
      std::filesystem::create_directories(root_);
      files_ = std::make_unique<DiskFileSystem>();
    } else {
      root_ = "/virtual 文件";
      files_ = std::make_unique<VirtualFileSystem>();
    }
    put("加倍。着色器。豫", std::string("甲\r\n\0乙", 9));
    put("子/深/叶", "x");
    put("子.x", "");
    put("空", "");
  }
  void TearDown() override {
    if (GetParam()) std::filesystem::remove_all(root_);
  }
  void put(const std::string& name, const std::string& text) {
    const std::string path = root_ + "/" + name;
    if (auto* memory = dynamic_cast<VirtualFileSystem*>(files_.get())) {
      memory->add(path, text);
      return;
    }
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  std::string root_;
  std::unique_ptr<FileSystem> files_;
};

INSTANTIATE_TEST_SUITE_P(All, FileSystems, testing::Bool(),
                         [](const auto& instance) { return std::string(instance.param ? "Disk" : "Virtual"); });

TEST_P(FileSystems, Kinds) {
  EXPECT_EQ(files_->kind(root_), EntryKind::directory);
  EXPECT_EQ(files_->kind(root_ + "/子"), EntryKind::directory);
  EXPECT_EQ(files_->kind(root_ + "/子/"), EntryKind::directory);
  EXPECT_EQ(files_->kind(root_ + "/子/../空"), EntryKind::file);
  EXPECT_EQ(files_->kind(root_ + "/./子//深/叶"), EntryKind::file);
  EXPECT_EQ(files_->kind(root_ + "/子/深/叶/x"), EntryKind::missing);
  EXPECT_EQ(files_->kind(root_ + "/无"), EntryKind::missing);
  EXPECT_EQ(files_->kind(root_ + std::string("/空\0x", 7)), EntryKind::missing);
  EXPECT_EQ(files_->kind(root_ + "/" + std::string(5000, 'a')), EntryKind::missing);
  EXPECT_EQ(files_->kind(""), EntryKind::missing);
}

TEST_P(FileSystems, ReadsEveryByte) {
  std::string error;
  EXPECT_EQ(files_->read(root_ + "/加倍。着色器。豫", error), std::string("甲\r\n\0乙", 9));
  EXPECT_EQ(files_->read(root_ + "/空", error), "");
  EXPECT_EQ(error, "");
}

TEST_P(FileSystems, SaysWhyNothingIsRead) {
  std::string error;
  EXPECT_FALSE(files_->read(root_ + "/无", error));
  EXPECT_EQ(error, "No such file or directory");
  EXPECT_FALSE(files_->read(root_ + "/子", error));
  EXPECT_EQ(error, "Is a directory");
}

TEST_P(FileSystems, ListsNamesInTheOrderOfTheirBytes) {
  EXPECT_THAT(files_->list(root_), ElementsAre("加倍。着色器。豫", "子", "子.x", "空"));
  EXPECT_THAT(files_->list(root_ + "/子/"), ElementsAre("深"));
  EXPECT_THAT(files_->list(root_ + "/空"), IsEmpty());
  EXPECT_THAT(files_->list(root_ + "/无"), IsEmpty());
}

TEST_P(FileSystems, ReadsLargeFiles) {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += "0123456789";
  put("大", text);
  std::string error;
  EXPECT_EQ(files_->read(root_ + "/大", error), text);
}

TEST(VirtualFileSystem, RelativePathsLieInTheCurrentFolder) {
  const VirtualFileSystem files({{"a/b", "1"}, {"./c", "2"}, {"../d", "3"}});
  std::string error;
  EXPECT_EQ(files.read("./a/./b", error), "1");
  EXPECT_EQ(files.read("c", error), "2");
  EXPECT_EQ(files.read("a/../../d", error), "3");
  EXPECT_EQ(files.kind("."), EntryKind::directory);
  EXPECT_THAT(files.list("."), ElementsAre("..", "a", "c"));
}

TEST(DiskFileSystem, ReadsFilesThatTellNoSize) {
  const DiskFileSystem files;
  if (files.kind("/proc/self/status") == EntryKind::missing) GTEST_SKIP() << "no /proc here";
  std::string error;
  const auto text = files.read("/proc/self/status", error);
  ASSERT_TRUE(text) << error;
  EXPECT_THAT(*text, testing::HasSubstr("Name:"));
}

}  // namespace
}  // namespace yyshader::source
