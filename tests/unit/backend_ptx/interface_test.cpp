#include "translate.hpp"

namespace yyshader::test {
namespace {

TEST(PtxInterface, AnEntryTakesTheBuffersThatItUsesInOrder) {
  const std::string ptx = to_ptx(R"(
global 后: array<u32> storage(read_write) group(1) binding(0)
global 不用: array<u32> storage(read) group(0) binding(1)
global 先: array<u32> storage(read) group(0) binding(2)
function 读(i: u32) -> u32 {
  pending %0 = load(index_ref(@先, $i))
  return %0
}
function 加倍(号: vec3<u32> builtin(global_invocation_id)) {
  pending %0 = call 读(extract.0($号))
  store index_ref(@后, extract.0($号)) = %0
}
entry 加倍入口 compute(8, 4, 2) = 加倍
)");
  EXPECT_EQ(ptx.rfind(".version 8.0\n.target sm_80\n.address_size 64\n", 0), 0U);
  EXPECT_NE(ptx.find(".visible .entry yy_e5_8a_a0_e5_80_8d(\n\t.param .u64 p_g0_b2,\n\t.param .u64 p_g1_b0\n)\n"
                     ".reqntid 8, 4, 2\n"),
            std::string::npos)
      << ptx;
  EXPECT_EQ(count(ptx, "p_g0_b1"), 0U);
  EXPECT_EQ(count(ptx, "ld.global.nc.b32"), 1U);
  expect_assembles(ptx);
}

TEST(PtxInterface, LengthsComeFromOneMoreParameter) {
  const std::string ptx = to_ptx(R"(
global a: array<vec4<f32>> storage(read) group(0) binding(0)
global b: array<u32> storage(read_write) group(0) binding(3)
function f(i: u32 builtin(local_invocation_index)) {
  store index_ref(@b, $i) = add(array_length(@a), array_length(@b))
}
entry e compute(1, 1, 1) = f
)");
  EXPECT_NE(ptx.find("\t.param .u64 p_g0_b3,\n\t.param .u64 p_sizes\n"), std::string::npos) << ptx;
  EXPECT_NE(ptx.find("shr.u32"), std::string::npos);
  EXPECT_EQ(count(ptx, "div"), 0U);
  expect_assembles(ptx);
}

TEST(PtxInterface, OtherStagesAndTexturesAreSkippedByName) {
  const std::string ptx = to_ptx(R"(
function 顶(i: u32 builtin(vertex_index)) -> vec4<f32> builtin(position) {
  return construct<vec4<f32>>(0.0f, 0.0f, 0.0f, 1.0f)
}
function f() {
}
entry v vertex = 顶
entry e compute(1, 1, 1) = f
)");
  EXPECT_NE(ptx.find("// skipped: vertex entry yy_e9_a1_b6 ("), std::string::npos) << ptx;
  EXPECT_NE(ptx.find(".visible .entry yyf()"), std::string::npos);
  expect_assembles(ptx);
}

TEST(PtxInterface, WorkgroupMemoryBeginsAsZeroUnlessProvenWritten) {
  const std::string ptx = to_ptx(R"(
global 块: array<f32, 300> workgroup(read_write)
global o: array<f32> storage(read_write) group(0) binding(0)
function f(i: u32 builtin(local_invocation_index)) {
  pending %0 = load(index_ref(@块, $i))
  store index_ref(@o, $i) = %0
}
entry e compute(64, 1, 1) = f
)");
  EXPECT_NE(ptx.find(".shared .align 16 .b8 ys_e5_9d_97[1200];"), std::string::npos) << ptx;
  EXPECT_EQ(count(ptx, "st.shared.v4.b32"), 2U);  // 75 units of 16 bytes for 64 threads
  EXPECT_EQ(count(ptx, "bar.sync 0"), 1U);
  expect_assembles(ptx);
  const std::string proven = to_ptx(R"(
global 块: array<f32, 64> workgroup(read_write)
global o: array<f32> storage(read_write) group(0) binding(0)
function f(i: u32 builtin(local_invocation_index)) {
  store index_ref(@块, $i) = 1.0f
  pending workgroup_barrier()
  pending %0 = load(index_ref(@块, bit_xor($i, 1u)))
  store index_ref(@o, $i) = %0
}
entry e compute(64, 1, 1) = f
)");
  EXPECT_EQ(count(proven, "bar.sync 0"), 1U) << proven;
  EXPECT_EQ(count(proven, "st.shared"), 1U);
}

TEST(PtxInterface, WorkgroupMemoryIsProvenWrittenThroughStructsOfInputs) {
  const auto kernel = [](std::string_view index, std::string_view member, std::string_view type) {
    return to_ptx("struct In {\n  a: vec3<u32> builtin(workgroup_id),\n  b: " + std::string(type) + " builtin(" +
                  std::string(member) + "),\n}\nglobal w: array<f32, 64> workgroup(read_write)\n" +
                  "global o: array<f32> storage(read_write) group(0) binding(0)\nfunction f(in: In) {\n  let i = " +
                  std::string(index) +
                  "\n  store index_ref(@w, %i) = 1.0f\n  pending workgroup_barrier()\n"
                  "  pending %0 = load(index_ref(@w, bit_xor(%i, 1u)))\n  store index_ref(@o, %i) = %0\n}\n"
                  "entry e compute(64, 1, 1) = f\n");
  };
  EXPECT_EQ(count(kernel("extract.1($in)", "local_invocation_index", "u32"), "st.shared"), 1U);
  EXPECT_EQ(count(kernel("extract.0(extract.1($in))", "local_invocation_id", "vec3<u32>"), "st.shared"), 1U);
  // Another component, another member: not every element is written.
  EXPECT_GT(count(kernel("extract.1(extract.1($in))", "local_invocation_id", "vec3<u32>"), "st.shared"), 1U);
  EXPECT_GT(count(kernel("extract.0(extract.0($in))", "local_invocation_id", "vec3<u32>"), "st.shared"), 1U);
}

TEST(PtxInterface, AUniformLoadIsAReadBetweenBarriers) {
  const auto kernel = [](std::string_view before) {
    return to_ptx(
        "global w: f32 workgroup(read_write)\nglobal o: array<f32> storage(read_write) group(0) binding(0)\n"
        "function f(i: u32 builtin(local_invocation_index)) {\n" +
        std::string(before) +
        "  pending %0 = workgroup_uniform_load(@w)\n  store index_ref(@o, $i) = %0\n}\n"
        "entry e compute(64, 1, 1) = f\n");
  };
  const std::string written = kernel("  if equal($i, 0u) {\n    store @w = 2.0f\n  } else {\n  }\n");
  EXPECT_EQ(count(written, "bar.sync 0"), 2U) << written;
  EXPECT_EQ(count(written, "st.shared"), 1U) << written;
  const std::string unwritten = kernel("");
  EXPECT_EQ(count(unwritten, "bar.sync 0"), 3U) << unwritten;
  expect_assembles(written);
}

/// Each function calls the next twice: doubling at each step without a budget.
std::string chain(int functions) {
  std::string text =
      "global o: array<f32> storage(read_write) group(0) binding(0)\n"
      "function f0(x: f32, b: bool) -> f32 {\n  return select($b, $x, 1.0f)\n}\n";
  for (int i = 1; i < functions; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    text += "function f" + std::to_string(i) + "(x: f32, b: bool) -> f32 {\n  pending %0 = call " + before +
            "(add($x, " + std::to_string(i) + ".0f), $b)\n  pending %1 = call " + before + "(multiply($x, " +
            std::to_string(i) + ".5f), logical_not($b))\n  return subtract(%0, %1)\n}\n";
  }
  return text +
         "function main(i: u32 builtin(local_invocation_index)) {\n  pending %0 = load(index_ref(@o, $i))\n"
         "  pending %1 = call f" +
         std::to_string(functions - 1) +
         "(%0, true)\n  store index_ref(@o, $i) = %1\n}\nentry e compute(64, 1, 1) = main\n";
}

TEST(PtxInterface, TextGrowsLinearlyWithChainsOfFunctions) {
  const std::string fifty = to_ptx(chain(50));
  const std::string hundred = to_ptx(chain(100));
  EXPECT_GT(count(fifty, ".func"), 0U);
  EXPECT_LT(hundred.size(), fifty.size() * 5 / 2);
  EXPECT_LT(hundred.size(), 400000U);
  expect_assembles(hundred, true);
}

TEST(PtxInterface, AConstantUsedOftenIsWrittenOnce) {
  std::string text = "constant c: array<u32, 32> = construct<array<u32, 32>>(";
  for (int i = 0; i < 32; ++i) text += (i > 0 ? ", " : "") + std::to_string(i * i) + "u";
  text +=
      ")\nglobal o: array<u32> storage(read_write) group(0) binding(0)\n"
      "function f(i: u32 builtin(local_invocation_index)) {\n";
  for (int i = 0; i < 20; ++i) {
    text += "  store index_ref(@o, " + std::to_string(i) + "u) = index(^c, add($i, " + std::to_string(i) + "u))\n";
  }
  const std::string ptx = to_ptx(text + "}\nentry e compute(8, 1, 1) = f\n");
  EXPECT_EQ(count(ptx, ".const .align"), 1U) << ptx;
  EXPECT_EQ(count(ptx, "ld.const"), 20U);
  EXPECT_EQ(count(ptx, ".local"), 0U);
  expect_assembles(ptx);
}

TEST(PtxInterface, TooMuchWorkgroupMemoryIsAFailureThatSaysSo) {
  std::string error;
  auto module = ir::read(R"(
global w: array<f32, 12289> workgroup(read_write)
function f() {
  store index_ref(@w, 0u) = 1.0f
}
entry e compute(1, 1, 1) = f
)",
                         error);
  ASSERT_TRUE(module.has_value()) << error;
  const auto result = backend::ptx::translate(*module, pass::assign_names(*module), pass::plan_interface(*module), {});
  EXPECT_TRUE(result.text.empty());
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->message.id, diagnostics::Id::ptx_workgroup_memory);
}

TEST(PtxInterface, ConstantsBeyondTheConstantBankLieInGlobalMemory) {
  std::string text = "constant c: array<u32, 16000> = construct<array<u32, 16000>>(";
  for (int i = 0; i < 16000; ++i) text += (i > 0 ? ", " : "") + std::to_string(i) + "u";
  const std::string ptx = to_ptx(text + R"()
global o: array<u32> storage(read_write) group(0) binding(0)
function f(i: u32 builtin(local_invocation_index)) {
  store index_ref(@o, $i) = index(^c, $i)
}
entry e compute(8, 1, 1) = f
)");
  EXPECT_EQ(count(ptx, ".global .align"), 1U);
  EXPECT_EQ(count(ptx, ".const"), 0U);
  expect_assembles(ptx);
}

}  // namespace
}  // namespace yyshader::test
