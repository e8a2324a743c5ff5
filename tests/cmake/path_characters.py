#!/usr/bin/env python3
"""Which characters in paths plain CMake survives with each generator, and that add_yy_shader survives at least these.

Usage: path_characters.py --cmake CMAKE --yyshader PROGRAM [--write docs/build-paths.md]
Prints the table; exits with 1 when plain CMake survives something that add_yy_shader does not. Takes minutes: the consumer
test `characters` tries the characters that the page says are survived all together.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from consumer import FACTOR, double

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
GENERATORS = ("Ninja", "Unix Makefiles")
# Each stands in the middle of a name.
CHARACTERS = [*" !\"#$%&'()*+,:;<=>?@[\\]^`{|}~", "$$", "${", "$(", "[x]", "\t", "é", "处", "🎨"]
PLACES = {
    "source": "sources",  # the folder of all sources
    "build": "build",  # the build folder
    "file": "shader",  # the name of a shader, and so of what is made of it
    "ascii": "ascii",  # the name of a shader, with --ascii-files
    "import": "import",  # the name of an imported module
}

PLAIN = """cmake_minimum_required(VERSION 3.20)
project(plain LANGUAGES NONE)
set(files "${{CMAKE_SOURCE_DIR}}/{file}")
set(made "{made}")
list(APPEND files "${{CMAKE_SOURCE_DIR}}/着色/other.txt")  # lists are what projects keep paths in
list(APPEND made other)
add_custom_command(OUTPUT ${{made}} COMMAND "${{CMAKE_COMMAND}}" -E copy "${{CMAKE_SOURCE_DIR}}/{file}" "{made}"
  COMMAND "${{CMAKE_COMMAND}}" -E touch other DEPENDS ${{files}} VERBATIM)
add_custom_target(run ALL DEPENDS ${{made}})
"""

OURS = """cmake_minimum_required(VERSION 3.20)
project(ours LANGUAGES NONE)
add_executable(YYShader::yyshader IMPORTED GLOBAL)
set_target_properties(YYShader::yyshader PROPERTIES IMPORTED_LOCATION "{program}")
add_library(YYShader::runtime INTERFACE IMPORTED GLOBAL)
include("{repository}/cmake/YYShader.cmake")
yy_shader_package(应用 ROOT 着色)
add_library(app INTERFACE)
add_yy_shader(app SOURCES "{file}" OPTIONS {options})
add_custom_target(run ALL)
add_dependencies(run yyshader_app_1)
"""


def cmake_text(name):
    """The name for CMake's quoted arguments."""
    return re.sub(r'([\\"$])', r"\\\1", name).replace("\t", "\\t")


class Attempt:
    """One small project with one name in one place: configured, built, built again, built after a touch."""

    def __init__(self, settings, generator, place, text, plain):
        self.settings = settings
        self.generator = generator
        self.output = ""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="yyshader-path-"))
        name = f"甲{text}乙"
        self.source = self.folder / (name if place == "source" else "source")
        self.binary = self.folder / (name if place == "build" else "build")
        shader = name if place in ("file", "ascii") else "加倍"
        module = name if place == "import" else "因子"
        self.file = self.source / f"着色/{shader}。着色器。豫"
        self.file.parent.mkdir(parents=True)
        shown = cmake_text(f"着色/{shader}。着色器。豫")
        self.touched = self.file
        if plain:
            if place == "import":  # its equal is a dependency
                shown = cmake_text(f"着色/{module}。着色器。豫")
                self.touched = self.source / f"着色/{module}。着色器。豫"
            self.touched.write_text("x")
            (self.source / "着色/other.txt").write_text("x")
            lists = PLAIN.format(file=shown, made=cmake_text(name) + ".made" if place == "file" else "x.made")
        else:
            imported = f"寻观「应用」之「{module}」之书。"
            self.file.write_text(double("「倍数」于（「新无三二」于「二」）", imported))
            other = self.source / f"着色/{module}。着色器。豫"
            other.write_text(FACTOR)
            if place not in ("file", "ascii"):
                self.touched = other
            lists = OURS.format(program=settings.yyshader, repository=REPOSITORY, file=shown,
                                options="--ascii-files" if place == "ascii" else "--ascii")
        (self.source / "CMakeLists.txt").write_text(lists)

    def run(self, *command):
        done = subprocess.run([self.settings.cmake, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.output = done.stdout.decode(errors="replace")
        return done.returncode == 0

    def made(self):
        """The time at which the command ran last."""
        stamps = [*self.binary.glob("CMakeFiles/yyshader/*.stamp"), *self.binary.glob("*.made")]
        return stamps[0].stat().st_mtime_ns if len(stamps) == 1 else None

    def survives(self):
        try:
            if not self.run("-S", str(self.source), "-B", str(self.binary), "-G", self.generator):
                return False
            build = ("--build", str(self.binary))
            if not self.run(*build):
                return False
            first = self.made()
            if first is None or not self.run(*build) or self.made() != first:
                return False
            time.sleep(0.02)
            self.touched.touch()
            return self.run(*build) and self.made() not in (None, first)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


def shown(text):
    names = {" ": "space", "\t": "tab", "|": "`\\|`", "`": "`` ` ``"}
    return names.get(text, f"`{text}`" if ord(text[0]) < 0x80 else text)


def measure(settings):
    """Whether plain CMake and we survive, by character, generator and place."""
    jobs = {}
    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        for text in CHARACTERS:
            for generator in GENERATORS:
                for place in PLACES:
                    for plain in (True, False):
                        attempt = Attempt(settings, generator, place, text, plain)
                        jobs[text, generator, place, plain] = pool.submit(attempt.survives)
        return {key: job.result() for key, job in jobs.items()}


def table(results):
    lines = ["| | " + " | ".join(f"{generator.split()[-1]} {title}" for generator in GENERATORS for title in PLACES.values()) + " |",
             "| --- |" + " --- |" * (len(GENERATORS) * len(PLACES))]
    for text in CHARACTERS:
        cells = []
        for generator in GENERATORS:
            for place in PLACES:
                plain, ours = (results[text, generator, place, which] for which in (True, False))
                cells.append({(True, True): "yes", (False, True): "only ours", (False, False): "no", (True, False): "MISSED"}[plain, ours])
        lines.append(f"| {shown(text)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


MARKS = ("<!-- table: tests/cmake/path_characters.py --write -->\n", "<!-- end of table -->\n")


def survived(page, generator, place):
    """The characters that the page says we survive."""
    rows = page.split(MARKS[0])[1].split(MARKS[1])[0].strip().split("\n")[2:]
    column = GENERATORS.index(generator) * len(PLACES) + list(PLACES).index(place)
    assert len(rows) == len(CHARACTERS), "the page's table is not of these characters"
    return [text for text, row in zip(CHARACTERS, rows) if re.split(r"(?<!\\)\|", row)[2 + column].strip() in ("yes", "only ours")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--yyshader", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", help="the page whose table is replaced")
    settings = parser.parse_args()
    text = table(measure(settings))
    print(text)
    if settings.write:
        page = pathlib.Path(settings.write)
        before, rest = page.read_text().split(MARKS[0])
        page.write_text(before + MARKS[0] + text + "\n" + MARKS[1] + rest.split(MARKS[1])[1])
    return "MISSED" in text


if __name__ == "__main__":
    sys.exit(main())
