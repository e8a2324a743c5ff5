"""Where projects may lie, and what their files may be called."""

import os
import pathlib
import subprocess

import path_characters
from consumer import HEADER, MAIN, TRANSLATED, Project, check, double, nothing_happens, simple

LISTS = """yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)
add_executable(app main.cpp)
add_yy_shader(app SOURCES 着色/加倍。着色器。豫)
"""


def whole(project, program="app"):
    """Builds, and sees to it that nothing, a touch and an edit do what they must."""
    project.configure()
    project.build()
    check("fn 加倍" in project.run(program), "the program does not show its shader")
    nothing_happens(project)
    source = project.source / "着色/加倍。着色器。豫"
    source.touch()
    _, output = project.build()
    check(output.count(TRANSLATED) == 1 and "Building CXX" not in output, "a touch does not run one translation alone", output)
    nothing_happens(project)
    project.write("着色/加倍。着色器。豫", double("「新无三二」于「九」"))
    _, output = project.build()
    check(output.count(TRANSLATED) == 1 and "9u" in project.run(program), "an edit does not arrive", output)
    nothing_happens(project)


def fill(project, lists=LISTS):
    project.cmake_lists(lists)
    project.write("main.cpp", MAIN.format(header="应用/" + HEADER, namespace="应用::加倍"))
    project.write("着色/加倍。着色器。豫", double())


def nested(settings, generator):
    """The build tree inside the source tree, and the source inside the build tree."""
    project = Project(settings, generator)
    fill(project)
    project.binary = project.source / "build"
    whole(project)
    project.remove()

    project = Project(settings, generator)
    project.source = project.binary / "inside/source"
    fill(project)
    whole(project)
    project.remove()

    # The shader itself made by the configuring, in the build tree.
    project = Project(settings, generator)
    fill(project, """file(COPY 着色 DESTINATION ${CMAKE_BINARY_DIR})
yy_shader_package(应用 ROOT ${CMAKE_BINARY_DIR}/着色 DEPENDS 着色库)
add_executable(app main.cpp)
add_yy_shader(app SOURCES ${CMAKE_BINARY_DIR}/着色/加倍。着色器。豫)
""")
    project.configure()
    project.build()
    nothing_happens(project)
    (project.binary / "着色/加倍。着色器。豫").write_text(double("「新无三二」于「九」"))
    _, output = project.build()
    check(output.count(TRANSLATED) == 1 and "9u" in project.run(), "an edit does not arrive", output)
    nothing_happens(project)
    return project


def generated(settings, generator):
    """A shader that the build itself makes, in the top folder and in one below."""
    lists = """set(source ${CMAKE_SOURCE_DIR}/着色/加倍。着色器。豫)
set(made ${CMAKE_CURRENT_BINARY_DIR}/制)
add_custom_command(OUTPUT ${made}/加倍。着色器。豫
  COMMAND ${CMAKE_COMMAND} -E copy ${source} ${made}/加倍。着色器。豫 DEPENDS ${source})
file(MAKE_DIRECTORY ${made})
yy_shader_package(应用 ROOT ${made} DEPENDS 着色库)
add_executable(app ${CMAKE_SOURCE_DIR}/main.cpp)
add_yy_shader(app SOURCES ${made}/加倍。着色器。豫 BATCH)
"""
    for folder in ("", "sub/"):
        project = Project(settings, generator)
        fill(project, "add_subdirectory(sub)\n" if folder else lists)
        if folder:
            project.write("sub/CMakeLists.txt", lists)
        _, output = project.configure()
        check("YYShader.cmake" not in output, "CMake warns about YYShader.cmake", output)
        project.build()
        nothing_happens(project)
        project.write("着色/加倍。着色器。豫", double("「新无三二」于「九」"))
        project.build()
        check("9u" in project.run(folder + "app"), "an edit does not arrive")
        nothing_happens(project)
        if not folder:
            project.remove()
    return project


def links(settings, generator):
    """Source and build tree, package root and the shader itself behind symbolic links."""
    project = Project(settings, generator)
    fill(project)
    real = project.source
    project.source = project.folder / "link"
    project.source.symlink_to(real, target_is_directory=True)
    behind = project.folder / "real-build"
    behind.mkdir()
    project.binary.symlink_to(behind, target_is_directory=True)
    whole(project)
    project.remove()

    project = Project(settings, generator)
    fill(project)
    (project.source / "着色").rename(project.folder / "far")
    (project.source / "着色").symlink_to(project.folder / "far", target_is_directory=True)
    far = project.folder / "far/加倍。着色器。豫"
    far.rename(project.folder / "text")
    far.symlink_to(project.folder / "text")
    project.configure()
    project.build()
    nothing_happens(project)
    (project.folder / "text").write_text(double("「新无三二」于「九」"))
    _, output = project.build()
    check(output.count(TRANSLATED) == 1 and "9u" in project.run(), "an edit behind links does not arrive", output)
    nothing_happens(project)
    return project


def long_paths(settings, generator):
    """Names of the longest kind, and paths near the system's limit."""
    # 255 bytes a name: the ending takes 18 of the source's, and CMake's own files need room below the build folder.
    project = Project(settings, generator)
    name = "长" * 75  # 75 * 3 + 20 bytes of 。着色生成.hpp and the like
    folder = "/".join(["深" * 60] * 8)
    project.cmake_lists(f"""yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)
add_executable(app main.cpp)
add_yy_shader(app SOURCES 着色/{folder}/{name}。着色器。豫)
""")
    scope = "::".join(folder.split("/") + [name])
    project.write("main.cpp", MAIN.format(header=f"应用/{folder}/{name}。着色生成.hpp", namespace=f"应用::{scope}"))
    project.write(f"着色/{folder}/{name}。着色器。豫", double())
    project.configure()
    project.build()
    check("fn 加倍" in project.run(), "the program does not show its shader")
    nothing_happens(project)
    (project.source / f"着色/{folder}/{name}。着色器。豫").touch()
    _, output = project.build()
    check(output.count(TRANSLATED) == 1, "a touch is not seen", output)
    nothing_happens(project)
    return project


def relative(settings, generator):
    """Relative paths of every kind, and a build from another folder."""
    project = Project(settings, generator)
    fill(project, """yy_shader_package(应用 ROOT ./着色/../着色/ DEPENDS 着色库)
add_executable(app main.cpp)
add_yy_shader(app SOURCES ./着色/../着色/加倍。着色器。豫 OUTPUT_DIRECTORY ./made/../made)
""")
    command = [settings.cmake, "-S", "consumer/source", "-B", "build", "-G", generator,
               f"-DCMAKE_CXX_COMPILER={settings.compiler}", f"-DYYSHADER_EXECUTABLE={settings.yyshader}"]
    subprocess.run(command, cwd=project.folder, check=True, capture_output=True)
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    for tool, folder in ((["--build", "build"], project.folder), (["--build", "."], project.binary),
                         (["--build", str(project.binary)], "/")):
        subprocess.run([settings.cmake, *tool], cwd=folder, check=True, capture_output=True, env=environment)
    check("fn 加倍" in project.run() and (project.binary / "made/应用" / HEADER).is_file(), "not where it should be")
    nothing_happens(project)
    (project.source / "着色/加倍。着色器。豫").touch()
    _, output = project.build()
    check(output.count(TRANSLATED) == 1, "a touch is not seen", output)
    return project


def same_names(settings, generator):
    """Two shaders of one name in different packages."""
    project = Project(settings, generator)
    project.cmake_lists("""yy_shader_package(一 ROOT 一)
yy_shader_package(二 ROOT 二)
add_executable(app main.cpp)
add_yy_shader(app SOURCES 一/同。着色器。豫 二/同。着色器。豫)
""")
    project.write("main.cpp", """#include <cstdio>
#include "一/同。着色生成.hpp"
#include "二/同。着色生成.hpp"
int main() { std::printf("%s%s", 一::同::着色源.data(), 二::同::着色源.data()); }
""")
    project.write("一/同。着色器。豫", double("「新无三二」于「八」"))
    project.write("二/同。着色器。豫", double("「新无三二」于「九」"))
    project.configure()
    project.build()
    check("8u" in project.run() and "9u" in project.run(), "one takes the other's place", project.run())
    nothing_happens(project)
    return project


def characters(settings, generator):
    """Names that hold all characters of a column of docs/build-paths.md at once; and the generator alone survives each."""
    page = (pathlib.Path(settings.repository) / "docs/build-paths.md").read_text()
    for place in path_characters.PLACES:
        kept = path_characters.survived(page, generator, place)
        check(len(kept) > 20, "the page's table is not what it was", str(kept))
        # Apart, so that no two of them mean something together.
        attempt = path_characters.Attempt(settings, generator, place, "-".join(kept), False)
        check(attempt.survives(), f"{place}: a name with all of {kept} is not survived", attempt.output)

    project = Project(settings, generator)
    for text in path_characters.CHARACTERS + ["\n"]:
        folder = project.folder / f"甲{text}乙"
        source = folder / f"丙{text}丁。着色器。豫"
        folder.mkdir()
        source.write_text(double())
        out = folder / f"出{text}处"
        command = [settings.yyshader, "build", "--no-discovery", f"--package=应用={folder}", "-o", str(out), "--stamp", f"{out}.stamp",
                   "--cache", str(folder / f"存{text}"), "--", str(source)]
        if text != "\n":
            command.insert(2, f"--depfile={out}.d")
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        made = [path for path in out.rglob("*.hpp")] if out.exists() else []
        check(done.returncode == 0 and len(made) == 2 and pathlib.Path(f"{out}.stamp").exists(),
              f"the generator does not survive {text!r}", done.stdout)
    return project


CASES = [nested, generated, links, long_paths, relative, same_names, characters]
