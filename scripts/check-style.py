#!/usr/bin/env python3
"""Checks the sources' outward form: clang-format, lengths of files, spaces. Usage: check-style.py [--fix]

--fix lets clang-format rewrite the files. Files of tables (*.def, *_tables.*, and lists of reserved words) may be long.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["generator", "runtime", "tests", "examples", "scripts", "cmake"]
FORMATTED = {".cpp", ".hpp"}
CHECKED = FORMATTED | {".def", ".cmake", ".txt", ".py", ".mjs", ".sh", ".cu", ".mm"}
LONGEST_FILE = 800
LONGEST_LINE = 160  # clang-format keeps C++ at 120; comments, tables and scripts get some room
TABLE = re.compile(r"\.def$|_tables\.|/reserved_")
CLANG_FORMAT_VERSION = "14"  # later versions lay some code out otherwise


def source_files():
    listed = subprocess.run(["git", "-C", str(PROJECT), "ls-files", "-co", "--exclude-standard", "-z", *FOLDERS],
                            capture_output=True, check=False)
    if listed.returncode == 0:
        names = listed.stdout.decode("utf-8").split("\0")
    else:  # a source archive without .git
        names = [path.relative_to(PROJECT).as_posix() for folder in FOLDERS for path in (PROJECT / folder).rglob("*")]
    paths = [PROJECT / name for name in sorted(set(names)) if pathlib.PurePath(name).suffix in CHECKED]
    return [path for path in paths if path.is_file() and "node_modules" not in path.parts]


def faults_of(path):
    name = path.relative_to(PROJECT).as_posix()
    text = path.read_bytes().decode("utf-8", errors="replace")
    lines = text.split("\n")
    if "/golden/" in name or "/corpus/" in name:
        return
    if len(lines) - 1 > LONGEST_FILE and not TABLE.search(name):
        yield f"{name}: {len(lines) - 1} lines, more than {LONGEST_FILE}: give each concept its own file"
    if text and not text.endswith("\n"):
        yield f"{name}: no newline at the end"
    for number, line in enumerate(lines, 1):
        if line.endswith((" ", "\t", "\r")):
            yield f"{name}:{number}: white space at the end of the line"
        if "\t" in line:
            yield f"{name}:{number}: a tab"
        if len(line) > LONGEST_LINE and not TABLE.search(name):
            yield f"{name}:{number}: {len(line)} characters, more than {LONGEST_LINE}"


def find_clang_format():
    for name in (f"clang-format-{CLANG_FORMAT_VERSION}", "clang-format"):
        program = shutil.which(name)
        if program:
            version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"version {CLANG_FORMAT_VERSION}\.", version):
                return program
    return None


def run_clang_format(program, files, fix):
    """Formats or checks in parallel; returns what clang-format says."""
    mode = ["-i"] if fix else ["--dry-run", "--Werror"]
    size = 16
    groups = [files[at:at + size] for at in range(0, len(files), size)]
    work = lambda group: subprocess.run([program, *mode, *map(str, group)], capture_output=True, text=True, check=False).stderr
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        return "".join(pool.map(work, groups))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fix", action="store_true")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    files = source_files()
    faults = [fault for path in files for fault in faults_of(path)]
    formatted = [path for path in files if path.suffix in FORMATTED]
    program = find_clang_format()
    if program is None:
        print(f"skipped: clang-format {CLANG_FORMAT_VERSION} is not here")
    elif said := run_clang_format(program, formatted, arguments.fix):
        faults.append(said)
    for fault in faults:
        print(fault)
    print(f"style: {len(files)} files, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
