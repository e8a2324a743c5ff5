"""Makes a project of many shaders: packages whose shaders import a module of their own package and one of a package that
all share, and for each shader a C++ file that includes what is made of it.

Usage: scale_project.py FOLDER SHADERS PACKAGES MODE
MODE: `each` (a command a shader), `batch` (a command a package), `glslc` (the same kernel in GLSL, custom commands).
"""

import pathlib
import sys

SHARED = """寻观「着色库」之「着色内建」之书。

「共用」乃化「无三二」而「无三二」也。
「共用」者会「甲」而「加」于「甲」于（「新无三二」于「{number}」）也。
"""

HELPER = """寻观「着色库」之「着色内建」之书。
寻观「公用」之「数学」之书。

「倍数」乃化「无三二」而「无三二」也。
「倍数」者会「甲」而「乘」于（「共用」于「甲」）于（「新无三二」于「三」）也。
"""

SHADER = """寻观「着色库」之「着色内建」之书。
寻观「{package}」之「辅助」之书。

「数据」乃「存储缓冲」于（「数组」于「无三二」）也。
「数据」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。

「加倍」乃化「全局调用号」而「有」也。
「加倍」者会「号」而
  虑「序」者「号」中「零」而
  「写数组」于「数据」于「序」于（「乘」于（「读数组」于「数据」于「序」）于（「倍数」于（「新无三二」于「{number}」）））
也。

「加倍入口」乃「计算入口」也。
「加倍入口」者「计算入口项」于「加倍」于（「组值」【「工作组大小」者「六四」也】）也。
"""

GLSL_SHARED = "uint shared_part(uint a) {{ return a + {number}u; }}\n"
GLSL_HELPER = '#include "../shared.glsl"\nuint factor(uint a) { return shared_part(a) * 3u; }\n'
GLSL = """#version 450
#extension GL_GOOGLE_include_directive : require
#include "helper.glsl"
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data {{ uint data[]; }};
void main() {{
  uint index = gl_GlobalInvocationID.x;
  data[index] = data[index] * factor({number}u);
}}
"""

DIGITS = "零一二三四五六七八九"


def chinese(number):
    return "".join(DIGITS[int(digit)] for digit in str(number))


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def shader_text(package, number):
    return SHADER.format(package=f"包{package}", number=chinese(number))


def shared_text(number):
    return SHARED.format(number=chinese(number))


def yuyan_project(folder, shaders, packages, mode):
    lists = ["yy_shader_package(公用 ROOT 公用)\n", "add_library(shaders INTERFACE)\n"]
    write(folder / "公用/数学。着色器。豫", shared_text(7))
    for package in range(packages):
        root = folder / f"包{package}"
        write(root / "辅助。着色器。豫", HELPER)
        names = []
        for number in range(package, shaders, packages):
            write(root / f"核{number}。着色器。豫", shader_text(package, number))
            names.append(f"  包{package}/核{number}。着色器。豫\n")
        lists.append(f"yy_shader_package(包{package} ROOT 包{package} DEPENDS 公用)\n"
                     f"add_yy_shader(shaders SOURCES\n{''.join(names)}  TARGETS wgsl{' BATCH' if mode == 'batch' else ''})\n")
    # Translating is what counts here; the targets of the calls are asked for by name.
    lists.append("foreach(i RANGE 1 %d)\n  add_custom_target(run_${i} ALL)\n  add_dependencies(run_${i} yyshader_shaders_${i})\n"
                 "endforeach()\n" % packages)
    write(folder / "CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(scale LANGUAGES NONE)\n"
          "find_package(YYShader 1 REQUIRED)\n" + "".join(lists))


def glslc_project(folder, shaders, packages):
    write(folder / "shared.glsl", GLSL_SHARED.format(number=7))
    commands = ["cmake_minimum_required(VERSION 3.20)\ncmake_policy(SET CMP0116 OLD)\nproject(scale LANGUAGES NONE)\n"
                "find_program(GLSLC glslc REQUIRED)\nset(all)\n"]
    for package in range(packages):
        write(folder / f"p{package}/helper.glsl", GLSL_HELPER)
        for number in range(package, shaders, packages):
            write(folder / f"p{package}/k{number}.comp", GLSL.format(number=number))
            commands.append(f"""add_custom_command(OUTPUT k{number}.spv
  COMMAND ${{GLSLC}} -MD -MF k{number}.d -MT k{number}.spv ${{CMAKE_SOURCE_DIR}}/p{package}/k{number}.comp -o k{number}.spv
  DEPENDS p{package}/k{number}.comp DEPFILE k{number}.d VERBATIM)
list(APPEND all k{number}.spv)
""")
    commands.append("add_custom_target(shaders ALL DEPENDS ${all})\n")
    write(folder / "CMakeLists.txt", "".join(commands))


def make(folder, shaders, packages, mode):
    folder = pathlib.Path(folder)
    if mode == "glslc":
        glslc_project(folder, shaders, packages)
    else:
        yuyan_project(folder, shaders, packages, mode)


if __name__ == "__main__":
    make(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
