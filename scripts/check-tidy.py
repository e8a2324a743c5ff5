#!/usr/bin/env python3
"""Runs clang-tidy with the project's short list over the generator. Usage: check-tidy.py BUILD_FOLDER [PATH_PART...]

BUILD_FOLDER holds compile_commands.json. Only files whose path contains one of PATH_PART are looked at (default: all of
generator/). A file that passed is not looked at again until it, a header of the project that it includes, the list or
clang-tidy itself changes: passes are remembered in the tools folder (docs/testing.md).
"""

import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
GENERATOR = PROJECT / "generator"
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def passes_folder():
    tools = os.environ.get("YYSHADER_TOOLS_DIR")
    if not tools:
        cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
        tools = pathlib.Path(cache, "yyshader")
    folder = pathlib.Path(tools, "tidy-passes")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@functools.lru_cache(maxsize=None)
def content(path):
    return path.read_bytes() if path.is_file() else b""


def closure(path):
    """The file and all of the project's files that it includes, directly or not, in a fixed order."""
    seen, waiting = {path}, [path]
    while waiting:
        for name in INCLUDE.findall(content(waiting.pop())):
            target = GENERATOR / name.decode("utf-8", errors="replace")
            if target not in seen and target.is_file():
                seen.add(target)
                waiting.append(target)
    return sorted(seen)


def fingerprint(path, common):
    digest = hashlib.sha256(common)
    for member in closure(path):
        digest.update(member.relative_to(PROJECT).as_posix().encode() + b"\0" + content(member) + b"\0")
    return digest.hexdigest()


def check(clang_tidy, build, path, passed):
    """What clang-tidy finds in one file, or an empty text."""
    if passed.exists():
        return ""
    command = [clang_tidy, "--quiet", "-p", str(build), "--extra-arg=-Wno-unknown-warning-option", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        passed.touch()
        return ""
    return done.stdout + ("" if done.stdout.strip() else done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("parts", nargs="*")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    clang_tidy = shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
    if clang_tidy is None:
        print("skipped: clang-tidy is not here")
        return 0
    commands = json.loads((arguments.build / "compile_commands.json").read_text(encoding="utf-8"))
    files = sorted({pathlib.Path(command["file"]) for command in commands})
    files = [path for path in files if path.is_relative_to(GENERATOR)]
    if arguments.parts:
        files = [path for path in files if any(part in str(path) for part in arguments.parts)]
    version = subprocess.run([clang_tidy, "--version"], capture_output=True, check=True).stdout
    common = version + content(PROJECT / ".clang-tidy")
    folder = passes_folder()
    passes = [folder / fingerprint(path, common) for path in files]
    new = sum(not passed.exists() for passed in passes)
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        found = list(pool.map(lambda pair: check(clang_tidy, arguments.build, *pair), zip(files, passes)))
    for text in filter(None, found):
        print(text)
    faulty = sum(map(bool, found))
    print(f"clang-tidy: {len(files)} files, {new} looked at, {faulty} with faults")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
