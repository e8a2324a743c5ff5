#!/usr/bin/env python3
"""Checks MSL texts as far as that is possible without Metal.

Usage: validate-msl.py [--expect-failures] FILE-OR-FOLDER...

Folders are searched for *.msl. Each text is
- compiled as C++ with GCC and Clang against the strict headers in metal/, without warnings;
- compiled with Clang as C++ for OpenCL, which keeps address spaces apart;
- read for its attributes: which of them may stand where is in msl_attributes.py.
Exit code 77 (skipped): a compiler is not here. A text that is only a comment (the target could not express the program)
has nothing to check. With --expect-failures a text passes when it is refused by one of the checks.
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

from msl_attributes import attribute_faults

HEADERS = pathlib.Path(__file__).resolve().parent / "metal"
# What the program's author left unused, compares or assigns in vain is not the text's fault; attributes are Metal's; what one
# invocation of a kernel reads of threadgroup memory, another has written, which Clang does not know.
WARNINGS = [
    "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-unused-variable", "-Wno-unused-but-set-variable",
    "-Wno-unknown-pragmas", "-Wno-type-limits", "-Wno-tautological-compare",
]
CLANG_WARNINGS = [
    *WARNINGS, "-Wno-unused-const-variable", "-Wno-unknown-attributes", "-Wno-ignored-attributes",
    "-Wno-sometimes-uninitialized", "-Wno-self-assign", "-Wno-self-assign-overloaded",
]
CHECKS = {
    "GCC": ["g++", "-std=c++17", "-x", "c++", *WARNINGS, "-Wno-attributes", "-Wno-int-in-bool-context", "-Wconversion"],
    "Clang": ["clang++", "-std=c++17", "-x", "c++", *CLANG_WARNINGS],
    "address spaces": ["clang", "-x", "clcpp", "-cl-std=clc++2021", "-target", "spir64", "-cl-no-stdinc", "-fno-elide-type",
                       "-ferror-limit=0", *CLANG_WARNINGS],
}


def find_texts(paths):
    for path in map(pathlib.Path, paths):
        yield from sorted(path.rglob("*.msl")) if path.is_dir() else [path]


def is_comment_only(text):
    return all(line.startswith("//") or not line.strip() for line in text.splitlines())


def is_clang_limit(line):
    """Clang takes a named vector, which is a class here, for one in the space where it lies, the result of a call for one in another
    or none, and refuses `?:` between the two. Values have no address space, and Metal's vectors are no classes; what is checked
    here are pointers and references."""
    types = re.search(r"error: incompatible operand types \('(.*)' and '(.*)'\)", line)
    if not types:
        return False
    if any("*" in name for name in types.groups()):
        return False
    spaces = r"\b(const|__private|__global|__global_device|__local) "
    first, second = (re.sub(spaces, "", name).replace("metal::uint", "unsigned int") for name in types.groups())
    return first == second


def compile_text(command, path):
    done = subprocess.run([*command, "-fsyntax-only", "-isystem", str(HEADERS), str(path)], capture_output=True, text=True,
                          timeout=120, check=False)
    errors = [line for line in done.stderr.splitlines() if " error: " in line]
    is_accepted = done.returncode == 0 or (errors and all(map(is_clang_limit, errors)))
    return "" if is_accepted else done.stderr


def compile_together(command, paths, folder):
    """One run for many texts, each in a namespace of its own. Kernels of OpenCL may not share names, so those go alone."""
    unit = pathlib.Path(folder) / "all.cpp"
    lines = ["#include <metal_stdlib>"]
    for number, path in enumerate(paths):
        lines += [f"namespace text_{number} {{", f'#include "{path.resolve()}"', "}"]
    unit.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return compile_text(command, unit)


def faults_of(check, path):
    if check == "attributes":
        return "".join(f"{path}: {fault}\n" for fault in attribute_faults(path.read_text(encoding="utf-8")))
    faults = compile_text(CHECKS[check], path)
    return f"{path}: {check}:\n{faults}" if faults else ""


def all_faults(paths, together):
    """By path, the text of what is wrong. Compilers that can take everything at once are asked for single texts only when
    something is wrong somewhere."""
    faults = {path: "" for path in paths}
    work = [("attributes", path) for path in paths]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        batches = {}
        if together:
            batches = {check: pool.submit(compile_together, CHECKS[check], paths, folder) for check in ("GCC", "Clang")}
        for check in CHECKS:
            if check not in batches or batches[check].result():
                work += [(check, path) for path in paths]
        for (check, path), found in zip(work, pool.map(lambda item: faults_of(*item), work)):
            faults[path] += found
        for check, batch in batches.items():
            if batch.result() and not any(faults.values()):
                faults[paths[0]] = f"{check}, all texts together:\n{batch.result()}"
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--expect-failures", action="store_true")
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    for compiler in ("g++", "clang++", "clang"):
        if shutil.which(compiler) is None:
            print(f"skipped: {compiler} is not here")
            return 77
    texts = list(find_texts(arguments.paths))
    to_check = [path for path in texts if not is_comment_only(path.read_text(encoding="utf-8"))]
    faults = all_faults(to_check, not arguments.expect_failures) if to_check else {}
    passed = 0
    for path in texts:
        fault = faults.get(path, "")
        if bool(fault) == arguments.expect_failures:
            passed += 1
        else:
            print(fault or f"{path}: accepted, though it must be refused")
    print(f"{passed} passed, {len(texts) - passed} failed")
    return 0 if passed == len(texts) else 1


if __name__ == "__main__":
    sys.exit(main())
