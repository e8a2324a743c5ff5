#!/usr/bin/env python3
"""Compares our PTX with nvcc's: registers, spills, size of the machine code, and the innermost loops of texts and machine code.

Usage: compare-ptx.py --yyshader PROGRAM [--check] [--keep FOLDER] [NAME...]

For every `NAME。着色器。豫` in ptx_kernels/ with a `NAME.cu` of the same algorithm beside it, both become PTX (`nvcc -O3
--ptx`), and ptxas makes machine code of both for sm_80 and sm_90. Prints the tables of docs/ptx-quality.md; --check fails
where ours spills, has more registers than nvcc + 10 % (but for those that are explained), or more than 1.3 times its code.

A loop is written `instructions/accesses`: accesses are loads and stores of global and shared memory, so that a loop that
does twice the work in one turn is not taken for a worse one. Without nvcc and ptxas the exit code is 77 (skipped).
"""

import argparse
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ARCHITECTURES = ["sm_80", "sm_90"]
SOURCE_END = "。着色器。豫"
INSTRUCTION_BYTES = 16
BRANCH = 0x947  # the low 12 bits of a relative branch
MEMORY = {0x381, 0x981, 0x386, 0x986, 0x984, 0x384, 0x388, 0x988}  # LDG, STG, LDS, STS
LARGEST_RATIO = 1.3
# Kernels that take more registers than nvcc's and 10 %, and how many: docs/ptx-quality.md says why.
EXPLAINED = {("八位点积", "sm_90"): 38}


def find_tool(name):
    folders = [os.environ.get("CUDA_PATH", ""), "/usr/local/cuda"]
    path = os.pathsep.join([os.environ.get("PATH", ""), *(os.path.join(folder, "bin") for folder in folders if folder)])
    return shutil.which(name, path=path)


def innermost(edges):
    """Of (first, last) pairs of loops, those that hold no other."""
    spans = sorted(set(edges))
    return [s for s in spans if not any(o != s and s[0] <= o[0] and o[1] <= s[1] for o in spans)]


def loops_of_text(text):
    """`instructions/accesses` of each innermost loop of a PTX text."""
    instructions = []
    labels = {}
    for line in text.splitlines():
        line = line.split("//")[0].strip()
        label = re.match(r"([$\w]+):$", line)
        if label:
            labels[label[1]] = len(instructions)
        elif line.endswith(";") and not line.startswith("."):
            instructions.append(line)
    edges = []
    for at, instruction in enumerate(instructions):
        branch = re.match(r"(?:@!?%\w+\s+)?bra(?:\.uni)?\s+([$\w]+);", instruction)
        if branch and labels[branch[1]] <= at:
            edges.append((labels[branch[1]], at))
    found = []
    for first, last in innermost(edges):
        body = instructions[first : last + 1]
        accesses = sum(bool(re.match(r"(?:@!?%\w+\s+)?(?:ld|st)\.(?:global|shared)", line)) for line in body)
        found.append(f"{len(body)}/{accesses}")
    return found


def code_of(cubin):
    """The machine code of the one kernel of an ELF file."""
    data = cubin.read_bytes()
    table, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", data, table + size * i) for i in range(count)]
    name_start = headers[names][4]
    for name, _, _, _, offset, length in headers:
        start = name_start + name
        if data[start : data.index(b"\0", start)].startswith(b".text."):
            return data[offset : offset + length]
    raise ValueError(f"{cubin}: no machine code")


def branch_distance(word, is_newer):
    """In instructions, from the one behind the branch. sm_90 has eight bits more, in a field of their own."""
    offset = word >> 34 & (1 << 48) - 1
    offset -= (offset >> 47) << 48
    words = offset << 8 | word >> 16 & 0xFF if is_newer else offset
    return words * 4 // INSTRUCTION_BYTES


def loops_of_code(code, is_newer):
    """`instructions/accesses` of each innermost loop of machine code. The branch to itself behind the end is none."""
    words = [int.from_bytes(code[i : i + INSTRUCTION_BYTES], "little") for i in range(0, len(code), INSTRUCTION_BYTES)]
    edges = []
    for at, word in enumerate(words):
        if word & 0xFFF != BRANCH:
            continue
        target = at + 1 + branch_distance(word, is_newer)
        if target < at:
            edges.append((target, at))
    found = []
    for first, last in innermost(edges):
        accesses = sum(word & 0xFFF in MEMORY for word in words[first : last + 1])
        found.append(f"{last + 1 - first}/{accesses}")
    return found


class Measured:
    def __init__(self, ptxas, text_file, architecture):
        cubin = text_file.with_suffix(f".{architecture}.cubin")
        done = subprocess.run([ptxas, "-v", f"-arch={architecture}", "-o", cubin, text_file], capture_output=True, text=True, check=True)
        said = done.stdout + done.stderr
        self.registers = int(re.search(r"Used (\d+) registers", said)[1])
        self.spills = sum(map(int, re.findall(r"(\d+) bytes (?:stack frame|spill stores|spill loads)", said)))
        code = code_of(cubin)
        self.size = len(code) // INSTRUCTION_BYTES
        self.loops = loops_of_code(code, architecture != ARCHITECTURES[0])


def make_texts(options, name, folder):
    ours, theirs = folder / f"{name}.ptx", folder / f"{name}.nvcc.ptx"
    kernels = pathlib.Path(__file__).parent / "ptx_kernels"
    done = subprocess.run([options.yyshader, "ptx", kernels / (name + SOURCE_END)], capture_output=True, text=True, check=True)
    ours.write_text(done.stdout)
    subprocess.run([options.nvcc, "-O3", "-arch=sm_80", "--ptx", "-o", theirs, kernels / f"{name}.cu"], check=True)
    return ours, theirs


def faults_of(name, architecture, ours, theirs):
    if ours.spills > 0:
        yield f"{name}: {architecture}: {ours.spills} bytes of local memory"
    if ours.registers > max(math.ceil(theirs.registers * 1.1), EXPLAINED.get((name, architecture), 0)):
        yield f"{name}: {architecture}: {ours.registers} registers, nvcc {theirs.registers}"
    if ours.size > theirs.size * LARGEST_RATIO:
        yield f"{name}: {architecture}: {ours.size} instructions, nvcc {theirs.size}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--yyshader", required=True)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path, help="leave texts and machine code there")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    options.nvcc, ptxas = find_tool("nvcc"), find_tool("ptxas")
    if options.nvcc is None or ptxas is None:
        print("skipped: nvcc and ptxas (CUDA Toolkit) are not here")
        return 77
    kernels = pathlib.Path(__file__).parent / "ptx_kernels"
    names = options.names or sorted(path.name[: -len(SOURCE_END)] for path in kernels.glob("*" + SOURCE_END))
    rows = {architecture: [] for architecture in ARCHITECTURES}
    texts = []
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            ours_text, theirs_text = make_texts(options, name, folder)
            texts.append([name, *(" ".join(loops_of_text(text.read_text())) or "–" for text in (ours_text, theirs_text))])
            for architecture in ARCHITECTURES:
                ours, theirs = (Measured(ptxas, text, architecture) for text in (ours_text, theirs_text))
                faults.extend(faults_of(name, architecture, ours, theirs))
                loops = [" ".join(each.loops) or "–" for each in (ours, theirs)]
                numbers = [ours.registers, theirs.registers, ours.size, theirs.size, f"{ours.size / theirs.size:.2f}"]
                rows[architecture].append([name, *map(str, numbers), *loops])
    for architecture in ARCHITECTURES:
        print(f"\n{architecture}:\n")
        print("| kernel | registers | nvcc | size | nvcc | ratio | loops of the code | nvcc |\n" + "| --- " * 8 + "|")
        for row in rows[architecture]:
            print("| " + " | ".join(row) + " |")
    print("\ntexts:\n\n| kernel | loops | nvcc |\n| --- | --- | --- |")
    for row in texts:
        print("| " + " | ".join(row) + " |")
    print(*faults, sep="\n")
    return 1 if options.check and faults else 0


if __name__ == "__main__":
    sys.exit(main())
