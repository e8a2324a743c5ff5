"""What a build must do again after each kind of change, and nothing else."""

import os
import re
import shutil
import subprocess

from consumer import FACTOR, HEADER, MAIN, TRANSLATED, Project, check, double, nothing_happens, simple

IMPORTING = "寻观「应用」之「公用」之「因子」之书。"
USE = "「倍数」于（「新无三二」于「二」）"
NAMES = ("甲", "乙", "丙", "丁")  # the first two import 因子, the third imports it through 中, the last does not


def using(name):
    return (f'#include "应用/{name}。着色生成.hpp"\n#include <cstdio>\n'
            f'void {{0}}() {{{{ std::puts(应用::{name}::着色源.data()); }}}}\n')


def web(settings, generator):
    """Four shaders, some of which share an import, and a C++ file for each."""
    project = Project(settings, generator)
    project.cmake_lists("""yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)
add_executable(app main.cpp a.cpp b.cpp c.cpp d.cpp)
add_yy_shader(app SOURCES 着色/甲。着色器。豫 着色/乙。着色器。豫 着色/丙。着色器。豫 着色/丁。着色器。豫)
""")
    project.write("main.cpp", "void a(); void b(); void c(); void d();\nint main() { a(); b(); c(); d(); }\n")
    for name, file in zip(NAMES, "abcd"):
        project.write(f"{file}.cpp", using(name).format(file))
    project.write("着色/公用/因子。着色器。豫", FACTOR)
    project.write("着色/中。着色器。豫", "寻观「着色库」之「着色内建」之书。\n" + IMPORTING + """
「中倍」乃化「无三二」而「无三二」也。
「中倍」者会「甲」而「倍数」于「甲」也。
""")
    project.write("着色/甲。着色器。豫", double(USE, IMPORTING))
    project.write("着色/乙。着色器。豫", double(USE, IMPORTING))
    project.write("着色/丙。着色器。豫", double(USE.replace("倍数", "中倍"), "寻观「应用」之「中」之书。"))
    project.write("着色/丁。着色器。豫", double())
    project.configure()
    project.build()
    nothing_happens(project)
    return project


def ran(output):
    """The shaders that were translated, and the C++ files that were compiled."""
    return (set(re.findall(TRANSLATED + r".*?/(\w+)。着色器。豫", output)),
            set(re.findall(r"Building CXX object \S*/(\w+)\.cpp\.o", output)))


def expect(project, translated, compiled, reason):
    _, output = project.build()
    found = ran(output)
    check(found == (set(translated), set(compiled)), f"{reason}: translated and compiled {found}", output)
    nothing_happens(project)


def exact(settings, generator):
    """Each kind of edit runs exactly what it must."""
    project = web(settings, generator)
    project.write("着色/公用/因子。着色器。豫", FACTOR + "「：注：」\n")
    expect(project, "甲乙丙", "", "a comment in an import")
    project.write("着色/公用/因子。着色器。豫", FACTOR.replace("「加」", "「减」"))
    expect(project, "甲乙丙", "abc", "an edit of an import")
    project.write("着色/中。着色器。豫", (project.source / "着色/中。着色器。豫").read_text() + "\n\n")
    expect(project, "丙", "", "white space in an import")
    project.write("着色/丁。着色器。豫", double("「新无三二」于「九」"))
    expect(project, "丁", "d", "an edit of a shader")
    project.write("着色/丁。着色器。豫", double("「新无三二」于「九」").replace("\n", "\n\n  "))
    expect(project, "丁", "", "white space in a shader")
    project.write("着色/乙。着色器。豫", double())
    expect(project, "乙", "b", "an import that is no longer needed")
    project.write("着色/公用/因子。着色器。豫", FACTOR)
    expect(project, "甲丙", "ac", "an edit of what one shader no longer imports")
    project.write("a.cpp", using("甲").format("a") + "// changed\n")
    expect(project, "", "a", "an edit of C++")
    return project


def lost_import(settings, generator):
    """A deleted import fails the build until it, or the need of it, is gone."""
    project = web(settings, generator)
    file = project.source / "着色/公用/因子。着色器。豫"
    file.unlink()
    for _ in range(2):
        status, output = project.build("--", "-k" if "Make" in generator else "-k0", check=False)
        check(status != 0 and "公用" in output, "a deleted import is not missed", output)
    check(not project.find("甲。着色生成.hpp"), "the old header would pass for good")
    check(project.find("丁。着色生成.hpp"), "a shader that does not need it is gone")
    project.write("着色/公用/因子。着色器。豫", FACTOR)
    project.build()
    nothing_happens(project)
    file.unlink()
    for name in "甲乙丙":
        project.write(f"着色/{name}。着色器。豫", double())
    project.build()
    nothing_happens(project)
    return project


def options(settings, generator):
    """Changed options, packages and generators run what they must again."""
    project = simple(settings, generator)
    project.configure()
    project.build()
    more = "add_executable(app main.cpp)\nadd_yy_shader(app SOURCES 着色/加倍。着色器。豫 {0})\n"
    package = "yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)\n"
    for arguments, namespace, compiles in (("TARGETS wgsl", "应用::加倍", True), ("NAMESPACE 我的", "我的", True),
                                           ("NAMESPACE 我的 OPTIONS --prune", "我的", False),
                                           ("NAMESPACE 我的 OPTIONS --ascii", "我的", True)):
        project.cmake_lists(package + more.format(arguments))
        project.write("main.cpp", MAIN.format(header="应用/" + HEADER, namespace=namespace))
        _, output = project.build()
        check(TRANSLATED in output, f"{arguments} translates nothing", output)
        nothing_happens(project)
        check("fn 加倍" in project.run(), "the program does not show its shader")
    # What a package may import.
    project.write("他/因子。着色器。豫", FACTOR)
    project.write("着色/加倍。着色器。豫", double(USE, "寻观「他」之「因子」之书。"))
    other = "yy_shader_package(他 ROOT 他)\n"
    project.cmake_lists(package + other + more.format("NAMESPACE 我的"))
    status, output = project.build(check=False)
    check(status != 0 and "「他」" in output, "an undeclared dependency is accepted", output)
    project.cmake_lists(other + package.replace("着色库)", "他)") + more.format("NAMESPACE 我的"))
    project.build()
    check("+" in project.run(), "the import does not arrive")
    nothing_happens(project)
    project.cmake_lists(package + other + more.format("NAMESPACE 我的"))
    status, output = project.build(check=False)
    check(status != 0, "a withdrawn dependency is still accepted", output)
    check(not project.find(HEADER), "the old header would pass for good")
    return project


def new_generator(settings, generator):
    """Another generator translates all again, and compiles only what it makes otherwise."""
    project = web(settings, generator)
    program = project.folder / "generator"

    def install(before="", after=""):
        program.write_text(f'#!/bin/sh\nexec "{settings.yyshader}" {before} "$@"{after}\n')
        program.chmod(0o755)

    install()
    project.configure(f"-DYYSHADER_EXECUTABLE={program}")
    expect(project, "甲乙丙丁", "", "another generator with the same results")
    install(after="  ")
    expect(project, "甲乙丙丁", "", "a new generator with the same results")
    install(before="--ascii")
    expect(project, "甲乙丙丁", "abcd", "a new generator with other results")
    return project


def deleted(settings, generator):
    """Whatever a build has made comes back when it is deleted, alone or together."""
    project = web(settings, generator)
    made = [path for path in project.find("*") if path.suffix in (".hpp", ".stamp", ".state")]
    check(len([path for path in made if path.suffix == ".hpp"]) == 8, "headers are missing", str(made))
    contents = {path: path.read_bytes() for path in made if path.suffix == ".hpp"}
    for path in made:
        path.unlink()
        project.build()
        check(path.exists() or path.suffix == ".state", f"{path} does not come back")
        nothing_happens(project)
    for path in made:
        path.unlink(missing_ok=True)
    project.build()
    for path, content in contents.items():
        check(path.read_bytes() == content, f"{path} comes back otherwise")
    nothing_happens(project)
    shutil.rmtree(next(path for path in project.find(".yyshader")))
    next(iter(contents)).write_text("garbage")
    for name in NAMES:
        (project.source / f"着色/{name}。着色器。豫").touch()
    project.build()
    for path, content in contents.items():
        check(path.read_bytes() == content, f"{path} is not repaired")
    subprocess.run([settings.cmake, "--build", str(project.binary), "--target", "clean"], check=True, capture_output=True)
    check(not project.find(HEADER) and not project.find("甲。着色生成.hpp"), "clean leaves headers")
    project.build()
    nothing_happens(project)
    return project


def failures(settings, generator):
    """A fault in one shader fails the build each time, hides no other, and leaves no header that passes for good."""
    project = web(settings, generator)
    old = project.one("丁。着色生成.hpp").read_bytes()
    project.write("着色/丁。着色器。豫", double("「无此名」于「二」"))
    project.write("着色/甲。着色器。豫", double("「新无三二」于「五」"))
    keep_going = ("--", "-k" if "Make" in generator else "-k0")
    for _ in range(3):
        status, output = project.build(*keep_going, check=False)
        check(status != 0, "a fault does not fail the build", output)
        check(re.search(r"丁。着色器。豫:\d+:\d+: error: ", output), "a fault does not tell its place", output)
        check(not project.find("丁。着色生成.hpp"), "the old header would pass for the new source's")
    check("5u" in project.one("甲。着色生成.hpp").read_text(), "a fault hinders another shader")
    project.write("着色/丁。着色器。豫", double())
    project.build()
    check(project.one("丁。着色生成.hpp").read_bytes() == old, "a repair does not heal")
    nothing_happens(project)
    return project


def races(settings, generator):
    """One shader in several targets and directories, many jobs at once, again and again: the same bytes."""
    project = Project(settings, generator)
    lists = ["yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)\n"]
    for target in "abcd":
        lists.append(f"add_library({target} OBJECT use.cpp)\n"
                     f"add_yy_shader({target} SOURCES 着色/加倍。着色器。豫 着色/夹/加倍。着色器。豫 OUTPUT_DIRECTORY shared)\n"
                     f"add_library(own_{target} OBJECT use.cpp)\nadd_yy_shader(own_{target} SOURCES 着色/加倍。着色器。豫)\n")
    lists.append("add_subdirectory(sub)\n")
    project.cmake_lists("".join(lists))
    project.write("sub/CMakeLists.txt", """add_library(e OBJECT ../use.cpp)
add_yy_shader(e SOURCES ../着色/加倍。着色器。豫 ../着色/夹/加倍。着色器。豫 OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/shared)
""")
    project.write("use.cpp", f'#include "应用/{HEADER}"\nint use() {{ return 应用::加倍::着色源.size(); }}\n')
    project.write("着色/加倍。着色器。豫", double())
    project.write("着色/夹/加倍。着色器。豫", double("「新无三二」于「三」"))
    project.configure()
    first = None
    for round_number in range(20):
        project.build(jobs=16)
        made = {path: path.read_bytes() for path in project.find("*.hpp")}
        check(len(made) == 4 + 4 * 2, "headers are missing", str(sorted(made)))
        check(len(set(made.values())) == 4, "one shader gives different bytes")
        first = first or made
        check(made == first, "another round gives other bytes")
        nothing_happens(project)
        objects = project.find("*.o") if round_number == 10 else []
        for path in [*made, *project.find("*.stamp"), *project.find("*.state"), *objects]:
            path.unlink()
    return project


def cached(settings, generator):
    """Two build trees share a cache; a fresh clone with new times and the cache translates nothing."""
    project = web(settings, generator)
    cache = project.folder / "cache"
    lists = (project.source / "CMakeLists.txt").read_text().replace(
        "add_yy_shader(app", f"add_yy_shader(app OPTIONS --explain --lang en --cache \"{cache}\"")
    project.write("CMakeLists.txt", lists)
    shutil.rmtree(project.binary / "yyshader")
    _, output = project.build(jobs=8)
    check(len(re.findall("^translated: ", output, re.M)) == 4, "not all are translated", output)
    headers = {path.name: path.read_bytes() for path in project.find("*.hpp")}

    def fresh(name, clone):
        other = Project(settings, generator, build_name=name)
        shutil.rmtree(other.source)
        other.source = project.source
        if clone:
            other.source = other.folder / "clone"
            shutil.copytree(project.source, other.source, copy_function=shutil.copyfile)
        other.configure()
        _, said = other.build(jobs=8)
        check("translated: " not in said and len(re.findall("^from the cache: ", said, re.M)) == 4,
              "the cache is not used", said)
        check({path.name: path.read_bytes() for path in other.find("*.hpp")} == headers, "the cache gives other bytes")
        nothing_happens(other)
        other.remove()

    fresh("second", False)
    fresh("third", True)
    for entry in cache.rglob("*.entry"):
        os.truncate(entry, entry.stat().st_size // 2)
    shutil.rmtree(project.binary / "yyshader")
    _, output = project.build(jobs=8)
    check(len(re.findall("^translated: ", output, re.M)) == 4, "a damaged entry is used", output)
    fresh("fourth", True)
    return project


CASES = [exact, lost_import, options, new_generator, deleted, failures, races, cached]
