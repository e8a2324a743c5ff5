#!/usr/bin/env python3
"""Assembles PTX texts with ptxas, for the oldest architecture they are written for and for newer ones.

Usage: validate-ptx.py [--expect-failures] [--yyshader PROGRAM] FILE-OR-FOLDER...

A text passes when ptxas takes it without a warning, spills no register, and puts nothing in local memory unless the text
itself declares `.local` memory or functions (whose calls may keep registers there).

Folders are searched for *.ptx; with --yyshader for Yuyan sources too (but for those whose name says that they are wrong, 错_),
which that program translates first. ptxas is looked for in PATH, $CUDA_PATH/bin and /usr/local/cuda/bin; without one the exit
code is 77 (skipped). A text that is only a comment (the target could not express the program) has nothing to assemble.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

ARCHITECTURES = ["sm_80", "sm_90", "sm_120"]
SOURCE_SUFFIX = "。着色器。豫"


def find_ptxas():
    folders = [os.environ.get("CUDA_PATH", ""), "/usr/local/cuda"]
    path = os.pathsep.join([os.environ.get("PATH", ""), *(os.path.join(folder, "bin") for folder in folders if folder)])
    return shutil.which("ptxas", path=path)


def find_texts(paths, with_sources):
    for path in map(pathlib.Path, paths):
        if not path.is_dir():
            yield path
            continue
        yield from sorted(path.rglob("*.ptx"))
        if with_sources:
            sources = sorted(path.rglob("*" + SOURCE_SUFFIX))
            yield from (source for source in sources if not source.name.startswith("错_"))


def is_comment_only(text):
    return all(line.startswith(b"//") or not line.strip() for line in text.splitlines())


def read_text(path, yyshader):
    """The PTX text of a file, or of what the generator makes of a source."""
    if not path.name.endswith(SOURCE_SUFFIX):
        return path.read_bytes()
    done = subprocess.run([yyshader, "ptx", path], capture_output=True, timeout=60, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{path}: the generator ended with {done.returncode}\n{done.stderr.decode()}")
    return done.stdout


def complaint(text, done):
    """What is wrong with ptxas's answer, or nothing."""
    said = done.stdout + done.stderr
    if done.returncode != 0 or "warning" in said.lower():
        return said
    memory = re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", said)
    if not memory and b".entry" in text:
        return f"ptxas does not say what memory it takes:\n{said}"
    has_own = b".local" in text or b".func" in text
    if any(int(stores) + int(loads) > 0 or (int(frame) > 0 and not has_own) for frame, stores, loads in memory):
        return said
    return ""


def faults_of(ptxas, yyshader, path):
    try:
        text = read_text(path, yyshader)
    except RuntimeError as fault:
        return str(fault)
    if not text.isascii():
        return f"{path}: holds characters that are not ASCII"
    if is_comment_only(text):
        return ""
    for architecture in ARCHITECTURES:
        command = [ptxas, "-v", f"-arch={architecture}", "-o", os.devnull, "-"]
        done = subprocess.run(command, input=text.decode("ascii"), capture_output=True, text=True, timeout=60, check=False)
        if wrong := complaint(text, done):
            return f"{path}: {architecture}: {wrong}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--expect-failures", action="store_true")
    parser.add_argument("--yyshader")
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    ptxas = find_ptxas()
    if ptxas is None:
        print("skipped: ptxas (CUDA Toolkit) is not here")
        return 77
    texts = list(find_texts(arguments.paths, arguments.yyshader is not None))
    passed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for path, fault in zip(texts, pool.map(lambda path: faults_of(ptxas, arguments.yyshader, path), texts)):
            if bool(fault) == arguments.expect_failures:
                passed += 1
            else:
                print(fault or f"{path}: accepted, though it must be refused")
    print(f"{passed} passed, {len(texts) - passed} failed")
    return 0 if passed == len(texts) and texts else 1


if __name__ == "__main__":
    sys.exit(main())
