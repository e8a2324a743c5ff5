"""Kinds of targets, keywords, policies, other machines, C++20 modules, development environments."""

import json
import re
import shutil
import subprocess

from consumer import FACTOR, HEADER, MAIN, TRANSLATED, Project, check, double, nothing_happens, simple

USE = f'#include "应用/{HEADER}"\n'
PACKAGE = "yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)\n"


def kinds(settings, generator):
    """Every kind of target takes shaders."""
    project = Project(settings, generator)
    lists = [PACKAGE]
    for kind, arguments in (("static", "STATIC"), ("shared", "SHARED"), ("module", "MODULE"), ("object", "OBJECT")):
        lists.append(f"add_library({kind} {arguments} {kind}.cpp)\n"
                     f"add_yy_shader({kind} SOURCES 着色/加倍。着色器。豫 VISIBILITY PRIVATE)\n")
        project.write(f"{kind}.cpp", USE + f"int {kind}_kind() {{ return 应用::加倍::着色源.size() > 0 ? 1 : 0; }}\n")
    lists.append("""add_library(interface INTERFACE)
add_yy_shader(interface SOURCES 着色/加倍。着色器。豫)
add_executable(app main.cpp $<TARGET_OBJECTS:object>)
target_link_libraries(app PRIVATE static shared interface)
""")
    project.cmake_lists("".join(lists))
    project.write("main.cpp", USE + """#include <cstdio>
int static_kind(); int shared_kind(); int object_kind();
int main() { std::printf("%s %d", 应用::加倍::着色源.data(), static_kind() + shared_kind() + object_kind()); }
""")
    project.write("着色/加倍。着色器。豫", double())
    project.configure()
    project.build()
    check("fn 加倍" in project.run() and project.run().endswith(" 3"), "a library does not show its shader", project.run())
    nothing_happens(project)
    return project


def visibility(settings, generator):
    """VISIBILITY says who may include the headers."""
    project = Project(settings, generator)
    project.write("user.cpp", USE + "int user() { return 应用::加倍::着色源.size(); }\n")
    project.write("empty.cpp", "int empty() { return 0; }\n")
    project.write("着色/加倍。着色器。豫", double())
    # Whether the library itself, and whoever links it, sees the header.
    for word, own, others in (("PRIVATE", True, False), ("PUBLIC", True, True), ("INTERFACE", False, True), ("", True, False)):
        keyword = f"VISIBILITY {word}" if word else ""
        for library, other, works in (("user.cpp", "empty.cpp", own), ("empty.cpp", "user.cpp", others)):
            project.cmake_lists(PACKAGE + f"""add_library(library STATIC {library})
add_yy_shader(library SOURCES 着色/加倍。着色器。豫 {keyword})
add_library(other STATIC {other})
target_link_libraries(other PRIVATE library)
""")
            project.configure()
            status, output = project.build(check=False)
            check((status == 0) == works, f"VISIBILITY {word}: {library} and {other}", output)
    return project


def every_keyword(settings, generator):
    """Each keyword does what its description says."""
    project = Project(settings, generator)
    project.cmake_lists("""yy_shader_package(公用 ROOT 公用)
yy_shader_package(应用 ROOT 着色 DEPENDS 公用)
yy_shader_package(另名 ROOT 着色/夹)
add_library(app INTERFACE)
add_yy_shader(app SOURCES 着色/加倍。着色器。豫 着色/夹/二。着色器。豫 PACKAGE 应用 TARGETS wgsl ptx HOST cpp json yuyan
  OUTPUT_DIRECTORY made OPTIONS --ascii)
add_yy_shader(app SOURCES 着色/夹/二。着色器。豫 OUTPUT_DIRECTORY nearest)
add_yy_shader(app SOURCES 独。着色器。豫 OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/absolute NAMESPACE 我::的)
add_yy_shader(app SOURCES 独。着色器。豫)
add_yy_shader(app SOURCES 独。着色器。豫 BATCH OUTPUT_DIRECTORY batch OPTIONS --ascii-files)
add_custom_target(run ALL)
foreach(i RANGE 1 5)
  add_dependencies(run yyshader_app_${i})
endforeach()
""")
    project.write("公用/因子。着色器。豫", FACTOR)
    project.write("着色/加倍。着色器。豫", double("「倍数」于（「新无三二」于「二」）", "寻观「公用」之「因子」之书。"))
    project.write("着色/夹/二。着色器。豫", double())
    project.write("独。着色器。豫", double())
    project.configure()
    project.build()
    nothing_happens(project)
    expected = ["made/应用/加倍。着色生成.hpp", "made/应用/加倍。着色行表.hpp", "made/应用/加倍。着色生成.json",
                "made/应用/加倍。着色生成。豫", "made/应用/夹/二。着色生成.hpp", "nearest/另名/二。着色生成.hpp",
                "absolute/独。着色生成.hpp", "yyshader/app/独。着色生成.hpp",
                "batch/yy_e7_8b_ac.generated.hpp"]
    for file in expected:
        check((project.binary / file).is_file(), f"{file} is missing", "\n".join(map(str, project.find("*着色生成*"))))
    texts = json.loads((project.binary / expected[2]).read_text())["texts"]
    check(texts["msl"] is None and texts["wgsl"] and texts["ptx"], "TARGETS are not held", str(texts))
    check("wgsl_source" in (project.binary / expected[0]).read_text(), "OPTIONS are not held")
    check("namespace 我::的" in (project.binary / expected[6]).read_text(), "NAMESPACE is not held")
    return project


def policies(settings, generator):
    """Whatever the project says of CMP0116, and however deep its folders are."""
    for policy in ("OLD", "NEW"):
        project = Project(settings, generator)
        project.cmake_lists(f"cmake_policy(SET CMP0116 {policy})\n" + PACKAGE + "add_subdirectory(a)\n")
        project.write("a/CMakeLists.txt", "add_subdirectory(b)\n")
        project.write("a/b/CMakeLists.txt", "add_subdirectory(../../else else/where)\n")
        project.write("else/CMakeLists.txt", """add_executable(app ../main.cpp)
set(made ${CMAKE_CURRENT_BINARY_DIR}/yyshader/app/应用)
target_sources(app PRIVATE ${made}/加倍。着色生成.hpp)
add_yy_shader(app SOURCES ../着色/加倍。着色器。豫 HOST cpp json OPTIONS --cache cache)
add_custom_command(OUTPUT copied COMMAND ${CMAKE_COMMAND} -E copy ${made}/加倍。着色生成.json copied
  DEPENDS ${made}/加倍。着色生成.json)
add_custom_target(copy ALL DEPENDS copied)
add_dependencies(copy app)
""")
        project.write("main.cpp", MAIN.format(header="应用/" + HEADER, namespace="应用::加倍"))
        project.write("着色/公用/因子。着色器。豫", FACTOR)
        project.write("着色/加倍。着色器。豫", double("「倍数」于（「新无三二」于「二」）", "寻观「应用」之「公用」之「因子」之书。"))
        _, output = project.configure()
        check("YYShader.cmake" not in output, "CMake warns about YYShader.cmake", output)
        project.build()
        check((project.binary / "a/b/else/where/cache").is_dir(), "a relative path among OPTIONS does not begin in the folder")
        nothing_happens(project)
        project.write("着色/公用/因子。着色器。豫", FACTOR.replace("「加」", "「减」"))
        _, output = project.build()
        check(output.count(TRANSLATED) == 1 and " - " in project.run("a/b/else/where/app"), "an import is not followed", output)
        made = (project.binary / "a/b/else/where/copied").read_text()
        check(made == project.one("加倍。着色生成.json").read_text(), "what another command makes of an output is not made again")
        nothing_happens(project)
        if policy == "OLD":
            project.remove()
    return project


def cross(settings, generator):
    """Built for another machine: the generator is the host's, whatever emulator the target machine needs."""
    project = simple(settings, generator)
    project.write("machine.cmake", f"""set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR other)
set(CMAKE_CXX_COMPILER "{settings.compiler}")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CROSSCOMPILING_EMULATOR /does/not/exist)
set(CMAKE_FIND_ROOT_PATH /does/not/exist/either)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
""")
    project.configure("-DCMAKE_TOOLCHAIN_FILE=" + str(project.source / "machine.cmake"), seed=False)
    project.build()
    check("fn 加倍" in project.run(), "the program does not show its shader")
    nothing_happens(project)
    return project


def prefix(settings, generator):
    """CMAKE_NINJA_OUTPUT_PATH_PREFIX: Ninja knows all files by another path."""
    project = simple(settings, generator)
    project.configure("-DCMAKE_NINJA_OUTPUT_PATH_PREFIX=build/")
    # Such a tree is made to be a part of a larger one.
    (project.folder / "build.ninja").write_text("subninja build/build.ninja\n")

    def build():
        done = subprocess.run(["ninja", "build/all"], cwd=project.folder, stdout=subprocess.PIPE, text=True)
        check(done.returncode == 0, "the build fails", done.stdout)
        return done.stdout

    build()
    check("no work to do" in build(), "Ninja finds work to do")
    project.write("着色/加倍。着色器。豫", double("「新无三二」于「九」"))
    check(TRANSLATED in build(), "an edit is not seen")
    check("no work to do" in build(), "Ninja finds work to do")
    return project


def environments(settings, generator):
    """compile_commands.json names the folder of the headers, and CMake's file API lists shaders and headers."""
    project = simple(settings, generator)
    query = project.binary / ".cmake/api/v1/query/codemodel-v2"
    query.parent.mkdir(parents=True)
    query.touch()
    project.configure("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    commands = json.loads((project.binary / "compile_commands.json").read_text())
    check(any(f"{project.binary}/yyshader/app" in json.dumps(command, ensure_ascii=False) for command in commands),
          "compile_commands.json does not know the folder", str(commands))
    sources = {}
    for file in (project.binary / ".cmake/api/v1/reply").glob("target-*.json"):
        target = json.loads(file.read_text())
        sources[target["name"]] = {source["path"].rsplit("/", 1)[-1]: source.get("isGenerated", False)
                                   for source in target.get("sources", [])}
    shown = sources.get("yyshader_app_1", {})
    check(shown.get("加倍。着色器。豫") is False and shown.get(HEADER) is True, "an IDE does not see the files", str(sources))
    return project


MODULE_MAIN = """#include <cstdio>
import yy.应用.加倍;
int main() { std::printf("%s", 应用::加倍::着色源.data()); }
"""


def modules(settings, generator):
    """HOST cpp-module: `import` works, and stays incremental."""
    version = subprocess.run([settings.cmake, "--version"], capture_output=True, text=True).stdout.split()[2]
    compilers = [f"clang++-{number}" for number in range(25, 15, -1)]
    compiler = next((name for name in compilers if shutil.which(name) and shutil.which(name.replace("++", "-scan-deps"))), None)
    if tuple(map(int, version.split(".")[:2])) < (3, 28):
        project = simple(settings, generator, more="HOST cpp-module")
        status, output = project.configure(check=False)
        check(status != 0 and "3.28" in output, "modules are accepted where CMake has none", output)
        return project
    if compiler is None:
        print("skipped: no clang 16 or later with its clang-scan-deps")
        raise SystemExit(77)
    settings.compiler = compiler
    project = Project(settings, generator)
    project.cmake_lists("set(CMAKE_CXX_STANDARD 20)\nset(CMAKE_CXX_SCAN_FOR_MODULES ON)\n" + PACKAGE + """
add_executable(app main.cpp other.cpp)
add_yy_shader(app SOURCES 着色/加倍。着色器。豫 着色/另。着色器。豫 HOST cpp-module OPTIONS --ascii)
add_library(library STATIC library.cpp)
add_yy_shader(library SOURCES 着色/加倍。着色器。豫 HOST cpp-module cpp VISIBILITY PUBLIC)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE library)
add_subdirectory(sub)
""")
    project.write("sub/CMakeLists.txt", """add_executable(below ../main.cpp)
add_yy_shader(below SOURCES ../着色/加倍。着色器。豫 HOST cpp-module)
""")
    project.write("main.cpp", MODULE_MAIN)
    project.write("other.cpp", "import yy.应用.另;\nunsigned long other() { return 应用::另::着色源.size(); }\n")
    project.write("library.cpp", USE + "unsigned long library() { return 应用::加倍::着色源.size(); }\n")
    project.write("user.cpp", MODULE_MAIN)
    project.write("着色/加倍。着色器。豫", double())
    project.write("着色/另。着色器。豫", double())
    project.configure()
    project.build()
    check(all("fn 加倍" in project.run(program) for program in ("app", "user", "sub/below")), "the program does not show its shader")
    nothing_happens(project)
    project.write("着色/另。着色器。豫", double() + "「：注：」\n")
    _, output = project.build()
    check(TRANSLATED in output and "Building CXX" not in output, "a comment compiles something", output)
    nothing_happens(project)
    project.write("着色/另。着色器。豫", double("「新无三二」于「九」"))
    _, output = project.build()
    built = set(re.findall(r"Building CXX object \S*/([^/]+)\.o", output))
    check("other.cpp" in built and not built & {"main.cpp", "user.cpp", "library.cpp"}, "not exactly the users compile", output)
    nothing_happens(project)
    return project


CASES = [kinds, visibility, every_keyword, policies, cross, prefix, environments, modules]
