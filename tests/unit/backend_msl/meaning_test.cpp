// What WGSL defines and C++ does not (spec 2.5).

#include <string>

#include "translate.hpp"

namespace yyshader::test {
namespace {

/// The lines of a function with these parameters, without its head and last brace.
std::string body(const std::string& parameters, const std::string& result, const std::string& statements) {
  const std::string text = to_msl(R"(
features f16
global 写: array<i32> storage(read_write) group(0) binding(0)
global 原: array<atomic<u32>> storage(read_write) group(0) binding(1)
global 共: u32 workgroup(read_write)
constant 五: i32 = 5i
constant 负一: i32 = negate(1i)
function 主()" + parameters + ") -> " +
                                  result + " {\n" + statements + "\n}\n");
  const std::size_t start = text.find('\n', text.rfind(" 主(")) + 1;
  return text.substr(start, text.rfind("}\n") - start);
}

std::string returned(const std::string& result, const std::string& value) {
  const std::string lines =
      body("整: i32, 又: i32, 无: u32, 浮: f32, 半: f16, 三: vec3<i32>, 二: vec2<i32>, 二无: vec2<u32>, 真: bool",
           result, "return " + value);
  return lines;
}

TEST(MslMeaning, SignedArithmeticWraps) {
  EXPECT_EQ(returned("i32", "add($整, $又)"), "  return int((uint(整) + uint(又)));\n");
  EXPECT_EQ(returned("i32", "subtract($整, 1i)"), "  return int((uint(整) - 1u));\n");
  EXPECT_EQ(returned("i32", "negate($整)"), "  return int((0u - uint(整)));\n");
  EXPECT_EQ(returned("vec3<i32>", "multiply($三, $三)"), "  return int3((uint3(三) * uint3(三)));\n");
  EXPECT_EQ(returned("vec3<i32>", "vector_times_scalar($三, $整)"), "  return int3((uint3(三) * uint(整)));\n");
  EXPECT_EQ(returned("i32", "shift_left($整, 3u)"), "  return int((uint(整) << 3u));\n");
  EXPECT_EQ(returned("i32", "abs($整)"), "  return max(整, int((0u - uint(整))));\n");
  // What was converted is not converted back and forth.
  EXPECT_EQ(returned("i32", "add(multiply($整, $又), $整)"), "  return int(((uint(整) * uint(又)) + uint(整)));\n");
  EXPECT_EQ(returned("u32", "convert<u32>(add($整, $又))"), "  return uint(整) + uint(又);\n");
  EXPECT_EQ(returned("i32", "max(add($整, $又), $整)"), "  return max(int((uint(整) + uint(又))), 整);\n");
  // Unsigned numbers and floats are C++'s own.
  EXPECT_EQ(returned("u32", "add($无, $无)"), "  return 无 + 无;\n");
  EXPECT_EQ(returned("f32", "negate($浮)"), "  return -浮;\n");
}

TEST(MslMeaning, DivisionIsGuarded) {
  EXPECT_EQ(returned("u32", "divide($无, add($无, 1u))"), "  return 无 / max((无 + 1u), 1u);\n");
  EXPECT_EQ(returned("u32", "remainder($无, $无)"), "  return 无 % max(无, 1u);\n");
  EXPECT_EQ(returned("vec2<u32>", "divide($二无, $二无)"), "  return 二无 / max(二无, uint2(1u, 1u));\n");
  EXPECT_EQ(returned("i32", "divide($整, $又)"),
            "  return 整 / (((又 == int(0)) || ((整 == int((-2147483648))) && (又 == (-int(1))))) ? int(1) : 又);\n");
  EXPECT_EQ(returned("f32", "divide($浮, $浮)"), "  return 浮 / 浮;\n");
}

TEST(MslMeaning, ASafeConstantDivisorNeedsNoGuard) {
  EXPECT_EQ(returned("u32", "divide($无, 3u)"), "  return 无 / 3u;\n");
  EXPECT_EQ(returned("i32", "remainder($整, ^五)"), "  return 整 % 五;\n");
  EXPECT_EQ(returned("i32", "divide($整, negate(3i))"), "  return 整 / (-int(3));\n");
  EXPECT_EQ(returned("vec2<i32>", "divide($二, construct<vec2<i32>>(3i, 4i))"),
            "  return 二 / int2(int(3), int(4));\n");
  // Division by −1 is negation; what is left over is nothing, as it is of 1.
  EXPECT_EQ(returned("i32", "divide($整, ^负一)"), "  return int((0u - uint(整)));\n");
  EXPECT_EQ(returned("i32", "remainder($整, ^负一)"), "  return 整 % int(1);\n");
  EXPECT_NE(returned("vec2<i32>", "divide($二, construct<vec2<i32>>(3i, negate(1i)))").find("? int(1)"),
            std::string::npos);
}

TEST(MslMeaning, WhatIsUsedTwiceGetsATemporary) {
  EXPECT_EQ(body("甲: u32", "i32", R"(
  inlined %0 = load(index_ref(@写, $甲))
  inlined %1 = load(index_ref(@写, 0u))
  return divide(%0, max(%1, 2i))
)"),
            R"(  const auto 临时 = 写[甲];
  const auto 临时_2 = max(写[0u], int(2));
  return 临时 / (((临时_2 == int(0)) || ((临时 == int((-2147483648))) && (临时_2 == (-int(1))))) ? int(1) : 临时_2);
)");
  EXPECT_EQ(
      returned("vec2<i32>", "remainder($二, $二)"),
      "  return int2((二.x % (((二.x == int(0)) || ((二.x == int((-2147483648))) && (二.x == (-int(1))))) ? int(1) : "
      "二.x)), (二.y % (((二.y == int(0)) || ((二.y == int((-2147483648))) && (二.y == (-int(1))))) ? int(1) : "
      "二.y)));\n");
}

// The right side of 且 runs only when it is asked for, also what a temporary holds of it.
TEST(MslMeaning, TemporariesOfARightSideMakeItAnIf) {
  EXPECT_EQ(body("甲: u32", "bool", R"(
  inlined %0 = logical_and(less($甲, 4u), {inlined %1 = load(index_ref(@写, $甲)); inlined %2 = load(index_ref(@写, 0u))} equal(divide(%1, 7i), abs(%2)))
  return %0
)"),
            R"(  bool 临时;
  if (甲 < 4u) {
    const auto 临时_2 = 写[0u];
    临时 = (写[甲] / int(7)) == max(临时_2, int((0u - uint(临时_2))));
  } else {
    临时 = false;
  }
  return 临时;
)");
}

// What an effect inside an expression needs is named before that effect's own place.
TEST(MslMeaning, TemporariesOfAnInlinedReadStandBeforeIt) {
  EXPECT_EQ(body("甲: u32, 乙: vec2<i32>", "i32", R"(
  inlined %0 = load(index_ref(@写, 1u))
  inlined %1 = load(index_ref(@写, dot($乙, construct<vec2<i32>>(%0, 1i))))
  return %1
)"),
            R"(  const auto 临时 = uint2(乙) * uint2(int2(写[1u], int(1)));
  return 写[int((临时.x + 临时.y))];
)");
}

// Reads of variables have no block of their own in a right side that is otherwise pure, but move with it all the same.
TEST(MslMeaning, ReadsOfVariablesMoveIntoTheIf) {
  EXPECT_EQ(body("甲: u32", "bool", R"(
  variable 乙: i32 = 3i
  inlined %0 = load(&乙)
  inlined %1 = load(&乙)
  return logical_or(equal(%0, 1i), logical_and(less($甲, 4u), equal(abs(%1), 2i)))
)"),
            R"(  int 乙 = int(3);
  bool 临时;
  if (乙 == int(1)) {
    临时 = true;
  } else {
    bool 临时_2;
    if (甲 < 4u) {
      const auto 临时_3 = 乙;
      临时_2 = max(临时_3, int((0u - uint(临时_3)))) == int(2);
    } else {
      临时_2 = false;
    }
    临时 = 临时_2;
  }
  return 临时;
)");
  // What needs no temporary stays.
  EXPECT_EQ(body("甲: i32, 乙: i32", "bool", "return logical_and(less($甲, 4i), equal(abs($甲), remainder($乙, 3i)))"),
            "  return (甲 < int(4)) && (max(甲, int((0u - uint(甲)))) == (乙 % int(3)));\n");
}

TEST(MslMeaning, ShiftAmountsAreMasked) {
  EXPECT_EQ(returned("u32", "shift_left($无, $无)"), "  return 无 << (无 & 31u);\n");
  EXPECT_EQ(returned("i32", "shift_right($整, $无)"), "  return 整 >> (无 & 31u);\n");
  EXPECT_EQ(returned("u32", "shift_right($无, 31u)"), "  return 无 >> 31u;\n");
  EXPECT_EQ(returned("vec2<u32>", "shift_left($二无, $二无)"), "  return 二无 << (二无 & uint2(31u, 31u));\n");
}

TEST(MslMeaning, FloatsAreClampedBeforeTheyBecomeIntegers) {
  EXPECT_EQ(returned("i32", "convert<i32>($浮)"), "  return int(clamp(浮, (-2147483648.0f), 2147483520.0f));\n");
  EXPECT_EQ(returned("u32", "convert<u32>($浮)"), "  return uint(clamp(浮, 0.0f, 4294967040.0f));\n");
  EXPECT_EQ(returned("i32", "convert<i32>($半)"), "  return int(clamp(半, (-65504.0h), 65504.0h));\n");
  EXPECT_EQ(returned("u32", "convert<u32>($半)"), "  return uint(clamp(半, 0.0h, 65504.0h));\n");
  EXPECT_EQ(returned("f32", "convert<f32>($整)"), "  return float(整);\n");
  EXPECT_EQ(returned("u32", "convert<u32>($真)"), "  return uint(真);\n");
}

TEST(MslMeaning, FunctionsOfIntegersThatMetalLacksOrLeavesOpen) {
  EXPECT_EQ(returned("i32", "sign($整)"), "  return clamp(整, (-int(1)), int(1));\n");
  EXPECT_EQ(returned("i32", "clamp($整, 1i, 9i)"), "  return clamp(整, int(1), int(9));\n");
  EXPECT_EQ(returned("i32", "clamp($整, $又, 9i)"), "  return min(max(整, 又), int(9));\n");
  EXPECT_EQ(returned("f32", "clamp($浮, $浮, 1.0f)"), "  return clamp(浮, 浮, 1.0f);\n");
  EXPECT_EQ(returned("i32", "dot($三, $三)"),
            "  const auto 临时 = uint3(三) * uint3(三);\n  return int(((临时.x + 临时.y) + 临时.z));\n");
}

TEST(MslMeaning, AUniformLoadStandsBetweenBarriers) {
  EXPECT_EQ(body("甲: u32", "u32", R"(
  statement workgroup_barrier()
  let 值 = workgroup_uniform_load(@共)
  inlined %0 = workgroup_uniform_load(@共)
  dropped workgroup_uniform_load(@共)
  return add(%值, %0)
)"),
            R"(  threadgroup_barrier(mem_flags::mem_threadgroup);
  const auto 值 = 共;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  const auto 临时 = 共;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  return 值 + 临时;
)");
}

// A loop that might run for ever reads a volatile variable; one that counts or synchronises need not.
std::string loop(const std::string& test, const std::string& step, const std::string& inside = "") {
  return body("界: u32, 步: u32, 底: i32", "u32", R"(
  variable 次: u32 = 0u
  loop {
    inlined %0 = load(&次)
    if )" + test + R"( {
      break
    } else {
      )" + inside + R"(
      inlined %1 = load(&次)
      store &次 = )" + step + R"(
      continue
    }
  }
  return 0u
)");
}

bool is_guarded(const std::string& text) {
  const bool declares =
      text.find("  volatile bool 继续 = true;\n  while (true) {\n    (void)继续;\n") != std::string::npos;
  EXPECT_EQ(declares, text.find("继续") != std::string::npos) << text;
  return declares;
}

TEST(MslMeaning, ALoopThatMightNotEndIsKeptDefined) {
  EXPECT_TRUE(is_guarded(loop("greater_equal(%0, $界)", "add(%1, $步)")));
  EXPECT_TRUE(is_guarded(loop("greater_equal(%0, $界)", "add(%1, 2u)")));  // might jump over the bound and wrap
  EXPECT_TRUE(is_guarded(loop("greater(%0, $界)", "add(%1, 1u)")));        // the bound may be the greatest number
  EXPECT_TRUE(is_guarded(loop("equal(%0, 7u)", "add(%1, 2u)")));
  EXPECT_TRUE(is_guarded(loop("equal(%0, 7u)", "shift_right(%1, 1u)")));
  EXPECT_TRUE(is_guarded(loop("equal(%0, 7u)", "multiply(%1, 2u)")));
}

TEST(MslMeaning, ALoopThatCountsEnds) {
  EXPECT_FALSE(is_guarded(loop("greater_equal(%0, $界)", "add(%1, 1u)")));
  EXPECT_FALSE(is_guarded(loop("less_equal($界, %0)", "add(%1, 1u)")));
  EXPECT_FALSE(is_guarded(loop("equal(%0, $界)", "subtract(%1, 1u)")));
  EXPECT_FALSE(is_guarded(loop("greater(%0, 100u)", "add(%1, 64u)")));
  EXPECT_FALSE(is_guarded(loop("equal(%0, 0u)", "shift_right(%1, 1u)")));
  // Changed somewhere else too.
  EXPECT_TRUE(
      is_guarded(loop("greater_equal(%0, $界)", "add(%1, 1u)", "if less($步, 3u) { store &次 = 0u } else { }")));
}

TEST(MslMeaning, ALoopThatSynchronisesEachTimeIsDefined) {
  EXPECT_FALSE(is_guarded(loop("greater_equal(%0, $界)", "add(%1, $步)", "statement workgroup_barrier()")));
  EXPECT_FALSE(
      is_guarded(loop("greater_equal(%0, $界)", "add(%1, $步)", "dropped atomic_add(index_ref(@原, 0u), 1u)")));
  // Not each time.
  EXPECT_TRUE(is_guarded(loop("greater_equal(%0, $界)", "add(%1, $步)",
                              "if less($步, 3u) { dropped atomic_add(index_ref(@原, 0u), 1u) } else { }")));
}

}  // namespace
}  // namespace yyshader::test
