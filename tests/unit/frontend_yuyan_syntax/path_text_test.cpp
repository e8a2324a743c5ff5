#include "frontend/yuyan/path_text.hpp"

#include <gtest/gtest.h>

namespace yyshader::frontend::yuyan::path_text {
namespace {

TEST(PathText, Normalises) {
  EXPECT_EQ(normalised("a/./b//c/"), "a/b/c");
  EXPECT_EQ(normalised("./a/../b"), "b");
  EXPECT_EQ(normalised("../a/../../b"), "../../b");
  EXPECT_EQ(normalised("/../a"), "/a");
  EXPECT_EQ(normalised("."), "");
  EXPECT_EQ(normalised("C:\\甲\\乙"), "C:/甲/乙");
}

TEST(PathText, ClimbsToTheRoot) {
  EXPECT_EQ(parent("a/b"), "a");
  EXPECT_EQ(parent("a"), "");
  EXPECT_EQ(parent(""), std::nullopt);
  EXPECT_EQ(parent("/a"), "/");
  EXPECT_EQ(parent("/"), std::nullopt);
  EXPECT_EQ(parent(".."), std::nullopt);
  EXPECT_EQ(parent("C:/a"), "C:/");
  EXPECT_EQ(parent("C:/"), std::nullopt);
}

TEST(PathText, TellsWhatLiesBelow) {
  EXPECT_EQ(below("a", "a/b/c"), "b/c");
  EXPECT_EQ(below("a", "a"), "");
  EXPECT_EQ(below("a", "ab/c"), std::nullopt);
  EXPECT_EQ(below("", "a/b"), "a/b");
  EXPECT_EQ(below("", "/a/b"), std::nullopt);
  EXPECT_EQ(below("", "../a"), std::nullopt);
  EXPECT_EQ(below("/", "/a"), "a");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::path_text
