#include "translate.hpp"

namespace yyshader::test {
namespace {

std::string kernel(int threads, std::string_view body) {
  return to_ptx(
      "features subgroups\nglobal o: array<f32> storage(read_write) group(0) binding(0)\n"
      "function f(i: u32 builtin(local_invocation_index)) {\n" +
      std::string(body) + "}\nentry e compute(" + std::to_string(threads) + ", 1, 1) = f\n");
}

constexpr std::string_view sum = R"(
  pending %0 = subgroup_add(convert<f32>($i))
  store index_ref(@o, $i) = %0
)";

TEST(PtxSubgroups, AWholeWarpTakesFiveSteps) {
  const std::string ptx = kernel(64, sum);
  EXPECT_EQ(count(ptx, "shfl.sync.bfly.b32"), 5U) << ptx;
  EXPECT_EQ(count(ptx, "4294967295;"), 5U);
  EXPECT_EQ(count(ptx, "activemask"), 0U);
  expect_assembles(ptx);
}

TEST(PtxSubgroups, LanesThatAreNotThereCountAsTheIdentity) {
  const std::string ptx = kernel(48, sum);
  EXPECT_EQ(count(ptx, "shfl.sync.bfly.b32"), 5U) << ptx;
  EXPECT_EQ(count(ptx, "selp.b32"), 5U);
  EXPECT_EQ(count(ptx, "shfl.sync.idx.b32"), 1U);  // the first lane has heard of all
  expect_assembles(ptx);
}

TEST(PtxSubgroups, WhereThreadsPartTheActiveOnesTakePart) {
  const std::string ptx = kernel(64, R"(
  if less($i, 5u) {
    pending %0 = subgroup_max(convert<f32>($i))
    store index_ref(@o, $i) = %0
  } else {
  }
)");
  EXPECT_EQ(count(ptx, "activemask.b32"), 1U) << ptx;
  EXPECT_EQ(count(ptx, "bfind"), 1U);
  expect_assembles(ptx);
}

}  // namespace
}  // namespace yyshader::test
