#!/usr/bin/env python3
"""Inputs of extreme size or form: each must give a clear error or a right answer, within bounds of memory, stack and time.

The generator runs with limited address space and a small stack. A death by a signal, an internal error (70), running out of time or
memory, or another answer than the one expected is a fault. With --tint, what is accepted as WGSL is given to Tint as well.
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VALIDATE = HERE.parent / "validate" / "validate-wgsl.mjs"
OPEN = "寻观「着色库」之「着色内建」之书。\n"
DEPTH = 100_000
STACK = 4 << 20  # builds without optimisation take more; others live on 1 MiB
MEMORY = 2 << 30
CPU_SECONDS = 60
TIME_LIMIT_SECONDS = 900  # on a crowded machine

ACCEPTED, REFUSED, UNREADABLE = 0, 1, 2


def deep(before, middle, after, depth=DEPTH):
    return before * depth + middle + after * depth


def definition(value, signature="化「浮三二」而「浮三二」"):
    return f"{OPEN}「深」乃{signature}也。\n「深」者会「甲」而{value}也。\n"


def branches(count):
    """A chain of `count` conditions."""
    digits = str.maketrans("0123456789", "零一二三四五六七八九")
    arms = "".join(f"若「等于」于「甲」于（「新无三二」于「{str(i).translate(digits)}」）则（「新无三二」于「{i * 7 % 1000}」）否则\n"
                   for i in range(count))
    return (f"{OPEN}「出」乃「存储缓冲」于（「数组」于「无三二」）也。\n"
            "「出」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。\n"
            f"「选」乃化「无三二」而「无三二」也。\n「选」者会「甲」而\n{arms}（「新无三二」于「一」）也。\n"
            "「写」乃化「全局调用号」而「有」也。\n"
            "「写」者会「号」而「写数组」于「出」于（「号」中「零」）于（「选」于（「号」中「零」））也。\n"
            "「写入口」乃「计算入口」也。\n「写入口」者「计算入口项」于「写」于（「组值」【「工作组大小」者「六四」也】）也。\n")


def lets(count):
    return definition("虑「甲」者「加」于「甲」于「甲」而\n" * count + "「甲」")


def sequences(count):
    return definition("「元」；" * count + "「甲」")


# Name -> (source, the expected answer, a part of what is said).
CASES = {
    "parentheses": (definition(deep("（", "「甲」", "）")), REFUSED, "YY1222"),
    "open parentheses": (definition("（" * DEPTH), REFUSED, "YY1222"),
    "close parentheses": (definition("「甲」" + "）" * DEPTH), REFUSED, "YY1209"),
    "open brackets": (definition("「组值」【「甲」者" * DEPTH), REFUSED, "YY1222"),
    "brackets": (definition(deep("「组值」【「甲」者", "「甲」", "也】")), REFUSED, "YY1222"),
    "struct types": ("「深」即" + deep("「组类」【「甲」乃", "「浮三二」", "也】") + "也。\n", REFUSED, "YY1222"),
    "close brackets": (definition("「甲」" + "】" * DEPTH), REFUSED, "YY1209"),
    "operands": (definition(deep("「平方根」于（", "「甲」", "）")), REFUSED, "YY1222"),
    "conditions": (definition(deep("若", "「甲」", "则「甲」否则「甲」")), REFUSED, "YY1222"),
    "then branches": (definition(deep("若「阳」则", "「甲」", "否则「甲」")), REFUSED, "YY1222"),
    "let values": (definition(deep("虑「乙」者", "「甲」", "而「甲」")), REFUSED, "YY1222"),
    "recursion types": (definition(deep("递归虑「环」其", "「甲」", "者「甲」而「甲」")), REFUSED, "YY1222"),
    "functions without bodies": (definition("会「乙」而" * DEPTH + "「甲」"), REFUSED, "YY4038"),
    "function types": (definition("「甲」", "化「浮三二」而" * DEPTH + "「浮三二」"), REFUSED, "YY4038"),
    "parameters of function type": (definition("「甲」", deep("化（", "「浮三二」", "）而「浮三二」")), REFUSED, "YY1222"),
    "quantifiers": (definition("「甲」", "承「乙」而" * DEPTH + "「浮三二」"), REFUSED, "YY3004"),
    "annotations": (definition("（" + "「浮三二」也" * DEPTH + "「甲」）"), REFUSED, "YY1222"),
    "projections": (definition("「甲」" + "中「零」" * DEPTH), REFUSED, "YY4051"),
    "qualified names": (definition("「甲」" + "之「乙」" * DEPTH), REFUSED, "YY2205"),
    "arguments": (definition("「平方根」" + "于「甲」" * DEPTH), REFUSED, "YY4025"),
    "type arguments": (definition("「平方根」" + "授以「浮三二」" * DEPTH + "于「甲」"), REFUSED, "YY4028"),
    "tuples": (definition("「甲」" + "与「甲」" * DEPTH), REFUSED, "YY4000"),
    "tuple types": (definition("「甲」", "化" + "「浮三二」合" * DEPTH + "「浮三二」而「浮三二」"), REFUSED, "YY3022"),
    "lets": (lets(DEPTH), ACCEPTED, ""),
    "sequences": (sequences(DEPTH), ACCEPTED, ""),
    "comments": (OPEN + deep("「：", "甲", "：」") + "「甲」者「新浮三二」于「1.0」也。\n", ACCEPTED, ""),
    "open comments": (OPEN + "「：" * DEPTH, REFUSED, "YY1010"),
    "escapes": ("「甲」者『" + "「：" * DEPTH + "』也。\n", REFUSED, "YY1015"),
    "empty sentences": ("。" * DEPTH, ACCEPTED, ""),
    "words without sense": ("之" * DEPTH + "则" * DEPTH + "也" * DEPTH, REFUSED, "YY12"),
    "imports": ("寻「甲」之" * DEPTH, REFUSED, "YY1311"),
    "import path": ("寻" + "「甲」之" * DEPTH + "书。\n", REFUSED, "YY2040"),
    "fields": ("「多」即「组类」【" + "".join(f"「项{i}」乃「浮三二」也，" for i in range(DEPTH)) + "】也。\n", REFUSED, "YY2203"),
    "one field over and over": (OPEN + "「多」即「组类」【" + "「甲」乃「浮三二」也，" * DEPTH + "】也。\n", REFUSED, "YY1220"),
    "definitions of one name": (OPEN + "「甲」者「新浮三二」于「1.0」也。\n" * DEPTH, REFUSED, "YY1223"),
    "unknown names": (definition("「加」于「甲」于「无」；" * 20_000 + "「甲」"), REFUSED, "YY2200"),
    "digits": (OPEN + "「数」者「新浮三二」于「" + "1" * 1_000_000 + ".0」也。\n", REFUSED, "YY4003"),
    "fraction": (OPEN + "「数」者「新浮三二」于「0." + "3" * 1_000_000 + "」也。\n", ACCEPTED, ""),
    "a long name": (f"{OPEN}「{'名' * 17_000_000}」者「新浮三二」于「1.0」也。\n", ACCEPTED, ""),
    "an unknown long name": (definition(f"「{'名' * 17_000_000}」"), REFUSED, "YY2200"),
    "an unclosed long name": ("「" + "名" * 17_000_000, REFUSED, "YY1011"),
    "a long line of nonsense": ("+" * 50_000_000, REFUSED, "YY1020"),
    "NUL": ("「甲」者\0「一」也。\n", REFUSED, "YY1002"),
    "invalid UTF-8": (b"\xff\xfe\x00", REFUSED, "YY1001"),
    "cut UTF-8": ("「甲」者「一」也".encode()[:-1], REFUSED, "YY1001"),
    "UTF-16": ("「甲」者「一」也。".encode("utf-16"), REFUSED, "YY1001"),
    "surrogates": (b"\xed\xa0\x80", REFUSED, "YY1001"),
    "empty": ("", ACCEPTED, ""),
    "a byte order mark": ("\ufeff", ACCEPTED, ""),
    "10 000 conditions": (branches(10_000), ACCEPTED, ""),
}
TEXTS = ["10 000 conditions", "lets", "fraction"]  # also translated


def limit():
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Runner:
    def __init__(self, executable, folder, unlimited):
        self.executable, self.folder, self.unlimited = os.path.abspath(executable), folder, unlimited
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("YY")}

    def run(self, command, path, out=subprocess.DEVNULL):
        with tempfile.TemporaryFile() as err:
            done = subprocess.run([self.executable, command, path], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=out, stderr=err, timeout=TIME_LIMIT_SECONDS, check=False,
                                  preexec_fn=None if self.unlimited else limit)
            err.seek(0)
            return done.returncode, err.read()

    def check(self, name, source, expected, said):
        path = self.folder / "试。着色器。豫"
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        commands = ["check"] + (["wgsl", "msl", "ptx"] if name in TEXTS else [])
        for command in commands:
            try:
                code, err = self.run(command, path.name)
            except subprocess.TimeoutExpired:
                return f"{name}: {command} takes over {TIME_LIMIT_SECONDS} s"
            text = err[-4000:].decode("utf-8", errors="replace")
            if code != expected:
                return f"{name}: {command} ended with {code} instead of {expected}: {text}"
            if said.encode() not in err:
                return f"{name}: {command} does not say {said}: {text}"
            if len(err) > 4_000_000:
                return f"{name}: {command} says {len(err)} bytes"
        return None


def check_paths(runner):
    """What is no file, or none that can be read."""
    (runner.folder / "目录。着色器。豫").mkdir()
    (runner.folder / "自指。着色器。豫").symlink_to("自指。着色器。豫")
    for name in ["没有。着色器。豫", "目录。着色器。豫", "自指。着色器。豫", ".", "", "/", "甲/乙。着色器。豫", "长" * 2000]:
        try:
            code, err = runner.run("check", name)
        except subprocess.TimeoutExpired:
            yield f"{name!r}: no answer"
            continue
        if code != UNREADABLE or not err:
            yield f"{name[:20]!r}: ended with {code}: {err[-500:].decode('utf-8', errors='replace')}"


def check_tint(runner):
    (runner.folder / "试。着色器。豫").write_text(CASES["10 000 conditions"][0], encoding="utf-8")
    text = runner.folder / "试.wgsl"
    with text.open("wb") as out:
        runner.run("wgsl", "试。着色器。豫", out)
    done = subprocess.run(["node", VALIDATE, text], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 77):
        yield f"Tint refuses 10 000 conditions: {done.stdout[-2000:]}{done.stderr[-2000:]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--yyshader", required=True)
    parser.add_argument("--tint", action="store_true")
    parser.add_argument("--unlimited", action="store_true", help="no limits of memory and stack, as a sanitizer needs it")
    parser.add_argument("filter", nargs="?", default="")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    count = 0
    faults = []

    def note(fault):
        if fault:
            faults.append(fault)
            print(fault, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(arguments.yyshader, pathlib.Path(folder), arguments.unlimited)
        for name, case in CASES.items():
            if arguments.filter in name:
                note(runner.check(name, *case))
                count += 1
        if not arguments.filter:
            for fault in check_paths(runner):
                note(fault)
        if arguments.tint and shutil.which("node"):
            for fault in check_tint(runner):
                note(fault)
    print(f"robustness: {count} inputs, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
