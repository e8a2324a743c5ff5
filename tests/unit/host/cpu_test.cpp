// The program for the CPU (spec 3.4); tests/golden/宿主 has whole ones.

#include "host/cpu.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample_model.hpp"

namespace yyshader::host {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

reflect::Model model_with_kernel() {
  reflect::Model model = test::sample_model();
  model.cpu.requested = true;
  model.cpu.text = "kernel void 加倍() {\n}\n";
  model.cpu.resources = "资源";
  model.cpu.invocation = "此次";
  model.cpu.entries = {{"加倍", "核", "资源.pointer<粒子>(0)", true}};
  return model;
}

TEST(CpuHeader, HoldsTheTextAndATableOfItsKernels) {
  const std::string header = cpu_header(model_with_kernel(), {}, "加倍。着色生成.hpp");
  EXPECT_THAT(header, AllOf(HasSubstr("#include \"加倍。着色生成.hpp\"\n"), HasSubstr("\nkernel void 加倍() {\n}\n"),
                            HasSubstr("    加倍(资源.pointer<粒子>(0));\n"), HasSubstr("run_alone<金属::核>"),
                            HasSubstr("着色程序{&着色模块, {着色核表}"), Not(HasSubstr("shader_program"))));
}

TEST(CpuHeader, NamesOfTheProgramKeepTheirSpelling) {
  reflect::Model model = model_with_kernel();
  model.entries[0].item = "金属";
  model.cpu.entries[0].is_alone = false;
  const std::string header = cpu_header(model, {}, "加倍。着色生成.hpp");
  EXPECT_THAT(header, AllOf(HasSubstr("namespace 金属_2 {"), HasSubstr("run_together<金属_2::核>")));
}

TEST(CpuHeader, HasAsciiNamesWhenAsked) {
  Options options;
  options.ascii_aliases = true;
  EXPECT_THAT(cpu_header(model_with_kernel(), options, "x.hpp"), HasSubstr("& shader_program = 着色程序;"));
}

TEST(CpuHeader, SaysWhyThereIsNoText) {
  reflect::Model model = test::sample_model();
  model.cpu.requested = true;
  model.cpu.reason = "无法译为 MSL";
  EXPECT_THAT(cpu_header(model, {}, "x.hpp"), HasSubstr("{&着色模块, {}, ::std::string_view{\"无法译为 MSL\"}}"));
}

}  // namespace
}  // namespace yyshader::host
