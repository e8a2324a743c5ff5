#!/usr/bin/env python3
"""Runs one libFuzzer program for a while, from the kept inputs, every Yuyan source of the project and a dictionary.

New inputs stay in WORK/found, so that a later run goes on from there; an input that crashes or hangs is left in WORK and
named. Give it a name of its own in corpus/<fuzzer>/ when it is fixed: every file there is run first, each time.
`--merge` adds to the kept corpus what was found and reaches code that it does not.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
SOURCE_FOLDERS = ["tests/golden", "tests/run", "examples", "library"]


def write_dictionary(path):
    """libFuzzer wants one quoted token a line, bytes beyond ASCII escaped."""
    tokens = (HERE / "yuyan.tokens").read_text(encoding="utf-8").split("\n")
    escaped = ("".join(f"\\x{byte:02X}" for byte in token.encode()) for token in tokens if token)
    path.write_text("".join(f'"{token}"\n' for token in escaped), encoding="ascii")


def collect_sources(folder):
    """Copies of the project's Yuyan sources, by number: seeds."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sources = [path for name in SOURCE_FOLDERS for path in sorted((PROJECT / name).rglob("*。豫"))]
    for number, path in enumerate(sources):
        shutil.copyfile(path, folder / str(number))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fuzzer", required=True, type=pathlib.Path)
    parser.add_argument("--corpus", required=True, type=pathlib.Path, help="the inputs kept in the source tree")
    parser.add_argument("--work", required=True, type=pathlib.Path, help="where found inputs and failures go")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--merge", action="store_true")
    arguments = parser.parse_args()
    found, seeds, dictionary = arguments.work / "found", arguments.work / "seeds", arguments.work / "dictionary"
    found.mkdir(parents=True, exist_ok=True)
    if arguments.merge:
        arguments.corpus.mkdir(parents=True, exist_ok=True)
        return subprocess.run([arguments.fuzzer, "-merge=1", arguments.corpus, found], check=False).returncode
    collect_sources(seeds)
    write_dictionary(dictionary)
    command = [arguments.fuzzer, f"-max_total_time={arguments.seconds}", "-timeout=10", "-rss_limit_mb=2048", "-max_len=65536",
               "-print_final_stats=1", "-verbosity=0", f"-dict={dictionary}", f"-artifact_prefix={arguments.work}/",
               found, seeds]
    # The kept inputs first, each whole and alone, so that a regression is named by its own file.
    kept = sorted(path for path in arguments.corpus.glob("*") if path.is_file())
    if kept:
        command.append(arguments.corpus)
        code = subprocess.run([arguments.fuzzer, "-timeout=10", "-verbosity=0", *kept], check=False).returncode
        if code != 0:
            return code
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
