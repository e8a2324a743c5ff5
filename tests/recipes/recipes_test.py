"""Runs the builds of docs/recipes.md, file for file as they stand there, through a shader's life.

Usage: recipes_test.py --yyshader PROGRAM --repository DIR ninja|make|bazel
Exit status 77: the build tool is not here.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cmake"))
from consumer import FACTOR, HEADER, MAIN, check, double  # noqa: E402

IMPORT = "寻观「应用」之「因子」之书。"
USE = "「倍数」于（「新无三二」于「{number}」）"
ASCII_HEADER = "yy_e5_ba_94_e7_94_a8/yy_e5_8a_a0_e5_80_8d.generated.hpp"


def files_of(page, tool):
    """The files that the page shows for a tool, by name."""
    found = re.findall(rf"<!-- file: {tool}/(\S+) -->\n```\w+\n(.*?)```\n", page, re.S)
    assert found, f"docs/recipes.md has no file for {tool}"
    return dict(found)


class Recipe:
    def __init__(self, settings, tool):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="yyshader-recipe-"))
        self.prefix = self.folder / "prefix"
        repository = pathlib.Path(settings.repository)
        (self.prefix / "bin").mkdir(parents=True)
        shutil.copy(settings.yyshader, self.prefix / "bin/yyshader")
        shutil.copytree(repository / "runtime/yy", self.prefix / "include/yy")
        shutil.copytree(repository / "bazel", self.prefix / "share/yyshader/bazel")
        self.source = self.folder / "project"
        self.source.mkdir()
        for name, text in files_of((repository / "docs/recipes.md").read_text(), tool).items():
            (self.source / name).write_text(text.replace("/usr/local", str(self.prefix)))
        self.write("着色/因子。着色器。豫", FACTOR)
        self.shader("二")
        header = ASCII_HEADER if tool == "bazel" else "应用/" + HEADER
        self.write("main.cpp", MAIN.format(header=header, namespace="应用::加倍"))

    def write(self, path, text):
        file = self.source / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)

    def shader(self, number, more=""):
        self.write("着色/加倍。着色器。豫", double(USE.format(number=number), IMPORT) + more)

    def run(self, *command, fails=False, **options):
        time.sleep(0.02)  # what was just edited must be seen as newer
        environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "CXXFLAGS", "YY_LANG")}
        done = subprocess.run(command, cwd=options.get("cwd", self.source), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**environment, "LC_ALL": "C.UTF-8"})
        output = done.stdout.decode(errors="replace")
        check((done.returncode != 0) == fails, f"{command}: status {done.returncode}", output)
        return output

    def program(self, path="app"):
        return subprocess.run([str(self.source / path)], check=True, capture_output=True).stdout.decode()


def life(recipe, build, nothing, translates, compiles):
    """`build` gives what the tool says; the others tell from it what was done."""
    def did(translated, compiled, reason):
        output = build()
        check(translates(output) == translated, f"{reason}: translating", output)
        check(compiles(output) == compiled, f"{reason}: compiling", output)
        check(nothing(build()), f"{reason}: the next build finds work", output)

    did(True, True, "the first build")
    check("fn 加倍" in recipe.program(), "the program does not show its shader")
    recipe.shader("二", "「：注：」\n")
    did(True, False, "a comment")
    recipe.shader("九")
    did(True, True, "an edit")
    check("9u" in recipe.program(), "an edit does not arrive")
    recipe.write("着色/因子。着色器。豫", FACTOR.replace("「加」", "「减」"))
    did(True, True, "an edit of an import")
    check(" - " in recipe.program(), "an import's edit does not arrive")
    recipe.write("main.cpp", (recipe.source / "main.cpp").read_text() + "// more\n")
    did(False, True, "an edit of C++")
    recipe.shader("二", "有误\n")
    for _ in range(2):
        check("加倍。着色器。豫:" in build(fails=True), "a fault does not tell its place")
    recipe.shader("八")
    did(True, True, "a repair")
    # An import that is gone, while it is needed and after.
    (recipe.source / "着色/因子。着色器。豫").unlink()
    check("因子" in build(fails=True), "a deleted import is not missed")
    recipe.write("着色/加倍。着色器。豫", double())
    did(True, True, "a shader without its import")


def deleted(recipe, build, nothing):
    for name in (HEADER, "加倍。着色行表.hpp"):
        file = recipe.source / "out/应用" / name
        content = file.read_bytes()
        file.unlink()
        build()
        if not file.exists():  # Make does not know of a header that nothing includes
            check(name != HEADER, "a deleted header does not come back")
            continue
        check(file.read_bytes() == content, f"{name} comes back otherwise")
        check(nothing(build()), f"{name} came back: the next build finds work")


def ninja(settings):
    recipe = Recipe(settings, "ninja")

    def build(fails=False):
        return recipe.run("ninja", fails=fails)

    def nothing(output):
        return "no work to do" in output

    life(recipe, build, nothing, lambda output: "Translating" in output, lambda output: "Compiling" in output)
    deleted(recipe, build, nothing)
    return recipe


def make(settings):
    recipe = Recipe(settings, "make")

    def build(fails=False):
        return recipe.run("make", "-j8", f"prefix={recipe.prefix}", fails=fails)

    def nothing(output):
        return "yyshader build" not in output and " -c " not in output and " -o app" not in output

    life(recipe, build, nothing, lambda output: "yyshader build" in output, lambda output: " -c " in output)
    deleted(recipe, build, nothing)
    return recipe


# What Bazel 4 would fetch over the network before it looks at anything: Debian's copies, and the little that is used of rules_cc.
OVERRIDES = {"rules_java": "/usr/share/bazel/rules/java", "rules_proto": "/usr/share/bazel/rules/proto",
             "platforms": "/usr/share/bazel/tools/platforms", "bazel_skylib": "/usr/share/bazel/tools/skylib"}
RULES_CC = "".join(f"cc_{rule} = native.cc_{rule}\n" for rule in ("library", "binary", "import", "test", "toolchain",
                                                                 "toolchain_suite"))


def bazel(settings):
    missing = [place for place in OVERRIDES.values() if not pathlib.Path(place).is_dir()]
    if shutil.which("bazel") is None or missing:
        print("skipped: bazel is missing, or what it would fetch:", *missing)
        raise SystemExit(77)
    recipe = Recipe(settings, "bazel")
    rules_cc = recipe.folder / "rules_cc"
    (rules_cc / "cc").mkdir(parents=True)
    (rules_cc / "WORKSPACE").touch()
    (rules_cc / "cc/BUILD").touch()
    (rules_cc / "cc/defs.bzl").write_text(RULES_CC)
    places = {**OVERRIDES, "rules_cc": str(rules_cc)}
    options = [f"--override_repository={name}={place}" for name, place in places.items()]
    explained = recipe.folder / "explained"
    start = ["bazel", f"--output_user_root={recipe.folder / 'bazel'}", "--batch_cpu_scheduling", "--max_idle_secs=60"]

    def build(fails=False, folder=recipe.source, *more):
        explained.unlink(missing_ok=True)
        output = recipe.run(*start, "build", *options, f"--explain={explained}", "--verbose_explanations",
                            f"--disk_cache={recipe.folder / 'cache'}", *more, "//:app", fails=fails, cwd=folder)
        shutil.rmtree(recipe.source / "out", ignore_errors=True)
        return output + (explained.read_text(errors="replace") if explained.exists() else "")

    def ran(what):
        return lambda output: f"Executing action '{what}" in output

    translates, compiles = ran("Translating shader"), ran("Compiling main.cpp")
    program = recipe.program
    recipe.program = lambda: program("bazel-bin/app")
    try:
        life(recipe, build, lambda output: not translates(output) and not compiles(output), translates, compiles)
        # Another copy elsewhere, with the cache alone: nothing runs, so no action depends on where it is.
        clone = recipe.folder / "elsewhere"
        shutil.copytree(recipe.source, clone, ignore=shutil.ignore_patterns("bazel-*"))
        output = build(False, clone)
        processes = re.search(r"processes: (.*)", output).group(1)
        check(re.search(r"\b3 (disk|remote) cache hit", processes) and "sandbox" not in processes, "a copy does not use the cache", output)
    finally:
        for folder in (recipe.source, recipe.folder / "elsewhere"):
            if folder.exists():
                recipe.run(*start, "shutdown", cwd=folder)
        subprocess.run(["chmod", "-R", "u+w", str(recipe.folder)], check=False)
    return recipe


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--yyshader", required=True)
    parser.add_argument("--repository", required=True)
    parser.add_argument("tool", choices=["ninja", "make", "bazel"])
    settings = parser.parse_args()
    recipe = {"ninja": ninja, "make": make, "bazel": bazel}[settings.tool](settings)
    shutil.rmtree(recipe.folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
