#!/usr/bin/env bash
# Installs what is missing, builds and installs the generator into a folder here, then builds each example as a project of its
# own against it (its kernels are translated during the build) and runs it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
demo_dir=$PWD/${YYSHADER_DEMO_BUILD_DIR:-build/demo}

scripts/install-dependencies.sh build
launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi

echo "== the generator"
cmake -S . -B "$demo_dir/generator" -G Ninja -DCMAKE_BUILD_TYPE=Release -DYYSHADER_BUILD_TESTS=OFF -DYYSHADER_BUILD_EXAMPLES=OFF \
  "${launcher[@]}" >/dev/null
cmake --build "$demo_dir/generator"
cmake --install "$demo_dir/generator" --prefix "$demo_dir/prefix" >/dev/null

for example in examples/*/; do
  name=$(basename "$example")
  echo "== example $name"
  cmake -S "$example" -B "$demo_dir/$name" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$demo_dir/prefix" >/dev/null
  cmake --build "$demo_dir/$name"
  for program in "$demo_dir/$name"/yy_example_*; do
    if [ -f "$program" ] && [ -x "$program" ]; then
      echo "-- $(basename "$program"):"
      "$program"
    fi
  done
done
