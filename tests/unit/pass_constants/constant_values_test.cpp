#include <sstream>

#include "constants_support.hpp"

namespace yyshader::pass {
namespace {

/// The scalars of what the body's last `let` names, as text; `unknown` when it is none.
std::string value(const std::string& body, ConstantValues::Lets lets = ConstantValues::Lets::runtime) {
  const ir::Module module = module_of_body(body);
  const ir::Function& function = module.functions.back();
  const ConstantValues constants(module);
  const ConstantValues values(module, constants, function, lets);
  const auto& statements = function.blocks[function.body.index()].statements;
  const auto found = values.value_of(statements.back().value);
  if (!found) return "unknown";
  std::ostringstream text;
  const ir::TypeId scalar_type = module.types.scalar_of(found->type);
  const bool is_float = scalar_type && module.types.is_float(scalar_type);
  for (const ConstantScalar& scalar : found->scalars) {
    if (text.tellp() > 0) text << ' ';
    if (is_float) {
      text << scalar.floating;
    } else {
      text << scalar.integer;
    }
  }
  return text.str();
}

std::string of(const std::string& expression) { return value("let x = copy(" + expression + ")"); }

TEST(ConstantValues, IntegersWrapAsTheirTypeDoes) {
  EXPECT_EQ(of("add(2147483647i, 1i)"), "-2147483648");
  EXPECT_EQ(of("subtract(0u, 1u)"), "4294967295");
  EXPECT_EQ(of("multiply(65536i, 65537i)"), "65536");
  EXPECT_EQ(of("divide(negate(7i), 2i)"), "-3");
  EXPECT_EQ(of("remainder(negate(7i), 2i)"), "-1");
  EXPECT_EQ(of("shift_right(negate(7i), 1u)"), "-4");
  EXPECT_EQ(of("bit_not(0u)"), "4294967295");
  EXPECT_EQ(of("greater(4294967295u, 1u)"), "1");
}

TEST(ConstantValues, FloatsAreRoundedAtEachStep) {
  EXPECT_EQ(of("equal(add(16777216.0f, 1.0f), 16777216.0f)"), "1");
  EXPECT_EQ(of("equal(convert<f32>(16777219u), 16777220.0f)"), "1");
  EXPECT_EQ(of("round(2.5f)"), "2");
  EXPECT_EQ(of("remainder(5.5f, negate(2.0f))"), "1.5");
  // Halves are cut, as Tint does it: 2051 lies between 2050 and 2052.
  EXPECT_EQ(of("convert<f16>(2051i)"), "2050");
  EXPECT_EQ(of("bitcast<u32>(construct<vec2<f16>>(0.1h, 0.7h))"), "966340198");
  EXPECT_EQ(of("unpack_half2(966340198u)"), "0.0999756 0.699707");
}

TEST(ConstantValues, FloatsAreClampedToIntegers) {
  EXPECT_EQ(of("convert<i32>(2147483648.0f)"), "2147483520");
  EXPECT_EQ(of("convert<i32>(negate(3000000000.0f))"), "-2147483648");
  EXPECT_EQ(of("convert<u32>(4294967296.0f)"), "4294967040");
  EXPECT_EQ(of("convert<u32>(negate(1.5f))"), "0");
  EXPECT_EQ(of("convert<i32>(negate(1.5h))"), "-1");
}

TEST(ConstantValues, OfComposites) {
  EXPECT_EQ(of("^table"), "5 6 7");
  EXPECT_EQ(of("index(^table, 1u)"), "6");
  EXPECT_EQ(of("extract.1(construct<vec2<u32>>(3u, 4u))"), "4");
  EXPECT_EQ(of("vector_times_scalar(construct<vec2<f32>>(1.0f, 2.0f), 3.0f)"), "3 6");
  EXPECT_EQ(of("cross(construct<vec3<f32>>(1.0f, 0.0f, 0.0f), construct<vec3<f32>>(0.0f, 1.0f, 0.0f))"), "0 0 1");
  const std::string matrix =
      "construct<mat2x2<f32>>(construct<vec2<f32>>(1.0f, 2.0f), construct<vec2<f32>>(3.0f, 4.0f))";
  EXPECT_EQ(of("matrix_times_vector(" + matrix + ", construct<vec2<f32>>(1.0f, 10.0f))"), "31 42");
  EXPECT_EQ(of("vector_times_matrix(construct<vec2<f32>>(1.0f, 10.0f), " + matrix + ")"), "21 43");
  EXPECT_EQ(of("matrix_times_matrix(" + matrix + ", " + matrix + ")"), "7 10 15 22");
  EXPECT_EQ(of("reflect(construct<vec2<f32>>(1.0f, 1.0f), construct<vec2<f32>>(0.0f, 1.0f))"), "1 -1");
  EXPECT_EQ(of("length(construct<vec2<f32>>(3.0f, 4.0f))"), "5");
}

TEST(ConstantValues, AreUnknownAtRunTime) {
  EXPECT_EQ(of("add($i, 1i)"), "unknown");
  EXPECT_EQ(of("divide(1i, 0i)"), "unknown");
  EXPECT_EQ(of("logical_and($b, false)"), "unknown");
  EXPECT_EQ(of("logical_and(false, $b)"), "0");
  EXPECT_EQ(of("logical_or(true, $b)"), "1");
}

TEST(ConstantValues, LetsMayBeTransparent) {
  const std::string body = "let a = copy(3i) let x = add(%a, 1i)";
  EXPECT_EQ(value(body), "unknown");
  EXPECT_EQ(value(body, ConstantValues::Lets::transparent), "4");
}

TEST(ConstantValues, TakeInLaterValues) {
  ir::Module module = module_of_body("let x = copy(3i)");
  ir::Function& function = module.functions.back();
  const ConstantValues constants(module);
  ConstantValues values(module, constants, function);
  const ir::ValueId three = function.values.add(ir::Op::literal, module.types.i32(), {}, {}, 3);
  const ir::ValueId negative = function.values.add(ir::Op::negate, module.types.i32(), {}, std::vector{three});
  values.extend();
  ASSERT_TRUE(values.value_of(negative).has_value());
  EXPECT_EQ(values.value_of(negative)->scalars[0].integer, -3);
}

}  // namespace
}  // namespace yyshader::pass
