#include "program.hpp"

#include <string_view>

namespace yyshader::bench {

namespace {

constexpr std::string_view head = "寻观「着色库」之「着色内建」之书。\n";

// `#` stands for the kernel's number, `@` for its binding.
constexpr std::string_view kernel = R"(
「：第#核：每元为前诸元之平滑之和：」
「数#」乃「存储缓冲」于（「数组」于「浮三二」）也。
「数#」者「绑定」于（「组值」【「组」者「零」也，「号」者「@」也，「访问」者「读写」也】）也。

「平滑#」乃化「浮三二」而化「浮三二」而化「浮三二」而「浮三二」也。
「平滑#」者会「低」而会「高」而会「值」而
  虑「比」者「夹紧」于（「除以」于（「减」于「值」于「低」）于（「减」于「高」于「低」））于（「新浮三二」于「0.0」）于（「新浮三二」于「1.0」）而
  「乘」于（「乘」于「比」于「比」）于（「减」于（「新浮三二」于「3.0」）于（「乘」于（「新浮三二」于「2.0」）于「比」））
也。

「核#」乃化「全局调用号」而「有」也。
「核#」者会「号」而
  虑「序」者「号」中「零」而
  递归虑「环」其 化「无三二」而化「浮三二」而「浮三二」者
    会「甲」而会「和」而
      若「小于」于「甲」于（「新无三二」于「一六」）则
        虑「元素」者「读数组」于「数#」于（「加」于（「乘」于「序」于（「新无三二」于「一六」））于「甲」）而
        「环」于（「加」于「甲」于（「新无三二」于「一」））于（「加」于「和」于（「平滑#」于（「新浮三二」于「0.25」）于（「新浮三二」于「0.75」）于「元素」））
      否则「和」
  而
  虑「总」者「环」于（「新无三二」于「零」）于（「新浮三二」于「0.0」）而
  若「大于」于「总」于（「新浮三二」于「8.0」）则
    「写数组」于「数#」于「序」于（「平方根」于「总」）
  否则若「小于」于「总」于（「新浮三二」于「1.0」）则
    「写数组」于「数#」于「序」于（「融合乘加」于「总」于「总」于（「新浮三二」于「0.5」））
  否则「写数组」于「数#」于「序」于「总」
也。

「核#入口」乃「计算入口」也。
「核#入口」者「计算入口项」于「核#」于（「组值」【「工作组大小」者「六四」也】）也。
)";

}  // namespace

std::string make_program(int kernels) {
  std::string program(head);
  for (int number = 0; number < kernels; ++number) {
    for (const char character : kernel) {
      if (character == '#') {
        program += std::to_string(number);
      } else if (character == '@') {
        program += std::to_string(number % 1000);
      } else {
        program += character;
      }
    }
  }
  return program;
}

}  // namespace yyshader::bench
