#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "layer_rules.hpp"

namespace yyshader::tests {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::filesystem::path generator_root = YYSHADER_GENERATOR_ROOT;

TEST(Layers, TheTreeIncludesOnlyDownwards) { EXPECT_THAT(forbidden_includes(read_tree(generator_root)), IsEmpty()); }

TEST(Layers, TheTreeHasNoCircle) { EXPECT_THAT(include_circle(read_tree(generator_root)), IsEmpty()); }

TEST(Layers, TheTreeIsRead) {
  const auto files = read_tree(generator_root);
  EXPECT_TRUE(files.contains("ir/module.hpp"));
  EXPECT_TRUE(files.contains("ir/op.def"));
}

TEST(Layers, TheTableItselfHasNoCircle) {
  for (const auto& [layer, lower] : allowed_layers()) {
    for (const auto& other : lower) {
      EXPECT_FALSE(allowed_layers().at(other).contains(layer))
          << layer << " and " << other << " may include each other";
      for (const auto& lowest : allowed_layers().at(other)) {
        EXPECT_TRUE(lower.contains(lowest))
            << layer << " may include " << other << " but not what that may: " << lowest;
      }
    }
  }
}

TEST(Layers, LayerOfAPath) {
  EXPECT_EQ(layer_of("ir/module.hpp"), "ir");
  EXPECT_EQ(layer_of("frontend/yuyan/library/names.hpp"), "frontend/yuyan");
  EXPECT_EQ(layer_of("backend/ptx/print.cpp"), "backend/ptx");
  EXPECT_EQ(layer_of("module.hpp"), "");
}

TEST(Layers, IncludeLines) {
  EXPECT_THAT(quoted_includes("#include <map>\n#include \"ir/a.hpp\"\n  # include  \"b.hpp\" // why\nint c;"),
              ElementsAre("ir/a.hpp", "b.hpp"));
}

TEST(Layers, AnIncludeUpwardsIsForbidden) {
  EXPECT_THAT(forbidden_includes({{"source/a.cpp", "#include \"ir/module.hpp\"\n"}}),
              ElementsAre("source/a.cpp: a file of source includes ir/module.hpp"));
}

TEST(Layers, FrontEndsDoNotMeet) {
  EXPECT_THAT(
      forbidden_includes({{"frontend/g/a.cpp", "#include \"frontend/yuyan/lexer.hpp\"\n#include \"ir/op.hpp\"\n"}}),
      ElementsAre("frontend/g/a.cpp: a file of frontend/g includes frontend/yuyan/lexer.hpp"));
}

TEST(Layers, DialectsDoNotMeet) {
  EXPECT_THAT(
      forbidden_includes(
          {{"backend/msl/a.cpp", "#include \"backend/structured/print.hpp\"\n#include \"backend/wgsl/print.hpp\"\n"}}),
      ElementsAre("backend/msl/a.cpp: a file of backend/msl includes backend/wgsl/print.hpp"));
}

TEST(Layers, AnIncludeWithoutItsLayerIsForbidden) {
  EXPECT_THAT(forbidden_includes({{"ir/a.cpp", "#include \"module.hpp\"\n"}}),
              ElementsAre("ir/a.cpp: a file of ir includes module.hpp"));
}

TEST(Layers, AFolderThatIsNoLayerIsForbidden) {
  EXPECT_THAT(forbidden_includes({{"helpers/a.cpp", ""}}), ElementsAre("helpers/a.cpp: no layer owns this file"));
}

TEST(Layers, ACircleIsFound) {
  EXPECT_THAT(include_circle({{"ir/a.hpp", "#include \"ir/b.hpp\"\n"},
                              {"ir/b.hpp", "#include \"ir/c.hpp\"\n"},
                              {"ir/c.hpp", "#include \"ir/b.hpp\"\n"}}),
              ElementsAre("ir/b.hpp", "ir/c.hpp", "ir/b.hpp"));
}

}  // namespace
}  // namespace yyshader::tests
