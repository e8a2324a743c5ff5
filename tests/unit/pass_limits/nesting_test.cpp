#include "limited.hpp"

namespace yyshader::test {
namespace {

/// A chain of `count` conditions; the arm of number i holds `arm` with `#` replaced by i, the last else `otherwise`.
std::string chain(std::size_t count, const std::string& arm, const std::string& otherwise) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    std::string body = arm;
    for (std::size_t at = body.find('#'); at != std::string::npos; at = body.find('#')) {
      body.replace(at, 1, std::to_string(i));
    }
    text += "if less($乙, " + std::to_string(i) + "u) {\n" + body + "\n} else {\n";
  }
  return text + otherwise + "\n" + repeat("}\n", count);
}

/// The deepest indentation of a text, in levels.
std::size_t deepest_indent(const std::string& text) {
  std::size_t deepest = 0;
  for (std::size_t line = 0; line < text.size(); line = text.find('\n', line) + 1) {
    deepest = std::max(deepest, text.find_first_not_of(' ', line) - line);
  }
  return deepest / 2;
}

/// The longest run of `else if` between two other `if`s.
std::size_t longest_chain(const std::string& text) {
  std::size_t longest = 0;
  std::size_t length = 0;
  for (std::size_t at = text.find("if ("); at != std::string::npos; at = text.find("if (", at + 1)) {
    length = at >= 5 && text.compare(at - 5, 5, "else ") == 0 ? length + 1 : 0;
    longest = std::max(longest, length);
  }
  return longest;
}

TEST(Nesting, CutsAChainWhoseArmsAllReturn) {
  const std::string wgsl =
      limited_wgsl("function 甲(乙: u32) -> u32 {\n" + chain(1000, "return #u", "return 7u") + "}\n");
  EXPECT_LT(longest_chain(wgsl), 101U);
  EXPECT_LE(deepest_indent(wgsl), 3U);
  // No flag is needed: the next piece stands after the former.
  EXPECT_EQ(wgsl.find("临时"), std::string::npos);
  EXPECT_NE(wgsl.find("    return 99u;\n  } else {\n  }\n  if (乙 < 100u) {\n    return 100u;\n"), std::string::npos);
  EXPECT_NE(wgsl.find("    return 999u;\n  } else {\n    return 7u;\n  }\n}\n"), std::string::npos);
}

TEST(Nesting, CutsAChainWhoseArmsGoOn) {
  const std::string wgsl =
      limited_wgsl("function 甲(乙: u32) -> u32 {\nvariable 丙: u32\n" +
                   chain(250, "store &丙 = #u", "store &丙 = 7u") + "inlined %0 = load(&丙)\nreturn %0\n}\n");
  EXPECT_LT(longest_chain(wgsl), 101U);
  // The pieces stand in a loop that runs once; an arm leaves it.
  EXPECT_TRUE(
      wgsl.starts_with("fn 甲(乙: u32) -> u32 {\n  var 丙: u32;\n  loop {\n    if (乙 < 0u) {\n      丙 = 0u;\n"
                       "      break;\n    } else if (乙 < 1u) {\n"))
      << wgsl;
  EXPECT_NE(wgsl.find("      丙 = 99u;\n      break;\n    } else {\n    }\n    if (乙 < 100u) {\n      丙 = 100u;\n"),
            std::string::npos);
  EXPECT_TRUE(
      wgsl.ends_with("    } else if (乙 < 249u) {\n      丙 = 249u;\n    } else {\n      丙 = 7u;\n    }\n"
                     "    break;\n  }\n  return 丙;\n}\n"))
      << wgsl;
}

// What the first condition evaluates goes into the loop with it.
TEST(Nesting, TakesTheEvaluationsOfTheFirstCondition) {
  std::string text = chain(250, "store &丙 = #u", "store &丙 = 7u");
  text.replace(0, text.find('{'), "if less(%0, 0u) ");
  const std::string wgsl = limited_wgsl(
      "global 数: array<u32> storage(read) group(0) binding(0)\n"
      "function 甲(乙: u32) -> u32 {\nvariable 丙: u32\n"
      "inlined %0 = load(index_ref(@数, $乙))\n" +
      text + "inlined %1 = load(&丙)\nreturn %1\n}\n");
  EXPECT_NE(wgsl.find("  loop {\n    if (数[乙] < 0u) {\n"), std::string::npos) << wgsl;
}

TEST(Nesting, LeavesChainsAloneThatFit) {
  EXPECT_EQ(
      longest_chain(limited_wgsl("function 甲(乙: u32) -> u32 {\n" + chain(110, "return #u", "return 7u") + "}\n")),
      109U);
  const std::string text = "function 甲(乙: u32) -> u32 {\n" + chain(32, "return #u", "return 7u") + "}\n";
  EXPECT_EQ(ir::dump(limited(text).module), ir::dump(module_of(text)));
}

TEST(Nesting, CutsChainsWithinChains) {
  // Two levels of nested chains would stand 128 deep.
  const std::string inner = chain(32, "store &丙 = #u", "store &丙 = 7u");
  const std::string wgsl =
      limited_wgsl("function 甲(乙: u32) {\nvariable 丙: u32 = 0u\n" + chain(32, "store &丙 = #u", inner) + "}\n");
  EXPECT_LE(deepest_indent(wgsl), 62U);
  // And three of long ones.
  std::string text = "store &丙 = 1u";
  for (int i = 0; i < 3; ++i) text = chain(40, "store &丙 = #u", text + "\nstore &丙 = 2u");
  limited_wgsl("function 甲(乙: u32) {\nvariable 丙: u32 = 0u\n" + text + "}\n");
}

TEST(Nesting, CutsChainsInLoops) {
  const std::string wgsl = limited_wgsl("function 甲(乙: u32) {\nvariable 丙: u32 = 0u\nloop {\n" +
                                        chain(300, "store &丙 = #u\ncontinue", "break") + "}\n}\n");
  EXPECT_LT(longest_chain(wgsl), 101U);
  EXPECT_EQ(wgsl.find("临时"), std::string::npos);
}

TEST(Nesting, CutsVeryLongChainsInLinearTime) {
  const std::string wgsl =
      limited_wgsl("function 甲(乙: u32) -> u32 {\n" + chain(5000, "return #u", "return 7u") + "}\n");
  EXPECT_LT(longest_chain(wgsl), 101U);
}

TEST(Nesting, TakesWhatIsAsDeepAsItMayBe) {
  const auto nested = [](std::size_t count) {
    return "function 甲(乙: u32) {\nvariable 丙: u32 = 0u\n" + repeat("if less($乙, 1u) {\n", count) +
           "store &丙 = 1u\n" + repeat("} else {\n}\n", count) + "}\n";
  };
  EXPECT_TRUE(refusals(nested(60)).empty());
  EXPECT_EQ(refusals(nested(61)), std::vector<int>{6001});
  EXPECT_EQ(refusals(nested(5000)), std::vector<int>{6001});
  const auto loops = [](std::size_t count) {
    return "function 甲(乙: u32) {\nvariable 丙: u32 = 0u\n" + repeat("loop {\n", count) + "store &丙 = 1u\nbreak\n" +
           repeat("}\nbreak\n", count - 1) + "}\n}\n";
  };
  EXPECT_TRUE(refusals(loops(60)).empty());
  EXPECT_EQ(refusals(loops(61)), std::vector<int>{6001});
}

}  // namespace
}  // namespace yyshader::test
