#!/usr/bin/env bash
# Time of whole processes on one small kernel: yyshader to each target, beside glslc (GLSL to SPIR-V) and spirv-cross (SPIR-V to
# MSL) on the same kernel, and yyshader's peak memory on growing programs. Usage: compare-processes.sh BUILD_FOLDER
# Needs what `scripts/install-dependencies.sh bench` installs, and the targets yyshader and benchmarks built.
set -euo pipefail
build_dir=$(cd "${1:?the build folder}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")"
yyshader=$(find "$build_dir" -name yyshader -type f -perm -u+x -print -quit)
make_program=$(find "$build_dir" -name make_program -type f -perm -u+x -print -quit)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp ../golden/计算/加倍。着色器。豫 "$work/"
glslc double.comp -o "$work/double.spv"

hyperfine --shell=none --warmup 20 --runs 200 --style basic --export-csv "$work/times.csv" \
  -n 'yyshader wgsl' "$yyshader wgsl $work/加倍。着色器。豫" \
  -n 'yyshader msl' "$yyshader msl $work/加倍。着色器。豫" \
  -n 'yyshader ptx' "$yyshader ptx $work/加倍。着色器。豫" \
  -n 'yyshader version' "$yyshader version" \
  -n 'glslc' "glslc double.comp -o $work/out.spv" \
  -n 'spirv-cross --msl' "spirv-cross --msl $work/double.spv" >/dev/null 2>&1
echo "one small kernel, mean of 200 processes:"
awk -F, 'NR > 1 { printf "  %-20s %7.2f ms\n", $1, 1000 * $2 }' "$work/times.csv"

echo "growing programs, wgsl:"
for kernels in 1 100 1000 10000; do
  "$make_program" "$kernels" >"$work/大。着色器。豫"
  /usr/bin/env python3 - "$yyshader" "$work/大。着色器。豫" "$kernels" <<'PYTHON'
import os, resource, subprocess, sys, time
program, source, kernels = sys.argv[1:]
start = time.perf_counter()
code = subprocess.run([program, "wgsl", source], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
size = os.path.getsize(source) / 1e6
print(f"  {int(kernels):6} kernels {size:8.3f} MB {seconds:8.3f} s {size / seconds:7.1f} MB/s {peak:8.0f} MiB, exit {code}")
PYTHON
done
