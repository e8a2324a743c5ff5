#pragma once

#include <string>

namespace yyshader::driver::test {

inline const std::string shader = R"(寻观「着色库」之「着色内建」之书。
「数据」乃「存储缓冲」于（「数组」于「无三二」）也。
「数据」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。
「加倍」乃化「全局调用号」而「有」也。
「加倍」者会「号」而「写数组」于「数据」于（「号」中「零」）于（「新无三二」于「二」）也。
「加倍入口」乃「计算入口」也。
「加倍入口」者「计算入口项」于「加倍」于（「组值」【「工作组大小」者「四」也】）也。
)";

/// `text` with its last `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.rfind(from), from.size(), to);
}

/// With a workgroup that is larger than WebGPU's default: a warning.
inline std::string warning_shader() { return with(shader, "「四」也】", "「五一二」也】"); }

/// One that imports 「包」之「因子」, and a module of that name.
inline std::string importing_shader() {
  return with("寻观「包」之「因子」之书。\n" + shader, "「新无三二」于「二」", "「倍数」于（「新无三二」于「二」）");
}
inline const std::string factor = R"(寻观「着色库」之「着色内建」之书。
「倍数」乃化「无三二」而「无三二」也。
「倍数」者会「甲」而「加」于「甲」于（「新无三二」于「三」）也。
)";

}  // namespace yyshader::driver::test
