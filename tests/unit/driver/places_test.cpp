#include "driver/places.hpp"

#include <gtest/gtest.h>

namespace yyshader::driver {
namespace {

CommandLine with_packages(std::vector<std::pair<std::string, std::string>> packages) {
  CommandLine line;
  line.options.packages = std::move(packages);
  line.options.discover_packages = false;
  return line;
}

TEST(Places, PathsMoveWithTheirPackages) {
  const Places here(with_packages({{"甲", "/家/甲"}, {"乙", "/家/甲/乙"}}), "/家/甲/源。着色器。豫");
  const Places there(with_packages({{"甲", "/别处"}, {"乙", "/又/乙"}}), "/别处/源。着色器。豫");
  const auto moved = [&](const std::string& path) { return there.here(here.portable(path)); };
  EXPECT_EQ(moved("/家/甲/夹/子。着色器。豫"), "/别处/夹/子。着色器。豫");
  EXPECT_EQ(moved("/家/甲/乙/丙"), "/又/乙/丙") << "the nearest root counts";
  EXPECT_EQ(moved("/家/甲"), "/别处");
  EXPECT_EQ(moved("/家/甲乙"), "/家/甲乙") << "only whole parts of a path";
  EXPECT_EQ(moved("/家"), "/家");
}

TEST(Places, ASourceWithoutAPackageMovesWithItsFolder) {
  const Places here(with_packages({}), "/家/源。着色器。豫");
  const Places there(with_packages({}), "/处/源。着色器。豫");
  EXPECT_EQ(there.here(here.portable("/家/源。着色器。豫")), "/处/源。着色器。豫");
}

TEST(Places, UnknownMarksLeadNowhere) {
  const Places here(with_packages({{"甲", "/家"}}), "/家/源。着色器。豫");
  const Places other(with_packages({{"乙", "/家"}}), "/家/源。着色器。豫");
  EXPECT_EQ(other.here(here.portable("/家/源")), std::nullopt);
  EXPECT_EQ(other.here_text(*here.portable_text("见 /家/源")), std::nullopt);
}

TEST(Places, TextsAreMovedWholeAndOnlyWhereItIsClear) {
  const Places here(with_packages({{"甲", "/家"}}), "/家/源。着色器。豫");
  const Places there(with_packages({{"甲", "/处"}}), "/处/源。着色器。豫");
  EXPECT_EQ(there.here_text(*here.portable_text("/家/源:1:2: 甲\n  /家/夹/子\n/他")),
            "/处/源:1:2: 甲\n  /处/夹/子\n/他");
  EXPECT_EQ(here.portable_text(std::string_view("a\0b", 3)), std::nullopt);
}

/// Where other things than the declared packages decide, every path stays as it is.
TEST(Places, NothingMovesWhereItMightMeanSomethingElse) {
  const std::string file = "/家/源。着色器。豫";
  CommandLine discovering = with_packages({{"甲", "/家"}});
  discovering.options.discover_packages = true;
  for (const CommandLine& line :
       {discovering, with_packages({{"甲", "家"}}), with_packages({{"甲", "/家/"}}),
        with_packages({{"甲", "/家/../家"}}), with_packages({{"甲", "/家"}, {"乙", "/家"}})}) {
    EXPECT_EQ(Places(line, file).portable(file), file);
  }
  EXPECT_EQ(Places(with_packages({}), "家/源").portable("家/源"), "家/源");
}

}  // namespace
}  // namespace yyshader::driver
