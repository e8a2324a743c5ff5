"""A project that uses YYShader, made in a temporary folder: what the consumer tests configure, build and change."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

TRANSLATED = "Translating shader"
HEADER = "加倍。着色生成.hpp"
SIMPLE = """yy_shader_package(应用 ROOT 着色 DEPENDS 着色库)
add_executable(app main.cpp)
add_yy_shader(app SOURCES 着色/加倍。着色器。豫 {more})
"""

DOUBLE = """寻观「着色库」之「着色内建」之书。
{imports}
「数据」乃「存储缓冲」于（「数组」于「无三二」）也。
「数据」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。

「加倍」乃化「全局调用号」而「有」也。
「加倍」者会「号」而
  虑「序」者「号」中「零」而
  「写数组」于「数据」于「序」于（「乘」于（「读数组」于「数据」于「序」）于（{factor}））
也。

「加倍入口」乃「计算入口」也。
「加倍入口」者「计算入口项」于「加倍」于（「组值」【「工作组大小」者「四」也】）也。
"""

FACTOR = """寻观「着色库」之「着色内建」之书。

「倍数」乃化「无三二」而「无三二」也。
「倍数」者会「甲」而「加」于「甲」于（「新无三二」于「二」）也。
"""

MAIN = """#include <cstdio>
#include "{header}"
int main() {{ std::printf("%s", {namespace}::着色源.data()); }}
"""

PRELUDE = """cmake_minimum_required(VERSION 3.20)
project(consumer LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
{provide}
"""


def double(factor="「新无三二」于「二」", imports=""):
    return DOUBLE.format(factor=factor, imports=imports)


class Project:
    """One consumer. Files are given as text; `build` returns the exit status and everything printed."""

    def __init__(self, settings, generator, folder_name="consumer", build_name="build", install=None):
        self.settings = settings
        self.generator = generator
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="yyshader-"))
        self.source = self.folder / folder_name / "source"
        self.binary = self.folder / build_name
        self.source.mkdir(parents=True)
        if install is None:
            self.provide = f'add_subdirectory("{settings.repository}" yyshader EXCLUDE_FROM_ALL)'
        else:
            self.provide = f'find_package(YYShader 1 REQUIRED PATHS "{install}" NO_DEFAULT_PATH)'
        self.from_install = install is not None

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def write(self, path, text):
        file = self.source / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def cmake_lists(self, text, path="CMakeLists.txt"):
        self.write(path, PRELUDE.format(provide=self.provide) + text)

    def configure(self, *options, check=True, seed=True):
        """`seed`: with what CMake has found out about the compiler before, which is most of the time of configuring."""
        if seed and not (self.binary / "CMakeCache.txt").exists():
            version, facts = seed_of(self.settings, self.generator)
            shutil.copytree(facts, self.binary / "CMakeFiles" / version)
        command = [self.settings.cmake, "-S", str(self.source), "-B", str(self.binary), "-G", self.generator,
                   f"-DCMAKE_CXX_COMPILER={self.settings.compiler}", "-DCMAKE_BUILD_TYPE=Debug"]
        if not self.from_install:
            command.append(f"-DYYSHADER_EXECUTABLE={self.settings.yyshader}")
        return self._run([*command, *options], check)

    def build(self, *options, check=True, jobs=2):
        # File systems keep times of a few milliseconds' grain: whatever was just edited must be seen as newer.
        time.sleep(0.02)
        return self._run([self.settings.cmake, "--build", str(self.binary), "--parallel", str(jobs), *options], check)

    def run(self, program="app", config=""):
        file = self.binary / config / program if config else self.binary / program
        return subprocess.run([str(file)], check=True, capture_output=True).stdout.decode()

    def find(self, name):
        return sorted(self.binary.rglob(name))

    def one(self, name):
        found = self.find(name)
        assert len(found) == 1, f"{name}: {found}"
        return found[0]

    @staticmethod
    def _run(command, check, **variables):
        environment = {**os.environ, "LC_ALL": "C.UTF-8", **variables}
        for name in ("YY_LANG", "YYSHADER_CACHE_DIR", "CMAKE_GENERATOR", "MAKEFLAGS", "NINJA_STATUS"):
            environment.pop(name, None)
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
        output = done.stdout.decode()
        if check and done.returncode != 0:
            raise AssertionError(f"{command} failed\n{output}")
        return done.returncode, output


def seed_of(settings, generator):
    """The CMake's version, and what it knows of the compiler after configuring an empty project: made once in a build tree."""
    facts = (settings.cmake, generator, settings.compiler)
    folder = pathlib.Path(settings.build) / "tests/cmake/seeds" / hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            place = pathlib.Path(place)
            (place / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\nproject(seed LANGUAGES CXX)\n")
            subprocess.run([settings.cmake, "-S", place, "-B", place / "build", "-G", generator,
                            f"-DCMAKE_CXX_COMPILER={settings.compiler}"], check=True, capture_output=True)
            made = next(path.parent for path in (place / "build/CMakeFiles").glob("*/CMakeCXXCompiler.cmake"))
            shutil.copytree(made, place / "seed" / made.name, ignore=shutil.ignore_patterns("CompilerId*"))
            try:
                (place / "seed").rename(folder)
            except OSError:  # another test was quicker
                pass
    only = next(folder.iterdir())
    return only.name, only


def check(condition, message, output=""):
    if not condition:
        raise AssertionError(f"{message}\n{output}")


def time_of(path):
    return path.stat().st_mtime_ns


def simple(settings, generator, more="", **options):
    project = Project(settings, generator, **options)
    project.cmake_lists(SIMPLE.format(more=more))
    project.write("main.cpp", MAIN.format(header="应用/" + HEADER, namespace="应用::加倍"))
    project.write("着色/加倍。着色器。豫", double())
    return project


def nothing_happens(project, *options):
    def times():
        return {path: time_of(path) for path in project.find("*") if path.suffix in (".stamp", ".o", ".hpp")}

    before = times()
    _, output = project.build(*options)
    check(times() == before, "a second build writes something", output)
    check(TRANSLATED not in output and "Building CXX" not in output, "a second build does something", output)
    if "Ninja" in project.generator:
        check("no work to do" in output, "Ninja finds work to do", output)


def object_of(project):
    return project.one("main.cpp.o")
