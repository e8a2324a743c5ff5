#!/usr/bin/env bash
# Installs what is missing, builds the generator, then the application in examples/, whose kernels are translated at build
# time, and runs it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
build_dir=${YYSHADER_DEMO_BUILD_DIR:-build/demo}

scripts/install-dependencies.sh build
launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi

echo "== the generator"
cmake -S . -B "$build_dir/generator" -G Ninja -DCMAKE_BUILD_TYPE=Release -DYYSHADER_BUILD_TESTS=OFF "${launcher[@]}" >/dev/null
cmake --build "$build_dir/generator"
cmake --install "$build_dir/generator" --prefix "$PWD/$build_dir/prefix" >/dev/null

echo "== an application that uses it: examples/"
cmake -S examples -B "$build_dir/examples" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$PWD/$build_dir/prefix" >/dev/null
cmake --build "$build_dir/examples"

echo "== its output"
cmake --build "$build_dir/examples" --target run
