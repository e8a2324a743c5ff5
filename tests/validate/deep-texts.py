#!/usr/bin/env python3
"""Compiles what `--host cpu` writes for expressions as deep as the text allows: in time, too.

Usage: deep-texts.py --yyshader PROGRAM --runtime FOLDER [--only WORD] [--seconds S]

A C++ compiler may need twice the time for each level of a nest, in its parser or where it looks at a place that is
assigned to. Here every operation stands in itself, on the left, on the right and on both, in every position of a
statement; a module with all nests of one type has `--seconds` per compiler (it takes a few). `--only` takes the nests
whose name has WORD in it, as in 无三二-位异或-右. Exit code 77 (skipped): no compiler is here.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LEVELS = 100
COMPILERS = [["g++", "-std=c++17", "-O1"], ["clang++", "-std=c++17", "-fsyntax-only"]]

SCALARS = {"无三二": "无三二", "整三二": "整三二", "浮三二": "浮三二", "浮十六": "浮十六"}
VECTORS = {"四维无": "无三二", "三维整": "整三二", "三维浮": "浮三二", "二维半": "浮十六"}
INTEGER_OPERATIONS = ["加", "减", "乘", "除以", "取余", "位与", "位异或", "最大"]
FLOAT_OPERATIONS = ["加", "减", "乘", "除以", "最小", "阶跃"]


def operations_of(scalar):
    return INTEGER_OPERATIONS if scalar in ("无三二", "整三二") else FLOAT_OPERATIONS


def nest(sides, wrap, leaves, levels=LEVELS):
    """`wrap(left, right)` in itself; `sides`: on which side the next level stands, in turn."""
    text = leaves[0]
    for level in range(levels):
        leaf = leaves[level % len(leaves)]
        text = wrap(text, leaf) if sides[level % len(sides)] == "left" else wrap(leaf, text)
    return text


SIDES = {"左": ["left"], "右": ["right"], "左右": ["left", "right"]}


def binary(name):
    return lambda left, right: f"（「{name}」于（{left}）于（{right}））"


def shift(name):
    return lambda left, right: f"（「{name}」于（{left}）于（「转无三二」于（{right}）））"


def converted(through, scalar):
    """A conversion there and back around each level."""
    return lambda left, right: f"（「加」于（「转{scalar}」于（「转{through}」于（{left}）））于（{right}））"


def chosen(left, right):
    return f"（若「小于」于（{left}）于（{right}）则「甲」否则「乙」）"


def called(left, right):
    return f"（「召」于（{left}）于（{right}））"


class Module:
    """A source with an entry for each of its bodies."""

    def __init__(self):
        self.text = ["寻观「着色库」之「着色内建」之书。\n"]
        self.bindings = 0

    def buffer(self, name, element):
        self.text.append(f"「{name}」乃「存储缓冲」于（「数组」于「{element}」）也。\n「{name}」者「绑定」于（「组值」【「组」者「零」也，"
                         f"「号」者「{self.bindings}」也，「访问」者「读写」也】）也。\n")
        self.bindings += 1

    def entry(self, name, body):
        self.text.append(f"「{name}」乃化「局部调用序」而「有」也。\n「{name}」者会「序」而\n{body}\n也。\n「{name}入口」乃「计算入口」也。\n"
                         f"「{name}入口」者「计算入口项」于「{name}」于（「组值」【「工作组大小」者「六四」也】）也。\n")


def write(buffer, index, value):
    return f"（「写数组」于「{buffer}」于（{index}）于（{value}））"


def bodies(kind, is_scalar, expression):
    """Statements with the expression in every position."""
    index = "「序」"
    yield "值", write("果", index, expression)
    yield "名", f"虑「名」者{expression}而{write('果', index, '「名」')}；{write('果', '「转无三二」于「序」', '「名」')}"
    if is_scalar:
        at = f"「转无三二」于{expression}"
        for buffer in ("果", "三", "四", "构"):
            yield f"位于{buffer}", write(buffer, at, f"「读数组」于「{buffer}」于「序」")
            yield f"读于{buffer}", write(buffer, index, f"「读数组」于「{buffer}」于（{at}）")
        yield "件", write("果", index, f"「转{kind}」于（（「读数组」于「构」于（{at}））中「首」）")
        yield "支", f"（若「小于」于{expression}于「甲」则{write('果', index, '「甲」')}否则「元」）"


def module_of(kind, scalar, nests):
    """A source with all these nests of one type: (name, wrap, sides)."""
    module = Module()
    module.text.append("「构型」即「组类」【「首」乃「无三二」也，「次」乃「三维无」也】也。\n")
    for name, element in (("果", kind), ("三", "三维无"), ("四", "四维浮"), ("构", "构型"), ("源", kind)):
        module.buffer(name, element)
    module.text.append(f"「召」乃化「{kind}」而化「{kind}」而「{kind}」也。\n"
                       "「召」者会「左」而会「右」而「加」于「左」于（「读数组」于「源」于（「新无三二」于「3」））也。\n")
    head = "虑「甲」者「读数组」于「源」于「序」而虑「乙」者「读数组」于「源」于（「加」于「序」于（「新无三二」于「1」））而\n"
    leaves = ["「甲」", "「乙」", "（「读数组」于「源」于「序」）"]
    for name, wrap, sides in nests:
        for where, body in bodies(kind, kind == scalar, nest(sides, wrap, leaves)):
            module.entry(f"{name}-{where}", head + body)
    return "".join(module.text)


def wraps_of(kind, scalar):
    """By name: how a level stands around the next."""
    wraps = {name: binary(name) for name in operations_of(scalar)}
    wraps["召"] = called
    if kind == scalar:
        wraps["择"] = chosen
        wraps.update({f"转{through}": converted(through, scalar) for through in SCALARS if through != scalar})
        if scalar in ("无三二", "整三二"):
            wraps["左移"] = shift("左移")
    return wraps


def modules(only):
    """(name, source) of each type's nests whose names have `only` in them, and how many these are."""
    for kind, scalar in [*((s, s) for s in SCALARS), *VECTORS.items()]:
        nests = [(f"{kind}-{name}-{side}", wrap, sides) for name, wrap in wraps_of(kind, scalar).items() for side, sides in SIDES.items()]
        nests = [nest for nest in nests if only in nest[0]]
        if nests:
            yield kind, module_of(kind, scalar, nests), len(nests)


def compile_within(seconds, command):
    """What went wrong, if anything. A compiler is several processes; none of them outlives its time."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            _, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return f"takes more than {seconds} s"
    return errors[:2000] if process.returncode != 0 else ""


def check(arguments, name, text, folder):
    source = folder / f"{name}。着色器。豫"
    source.write_text(text, encoding="utf-8")
    command = [arguments.yyshader, "build", str(source), "-o", str(folder / name), "--host", "cpu", "--target", "msl", "--namespace", "深"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode != 0:
        return [f"{name}: {done.stderr[:3000]}"], []
    header = next((folder / name).rglob("*。着色程序.hpp"))
    faults, times = [], []
    for compiler in COMPILERS:
        if not shutil.which(compiler[0]):
            continue
        start = time.monotonic()
        fault = compile_within(arguments.seconds, [*compiler, "-w", f"-I{arguments.runtime}", "-x", "c++", str(header), "-c", "-o", os.devnull])
        if fault:
            faults.append(f"{name}: {compiler[0]}: {fault}")
        times.append(f"{name} {compiler[0]} {time.monotonic() - start:.1f} s")
    return faults, times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--yyshader", required=True)
    parser.add_argument("--runtime", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    if not any(shutil.which(compiler[0]) for compiler in COMPILERS):
        print("skipped: no compiler is here")
        return 77
    found = list(modules(arguments.only))
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        results = list(pool.map(lambda module: check(arguments, *module[:2], pathlib.Path(temporary)), found))
    print("; ".join(time for _, times in results for time in times))
    faults = [fault for faults, _ in results for fault in faults]
    print("".join(fault + "\n" for fault in faults), end="")
    print(f"{sum(count for _, _, count in found)} nests of {LEVELS} levels, {len(faults)} faults")
    return 1 if faults or not found else 0


sys.exit(main())
