// Which indices are held inside their arrays, and which are proven to be there (spec 2.5).

#include "pass/bounds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "pass/forward.hpp"

namespace yyshader::pass {
namespace {

constexpr std::string_view surroundings = R"(
global a: array<u32> storage(read_write) group(0) binding(0)
global b: array<u32> storage(read_write) group(0) binding(1)
global w: array<u32, 8> workgroup(read_write)
)";

std::string lines(const std::vector<std::string>& faults) {
  std::string text;
  for (const std::string& fault : faults) text += fault + "\n";
  return text;
}

/// The body of `function f(i: u32, j: u32, k: i32) -> u32` with its indices held inside, as the dump writes it.
std::string clamped(const std::string& body) {
  std::string error;
  auto module = ir::read(std::string(surroundings) + "function f(i: u32, j: u32, k: i32) -> u32 {" + body + "}", error);
  if (!module) return error;
  if (const auto faults = ir::verify(*module); !faults.empty()) return "before: " + lines(faults);
  const ir::Module result = clamp_indices(forward_effects(std::move(*module)));
  if (const auto faults = ir::verify(result, true); !faults.empty()) return "after: " + lines(faults);
  const std::string text = ir::dump(result);
  const std::size_t head = text.find("function f(");
  return text.substr(head, text.rfind("}\n") - head);
}

using testing::HasSubstr;
using testing::Not;

constexpr const char* held_in_a = "index_ref(@a, min($i, subtract(array_length(@a), 1u)))";
constexpr const char* free_in_a = "index_ref(@a, $i)";

TEST(Bounds, AnUnknownIndexIsHeldInside) {
  EXPECT_THAT(clamped("store index_ref(@a, $i) = 1u return 0u"), HasSubstr(held_in_a));
  EXPECT_THAT(clamped("store index_ref(@w, $i) = 1u return 0u"), HasSubstr("index_ref(@w, min($i, 7u))"));
  EXPECT_THAT(clamped("store index_ref(@w, $k) = 1u return 0u"), HasSubstr("index_ref(@w, min(convert<u32>($k), 7u))"));
}

TEST(Bounds, AConstantInsideStays) {
  EXPECT_THAT(clamped("store index_ref(@w, 7u) = 1u return 0u"), HasSubstr("index_ref(@w, 7u)"));
  EXPECT_THAT(clamped("store index_ref(@a, 0u) = 1u return 0u"), HasSubstr("index_ref(@a, 0u)"));
  // A buffer may hold one element only.
  EXPECT_THAT(clamped("store index_ref(@a, 1u) = 1u return 0u"), HasSubstr("index_ref(@a, min(1u,"));
}

TEST(Bounds, WhatItIsComputedFromMayProveIt) {
  for (const char* index :
       {"bit_and($i, 7u)", "remainder($i, 8u)", "min($i, 7u)", "shift_right($i, 29u)", "divide($i, 536870912u)",
        "add(bit_and($i, 3u), bit_and($j, 4u))", "multiply(bit_and($i, 1u), 7u)", "clamp($i, 2u, 7u)",
        "remainder(bit_and($k, 15i), 8i)", "remainder(bit_and($k, 7i), $k)", "divide(bit_and($k, 15i), 2i)"}) {
    const std::string place = "index_ref(@w, " + std::string(index) + ")";
    EXPECT_THAT(clamped("store " + place + " = 1u return 0u"), HasSubstr(place));
  }
  for (const char* index :
       {"bit_and($i, 8u)", "remainder($i, 9u)", "remainder($i, $j)", "subtract(7u, bit_and($i, 7u))",
        "remainder($k, 8i)", "divide(bit_and($k, 7i), $k)", "divide(bit_and($k, 7i), negate(3i))", "divide($k, 8i)",
        "shift_right($k, 29u)", "min($k, 7i)", "max($k, 7i)", "clamp($k, 0i, 7i)", "negate(bit_and($k, 7i))",
        "add($i, 1u)", "max($i, 3u)", "shift_right($i, 28u)"}) {
    EXPECT_THAT(clamped("store index_ref(@w, " + std::string(index) + ") = 1u return 0u"), HasSubstr("min("));
  }
}

TEST(Bounds, AComparisonRoundItProvesIt) {
  EXPECT_THAT(clamped("if less($i, array_length(@a)) { store index_ref(@a, $i) = 1u } else { } return 0u"),
              HasSubstr(free_in_a));
  EXPECT_THAT(clamped("if greater_equal($i, array_length(@a)) { } else { store index_ref(@a, $i) = 1u } return 0u"),
              HasSubstr(free_in_a));
  EXPECT_THAT(clamped("if less($i, 8u) { store index_ref(@w, $i) = 1u } else { } return 0u"),
              HasSubstr("index_ref(@w, $i)"));
  EXPECT_THAT(clamped("if logical_and(less($j, 2u), greater(array_length(@a), $i)) { store index_ref(@a, $i) = 1u } "
                      "else { } return 0u"),
              HasSubstr(free_in_a));
}

TEST(Bounds, OtherComparisonsDoNot) {
  for (const char* condition :
       {"less($i, array_length(@b))", "less_equal($i, array_length(@a))", "less($j, array_length(@a))",
        "greater_equal($i, array_length(@a))", "logical_or(less($i, array_length(@a)), less($j, 2u))",
        "not_equal($i, array_length(@a))"}) {
    EXPECT_THAT(clamped("if " + std::string(condition) + " { store index_ref(@a, $i) = 1u } else { } return 0u"),
                HasSubstr(held_in_a))
        << condition;
  }
  // Behind the branch, and on its other side.
  EXPECT_THAT(clamped("if less($i, array_length(@a)) { } else { store index_ref(@a, $i) = 1u } return 0u"),
              HasSubstr(held_in_a));
  EXPECT_THAT(clamped("if less($i, array_length(@a)) { } else { } store index_ref(@a, $i) = 1u return 0u"),
              HasSubstr(held_in_a));
}

/// `x` is a variable that `body` sees.
std::string with_variable(const std::string& body) { return clamped("variable x: u32 = $i " + body + " return 0u"); }

TEST(Bounds, AVariableIsKnownUntilItChanges) {
  const std::string guard = "pending %0 = load(&x) if less(%0, 8u) { ";
  const std::string use = " pending %1 = load(&x) store index_ref(@w, %1) = 1u ";
  EXPECT_THAT(with_variable(guard + use + "} else { }"), Not(HasSubstr("min(")));
  EXPECT_THAT(with_variable(guard + " store &x = $j " + use + "} else { }"), HasSubstr("min("));
  EXPECT_THAT(with_variable(guard + " if less($j, 1u) { store &x = $j } else { } " + use + "} else { }"),
              HasSubstr("min("));
  // The next turn of the loop finds it changed.
  EXPECT_THAT(with_variable(guard + " loop { " + use +
                            " store &x = $j if less($j, 3u) { break } else { continue } } } else { }"),
              HasSubstr("min("));
  EXPECT_THAT(with_variable("loop { " + guard + use + " store &x = $j continue } else { break } }"),
              Not(HasSubstr("min(")));
}

TEST(Bounds, ANamedConditionTellsNothingOfVariables) {
  const std::string use = " pending %1 = load(&x) store index_ref(@w, %1) = 1u ";
  EXPECT_THAT(with_variable("pending %0 = load(&x) let c = less(%0, 8u) store &x = $j if %c { " + use + "} else { }"),
              HasSubstr("min("));
  EXPECT_THAT(
      with_variable("pending %0 = load(&x) let c = less($j, %0) store &x = 100u if %c { store index_ref(@w, $j) "
                    "= 1u } else { }"),
      HasSubstr("min("));
  EXPECT_THAT(clamped("let c = less($i, 8u) if %c { store index_ref(@w, $i) = 1u } else { } return 0u"),
              Not(HasSubstr("min(")));
}

TEST(Bounds, ANameKeepsWhatWasKnown) {
  // y is bounded by what x was, not by what it becomes.
  EXPECT_THAT(with_variable("let y = load(&x) store &x = 1u store index_ref(@w, %y) = 1u"), HasSubstr("min("));
  EXPECT_THAT(with_variable("pending %0 = load(&x) if less(%0, 8u) { pending %1 = load(&x) let y = add(%1, 0u) "
                            "store &x = $j store index_ref(@w, %y) = 1u } else { }"),
              Not(HasSubstr("min(")));
}

TEST(Bounds, TheRightSideOfAConjunctionKnowsItsLeft) {
  EXPECT_THAT(clamped("let c = logical_and(less($i, array_length(@a)), {pending %1 = load(index_ref(@a, $i))} "
                      "less(%1, 2u)) if %c { return 1u } else { return 2u }"),
              HasSubstr(free_in_a));
  EXPECT_THAT(clamped("let c = logical_or(less($i, array_length(@a)), {pending %1 = load(index_ref(@a, $i))} "
                      "less(%1, 2u)) if %c { return 1u } else { return 2u }"),
              HasSubstr(held_in_a));
}

TEST(Bounds, AWideLoadBecomesFour) {
  const std::string text = clamped("pending %0 = load4(@a, $i) return extract.3(%0)");
  EXPECT_THAT(text, Not(HasSubstr("load4")));
  EXPECT_THAT(text, HasSubstr("index_ref(@a, min(add($i, 3u), subtract(array_length(@a), 1u)))"));
}

TEST(Bounds, AWideLoadThatNobodyAsksForStillEvaluatesItsIndex) {
  const std::string text = with_variable("pending %0 = load(&x) pending %1 = load4(@a, %0)");
  EXPECT_THAT(text, Not(HasSubstr("load4")));
  EXPECT_THAT(text, HasSubstr("inlined %0 = load(&x)"));
  EXPECT_THAT(text, HasSubstr("dropped load(index_ref(@a, min(%0, subtract(array_length(@a), 1u))))"));
}

}  // namespace
}  // namespace yyshader::pass
