#include <string>

#include "diagnostics/diagnostic.hpp"
#include "diagnostics/render.hpp"
#include "translate.hpp"

namespace yyshader::test {
namespace {

/// The message that refuses a program whose one entry uses these globals, in English; nothing when it is accepted.
std::string refusal(const std::string& globals, const std::string& body) {
  const auto result =
      msl_of(module_of(globals + "\nfunction 主() {\n" + body + "\n}\nentry 入口 compute(1, 1, 1) = 主\n"));
  if (!result.refusal) return {};
  EXPECT_TRUE(result.text.text.empty());
  EXPECT_EQ(result.refusal->definition, "入口");
  return diagnostics::to_text(result.refusal->message, diagnostics::Language::english);
}

std::string buffer(const std::string& name, int group, int binding) {
  return "global " + name + ": array<u32> storage(read_write) group(" + std::to_string(group) + ") binding(" +
         std::to_string(binding) + ")\n";
}

TEST(MslRefusals, AGroupAboveOne) {
  EXPECT_EQ(refusal(buffer("甲", 2, 0), "store index_ref(@甲, 0u) = 1u"),
            "no MSL: 「甲」, which the entry 「入口」 uses, is at group 2 binding 0, but Metal's index is group × 16 + "
            "binding "
            "and takes the groups 0 and 1 only; use a smaller group");
}

TEST(MslRefusals, AnIndexBeyondTheLast) {
  EXPECT_EQ(refusal(buffer("甲", 1, 14), "store index_ref(@甲, 0u) = 1u"), "");
  EXPECT_NE(refusal(buffer("甲", 1, 15), "store index_ref(@甲, 0u) = 1u").find("(group × 16 + binding) is 31, but 30"),
            std::string::npos);
  const std::string texture = "global 纹: texture_2d<f32> handle(read) group(1) binding(15)\n";
  const std::string sampler = "global 样: sampler handle(read) group(0) binding(16)\n";
  const auto result = msl_of(module_of(texture + sampler + R"(
function 主() -> vec4<f32> location(0) {
  inlined %0 = texture_sample(@纹, @样, construct<vec2<f32>>(0.0f, 0.0f))
  return %0
}
entry 入口 fragment = 主
)"));
  ASSERT_TRUE(result.refusal.has_value());
  EXPECT_EQ(result.refusal->message.id, diagnostics::Id::msl_index_too_large);
}

TEST(MslRefusals, TwoOnOneIndex) {
  const std::string both = "store index_ref(@甲, 0u) = 1u\nstore index_ref(@乙, 0u) = 1u";
  EXPECT_EQ(refusal(buffer("甲", 0, 16) + buffer("乙", 1, 0), both),
            "no MSL: of what the entry 「入口」 uses, 「甲」 (group 0 binding 16) and 「乙」 (group 1 binding 0) both "
            "have the "
            "Metal index 16 (group × 16 + binding); change one of the bindings");
  // Each entry has its own.
  EXPECT_EQ(refusal(buffer("甲", 0, 16) + buffer("乙", 1, 0), "store index_ref(@甲, 0u) = 1u"), "");
}

TEST(MslRefusals, TheIndexOfTheSizes) {
  EXPECT_EQ(refusal(buffer("甲", 1, 14), "store index_ref(@甲, 0u) = array_length(@甲)"),
            "no MSL: the entry 「入口」 asks for 数组长度, for which Metal gets the buffers' sizes at index 30, but "
            "「甲」 (group "
            "1 binding 14) is there; change its binding");
}

TEST(MslRefusals, TooMuchThreadgroupMemory) {
  EXPECT_EQ(refusal("global 块: array<u32, 8192> workgroup(read_write)\n", "store index_ref(@块, 0u) = 1u"), "");
  EXPECT_NE(
      refusal("global 块: array<u32, 8193> workgroup(read_write)\n", "store index_ref(@块, 0u) = 1u").find("32784"),
      std::string::npos);
}

}  // namespace
}  // namespace yyshader::test
