"""Consumer projects of YYShader: configured, built, changed, and built again (spec 3.3, 4.5).

Usage: consumer_test.py --cmake CMAKE --compiler CXX --yyshader PROGRAM --repository DIR --build DIR NAME GENERATOR
Exit status 77 says that something the case needs is not here, and the output names it.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

from consumer import (FACTOR, HEADER, MAIN, SIMPLE, TRANSLATED, Project, check, double, nothing_happens, object_of, simple,
                      time_of)
import build_cases
import cpu_cases
import path_cases
import target_cases


def life_cycle(settings, generator):
    """Build, no-op, touch, comment, edit, deleted output, fault and repair of one shader."""
    project = simple(settings, generator)
    project.configure()
    project.build()
    check("fn 加倍" in project.run() and "+" not in project.run(), "the program does not show its shader", project.run())
    nothing_happens(project)
    compiled = time_of(object_of(project))

    (project.source / "着色/加倍。着色器。豫").touch()
    _, output = project.build()
    check(TRANSLATED in output and "Building CXX" not in output, "a touch must translate and not compile", output)
    check(time_of(object_of(project)) == compiled, "a touch compiles")
    nothing_happens(project)

    project.write("着色/加倍。着色器。豫", "「：一行注：」\n" + double())
    _, output = project.build()
    check(TRANSLATED in output and "Building CXX" not in output, "a comment must translate and not compile", output)
    nothing_happens(project)

    project.write("着色/加倍。着色器。豫", double("「加」于（「新无三二」于「二」）于（「新无三二」于「七」）"))
    project.build()
    check("+" in project.run(), "an edit does not reach the program", project.run())
    check(time_of(object_of(project)) != compiled, "an edit does not compile")
    nothing_happens(project)

    header = project.one(HEADER)
    content = header.read_bytes()
    header.unlink()
    project.build()
    check(header.read_bytes() == content, "a deleted header does not come back")
    nothing_happens(project)

    project.write("着色/加倍。着色器。豫", double("「无此名」于「二」"))
    status, output = project.build(check=False)
    check(status != 0, "a fault does not fail the build", output)
    check("加倍。着色器。豫:9:" in output and ": error: " in output, "a fault does not tell its place", output)
    status, _ = project.build(check=False)
    check(status != 0, "a fault is forgotten")
    project.write("着色/加倍。着色器。豫", double())
    project.build()
    check("+" not in project.run(), "a repair does not reach the program")
    nothing_happens(project)
    return project


def imports(settings, generator):
    """A changed import translates exactly its users again."""
    project = Project(settings, generator)
    project.cmake_lists("""yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)
add_executable(app main.cpp)
add_yy_shader(app SOURCES 着色/加倍。着色器。豫 着色/独。着色器。豫)
""")
    project.write("main.cpp", MAIN.format(header="应用/" + HEADER, namespace="应用::加倍"))
    project.write("着色/加倍。着色器。豫", double("「倍数」于（「新无三二」于「二」）", "寻观「应用」之「公用」之「因子」之书。"))
    project.write("着色/公用/因子。着色器。豫", FACTOR)
    project.write("着色/独。着色器。豫", double())
    project.configure()
    project.build()
    nothing_happens(project)
    project.write("着色/公用/因子。着色器。豫", FACTOR.replace("「加」", "「减」"))
    _, output = project.build()
    check(output.count(TRANSLATED) == 1 and "独" not in output, "not exactly the import's users ran", output)
    check(" - 2u" in project.run() or "- u32(2)" in project.run(), "the import's edit does not arrive", project.run())
    nothing_happens(project)
    return project


def removal(settings, generator):
    """A shader that is no longer listed leaves no header behind."""
    project = Project(settings, generator)
    lists = """yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)
add_executable(app main.cpp)
add_yy_shader(app SOURCES {sources})
"""
    project.cmake_lists(lists.format(sources="着色/加倍。着色器。豫 着色/旧。着色器。豫"))
    project.write("main.cpp", MAIN.format(header="应用/" + HEADER, namespace="应用::加倍"))
    project.write("着色/加倍。着色器。豫", double())
    project.write("着色/旧。着色器。豫", double())
    project.configure()
    project.build()
    check(len(project.find("旧。着色生成.hpp")) == 1, "the shader has no header")
    project.cmake_lists(lists.format(sources="着色/加倍。着色器。豫"))
    project.build()
    check(not project.find("旧。着色生成.hpp") and not project.find("旧。着色行表.hpp"), "a stale header is left")
    check(len(project.find(HEADER)) == 1, "the other header is gone too")
    nothing_happens(project)
    return project


def shared(settings, generator):
    """One shader in two targets, in two folders, and twice into one folder."""
    project = Project(settings, generator)
    project.cmake_lists("""yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)
add_executable(app main.cpp)
add_yy_shader(app SOURCES 着色/加倍。着色器。豫 OUTPUT_DIRECTORY shared)
add_executable(second main.cpp)
add_yy_shader(second SOURCES 着色/加倍。着色器。豫 着色/加倍。着色器。豫 OUTPUT_DIRECTORY shared)
add_subdirectory(sub)
""")
    project.write("sub/CMakeLists.txt", """add_executable(third ../main.cpp)
add_yy_shader(third SOURCES ../着色/加倍。着色器。豫 OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/shared)
add_library(header INTERFACE)
add_library(alias::header ALIAS header)
add_yy_shader(alias::header SOURCES ../着色/加倍。着色器。豫)
add_executable(fourth ../main.cpp)
target_link_libraries(fourth PRIVATE alias::header)
add_library(base STATIC ../base.cpp)
add_yy_shader(base SOURCES ../着色/加倍。着色器。豫 VISIBILITY PUBLIC)
add_executable(fifth ../main.cpp)
target_link_libraries(fifth PRIVATE base)
""")
    project.write("main.cpp", MAIN.format(header="应用/" + HEADER, namespace="应用::加倍"))
    project.write("base.cpp", f'#include "应用/{HEADER}"\nint base() {{ return int(应用::加倍::着色源.size()); }}\n')
    project.write("着色/加倍。着色器。豫", double())
    project.configure()
    _, output = project.build()
    check(output.count(TRANSLATED) == 3, "the shared folder must be translated into once", output)
    for program in ("app", "second", "sub/third", "sub/fourth", "sub/fifth"):
        check("fn 加倍" in project.run(program), f"{program} does not show its shader")
    nothing_happens(project)
    project.cmake_lists("""yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)
add_executable(app main.cpp)
add_yy_shader(app SOURCES 着色/加倍。着色器。豫 OUTPUT_DIRECTORY shared)
add_yy_shader(app SOURCES 着色/加倍。着色器。豫 OUTPUT_DIRECTORY shared TARGETS wgsl)
""")
    status, output = project.configure(check=False)
    check(status != 0 and "OUTPUT_DIRECTORY" in output, "two different commands for one file are accepted", output)
    return project


def keywords(settings, generator):
    """Wrong calls are errors that say what is wrong."""
    project = Project(settings, generator)
    project.write("main.cpp", "int main() {}\n")
    project.write("着色/加倍。着色器。豫", double())
    project.write("着色/加倍.txt", "")
    cases = {
        "add_yy_shader(app SOURCES 着色/加倍。着色器。豫 NAMESPCE x)": "NAMESPCE",
        "add_yy_shader(app SOURCES 着色/加倍。着色器。豫 HOST rust)": "rust",
        "add_yy_shader(app SOURCES 着色/加倍。着色器。豫 TARGETS glsl)": "glsl",
        "add_yy_shader(app SOURCES 着色/加倍。着色器。豫 PACKAGE)": "PACKAGE",
        "add_yy_shader(app SOURCES 着色/加倍。着色器。豫 PACKAGE 无此包)": "无此包",
        "add_yy_shader(app)": "SOURCES",
        "add_yy_shader(app SOURCES 着色/无此文件。着色器。豫)": "无此文件",
        "add_yy_shader(app SOURCES 着色/加倍.txt)": "名。着色器。豫",
        "add_yy_shader(nothing SOURCES 着色/加倍。着色器。豫)": "nothing",
        "yy_shader_package(甲)": "ROOT",
        "yy_shader_package(甲 ROOT 无此夹)": "无此夹",
        "yy_shader_package(甲 ROOT 着色 DEPEND 乙)": "DEPEND",
        "yy_shader_package(甲/乙 ROOT 着色)": "甲/乙",
    }
    for call, word in cases.items():
        project.cmake_lists(f"add_executable(app main.cpp)\n{call}\n")
        status, output = project.configure(check=False)
        check(status != 0 and "CMake Error" in output and word in output, f"accepted or unclear: {call}", output)
    return project


def odd_paths(settings, generator):
    """Spaces, Unicode and characters that build tools treat specially in every path."""
    # CMake's own limits: no # in the build folder's name; with Make no colon anywhere, nor # and $ in either folder's.
    make = "Make" in generator
    project = Project(settings, generator, folder_name="甲 乙" if make else "甲 乙#丙$丁:戊",
                      build_name="构 建" if make else "构 建$处:丑")
    odd = "井#$子" if make else "井#$子:丑"
    project.cmake_lists(SIMPLE.format(more="HOST cpp json")
                        + f"add_yy_shader(app SOURCES \"着色/{odd}。着色器。豫\" OPTIONS --ascii-files)\n")
    project.write("main.cpp", MAIN.format(header="应用/" + HEADER, namespace="应用::加倍"))
    for name in ("加倍", odd):
        project.write(f"着色/{name}。着色器。豫", double())
    project.configure()
    project.build()
    check("fn 加倍" in project.run(), "the program does not show its shader")
    nothing_happens(project)
    for name in ("加倍", odd):
        (project.source / f"着色/{name}。着色器。豫").touch()
        _, output = project.build()
        check(output.count(TRANSLATED) == 1, f"a touch of {name} is not seen", output)
    nothing_happens(project)
    return project


def batch(settings, generator):
    """Several shaders by one command; every kind of host; options and ASCII names."""
    project = Project(settings, generator)
    project.cmake_lists("""yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)
add_executable(app main.cpp)
add_yy_shader(app SOURCES 着色/加倍。着色器。豫 着色/夹/二。着色器。豫 BATCH HOST cpp json yuyan TARGETS wgsl ptx
  NAMESPACE 我::的 OUTPUT_DIRECTORY made OPTIONS --ascii --ascii-files --prune)
""")
    header = "made/yy_e5_ba_94_e7_94_a8/yy_e5_8a_a0_e5_80_8d.generated.hpp"
    project.write("main.cpp", f'#include <cstdio>\n#include "{header[5:]}"\n'
                  'int main() { std::printf("%s", 我::的::wgsl_source.data()); }\n')
    project.write("着色/加倍。着色器。豫", double())
    project.write("着色/夹/二。着色器。豫", double())
    project.configure()
    _, output = project.build()
    check(output.count(TRANSLATED) == 1, "a batch runs once", output)
    check((project.binary / header).is_file(), f"{header} is missing", str(project.find("*.hpp")))
    check(len(project.find("*.generated.json")) == 2 and len(project.find("*.generated.yuyan")) == 2, "a host is missing")
    check("fn 加倍" in project.run(), "the program does not show its shader")
    nothing_happens(project)
    (project.binary / header).unlink()
    project.build()
    check((project.binary / header).is_file(), "a deleted header does not come back")
    nothing_happens(project)
    return project


LAYOUT = """寻观「着色库」之「着色内建」之书。
「粒子」即「组类」【「a」乃「三维浮」也，「b」乃「浮三二」也，「c」乃「三维浮」也，「d」乃「二维浮」也，「e」乃「三阶浮」也，「f」乃「浮三二」也】也。
「众」乃「存储缓冲」于（「数组」于「粒子」）也。
「众」者「绑定」于（「组值」【「组」者「零」也，「号」者「一」也，「访问」者「读写」也】）也。
「移」乃化「全局调用号」而「有」也。
「移」者会「号」而「写数组」于「众」于（「号」中「零」）于（「读数组」于「众」于（「号」中「一」））也。
「移入口」乃「计算入口」也。
「移入口」者「计算入口项」于「移」于（「组值」【「工作组大小」者「六四」也】）也。
"""

LAYOUT_MAIN = """#include <cstddef>
#include "应用/布局。着色生成.hpp"
#include "应用/布局。着色行表.hpp"
#include "应用/布局。着色生成.hpp"

namespace 布局 = 应用::布局;
using 粒子 = 布局::粒子;
static_assert(offsetof(粒子, a) == 0 && offsetof(粒子, b) == 12 && offsetof(粒子, c) == 16);
static_assert(offsetof(粒子, d) == 32 && offsetof(粒子, e) == 48 && offsetof(粒子, f) == 96 && sizeof(粒子) == 112);
static_assert(sizeof(布局::yy_e7_b2_92_e5_ad_90) == 112, "the ASCII form");
static_assert(yy_e5_ba_94_e7_94_a8::yy_e5_b8_83_e5_b1_80::wgsl_source == 布局::着色源);
static_assert(布局::移入口 == "移" && 布局::移入口PTX名 == "yy_e7_a7_bb");
constexpr const yy::Entry& entry = 布局::着色模块.entries[0];
static_assert(布局::着色模块.find_entry("移入口") == &entry && 布局::着色模块.find_entry("无") == nullptr);
static_assert(entry.workgroup_size[0] == 64 && entry.bindings.size() == 1);
static_assert(entry.bindings[0].binding == 1 && entry.bindings[0].stride == 112 && entry.bindings[0].structure == "粒子");
static_assert(布局::着色模块.structs[0].members[4].offset == 48);
static_assert(布局::着色模块.wgsl.available && 布局::着色模块.wgsl.text.size() + 1 == sizeof(布局::着色内部::wgsl));
static_assert(布局::着色源行表.find(1)->source_line == 2 && 布局::着色源行表.files[0] == "应用/布局。着色器。豫");

int main() {
  粒子 one;
  one.a = {{1, 2, 3}};
  one.e[2][1] = 5;
  return 布局::着色源.data()[布局::着色源.size()];
}
"""


def header(settings, generator):
    """The generated header says what the shader is, without a warning, in C++17 and C++20."""
    project = Project(settings, generator)
    project.cmake_lists("""yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)
add_executable(app main.cpp)
target_compile_options(app PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
add_yy_shader(app SOURCES 着色/布局。着色器。豫 OPTIONS --ascii)
add_executable(later main.cpp)
set_target_properties(later PROPERTIES CXX_STANDARD 20)
target_compile_options(later PRIVATE -Wall -Wextra -Wpedantic -Werror)
add_yy_shader(later SOURCES 着色/布局。着色器。豫 OPTIONS --ascii)
""")
    project.write("main.cpp", LAYOUT_MAIN)
    project.write("着色/布局。着色器。豫", LAYOUT)
    project.configure()
    project.build()
    project.run("app")
    project.run("later")
    return project


def multi_config(settings, generator):
    """Debug and Release in one build folder."""
    project = simple(settings, "Ninja Multi-Config")
    project.configure()
    project.build("--config", "Debug")
    project.build("--config", "Release")
    check("fn 加倍" in project.run(config="Debug") and "fn 加倍" in project.run(config="Release"), "no shader is shown")
    _, output = project.build("--config", "Debug")
    check("no work to do" in output, "Ninja finds work to do", output)
    return project


def installed(settings, generator):
    """An installed YYShader: found by find_package with its version, moved with its prefix."""
    prefix = Project(settings, generator).folder / "prefix"
    subprocess.run([settings.cmake, "--install", settings.build, "--prefix", str(prefix)], check=True, capture_output=True)
    for file in ("bin/yyshader", "include/yy/shader.hpp", "share/yyshader/着色库/着色内建。着色器。接口。豫",
                 "share/yyshader/bazel/yy_shader.bzl", "share/yyshader/bazel/BUILD.yyshader"):
        check((prefix / file).is_file(), f"{file} is not installed")
    moved = prefix.with_name("moved 处")
    prefix.rename(moved)
    project = simple(settings, generator, install=moved)
    project.configure()
    project.build()
    check("fn 加倍" in project.run(), "the program does not show its shader")
    nothing_happens(project)
    # Found in folders below, twice, and used there.
    project.provide = ""
    project.cmake_lists("add_subdirectory(a)\nadd_subdirectory(b)\n")
    for folder in "ab":
        project.write(f"{folder}/CMakeLists.txt", f"""find_package(YYShader 1 REQUIRED PATHS "{moved}" NO_DEFAULT_PATH)
yy_shader_package(应用 ROOT ../着色)
add_executable({folder} ../main.cpp)
add_yy_shader({folder} SOURCES ../着色/加倍。着色器。豫)
""")
    project.build()
    check("fn 加倍" in project.run("a/a") and "fn 加倍" in project.run("b/b"), "a program does not show its shader")
    nothing_happens(project)
    project.cmake_lists("find_package(YYShader 2 REQUIRED PATHS \"%s\" NO_DEFAULT_PATH)\n" % moved)
    status, output = project.configure(check=False)
    check(status != 0 and "version" in output, "version 2 is found", output)
    shutil.rmtree(moved.parent, ignore_errors=True)
    return project


CASES = [
    *build_cases.CASES, *cpu_cases.CASES, *path_cases.CASES, *target_cases.CASES,
    life_cycle, imports, removal, shared, keywords, odd_paths, batch, header, multi_config, installed,
]


def main():
    parser = argparse.ArgumentParser()
    for name in ("cmake", "compiler", "yyshader", "repository", "build"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--keep", action="store_true", help="leave the project's folder")
    parser.add_argument("case")
    parser.add_argument("generator")
    settings = parser.parse_args()
    tool = "make" if "Make" in settings.generator else "ninja"
    if shutil.which(tool) is None:
        print(f"skipped: {tool} is missing")
        return 77
    assert pathlib.Path(settings.yyshader).is_file(), settings.yyshader
    project = next(case for case in CASES if case.__name__ == settings.case)(settings, settings.generator)
    if settings.keep:
        print(project.folder)
    else:
        project.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
