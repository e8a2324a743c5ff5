#include <gmock/gmock.h>

#include <random>

#include "syntax_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::size_t deep = 100'000;

std::vector<std::string> messages(const Parsed& parsed) {
  std::vector<std::string> result = parsed.faults();
  for (std::string& line : result) line = line.substr(line.find(' ') + 1);
  return result;
}

TEST(Depth, SpinesHaveNoLimit) {
  const std::string spines[] = {
      repeat("虑「乙」者「一」而", deep) + "「乙」",
      repeat("递归虑「乙」其「丙」者「丁」而", deep) + "「乙」",
      repeat("「乙」；", deep) + "「乙」",
      repeat("「乙」；虑「丙」者「一」而", deep) + "「乙」",
      repeat("若「乙」则「丙」否则", deep) + "「乙」",
      repeat("会「乙」而", deep) + "「乙」",
      repeat("化「乙」而", deep) + "「乙」",
      repeat("承「乙」而", deep) + "「乙」",
      "「f」" + repeat("于「乙」", deep),
      "「f」" + repeat("授以「乙」", deep),
      "「x」" + repeat("中「乙」", deep),
      "「x」" + repeat("之「乙」", deep),
      "「x」" + repeat("与「乙」", deep),
      "「x」" + repeat("合「乙」", deep),
      repeat("「：", deep) + repeat("：」", deep) + "「x」",
  };
  for (const std::string& spine : spines) {
    const Parsed parsed = parse("「甲」即" + spine + "也。");
    EXPECT_THAT(messages(parsed), IsEmpty()) << spine.substr(0, 60);
    EXPECT_GE(parsed.tree().size(), 3U);
  }
}

TEST(Depth, NestingIsOneClearError) {
  const std::string nests[] = {
      repeat("（", deep) + "「x」" + repeat("）", deep),
      repeat("（", deep),
      repeat("「f」于（", deep) + "「x」" + repeat("）", deep),
      repeat("「组值」【「乙」者", deep) + "「一」" + repeat("也】", deep),
      repeat("若「乙」则", deep) + "「丙」" + repeat("否则「丁」", deep),
      repeat("若", deep) + "「丙」",
      repeat("虑「乙」者", deep) + "「一」" + repeat("而「丙」", deep),
      repeat("化", deep) + "「乙」" + repeat("而「丙」", deep),
      "「x」" + repeat("也「乙」", deep),
      "「x」" + repeat("与「乙」合「丙」", deep),
      "「x」" + repeat("与 会「乙」而「丙」", deep),
      repeat("（「f」于", deep) + "「x」" + repeat("）中「零」", deep),
  };
  for (const std::string& nest : nests) {
    const Parsed parsed = parse("「甲」即" + nest + "也。「丁」即「戊」也。");
    EXPECT_THAT(messages(parsed), ElementsAre("nesting_too_deep")) << nest.substr(0, 60);
    EXPECT_TRUE(parsed.tree().ends_with("(即 丁 戊)\n"));
  }
}

TEST(Depth, TheLimitIsWhereItSays) {
  const auto nested = [](std::size_t depth) {
    return "「甲」即" + repeat("「f」于（", depth) + "「x」" + repeat("）", depth) + "也。";
  };
  EXPECT_THAT(messages(parse(nested(maximum_nesting - 1))), IsEmpty());
  EXPECT_THAT(messages(parse(nested(maximum_nesting + 1))), ElementsAre("nesting_too_deep"));
}

TEST(Depth, ManyFaultsAreListedUpToALimit) {
  const Parsed parsed = parse(repeat("「甲」即（也。", 5000));
  EXPECT_EQ(parsed.file.diagnostics.size(), maximum_listed_errors + 1);
  EXPECT_EQ(diagnostics::row(parsed.file.diagnostics.back().message.id).id, "too_many_errors");
}

TEST(Depth, BrokenTextTakesLinearTime) {
  for (const auto* piece : {"(", "）", "【", "也", "鉴", "寻", "，", "「", "『「：", "《《", "授", "虑「甲」者「乙」 ",
                            "之", "「甲」「："}) {
    const Parsed parsed = parse("「甲」即" + repeat(piece, deep));
    EXPECT_FALSE(parsed.file.diagnostics.empty()) << piece;
  }
}

// Whatever comes, the parser ends, covers the text, and says something when the text is not a clean file.
TEST(Depth, RandomTokensAreSurvived) {
  const char* tokens[] = {"「甲」", "『乙』", "乃",         "者",         "即",     "立",   "也", "于", "授以",
                          "中",     "与",     "合",         "之",         "之书",   "会",   "化", "承", "而",
                          "虑",     "递归虑", "其",         "若",         "则",     "否则", "寻", "观", "诵",
                          "，",     "。",     "；",         "（",         "）",     "【",   "】", "鉴", "《《",
                          "a",      "(",      "「组值」【", "「组类」【", "「一」", "授"};
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    const std::size_t length = 1 + random() % 60;
    for (std::size_t i = 0; i < length; ++i) text += tokens[random() % std::size(tokens)];
    const Parsed parsed = parse(text);
    for (const Declaration& declaration : parsed.file.tree.declarations()) {
      ASSERT_LE(declaration.span.begin, declaration.span.end) << text;
      ASSERT_LE(declaration.span.end, text.size()) << text;
      // An unsound sentence has been explained.
      ASSERT_TRUE(declaration.sound || !parsed.file.diagnostics.empty()) << text;
    }
    EXPECT_FALSE(parsed.tree().empty() && parsed.file.diagnostics.empty() &&
                 text.find_first_not_of("。") != std::string::npos)
        << text;
  }
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
