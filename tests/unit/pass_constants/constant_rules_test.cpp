#include <array>

#include "constants_support.hpp"
#include "diagnostics/diagnostic.hpp"

// What is refused and what is not: every row was put to Tint (docs/constant-evaluation.md), which agrees.

namespace yyshader::pass {
namespace {

/// The messages' ids, one word each.
std::string ids(const diagnostics::Diagnostics& findings) {
  std::string text;
  for (const diagnostics::Diagnostic& finding : findings) {
    if (!text.empty()) text += ' ';
    text += diagnostics::row(finding.message.id).id;
  }
  return text;
}

std::string body_faults(const std::string& body) { return ids(check_constants(module_of_body(body))); }
std::string faults(const std::string& expression) { return body_faults("let x = copy(" + expression + ")"); }

struct Row {
  std::string_view expression;
  std::string_view id;  ///< empty: accepted
};

void expect(std::span<const Row> rows) {
  for (const Row& row : rows) EXPECT_EQ(faults(std::string(row.expression)), row.id) << row.expression;
}

TEST(ConstantRules, Integers) {
  constexpr std::array rows{
      Row{"add(2147483647i, 1i)", ""},
      Row{"multiply(65536i, 65536i)", ""},
      Row{"subtract(0u, 1u)", ""},
      Row{"negate(convert<i32>(negate(2147483648)))", ""},
      Row{"abs(convert<i32>(negate(2147483648)))", ""},
      Row{"dot(construct<vec2<i32>>(65536i, 1i), construct<vec2<i32>>(65536i, 1i))", ""},
      Row{"convert<f32>(add(9223372036854775807, 1))", "constant_integer_overflow"},
      Row{"divide(convert<i32>(negate(2147483648)), negate(1i))", "constant_integer_overflow"},
      Row{"remainder(convert<i32>(negate(2147483648)), negate(1i))", "constant_integer_overflow"},
      Row{"divide(1i, 0i)", "constant_division_by_zero"},
      Row{"divide($i, 0i)", "constant_division_by_zero"},
      Row{"remainder($u, 0u)", "constant_division_by_zero"},
      Row{"divide($i, ^zero)", "constant_division_by_zero"},
      Row{"divide(construct<vec2<i32>>($i, 1i), construct<vec2<i32>>(1i, 0i))", "constant_division_by_zero"},
      Row{"divide(construct<vec2<i32>>($i, 1i), construct<vec2<i32>>($i, 0i))", ""},
  };
  expect(rows);
}

TEST(ConstantRules, Floats) {
  constexpr std::array rows{
      Row{"divide($f, 0.0f)", ""},
      Row{"divide(1.0f, 0.0f)", "constant_float_division_by_zero"},
      Row{"remainder(1.0h, 0.0h)", "constant_float_division_by_zero"},
      Row{"remainder(199519156507352512799826771968.0f, 0.00000000000000009967f)", "constant_float_overflow"},
      Row{"multiply(300000000000000000000000000000000000000.0f, 10.0f)", "constant_float_overflow"},
      Row{"add(65504.0h, 0.01h)", "constant_float_overflow"},
      Row{"fma(100000000000000000000.0f, 100000000000000000000.0f, 0.0f)", "constant_float_overflow"},
      Row{"mix(1.0f, 3.0f, 300000000000000000000000000000000000000.0f)", "constant_float_overflow"},
      Row{"exp(88.0f)", ""},
      Row{"exp(89.0f)", "constant_float_overflow"},
      Row{"exp2(128.0f)", "constant_float_overflow"},
      Row{"cosh(negate(90.0f))", "constant_float_overflow"},
      Row{"tanh(1000.0f)", ""},
      Row{"atan2(0.0f, 0.0f)", ""},
      Row{"tan(1.5707964f)", ""},
      Row{"copy(340282349999999991754788743781432688640.0f)", "constant_literal_overflow"},
      Row{"copy(340282346638528859811704183484516925440.0f)", ""},
      Row{"copy(65510.0h)", "constant_literal_overflow"},
  };
  expect(rows);
}

TEST(ConstantRules, ArgumentsOfFunctions) {
  constexpr std::array rows{
      Row{"sqrt(negate(1.0f))", "constant_argument_negative"},
      Row{"sqrt(0.0f)", ""},
      Row{"sqrt(construct<vec2<f32>>(negate(1.0f), $f))", ""},
      Row{"log(0.0f)", "constant_argument_not_positive"},
      Row{"log2(negate(1.0h))", "constant_argument_not_positive"},
      Row{"inverse_sqrt(0.0f)", "constant_argument_not_positive"},
      Row{"acos(2.0f)", "constant_argument_outside_unit"},
      Row{"asin(negate(1.0f))", ""},
      Row{"pow(negate(1.0f), 2.0f)", "constant_power_undefined"},
      Row{"pow(0.0f, 0.0f)", "constant_power_undefined"},
      Row{"pow(0.0f, 1.0f)", ""},
      Row{"clamp($f, 2.0f, 1.0f)", "constant_bounds_reversed"},
      Row{"clamp(1u, 2u, 1u)", "constant_bounds_reversed"},
      Row{"clamp($f, 2.0f, $f)", ""},
      Row{"smoothstep(1.0f, 0.0f, $f)", ""},
      Row{"smoothstep(1.0f, 1.0f, $f)", "constant_edges_equal"},
      Row{"normalize(construct<vec2<f32>>(0.0f, 0.0f))", "constant_zero_vector"},
      Row{"normalize(construct<vec2<f16>>(300.0h, 1.0h))", "constant_float_overflow"},
      Row{"subgroup_shuffle_xor($u, 127u)", ""},
      Row{"subgroup_shuffle_xor($u, 128u)", "constant_lane_too_large"},
      Row{"subgroup_shuffle($f, 128u)", "constant_lane_too_large"},
  };
  for (const Row& row : rows) {
    const std::string expression(row.expression);
    const bool has_time = expression.starts_with("subgroup");
    EXPECT_EQ(has_time ? body_faults("pending " + expression) : faults(expression), row.id) << row.expression;
  }
}

TEST(ConstantRules, Shifts) {
  constexpr std::array rows{
      Row{"shift_left($u, 31u)", ""},
      Row{"shift_left($u, 32u)", "constant_shift_too_far"},
      Row{"shift_right($i, 32u)", "constant_shift_too_far"},
      Row{"shift_left(construct<vec2<u32>>($u, 1u), construct<vec2<u32>>(1u, 32u))", "constant_shift_too_far"},
      Row{"shift_left(1u, 31u)", ""},
      Row{"shift_left(3u, 31u)", "constant_shift_loses_bits"},
      Row{"shift_left(1i, 31u)", "constant_shift_loses_bits"},
      Row{"shift_left(negate(1i), 31u)", ""},
      Row{"shift_left(negate(2i), 31u)", "constant_shift_loses_bits"},
  };
  expect(rows);
}

TEST(ConstantRules, Conversions) {
  constexpr std::array rows{
      Row{"convert<u32>(negate(1))", "constant_conversion_overflow"},
      Row{"convert<u32>(negate(1i))", ""},
      Row{"convert<i32>(3000000000)", "constant_conversion_overflow"},
      Row{"convert<i32>(4294967295u)", ""},
      Row{"convert<i32>(100000000000000000000.0f)", ""},
      Row{"convert<f16>(65519u)", "constant_conversion_overflow"},
      Row{"convert<f16>(100000.0f)", "constant_conversion_overflow"},
      Row{"convert<f16>($f)", ""},
      Row{"convert<f32>(340282349999999991754788743781432688640.0)", "constant_conversion_overflow"},
      Row{"bitcast<f32>(2139095040u)", "constant_bits_not_finite"},
      Row{"bitcast<vec2<f16>>(31744u)", "constant_bits_not_finite"},
      Row{"bitcast<f32>($u)", ""},
      Row{"unpack_half2(31744u)", "constant_bits_not_finite"},
      Row{"pack_half2(construct<vec2<f32>>(65519.0f, 1.0f))", "constant_conversion_overflow"},
  };
  expect(rows);
}

TEST(ConstantRules, Indices) {
  constexpr std::array rows{
      Row{"index(^table, 2u)", ""},
      Row{"index(^table, 3u)", "constant_index_out_of_range"},
      Row{"index(construct<vec3<f32>>($f, $f, $f), 3u)", "constant_index_out_of_range"},
      Row{"index(construct<array<u32, 2>>($u, 1u), add(1u, 1u))", "constant_index_out_of_range"},
      Row{"index(^table, negate(1i))", "constant_index_out_of_range"},
      Row{"index(^table, $u)", ""},
  };
  expect(rows);
  EXPECT_EQ(body_faults("store index_ref(@w, 4u) = 1u"), "constant_index_out_of_range");
  EXPECT_EQ(body_faults("store index_ref(@o, 100000u) = 1u"), "");
  EXPECT_EQ(body_faults("store index_ref(@o, negate(1i)) = 1u"), "constant_index_negative");
  EXPECT_EQ(body_faults("variable v: array<u32, 3> = ^table store index_ref(&v, 3u) = 1u"),
            "constant_index_out_of_range");
}

TEST(ConstantRules, LetsHideTypedValuesOnly) {
  EXPECT_EQ(body_faults("let d = copy(0i) let x = divide($i, %d)"), "");
  EXPECT_EQ(body_faults("let d = negate(2) let x = convert<u32>(%d)"), "constant_conversion_overflow");
  EXPECT_EQ(body_faults("variable d: i32 = 0i pending %0 = load(&d) let x = divide($i, %0)"), "");
}

TEST(ConstantRules, NeedlessRightSidesAreNotEvaluated) {
  constexpr std::array rows{
      Row{"logical_and(false, equal(divide(1i, 0i), 0i))", ""},
      Row{"logical_and(^no, equal(divide($i, 0i), 0i))", ""},
      Row{"logical_and(true, equal(divide(1i, 0i), 0i))", "constant_division_by_zero"},
      Row{"logical_or(true, logical_and(false, greater(sqrt(negate(1.0f)), 0.0f)))", ""},
      Row{"logical_or($b, equal(divide(1i, 0i), 0i))", "constant_division_by_zero"},
      Row{"divide(1i, select(logical_and(false, $b), 1i, 0i))", "constant_division_by_zero"},
      Row{"select(true, 1.0f, divide(1.0f, 0.0f))", "constant_float_division_by_zero"},
  };
  expect(rows);
  EXPECT_EQ(body_faults("pending %x = logical_and(false, {pending %0 = load(index_ref(@w, 4u))} equal(%0, 1u))"), "");
  EXPECT_EQ(body_faults("if false { let x = divide(1i, 0i) } else { }"), "constant_division_by_zero");
}

TEST(ConstantRules, AFaultIsToldOnce) {
  EXPECT_EQ(faults("add(divide(1i, 0i), multiply(divide(2i, 0i), 3i))"),
            "constant_division_by_zero constant_division_by_zero");
  EXPECT_EQ(faults("divide(1i, divide(1i, 0i))"), "constant_division_by_zero");
}

TEST(ConstantRules, OfModuleConstants) {
  const diagnostics::Diagnostics findings =
      check_constants(read_forwarded("constant 甲: f32 = log(0.0f) constant 乙: f32 = add(^甲, 1.0f)"));
  EXPECT_EQ(ids(findings), "constant_argument_not_positive");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].definition, "甲");
  EXPECT_EQ(findings[0].severity, diagnostics::Severity::error);
}

TEST(ConstantRules, NameTheFunction) {
  const diagnostics::Diagnostics findings = check_constants(module_of_body("let x = shift_left($u, 40u)"));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].definition, "函");
  EXPECT_EQ(findings[0].message.arguments,
            (std::vector<diagnostics::Argument>{diagnostics::Text{"40"}, diagnostics::Text{"32"}}));
}

TEST(ConstantRules, DeepExpressionsNeedNoStack) {
  std::string expression = "1i";
  for (int i = 0; i < 2000; ++i) expression = "add(" + expression + ", 1i)";
  EXPECT_EQ(faults("divide(1i, subtract(" + expression + ", 2001i))"), "constant_division_by_zero");
}

}  // namespace
}  // namespace yyshader::pass
