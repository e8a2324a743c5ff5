#!/usr/bin/env python3
"""Transcripts of commands: runs those in commands.txt and compares what they say (--update rewrites it).

A case is a `#` line that says what it shows, a `$ yyshader …` line or several, a `? N` line with the exit status of the last,
and what that writes to standard error. In a command, `\\xNN` is a byte, `\\n` a line break; `< FILE` and `> FILE` redirect. Each
case runs in a fresh folder with the files of files/, and with what `prepare` adds.
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TRANSCRIPTS = HERE / "commands.txt"
TIME_LIMIT_SECONDS = 20


class Case:
    def __init__(self, about, commands, status, said):
        self.about, self.commands, self.status, self.said = about, commands, status, said

    def text(self):
        return "\n".join([self.about, *self.commands, f"? {self.status}\n{self.said}"])


def read_cases(text):
    cases = []
    for block in re.split(r"\n(?=# )", text.strip("\n")):
        lines = block.rstrip("\n").split("\n")
        commands = [line for line in lines if line.startswith("$ ")]
        rest = lines[1 + len(commands):]
        status = int(rest[0][2:]) if rest else 0
        cases.append(Case(lines[0], commands, status, "".join(line + "\n" for line in rest[1:])))
    return cases


def prepare(folder):
    """What cannot be kept in the source tree."""
    shutil.copytree(HERE / "files", folder, dirs_exist_ok=True)
    (folder / "目录。着色器。豫").mkdir()
    (folder / "自指。着色器。豫").symlink_to("自指。着色器。豫")
    with (folder / "巨大。着色器。豫").open("wb") as file:
        file.truncate(2**32)  # sparse: takes no room


def raw(word):
    """The bytes of an argument with `\\xNN` and `\\n` in it."""
    return re.sub(rb"\\x([0-9a-f]{2})|\\n", lambda m: bytes([int(m.group(1), 16)]) if m.group(1) else b"\n", word.encode())


def run_command(executable, command, folder):
    """Exit status and standard error of one `$` line."""
    words = shlex.split(command[2:].replace("\\", "\\\\"))
    streams = {"<": os.devnull, ">": os.devnull}
    arguments = []
    rest = iter(words[1:])
    for word in rest:
        if word in streams:
            streams[word] = next(rest)
        else:
            arguments.append(raw(word))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("YY")}
    environment["LC_ALL"] = "C.UTF-8"
    stdin = os.open(folder / streams["<"], os.O_RDONLY)  # a folder can be opened in this way only
    try:
        with open(folder / streams[">"], "wb") as stdout:
            done = subprocess.run([executable, *arguments], cwd=folder, env=environment, stdin=stdin, stdout=stdout,
                                  stderr=subprocess.PIPE, timeout=TIME_LIMIT_SECONDS, check=False)
    finally:
        os.close(stdin)
    return done.returncode, done.stderr.decode("utf-8", errors="backslashreplace")


def run(executable, case):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        for command in case.commands:
            status, said = run_command(executable, command, folder)
    return Case(case.about, case.commands, status, said)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--yyshader", required=True)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    executable = os.path.abspath(arguments.yyshader)
    cases = read_cases(TRANSCRIPTS.read_text(encoding="utf-8"))
    made = [run(executable, case) for case in cases]
    if arguments.update:
        TRANSCRIPTS.write_text("\n".join(case.text() for case in made), encoding="utf-8")
        return 0
    failed = 0
    for expected, actual in zip(cases, made):
        if expected.text().rstrip("\n") != actual.text().rstrip("\n"):
            failed += 1
            print(f"expected:\n{expected.text()}\nbut now:\n{actual.text()}")
    print(f"transcripts: {len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
