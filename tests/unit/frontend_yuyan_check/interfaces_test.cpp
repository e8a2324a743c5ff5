#include <gtest/gtest.h>

#include "check_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

std::string compute(std::string_view type, std::string_view lambda, std::string_view before = "") {
  return std::string(before) + "「核」乃" + std::string(type) + "也。「核」者" + std::string(lambda) +
         "也。「口」乃「计算入口」也。「口」者「计算入口项」于「核」于（「组值」【「工作组大小」者「四」也】）也。";
}
std::string graphics(std::string_view stage, std::string_view type, std::string_view lambda,
                     std::string_view before = "") {
  return std::string(before) + "「绘」乃" + std::string(type) + "也。「绘」者" + std::string(lambda) +
         "也。「口」乃「" + std::string(stage) + "入口」也。「口」者「" + std::string(stage) + "入口项」于「绘」也。";
}
std::string vertex(std::string_view type, std::string_view lambda, std::string_view before = "") {
  return graphics("顶点", type, lambda, before);
}
std::string fragment(std::string_view type, std::string_view lambda, std::string_view before = "") {
  return graphics("片元", type, lambda, before);
}

const std::string vertex_structs =
    "「出」即「组类」【「处」乃「裁剪位置」也，「彩」乃「二维浮」也】也。「入」即「组类」【「处」乃「四维浮」也，「彩」"
    "乃「二维浮」也】也。";

TEST(Interfaces, Compute) {
  run_cases({
      {"builtin inputs", compute("化「全局调用号」而化「局部调用序」而「有」", "会「甲」而会「乙」而「元」"), {}},
      {"a struct of them",
       compute("化「入」而「有」", "会「甲」而「元」",
               "「入」即「组类」【「号」乃「全局调用号」也，「组」乃「工作组号」也】也。"),
       {}},
      {"subgroups", compute("化「子组内序号」而化「子组大小」而「有」", "会「甲」而会「乙」而「元」"), {}},
      {"unit alone", compute("化「有」而「有」", "会「甲」而「元」"), {}},
      {"a plain parameter", compute("化「无三二」而「有」", "会「甲」而「元」"), {"compute_parameter"}},
      {"the alias's target is plain", compute("化「三维无」而「有」", "会「甲」而「元」"), {"compute_parameter"}},
      {"a plain field",
       compute("化「入」而「有」", "会「甲」而「元」",
               "「入」即「组类」【「号」乃「全局调用号」也，「量」乃「浮三二」也】也。"),
       {"compute_field"}},
      {"a result", compute("化「全局调用号」而「无三二」", "会「甲」而「甲」中「零」"), {"compute_result"}},
      {"an input of another stage", compute("化「顶点序号」而「有」", "会「甲」而「元」"), {"interface_input"}},
      {"one input twice",
       compute("化「全局调用号」而化「全局调用号」而「有」", "会「甲」而会「乙」而「元」"),
       {"interface_twice"}},
  });
}

TEST(Interfaces, Vertex) {
  run_cases({
      {"a position", vertex("化「顶点序号」而化「四维浮」而「裁剪位置」", "会「序」而会「处」而「处」"), {}},
      {"a struct",
       vertex("化「入」而「出」", "会「甲」而「组值」【「处」者「甲」中「处」也，「彩」者「甲」中「彩」也】",
              vertex_structs),
       {}},
      {"no position", vertex("化「四维浮」而「四维浮」", "会「甲」而「甲」"), {"missing_clip_position"}},
      {"a struct without one",
       vertex("化「入」而「入」", "会「甲」而「甲」", vertex_structs),
       {"missing_clip_position"}},
      {"nothing", vertex("化「四维浮」而「有」", "会「甲」而「元」"), {"missing_clip_position"}},
      {"located values",
       vertex("化「四维浮」而化「浮三二」而化「二维整」而「裁剪位置」", "会「甲」而会「乙」而会「丙」而「甲」"),
       {}},
      {"a bool", vertex("化「四维浮」而化「爻」而「裁剪位置」", "会「甲」而会「乙」而「甲」"), {"interface_type"}},
      {"a matrix", vertex("化「四阶浮」而「裁剪位置」", "会「甲」而「甲」中「零」"), {"interface_type"}},
      {"a located struct beside a value",
       vertex("化「入」而化「浮三二」而「裁剪位置」", "会「甲」而会「乙」而「甲」中「处」", vertex_structs),
       {"located_struct_and_value"}},
      {"two located structs",
       vertex("化「入」而化「入」而「裁剪位置」", "会「甲」而会「乙」而「甲」中「处」", vertex_structs),
       {"two_located_structs"}},
      {"a struct in a struct",
       vertex("化「外」而「裁剪位置」", "会「甲」而「甲」中「内」中「处」",
              vertex_structs + "「外」即「组类」【「内」乃「入」也】也。"),
       {"interface_type"}},
      {"a compute input",
       vertex("化「全局调用号」而化「四维浮」而「裁剪位置」", "会「甲」而会「乙」而「乙」"),
       {"interface_input"}},
      {"a position as input", vertex("化「裁剪位置」而「裁剪位置」", "会「甲」而「甲」"), {"interface_input"}},
      {"a colour as output", vertex("化「四维浮」而「片元颜色」", "会「甲」而「甲」"), {"interface_output"}},
  });
}

TEST(Interfaces, Fragment) {
  run_cases({
      {"a colour", fragment("化「片元坐标」而「片元颜色」", "会「甲」而「甲」"), {}},
      {"a plain result",
       fragment("化「二维浮」而「四维浮」", "会「甲」而「甲」与「甲」中「零」与「甲」中「一」"),
       {"type_mismatch"}},
      {"the vertex stage's struct", fragment("化「出」而「片元颜色」", "会「甲」而「甲」中「处」", vertex_structs), {}},
      {"depth and colour",
       fragment("化「正面朝向」而「果」", "会「甲」而「组值」【「彩」者「量」也，「深」者「量」中「零」也】",
                "「量」者「新浮三二」于「一点零」与「新浮三二」于「一点零」与「新浮三二」于「一点零」与「新浮三二」于「"
                "一点零」也。「果」即「组类」【「彩」乃「片元颜色」也，「深」乃「片元深度」也】也。"),
       {}},
      {"nothing", fragment("化「片元坐标」而「有」", "会「甲」而「元」"), {}},
      {"a colour as input", fragment("化「片元颜色」而「有」", "会「甲」而「元」"), {"interface_input"}},
      {"a position as output", fragment("化「片元坐标」而「裁剪位置」", "会「甲」而「甲」"), {"interface_output"}},
      {"coordinates twice",
       fragment("化「出」而化「片元坐标」而「有」", "会「甲」而会「乙」而「元」", vertex_structs),
       {"interface_twice"}},
      {"a mask in and out", fragment("化「采样掩码」而「采样掩码」", "会「甲」而「甲」"), {}},
      {"a bool result", fragment("化「片元坐标」而「爻」", "会「甲」而「阳」"), {"interface_type"}},
  });
}

// ---- What an entry reaches ----

const std::string resources =
    "「出」乃「存储缓冲」于（「数组」于「无三二」）也。「出」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也"
    "，「访问」者「读写」也】）也。"
    "「同」乃「存储缓冲」于（「数组」于「浮三二」）也。「同」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也"
    "，「访问」者「只读」也】）也。"
    "「共」乃「工作组变量」于「无三二」也。「共」者「工作组共享」于「元」也。"
    "「图」乃「纹理二维」于「浮三二」也。「图」者「纹理绑定」于（「组值」【「组」者「零」也，「号」者「四」也】）也。"
    "「采」乃「采样器」也。「采」者「采样器绑定」于（「组值」【「组」者「零」也，「号」者「五」也】）也。";

TEST(Interfaces, Stages) {
  const std::string sample = "（「采样纹理」于「图」于「采」于（「新浮三二」于「零点五」与「新浮三二」于「零点五」））";
  const std::string helper = resources + "「助」乃化「有」而「四维浮」也。「助」者会「无」而" + sample + "也。";
  run_cases({
      {"sampling in a fragment", fragment("化「片元坐标」而「片元颜色」", "会「甲」而「助」于「元」", helper), {}},
      {"sampling in a compute entry",
       compute("化「全局调用号」而「有」", "会「甲」而 虑「乙」者「助」于「元」而「元」", helper),
       {"builtin_wrong_stage"}},
      {"a barrier in a fragment",
       fragment("化「片元坐标」而「有」", "会「甲」而「工作组屏障」于「元」"),
       {"builtin_wrong_stage"}},
      {"discarding in a fragment", fragment("化「片元坐标」而「有」", "会「甲」而「舍弃」于「元」"), {}},
      {"discarding in compute",
       compute("化「全局调用号」而「有」", "会「甲」而「舍弃」于「元」"),
       {"builtin_wrong_stage"}},
      {"workgroup memory in a fragment",
       fragment("化「片元坐标」而「有」", "会「甲」而「写共享」于「共」于（「新无三二」于「一」）", resources),
       {"workgroup_wrong_stage"}},
      {"a writable buffer in a vertex entry",
       vertex("化「四维浮」而「裁剪位置」",
              "会「甲」而「写数组」于「出」于（「新无三二」于「零」）于（「新无三二」于「一」）；「甲」", resources),
       {"writable_in_vertex"}},
      {"a read-only one",
       vertex("化「四维浮」而「裁剪位置」", "会「甲」而 虑「乙」者「读数组」于「同」于（「新无三二」于「零」）而「甲」",
              resources),
       {}},
      {"unused functions do not matter", helper + compute("化「全局调用号」而「有」", "会「甲」而「元」"), {}},
  });
  const Checked wrong(compute("化「全局调用号」而「有」", "会「甲」而 虑「乙」者「助」于「元」而「元」", helper));
  EXPECT_EQ(wrong.at("builtin_wrong_stage"), "「口」");
  EXPECT_EQ(wrong.message("builtin_wrong_stage"), "计算入口用到「采样纹理」，而「采样纹理」不可用于此阶");
  EXPECT_EQ(wrong.note("builtin_wrong_stage"), "用于此处");
}

TEST(Interfaces, Bindings) {
  const std::string both =
      "虑「乙」者「读数组」于「同」于（「新无三二」于「零」）而「写数组」于「出」于（「新无三二」于「零」）于（「新无三"
      "二」于「一」）";
  const std::string one = "「写数组」于「出」于（「新无三二」于「零」）于（「新无三二」于「一」）";
  run_cases({
      {"two resources at one place",
       compute("化「全局调用号」而「有」", "会「甲」而" + both, resources),
       {"binding_collision"}},
      {"in different entries", compute("化「全局调用号」而「有」", "会「甲」而" + one, resources), {}},
      {"through a call",
       compute(
           "化「全局调用号」而「有」", "会「甲」而 虑「乙」者「读」于「元」而" + one,
           resources +
               "「读」乃化「有」而「浮三二」也。「读」者会「无」而「读数组」于「同」于（「新无三二」于「零」）也。"),
       {"binding_collision"}},
  });
  const Checked wrong(compute("化「全局调用号」而「有」", "会「甲」而" + both, resources));
  EXPECT_EQ(wrong.at("binding_collision"), "「口」");
  EXPECT_EQ(wrong.message("binding_collision"), "此入口所用的资源「同」与「出」同在组 0 号 0");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
