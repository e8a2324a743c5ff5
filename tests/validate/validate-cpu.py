#!/usr/bin/env python3
"""Compiles what `--host cpu` writes for every source with an MSL text beside it, without warnings.

Usage: validate-cpu.py --yyshader PROGRAM --runtime FOLDER FILE-OR-FOLDER...

All programs together, each in a namespace of its own, go through GCC as C++17 with optimisation (which warns of more), and
through Clang as C++17, and through the newest other Clang at hand as C++20. Exit code 77 (skipped): no compiler is here.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SUFFIX = "。着色器。豫"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
OTHER_CLANGS = [f"clang++-{version}" for version in range(22, 13, -1)]


def checks_at_hand():
    """Compilers with their flags."""
    checks = {"g++": ["-std=c++17", "-O2", "-c", "-o", os.devnull], "clang++": ["-std=c++17", "-fsyntax-only"]}
    others = [name for name in OTHER_CLANGS if shutil.which(name)]
    if others:
        checks[others[0]] = ["-std=c++20", "-fsyntax-only"]
    return {name: flags for name, flags in checks.items() if shutil.which(name)}


def find_sources(paths):
    for path in map(pathlib.Path, paths):
        found = sorted(path.rglob("*" + SUFFIX)) if path.is_dir() else [path]
        yield from (source for source in found if source.with_name(source.name[: -len(SUFFIX)] + ".msl").exists())


def options_of(source):
    file = source.with_name(source.name[: -len(SUFFIX)] + ".options")
    return [line for line in file.read_text(encoding="utf-8").split("\n") if line] if file.exists() else []


def build(yyshader, source, folder, number):
    """The header of one source's program, or an error's text."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("YY")}
    command = [yyshader, "build", str(source), *options_of(source), "-o", str(folder / str(number)), "--host", "cpu", "--target", "msl",
               "--namespace", f"案_{number}"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    found = sorted((folder / str(number)).rglob("*。着色程序.hpp"))
    if done.returncode != 0 or len(found) != 1:
        return None, f"{source}: `{' '.join(command)}` exited with {done.returncode}\n{done.stderr}"
    return found[0], ""


def compile_unit(compiler, flags, runtime, unit):
    command = [compiler, *flags, *WARNINGS, f"-I{runtime}", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    return "" if done.returncode == 0 else f"{compiler} {' '.join(flags)}:\n{done.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--yyshader", required=True)
    parser.add_argument("--runtime", required=True)
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    checks = checks_at_hand()
    if not checks:
        print("skipped: no compiler is here")
        return 77
    faults = []
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        folder = pathlib.Path(name)
        sources = list(find_sources(arguments.paths))
        built = list(pool.map(lambda item: build(arguments.yyshader, item[1], folder, item[0]), enumerate(sources)))
        faults += [fault for _, fault in built if fault]
        unit = folder / "unit.cpp"
        unit.write_text("".join(f'#include "{header}"\n' for header, _ in built if header), encoding="utf-8")
        work = [(compiler, flags, arguments.runtime, unit) for compiler, flags in checks.items()]
        faults += [fault for fault in pool.map(lambda item: compile_unit(*item), work) if fault]
    for fault in faults:
        print(fault)
    print(f"{len(sources)} programs through {', '.join(checks)}: {len(faults)} faults")
    return 1 if faults or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
