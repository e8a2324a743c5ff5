#include "limited.hpp"

namespace yyshader::test {
namespace {

std::string numbered(const std::string& before, const std::string& after, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += before + std::to_string(i) + after;
  return text;
}

TEST(Refusals, OfParametersAndMembers) {
  EXPECT_TRUE(refusals("function 甲(" + numbered("p", ": u32, ", 255) + ") {\n}\n").empty());
  EXPECT_EQ(refusals("function 甲(" + numbered("p", ": u32, ", 256) + ") {\n}\n"), std::vector<int>{6003});
  EXPECT_TRUE(refusals("struct 甲 {" + numbered("p", ": u32, ", 1023) + "}\n").empty());
  EXPECT_EQ(refusals("struct 甲 {" + numbered("p", ": u32, ", 1024) + "}\n"), std::vector<int>{6004});
}

TEST(Refusals, OfDeepTypes) {
  const auto nested = [](std::size_t count) {
    return "global 甲: " + repeat("array<", count) + "u32" + repeat(", 1>", count) +
           " storage(read) group(0) binding(0)\n";
  };
  EXPECT_TRUE(refusals(nested(99)).empty());
  EXPECT_EQ(refusals(nested(100)), std::vector<int>{6005});
  std::string structs = "struct 甲0 { 值: u32, }\n";
  for (int i = 1; i < 100; ++i)
    structs += "struct 甲" + std::to_string(i) + " { 值: 甲" + std::to_string(i - 1) + ", }\n";
  EXPECT_TRUE(refusals(structs).empty());
  EXPECT_EQ(refusals(structs + "struct 乙 { 值: 甲99, }\nglobal 丙: 乙 uniform(read) group(0) binding(0)\n"),
            std::vector<int>{6005});
}

TEST(Refusals, OfLongArraysOutsideStorage) {
  const auto global = [](const std::string& type, const std::string& space) {
    return refusals("global 甲: " + type + " " + space + "\n");
  };
  EXPECT_TRUE(global("array<u32, 65535>", "workgroup(read_write)").empty());
  EXPECT_EQ(global("array<u32, 65536>", "workgroup(read_write)"), std::vector<int>{6006});
  EXPECT_EQ(global("array<vec4<f32>, 65536>", "uniform(read) group(0) binding(0)"), std::vector<int>{6006});
  EXPECT_TRUE(global("array<u32, 65536>", "storage(read) group(0) binding(0)").empty());
  EXPECT_EQ(refusals("function 甲(乙: array<u32, 65536>) {\n}\n"), std::vector<int>{6006});
  EXPECT_EQ(refusals("function 甲() {\nvariable 乙: array<array<u32, 65536>, 2>\n}\n"), std::vector<int>{6006});
  // Read as a whole it is a value, element by element it is none.
  const std::string storage = "global 甲: array<u32, 65536> storage(read) group(0) binding(0)\nfunction 乙() {\n";
  EXPECT_EQ(refusals(storage + "dropped load(@甲)\n}\n"), std::vector<int>{6006});
  EXPECT_TRUE(refusals(storage + "dropped load(index_ref(@甲, 1u))\n}\n").empty());
}

TEST(Refusals, OfTooLargeResources) {
  const auto global = [](const std::string& type) {
    return refusals("global 甲: " + type + " storage(read) group(0) binding(0)\n");
  };
  EXPECT_TRUE(global("array<u32, 1073741823>").empty());
  EXPECT_EQ(global("array<u32, 1073741824>"), std::vector<int>{6007});
}

TEST(Refusals, OfLoopsWithoutAWayOut) {
  EXPECT_EQ(refusals("function 甲() {\nloop {\ncontinue\n}\n}\n"), std::vector<int>{6002});
  EXPECT_TRUE(refusals("function 甲() {\nloop {\nreturn\n}\n}\n").empty());
  EXPECT_TRUE(
      refusals("function 甲(乙: u32) {\nloop {\nif less($乙, 1u) {\nbreak\n} else {\ncontinue\n}\n}\n}\n").empty());
  // The break belongs to the inner loop.
  EXPECT_EQ(refusals("function 甲() {\nloop {\nloop {\nbreak\n}\ncontinue\n}\n}\n"), std::vector<int>{6002});
  EXPECT_TRUE(refusals("function 甲() {\nloop {\nloop {\nreturn\n}\n}\n}\n").empty());
}

TEST(Refusals, NameTheDefinition) {
  const pass::Limited result = limited("function 甲() {\nloop {\ncontinue\n}\n}\n");
  ASSERT_EQ(result.diagnostics.size(), 1U);
  EXPECT_EQ(result.diagnostics[0].definition, "甲");
}

}  // namespace
}  // namespace yyshader::test
