#include "limited.hpp"

namespace yyshader::test {
namespace {

constexpr std::size_t tint = 126;

std::string function(const std::string& value) {
  return "function 甲(乙: u32, 丙: f32) -> u32 {\n  return " + value + "\n}\n";
}

TEST(Expressions, StayAsTheyAreBelowTheLimit) {
  const std::string text = R"(global 数: array<u32> storage(read_write) group(0) binding(0)
function 甲(乙: u32) -> u32 {
  let 丙 = add(multiply($乙, 2u), 3u)
  let %0 = load(index_ref(@数, add(%丙, 1u)))
  if less(%0, 3u) {
    return %0
  } else {
    return max(%丙, %丙)
  }
}
)";
  const ir::Module before = module_of(text);
  EXPECT_EQ(ir::dump(limited(text).module), ir::dump(before));
  // Just below: no temporary yet.
  EXPECT_EQ(limited_wgsl(function(repeat("add(", 110) + "$乙" + repeat(", 1u)", 110))).find("临时"), std::string::npos);
}

TEST(Expressions, AreSplitByTemporaries) {
  const std::vector<std::string> deep = {
      repeat("add(", 1000) + "$乙" + repeat(", 1u)", 1000),
      repeat("add(1u, ", 1000) + "$乙" + repeat(")", 1000),
      repeat("max(add(", 500) + "$乙" + repeat(", 1u), 2u)", 500),
      repeat("bit_not(", 1000) + "$乙" + repeat(")", 1000),
      repeat("extract.0(construct<vec2<u32>>(", 500) + "$乙" + repeat(", 1u))", 500),
      repeat("select(true, 1u, ", 1000) + "$乙" + repeat(")", 1000),
      repeat("bitcast<u32>(bitcast<f32>(", 500) + "$乙" + repeat("))", 500),
  };
  for (const std::string& value : deep) {
    const std::string text = limited_wgsl(function(value));
    EXPECT_LE(deepest_brackets_of(text), tint);
    EXPECT_NE(text.find("let 临时_2 = "), std::string::npos);
    EXPECT_LT(text.size(), 40 * value.size());
  }
}

TEST(Expressions, CountTheBlocksAroundThem) {
  const std::string value = repeat("add(", 100) + "$乙" + repeat(", 1u)", 100);
  const std::string text = "function 甲(乙: u32) {\n" + repeat("if less($乙, 1u) {\n", 40) + "let 丙 = " + value +
                           "\n" + repeat("} else {\n}\n", 40) + "}\n";
  EXPECT_LE(deepest_brackets_of(limited_wgsl(text)), tint);
  EXPECT_NE(limited_wgsl(text).find("let 临时 = "), std::string::npos);
}

TEST(Expressions, AreSplitWhereTheyAreNamed) {
  // The value fits into its own block, but would not into the innermost one, where only its name is.
  const std::string value = repeat("add(", 110) + "$乙" + repeat(", 1u)", 110);
  const std::string text = limited_wgsl("function 甲(乙: u32) -> u32 {\nvariable 丁: u32 = 0u\nlet 戊 = " + value +
                                        "\n" + repeat("if less($乙, 1u) {\n", 20) + "store &丁 = %戊\n" +
                                        repeat("} else {\n}\n", 20) + "inlined %0 = load(&丁)\nreturn %0\n}\n");
  EXPECT_LE(deepest_brackets_of(text), tint);
  EXPECT_EQ(text.find("let 临时"), std::string::npos);
  EXPECT_NE(text.find("丁 = 戊;"), std::string::npos);
}

TEST(Expressions, AreSplitInEveryKindOfStatement) {
  const std::string value = repeat("add(", 200) + "$乙" + repeat(", 1u)", 200);
  const std::string text = limited_wgsl(
      R"(
global 数: array<u32> storage(read_write) group(0) binding(0)
global 原: array<atomic<u32>> storage(read_write) group(0) binding(1)
function 函(乙: u32) {
}
function 甲(乙: u32) -> u32 {
  let 丙 = )" +
      value + "\nvariable 丁: u32 = " + value + "\nstore &丁 = " + value + "\nstore index_ref(@数, " + value +
      ") = " + value + "\ndropped atomic_add(index_ref(@原, " + value + "), " + value + ")\nstatement call 函(" +
      value + ")\nif less(" + value + ", 3u) {\nreturn 1u\n} else {\n}\nreturn " + value + "\n}\n");
  EXPECT_LE(deepest_brackets_of(text), tint);
}

TEST(Expressions, OfIndicesAreSplitToo) {
  std::string text = R"(
global 数: array<u32> storage(read_write) group(0) binding(0)
function 甲(乙: u32) -> u32 {
)";
  for (int i = 0; i < 300; ++i) {
    text += "  inlined %" + std::to_string(i) + " = load(index_ref(@数, " +
            (i == 0 ? "$乙" : "%" + std::to_string(i - 1)) + "))\n";
  }
  const std::string wgsl = limited_wgsl(text + "  return %299\n}\n");
  EXPECT_LE(deepest_brackets_of(wgsl), tint);
  EXPECT_EQ(std::count(wgsl.begin(), wgsl.end(), '['), 300);
}

/// The places where `names` stand in the text, one after another: their order there.
std::vector<std::string> order_of_calls(const std::string& wgsl) {
  std::vector<std::string> found;
  const std::size_t start = wgsl.find("fn 甲");
  for (std::size_t i = wgsl.find("叫", start); i != std::string::npos; i = wgsl.find("叫", i + 1)) {
    found.push_back(wgsl.substr(i, wgsl.find(')', i) - i));
  }
  return found;
}

// Effects on both sides of what is named keep their order.
TEST(Expressions, KeepTheOrderOfEffects) {
  std::string text = "function 叫(乙: u32) -> u32 {\n  return $乙\n}\nfunction 甲(乙: u32) -> u32 {\n";
  std::string value = "$乙";
  std::vector<std::string> expected;
  for (int i = 0; i < 400; ++i) {
    const std::string number = std::to_string(i);
    text += "  inlined %" + number + " = call 叫(" + number + "u)\n";
    expected.push_back("叫(" + number + "u");
  }
  // Left operands are evaluated first: 0 … 199 stand left of a spine that goes down to the right, 200 … 399 right of
  // one that goes down to the left.
  for (int i = 200; i < 400; ++i) value = "add(" + value + ", %" + std::to_string(i) + ")";
  for (int i = 199; i >= 0; --i) value = "add(%" + std::to_string(i) + ", " + value + ")";
  const std::string wgsl = limited_wgsl(text + "  return " + value + "\n}\n");
  EXPECT_LE(deepest_brackets_of(wgsl), tint);
  EXPECT_EQ(order_of_calls(wgsl), expected);
}

// The place of a store comes before its value, also when only the place is split.
TEST(Expressions, KeepTheOrderOfPlaceAndValue) {
  const std::string wgsl = limited_wgsl(R"(
global 数: array<u32> storage(read_write) group(0) binding(0)
function 叫(乙: u32) -> u32 {
  return $乙
}
function 甲(乙: u32) {
  inlined %0 = call 叫(0u)
  inlined %1 = call 叫(1u)
  store index_ref(@数, add()" + repeat("add(", 200) +
                                        "%0" + repeat(", 1u)", 200) + ", 2u)) = " + repeat("add(", 200) + "%1" +
                                        repeat(", 1u)", 200) + "\n}\n");
  EXPECT_LE(deepest_brackets_of(wgsl), tint);
  EXPECT_EQ(order_of_calls(wgsl), (std::vector<std::string>{"叫(0u", "叫(1u"}));
}

// A right side of a short circuit runs only when it is asked for: what is too deep there becomes an `if`.
TEST(Expressions, KeepShortCircuits) {
  const std::string deep = "less(" + repeat("add(", 200) + "$乙" + repeat(", 1u)", 200) + ", 9u)";
  const std::string wgsl =
      limited_wgsl("function 甲(乙: u32) -> bool {\n  return logical_or(less($乙, 1u), logical_and(less($乙, 2u), " +
                   deep + "))\n}\n");
  EXPECT_LE(deepest_brackets_of(wgsl), tint);
  EXPECT_NE(wgsl.find(R"(  var 临时: bool = 乙 < 1u;
  if (临时) {
  } else {
    var 临时_2: bool = 乙 < 2u;
    if (临时_2) {
)"),
            std::string::npos)
      << wgsl;
  EXPECT_NE(wgsl.find("    临时 = 临时_2;\n  }\n  return 临时;\n"), std::string::npos) << wgsl;
}

TEST(Expressions, MoveTheEffectsOfAShortCircuit) {
  const std::string deep = repeat("add(", 200) + "%1" + repeat(", 1u)", 200);
  const std::string wgsl = limited_wgsl(R"(
function 叫(乙: u32) -> u32 {
  return $乙
}
function 甲(乙: u32) -> bool {
  inlined %0 = call 叫(0u)
  inlined %3 = call 叫(1u)
  inlined %2 = logical_and(less(%3, 1u), {inlined %1 = call 叫(2u)} less()" +
                                        deep + R"(, 9u))
  inlined %4 = call 叫(3u)
  return equal(add(%0, select(%2, 1u, 2u)), %4)
}
)");
  EXPECT_LE(deepest_brackets_of(wgsl), tint);
  EXPECT_EQ(order_of_calls(wgsl), (std::vector<std::string>{"叫(0u", "叫(1u", "叫(2u", "叫(3u"}));
}

TEST(Expressions, OfLongLogicalSpines) {
  const std::string left = repeat("logical_and(", 500) + "less($乙, 1u)" + repeat(", less($乙, 2u))", 500);
  const std::string right = repeat("logical_or(less($乙, 2u), ", 500) + "less($乙, 1u)" + repeat(")", 500);
  for (const std::string& value : {left, right}) {
    const std::string wgsl = limited_wgsl("function 甲(乙: u32) -> bool {\n  return " + value + "\n}\n");
    EXPECT_LE(deepest_brackets_of(wgsl), tint);
    EXPECT_EQ(std::count(wgsl.begin(), wgsl.end(), '<'), 501);
  }
}

// 读四 writes its index four times, which an effect must not be.
TEST(Expressions, NameAnIndexThatMustNotBeRepeated) {
  const auto body = [](const std::string& effect) {
    const std::string wgsl = limited_wgsl(R"(
global 数: array<u32> storage(read) group(0) binding(0)
global 原: array<atomic<u32>> storage(read_write) group(0) binding(1)
function 甲(乙: u32) -> vec4<u32> {
  inlined %0 = )" + effect + "\n  inlined %1 = load4(@数, multiply(%0, 4u))\n  return %1\n}\n");
    const std::size_t start = wgsl.find("{\n") + 2;
    return wgsl.substr(start, wgsl.rfind('}') - start);
  };
  EXPECT_EQ(body("atomic_add(index_ref(@原, $乙), 1u)"),
            "  let 临时 = atomicAdd(&原[乙], 1u) * 4u;\n"
            "  return vec4<u32>(数[临时], 数[(临时) + 1u], 数[(临时) + 2u], 数[(临时) + 3u]);\n");
  EXPECT_EQ(
      body("load(index_ref(@数, $乙))"),
      "  return vec4<u32>(数[数[乙] * 4u], 数[(数[乙] * 4u) + 1u], 数[(数[乙] * 4u) + 2u], 数[(数[乙] * 4u) + 3u]);\n");
}

TEST(Expressions, FourReadsWithinFourReadsStaySmall) {
  std::string text = "global 数: array<u32> storage(read) group(0) binding(0)\nfunction 甲(乙: u32) -> vec4<u32> {\n";
  for (int i = 0; i < 40; ++i) {
    text += "  inlined %" + std::to_string(i) + " = load4(@数, " +
            (i == 0 ? "$乙" : "extract.0(%" + std::to_string(i - 1) + ")") + ")\n";
  }
  EXPECT_LT(limited_wgsl(text + "  return %39\n}\n").size(), 10000U);
}

/// What a name stands for is split where it gets that name, and is whole wherever the name is all that a statement has.
TEST(Expressions, OfNamesAreSplitWhereTheyGetThem) {
  const std::string wgsl = limited_wgsl(R"(
global 数: array<u32> storage(read) group(0) binding(0)
global 原: array<atomic<u32>> storage(read_write) group(0) binding(1)
function 甲(乙: u32) -> u32 {
  inlined %0 = atomic_add(index_ref(@原, $乙), 1u)
  inlined %1 = load4(@数, %0)
  let 丙 = extract.3(%1)
  if equal($乙, 0u) {
    variable 丁: u32 = %丙
  } else {
    return %丙
  }
  return %丙
}
)");
  EXPECT_NE(wgsl.find(R"(  let 临时 = atomicAdd(&原[乙], 1u);
  let 丙 = vec4<u32>(数[临时], 数[(临时) + 1u], 数[(临时) + 2u], 数[(临时) + 3u]).w;
  if (乙 == 0u) {
    var 丁: u32 = 丙;
  } else {
    return 丙;
  }
  return 丙;
)"),
            std::string::npos)
      << wgsl;
}

TEST(Expressions, OfConstantsAreSplitIntoConstants) {
  const std::string wgsl = limited_wgsl("constant 甲: u32 = " + repeat("add(", 300) + "1u" + repeat(", 1u)", 300) +
                                        "\nconstant 乙: u32 = ^甲\n");
  EXPECT_LE(deepest_brackets_of(wgsl), tint);
  EXPECT_TRUE(wgsl.starts_with("const 临时: u32 = ")) << wgsl;
  EXPECT_NE(wgsl.find("const 临时_2: u32 = "), std::string::npos);
  EXPECT_NE(wgsl.find("const 甲: u32 = "), std::string::npos);
  EXPECT_EQ(std::count(wgsl.begin(), wgsl.end(), '+'), 300);
}

TEST(Expressions, AreSplitInLinearTime) {
  const std::size_t count = 15000;
  const std::string wgsl = limited_wgsl(function(repeat("add(", count) + "$乙" + repeat(", 1u)", count)));
  EXPECT_EQ(static_cast<std::size_t>(std::count(wgsl.begin(), wgsl.end(), '+')), count);
}

}  // namespace
}  // namespace yyshader::test
