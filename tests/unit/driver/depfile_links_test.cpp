#include "driver/depfile_links.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "scratch.hpp"

namespace yyshader::driver {
namespace {

using test::Scratch;

TEST(DepfileLinks, WhatNinjaReadsStaysAsItIs) {
  for (const char* path : {"/甲 乙/a-b_c.d", "/a#b$c.d(e)[f]{g}~h@i%j=k+l,m!n", "名。着色器。豫"}) {
    EXPECT_TRUE(is_readable_in_depfile(path)) << path;
  }
  for (const char* path : {"/a&b", "/a:b", "/a'b", "/a\"b", "/a*b", "/a?b", "/a;b", "/a^b", "/a`b", "/a|b", "/a<b",
                           "/a>b", "/a\\b", "/a\tb", "/a\nb"}) {
    EXPECT_FALSE(is_readable_in_depfile(path)) << path;
  }
}

#ifndef _WIN32
TEST(DepfileLinks, OthersAreLinksToTheFile) {
  const Scratch scratch;
  scratch.write("甲&乙/书", "文");
  const std::string target = scratch.path("甲&乙/书");
  const DepfileLinks links(scratch.path("links"), "shown");
  EXPECT_EQ(links.name_for("/plain"), "/plain");
  const std::string name = links.name_for(target);
  ASSERT_TRUE(name.starts_with("shown/")) << name;
  EXPECT_TRUE(is_readable_in_depfile(name));
  const std::filesystem::path link = scratch.path("links" + name.substr(5));
  EXPECT_EQ(std::filesystem::read_symlink(link), target);
  EXPECT_EQ(std::filesystem::last_write_time(link), std::filesystem::last_write_time(target));
  // Once more, and where something else has taken its place.
  EXPECT_EQ(links.name_for(target), name);
  std::filesystem::remove(link);
  std::filesystem::create_symlink("/elsewhere", link);
  EXPECT_EQ(links.name_for(target), name);
  EXPECT_EQ(std::filesystem::read_symlink(link), target);
}

TEST(DepfileLinks, WithoutAFolderForThemPathsStay) {
  const Scratch scratch;
  scratch.write("links", "a file");
  const DepfileLinks links(scratch.path("links"), "shown");
  EXPECT_EQ(links.name_for("/a&b"), "/a&b");
}
#endif

}  // namespace
}  // namespace yyshader::driver
