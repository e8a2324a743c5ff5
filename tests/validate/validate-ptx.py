#!/usr/bin/env python3
"""Assembles PTX texts with ptxas, for the oldest architecture they are written for and for a newer one.

Usage: validate-ptx.py [--expect-failures] FILE-OR-FOLDER...

Folders are searched for *.ptx. ptxas is looked for in PATH, $CUDA_PATH/bin and /usr/local/cuda/bin; without one the exit
code is 77 (skipped). A text that is only a comment (the target could not express the program) has nothing to assemble.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

ARCHITECTURES = ["sm_80", "sm_90"]


def find_ptxas():
    folders = [os.environ.get("CUDA_PATH", ""), "/usr/local/cuda"]
    path = os.pathsep.join([os.environ.get("PATH", ""), *(os.path.join(folder, "bin") for folder in folders if folder)])
    return shutil.which("ptxas", path=path)


def find_texts(paths):
    for path in map(pathlib.Path, paths):
        yield from sorted(path.rglob("*.ptx")) if path.is_dir() else [path]


def is_comment_only(text):
    return all(line.startswith(b"//") or not line.strip() for line in text.splitlines())


def faults_of(ptxas, path):
    text = path.read_bytes()
    if not text.isascii():
        return f"{path}: holds characters that are not ASCII"
    if is_comment_only(text):
        return ""
    for architecture in ARCHITECTURES:
        command = [ptxas, f"-arch={architecture}", "-o", os.devnull, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 0:
            return f"{path}: {architecture}: {done.stdout}{done.stderr}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--expect-failures", action="store_true")
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    ptxas = find_ptxas()
    if ptxas is None:
        print("skipped: ptxas (CUDA Toolkit) is not here")
        return 77
    texts = list(find_texts(arguments.paths))
    passed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for path, fault in zip(texts, pool.map(lambda path: faults_of(ptxas, path), texts)):
            if bool(fault) == arguments.expect_failures:
                passed += 1
            else:
                print(fault or f"{path}: accepted, though it must be refused")
    print(f"{passed} passed, {len(texts) - passed} failed")
    return 0 if passed == len(texts) else 1


if __name__ == "__main__":
    sys.exit(main())
