// How a host calls the kernels of the CPU form (spec 3.4).

#include <gmock/gmock.h>

#include <string>

#include "translate.hpp"

namespace yyshader::test {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

backend::msl::CpuForm cpu_form_of(const std::string& text) {
  backend::msl::Options options;
  options.cpu_form = true;
  return msl_of(module_of(text), options).cpu;
}

// The arguments are in the order of the text's parameters, typed as there.
TEST(MslCpuForm, ArgumentsAreThoseOfTheKernel) {
  const backend::msl::CpuForm form = cpu_form_of(R"(
struct 参数 { 数目: u32, }
global 入: array<f32> storage(read) group(0) binding(1)
global 出: array<f32> storage(read_write) group(1) binding(0)
global 参: 参数 uniform(read) group(0) binding(3)
function 主(序: u32 builtin(local_invocation_index), 号: vec3<u32> builtin(global_invocation_id)) {
  inlined %0 = load(member_ref.0(@参))
  inlined %1 = load(index_ref(@入, add(%0, array_length(@入))))
  store index_ref(@出, $序) = %1
}
entry 入口 compute(32, 1, 1) = 主
)");
  ASSERT_THAT(form.entries, SizeIs(1));
  EXPECT_EQ(form.entries[0].function, "主");
  EXPECT_EQ(form.entries[0].kernel, "核");
  EXPECT_TRUE(form.entries[0].is_alone);
  EXPECT_THAT(form.entries[0].arguments,
              ElementsAre("此次.thread_index_in_threadgroup", "此次.thread_position_in_grid", "资源.pointer<float>(16)",
                          "资源.pointer<const float>(1)", "资源.reference<const 参数>(3)", "资源.sizes"));
}

// What `--fp strict` forbids, GCC is told; in Metal the text says it otherwise.
TEST(MslCpuForm, StrictFloatsAreNotFused) {
  backend::msl::Options options;
  options.cpu_form = true;
  options.strict_floats = true;
  EXPECT_THAT(to_msl("function 助() -> f32 { return 1.0f }", options),
              testing::StartsWith("#if defined(__GNUC__) && !defined(__clang__)\n"
                                  "#pragma GCC optimize(\"fp-contract=off\")\n#endif\n\nfloat 助() {\n"));
  options.strict_floats = false;
  EXPECT_THAT(to_msl("function 助() -> f32 { return 1.0f }", options), testing::StartsWith("float 助() {\n"));
}

// Names of the text are not taken a second time.
TEST(MslCpuForm, NamesAreNoneOfTheText) {
  const backend::msl::CpuForm form = cpu_form_of(R"(
struct 资源 { 此次: u32, }
global 核: array<u32> storage(read_write) group(0) binding(0)
function 此次(序: u32 builtin(local_invocation_index)) {
  store index_ref(@核, $序) = $序
}
entry 入口 compute(32, 1, 1) = 此次
)");
  EXPECT_EQ(form.resources, "资源_2");
  EXPECT_EQ(form.invocation, "此次_2");
  ASSERT_THAT(form.entries, SizeIs(1));
  EXPECT_EQ(form.entries[0].kernel, "核_2");
}

/// Whether a kernel with these statements runs without the others of its workgroup.
bool is_alone(const std::string& statements) {
  const backend::msl::CpuForm form = cpu_form_of(R"(
features subgroups
global 出: array<u32> storage(read_write) group(0) binding(0)
global 单: u32 workgroup(read_write)
function 候() {
  statement storage_barrier()
}
function 主(序: u32 builtin(local_invocation_index)) {
  )" + statements + R"(
}
entry 入口 compute(32, 1, 1) = 主
)");
  return form.entries.at(0).is_alone;
}

// A barrier, also in a function that is called, a subgroup operation, or memory that is shared joins invocations.
TEST(MslCpuForm, KernelsThatNeedTheirWorkgroup) {
  EXPECT_TRUE(is_alone("store index_ref(@出, $序) = $序"));
  EXPECT_FALSE(is_alone("statement workgroup_barrier()"));
  EXPECT_FALSE(is_alone("statement call 候()"));
  EXPECT_FALSE(is_alone("inlined %0 = subgroup_add($序)\n  store index_ref(@出, $序) = %0"));
  EXPECT_FALSE(is_alone("store @单 = $序"));
}

}  // namespace
}  // namespace yyshader::test
