// What a user nests deeply costs no stack: blocks, trees, short circuits, types.

#include <string>

#include "ir/builder.hpp"
#include "ir/compact.hpp"
#include "text_support.hpp"

namespace yyshader::ir {
namespace {

constexpr int depth = 100000;

std::string repeated(std::string_view text, int times) {
  std::string result;
  result.reserve(text.size() * static_cast<std::size_t>(times));
  for (int round = 0; round < times; ++round) result += text;
  return result;
}

/// Verifies, compacts and round-trips.
void expect_sound(const std::string& text) {
  Module module = read_module(text);
  EXPECT_THAT(verify(module), testing::IsEmpty());
  const std::string first = dump(module);
  for (Function& function : module.functions) compact(function);
  EXPECT_TRUE(dump(module) == first);
  EXPECT_TRUE(dump(read_module(first)) == first);
}

TEST(Deep, Trees) {
  expect_sound("function f(x: u32) -> u32 { return " + repeated("bit_not(", depth) + "$x" + repeated(")", depth) + "}");
  expect_sound("constant c: u32 = " + repeated("bit_not(", depth) + "1u" + repeated(")", depth));
}

TEST(Deep, ShortCircuits) {
  std::string left = "function h() -> bool { return true } function f() {";
  for (int round = 0; round < depth / 10; ++round) {
    left += "pending %" + std::to_string(round) + " = logical_or(true, {";
  }
  left += "pending %x = call h()} %x)";
  for (int round = depth / 10; round-- > 1;) left += "} %" + std::to_string(round) + ")";
  expect_sound(left + "}");
}

// The dump indents each level, so that its length grows with the square of the depth: shown at a smaller one.
TEST(Deep, Blocks) {
  const auto nest = [](int levels) {
    return "function f(c: bool) {" + repeated("if $c { } else { loop { ", levels) + repeated("break } }", levels) + "}";
  };
  const Module module = read_module(nest(depth));
  EXPECT_THAT(verify(module), testing::IsEmpty());
  expect_sound(nest(400));
}

TEST(Deep, Types) {
  std::string text;
  for (int round = 0; round < depth; ++round) {
    text +=
        "struct s" + std::to_string(round) + " { x: " + (round == 0 ? "u32" : "s" + std::to_string(round - 1)) + " }";
  }
  EXPECT_THAT(verify(read_module(text)), testing::IsEmpty());
  expect_sound("function f(x: " + repeated("array<", 1000) + "u32" + repeated(", 1>", 1000) + ") { }");
}

TEST(Deep, TreesThatShareTheirPartsStayShort) {
  Module module = read_module("function f(x: u32) { }");
  Function& function = module.functions[0];
  Builder builder(module, &function);
  ValueId value = builder.value(Op::parameter, module.types.u32(), {}, {});
  for (int round = 0; round < 1000; ++round) value = builder.value(Op::add, module.types.u32(), {}, {value, value});
  Statement let;
  let.value = value;
  builder.append(function.body, let);
  EXPECT_EQ(verify(module).size(), 999U);
  const std::string text = dump(module);
  EXPECT_LT(text.size(), 100000U);
  EXPECT_EQ(dump(read_module(text)), text);
}

}  // namespace
}  // namespace yyshader::ir
