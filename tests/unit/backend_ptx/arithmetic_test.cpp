#include "translate.hpp"

namespace yyshader::test {
namespace {

std::string_view features_of(std::string_view type) {
  return type.find("f16") == std::string_view::npos ? "" : "features f16\n";
}

/// A kernel that writes `value` of type `type`, made of $i, and of a and b, which are read from memory.
std::string kernel(std::string_view type, std::string_view value, bool strict = false) {
  const std::string t(type);
  return to_ptx(std::string(features_of(type)) + "global x: array<" + t +
                    "> storage(read) group(0) binding(0)\nglobal o: array<" + t +
                    "> storage(read_write) group(0) binding(1)\n"
                    "function f(i: u32 builtin(local_invocation_index)) {\n"
                    "  let a = load(index_ref(@x, $i))\n  let b = load(index_ref(@x, add($i, 64u)))\n"
                    "  store index_ref(@o, $i) = " +
                    std::string(value) + "\n}\nentry e compute(64, 1, 1) = f\n",
                strict);
}

TEST(PtxArithmetic, DivisorsAreGuardedUnlessSafe) {
  const std::string guarded = kernel("i32", "divide(%a, %b)");
  EXPECT_EQ(count(guarded, "selp.b32"), 1U) << guarded;
  EXPECT_EQ(count(guarded, "div.s32"), 1U);
  EXPECT_EQ(count(guarded, "-2147483648") + count(guarded, "2147483648"), 1U);
  const std::string safe = kernel("i32", "divide(%a, 3i)");
  EXPECT_EQ(count(safe, "setp"), 0U) << safe;
  const std::string both = kernel("u32", "add(divide(%a, %b), remainder(%a, %b))");
  EXPECT_EQ(count(both, "div.u32"), 1U) << both;
  EXPECT_EQ(count(both, "rem"), 0U);
  const std::string power = kernel("u32", "add(divide(%a, 8u), remainder(%a, 8u))");
  EXPECT_EQ(count(power, "div"), 0U) << power;
  expect_assembles(guarded);
  expect_assembles(both);
}

TEST(PtxArithmetic, ShiftAmountsAreMasked) {
  EXPECT_EQ(count(kernel("u32", "shift_left(%a, %b)"), ", 31;"), 1U);
  EXPECT_EQ(count(kernel("u32", "shift_left(%a, 5u)"), "and"), 0U);
  EXPECT_EQ(count(kernel("i32", "shift_right(%a, 5u)"), "shr.s32"), 1U);
}

TEST(PtxArithmetic, ConversionsAreClamped) {
  const std::string text = R"(
global x: array<f32> storage(read) group(0) binding(0)
global o: array<vec2<u32>> storage(read_write) group(0) binding(1)
function f(i: u32 builtin(local_invocation_index)) {
  let a = load(index_ref(@x, $i))
  store index_ref(@o, $i) = construct<vec2<u32>>(convert<u32>(%a), bitcast<u32>(convert<i32>(%a)))
}
entry e compute(64, 1, 1) = f
)";
  const std::string ptx = to_ptx(text);
  EXPECT_EQ(count(ptx, "cvt.rzi.u32.f32"), 1U) << ptx;
  EXPECT_EQ(count(ptx, "4294967040"), 1U);
  EXPECT_EQ(count(ptx, "2147483520"), 1U);
  expect_assembles(ptx);
}

TEST(PtxArithmetic, ProductsAndSumsAreJoinedUnlessStrict) {
  const std::string joined = kernel("f32", "add(multiply(%a, %b), 1.0f)");
  EXPECT_EQ(count(joined, "fma.rn.f32"), 1U) << joined;
  const std::string strict = kernel("f32", "add(multiply(%a, %b), 1.0f)", true);
  EXPECT_EQ(count(strict, "mul.rn.f32"), 1U) << strict;
  EXPECT_EQ(count(strict, "add.rn.f32"), 1U);
  EXPECT_EQ(count(strict, "fma"), 0U);
  expect_assembles(strict);
}

TEST(PtxArithmetic, DivisionAndRootsAreExactlyRounded) {
  const std::string ptx = kernel("f32", "divide(sqrt(%a), %b)");
  EXPECT_EQ(count(ptx, "div.rn.f32"), 1U) << ptx;
  EXPECT_EQ(count(ptx, "sqrt.rn.f32"), 1U);
  const std::string eighth = kernel("f32", "divide(%a, 8.0f)");
  EXPECT_EQ(count(eighth, "0f3E000000"), 1U) << eighth;
  EXPECT_EQ(count(eighth, "div"), 0U);
}

TEST(PtxArithmetic, EveryFunctionAssembles) {
  for (const std::string_view type : {"f32", "f16", "vec3<f32>", "vec2<f16>"}) {
    std::string sum = "%b";
    for (const std::string_view op :
         {"sqrt", "inverse_sqrt", "exp",  "exp2",  "log",   "log2",  "sin",      "cos",
          "tan",  "asin",         "acos", "atan",  "sinh",  "cosh",  "tanh",     "abs",
          "sign", "floor",        "ceil", "round", "trunc", "fract", "saturate", "negate"}) {
      sum = "add(" + std::string(op) + "(%a), " + sum + ")";
    }
    const std::string sums = kernel(type, sum);
    EXPECT_EQ(count(sums, "tanh.approx"), 0U);
    expect_assembles(sums);
    std::string all = "%a";
    for (const std::string_view op : {"pow", "atan2", "max", "min", "step", "remainder", "divide"})
      all = std::string(op) + "(" + all + ", %b)";
    for (const std::string_view op : {"mix", "smoothstep", "clamp", "fma"})
      all = std::string(op) + "(" + all + ", %b, %a)";
    expect_assembles(kernel(type, all));
  }
}

TEST(PtxArithmetic, NotEqualIsTrueOfNaN) {
  const std::string ptx = kernel("f32", "select(not_equal(%a, %b), 1.0f, 2.0f)");
  EXPECT_EQ(count(ptx, "setp.neu.f32"), 1U) << ptx;
}

TEST(PtxArithmetic, HalvesArePackedAndUnpacked) {
  const std::string ptx = kernel("u32", "pack_half2(multiply(unpack_half2(%a), unpack_half2(%b)))");
  EXPECT_EQ(count(ptx, "cvt.f32.f16"), 4U) << ptx;
  EXPECT_EQ(count(ptx, "cvt.rn.f16.f32"), 2U);
  expect_assembles(ptx);
}

}  // namespace
}  // namespace yyshader::test
