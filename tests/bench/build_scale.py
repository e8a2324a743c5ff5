#!/usr/bin/env python3
"""Times of building many shaders with Ninja, beside the same kernels in GLSL by glslc custom commands.

Usage: build_scale.py PREFIX [--shaders 1000] [--packages 20] [--modes each,batch,glslc] [--cmake cmake] [--rounds 3] [--folder DIR]
PREFIX is where YYShader is installed (cmake --install). Prints a table in Markdown: the best of the rounds in milliseconds, as elapsed
time, and in brackets the processor time of all processes, which a busy machine changes less.
"""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile
import time

import scale_project


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(command, **options):
    """Elapsed time and processor time, and what was printed."""
    start, used = time.perf_counter(), processor_time()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    elapsed = (time.perf_counter() - start, processor_time() - used)
    if done.returncode != 0:
        raise SystemExit(done.stdout.decode(errors="replace")[-4000:])
    return elapsed, done.stdout.decode()


class Scale:
    def __init__(self, options, mode, folder):
        self.mode = mode
        self.options = options
        self.source = folder / mode
        self.binary = folder / f"build-{mode}"
        scale_project.make(self.source, options.shaders, options.packages, mode)

    def configure(self):
        shutil.rmtree(self.binary, ignore_errors=True)
        return seconds([self.options.cmake, "-S", self.source, "-B", self.binary, "-G", "Ninja",
                        f"-DCMAKE_PREFIX_PATH={self.options.prefix}"])[0]

    def build(self):
        time.sleep(0.05)  # what was just edited must be seen as newer
        return seconds(["ninja", "-C", str(self.binary)])

    def clean(self):
        subprocess.run(["ninja", "-C", self.binary, "-t", "clean"], check=True, stdout=subprocess.DEVNULL)
        for folder in self.binary.rglob(".yyshader"):
            shutil.rmtree(folder)

    def one(self):
        if self.mode == "glslc":
            return self.source / "p3/k3.comp"
        return self.source / "包3/核3。着色器。豫"

    def edit_one(self, number):
        text = scale_project.GLSL.format(number=number) if self.mode == "glslc" else scale_project.shader_text(3, number)
        self.one().write_text(text)

    def edit_shared(self, number):
        if self.mode == "glslc":
            (self.source / "shared.glsl").write_text(scale_project.GLSL_SHARED.format(number=number))
        else:
            (self.source / "公用/数学。着色器。豫").write_text(scale_project.shared_text(number))

    def measure(self):
        row = {"configure": self.configure()}

        def keep(name, value):
            row[name] = tuple(map(min, row.get(name, value), value))

        for round_number in range(self.options.rounds):
            self.clean()
            keep("cold", self.build()[0])
            elapsed, output = self.build()
            assert "no work to do" in output, output
            for _ in range(5):
                keep("no-op", self.build()[0])
            os.utime(self.one())
            keep("touched", self.build()[0])
            self.edit_one(5000 + round_number)
            keep("edited", self.build()[0])
            self.edit_shared(50 + round_number)
            keep("shared", self.build()[0])
        return row


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("prefix")
    parser.add_argument("--shaders", type=int, default=1000)
    parser.add_argument("--packages", type=int, default=20)
    parser.add_argument("--modes", default="each,batch,glslc")
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", help="where the projects are made")
    options = parser.parse_args()
    options.prefix = str(pathlib.Path(options.prefix).resolve())
    columns = ["configure", "cold", "no-op", "touched", "edited", "shared"]
    print(f"{options.shaders} shaders, {options.packages} packages, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; ms")
    print("| mode | " + " | ".join(columns) + " |")
    print("| --- |" + " ---: |" * len(columns))
    for mode in options.modes.split(","):
        with tempfile.TemporaryDirectory(prefix="yyshader-scale-", dir=options.folder) as folder:
            row = Scale(options, mode, pathlib.Path(folder)).measure()
        print(f"| {mode} | " + " | ".join("{:.0f} ({:.0f})".format(*(1000 * part for part in row[column])) for column in columns) + " |", flush=True)


if __name__ == "__main__":
    main()
