#include "translate.hpp"

namespace yyshader::test {
namespace {

constexpr std::string_view buffers = R"(
global a: array<f32> storage(read) group(0) binding(0)
global n: u32 uniform(read) group(0) binding(1)
global o: array<f32> storage(read_write) group(0) binding(2)
)";

std::string indexed(std::string_view body) {
  return to_ptx(std::string(buffers) + "function f(i: u32 builtin(local_invocation_index)) {\n" + std::string(body) +
                "}\nentry e compute(64, 1, 1) = f\n");
}

TEST(PtxControlFlow, ShortBranchesAreSelected) {
  const std::string ptx = indexed(R"(
  pending %0 = load(index_ref(@a, $i))
  let x = copy(%0)
  variable r: f32
  if greater(%x, 1.0f) {
    store &r = multiply(%x, 2.0f)
  } else {
    store &r = %x
  }
  pending %1 = load(&r)
  store index_ref(@o, $i) = %1
)");
  EXPECT_EQ(count(ptx, "bra"), 0U) << ptx;
  EXPECT_EQ(count(ptx, "selp.b32"), 1U);
  expect_assembles(ptx);
}

TEST(PtxControlFlow, KnownConditionsLeaveOneSide) {
  const std::string ptx = indexed(R"(
  if less(2u, 1u) {
    store index_ref(@o, $i) = 1.0f
  } else {
    store index_ref(@o, $i) = 2.0f
  }
)");
  EXPECT_EQ(count(ptx, "bra"), 0U) << ptx;
  EXPECT_EQ(count(ptx, "st.global"), 1U);
}

constexpr std::string_view counting = R"(
  variable k: u32 = 0u
  variable s: f32 = 0.0f
  loop {
    pending %0 = load(&k)
    pending %1 = load(@n)
    if greater_equal(%0, LIMIT) {
      break
    } else {
      pending %2 = load(&k)
      pending %3 = load(index_ref(@a, add($i, %2)))
      pending %4 = load(&s)
      store &s = fma(%3, inverse_sqrt(convert<f32>($i)), %4)
      pending %5 = load(&k)
      store &k = add(%5, 1u)
      continue
    }
  }
  pending %6 = load(&s)
  store index_ref(@o, $i) = %6
)";

std::string counting_to(std::string_view limit) {
  std::string body(counting);
  body.replace(body.find("LIMIT"), 5, limit);
  if (limit != "%1") body.erase(body.find("    pending %1"), body.find("    if greater") - body.find("    pending %1"));
  return indexed(body);
}

TEST(PtxControlFlow, LoopsTestAtTheirEndAndLeaveOutWhatDoesNotChange) {
  const std::string body = R"(
  pending %9 = load(@n)
  let m = copy(%9)
)" + std::string(counting);
  std::string text = body;
  text.replace(text.find("LIMIT"), 5, "%m");
  text.erase(text.find("    pending %1"), text.find("    if greater") - text.find("    pending %1"));
  const std::string ptx = indexed(text);
  const std::size_t header = ptx.find("$L");
  ASSERT_NE(header, std::string::npos);
  // One branch back, and one before the loop.
  EXPECT_LE(count(ptx, "bra"), 3U) << ptx;
  EXPECT_EQ(count(ptx, "rsqrt"), 1U);
  const std::size_t loop = ptx.find(":\n", ptx.find("rsqrt"));
  EXPECT_NE(loop, std::string::npos) << "the root is found before the loop\n" << ptx;
  expect_assembles(ptx);
}

TEST(PtxControlFlow, KnownTurnsAreWrittenOut) {
  const std::string ptx = counting_to("4u");
  EXPECT_EQ(count(ptx, "bra"), 0U) << ptx;
  EXPECT_EQ(count(ptx, "fma.rn.f32"), 4U);
  EXPECT_EQ(count(ptx, "+12]"), 1U);
  expect_assembles(ptx);
  EXPECT_LT(count(counting_to("100000u"), "fma.rn.f32"), 3U);
}

TEST(PtxControlFlow, PhisTakeTheirValuesAtOnce) {
  const std::string ptx = indexed(R"(
  pending %9 = load(@n)
  let m = copy(%9)
  variable x: u32 = 1u
  variable y: u32 = 2u
  variable k: u32 = 0u
  loop {
    pending %0 = load(&k)
    if greater_equal(%0, %m) {
      break
    } else {
      let tx = load(&x)
      let ty = load(&y)
      store &x = %ty
      store &y = %tx
      pending %1 = load(&k)
      store &k = add(%1, 1u)
      continue
    }
  }
  pending %2 = load(&x)
  store index_ref(@o, $i) = convert<f32>(%2)
)");
  // Two registers change places by way of a third: four copies at least, the counter's among them.
  const std::size_t back = ptx.rfind("add.u32");
  EXPECT_GE(count(std::string_view(ptx).substr(back), "mov.b32"), 4U) << ptx;
  expect_assembles(ptx);
}

TEST(PtxControlFlow, LongChainsCostNoStack) {
  std::string body = "  variable r: f32\n";
  constexpr int arms = 20000;
  for (int i = 0; i < arms; ++i)
    body += "  if equal($i, " + std::to_string(i) + "u) {\n    store index_ref(@o, " + std::to_string(i) +
            "u) = 1.0f\n  } else {\n";
  for (int i = 0; i < arms; ++i) body += "  }\n";
  std::string error;
  auto module = ir::read(std::string(buffers) + "function f(i: u32 builtin(local_invocation_index)) {\n" + body +
                             "}\nentry e compute(64, 1, 1) = f\n",
                         error);
  ASSERT_TRUE(module.has_value()) << error;
  const ir::Module forwarded = pass::forward_effects(std::move(*module));
  const auto result =
      backend::ptx::translate(forwarded, pass::assign_names(forwarded), pass::plan_interface(forwarded), {});
  EXPECT_EQ(count(result.text, "st.global"), static_cast<std::size_t>(arms));
}

}  // namespace
}  // namespace yyshader::test
