#!/usr/bin/env bash
# Installs what is missing, builds everything and runs every test. Ends with a summary; exits 0 only when all is well.
#
#   ./test.sh                 everything
#   ./test.sh --no-install    with what is there
#   ./test.sh -R golden       further arguments go to ctest: only some tests (style and tidy are then left out)
#
# YYSHADER_TEST_BUILD_DIR names the build folder (default build/test), YYSHADER_FUZZ_SECONDS how long each fuzzer runs (30).
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
# shellcheck source=scripts/tools-dir.sh
source scripts/tools-dir.sh
export YYSHADER_TOOLS_DIR=$tools_dir
unset YY_LANG YYSHADER_CACHE_DIR
# So that a checkout in another folder of the same machine finds what was compiled here.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

build_dir=${YYSHADER_TEST_BUILD_DIR:-build/test}
install=yes
if [ "${1:-}" = --no-install ]; then
  install=no
  shift
fi

summary=()
failed=no
# step NAME COMMAND...: runs one step, notes its outcome and time.
step() {
  local name=$1 started=$SECONDS outcome=passed
  shift
  printf '\n== %s\n' "$name"
  if ! "$@"; then
    outcome=FAILED
    failed=yes
  fi
  summary+=("$(printf '%-10s %s (%d s)' "$outcome" "$name" $((SECONDS - started)))")
  [ "$outcome" = passed ]
}

finish() {
  printf '\n== summary\n'
  printf '%s\n' "${summary[@]}"
  [ "$failed" = no ] || exit 1
  exit 0
}

configure() {
  local launcher=()
  if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  cmake -S . -B "$build_dir" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DYYSHADER_BUILD_TESTS=ON \
    -DYYSHADER_TOOLS_DIR="$tools_dir" -DYYSHADER_FUZZ_SECONDS="${YYSHADER_FUZZ_SECONDS:-30}" "${launcher[@]}"
}

# A test whose tool is missing reports itself as skipped. What apt and npm provide has been installed above, so its absence is
# a fault; CUDA is in neither, so ptxas may be absent, but not where its usual folder is. Mounting needs rights, not tools.
run_tests() {
  local log code=0
  log=$(mktemp)
  ctest --test-dir "$build_dir" --output-on-failure --no-tests=error -j "$(nproc)" "$@" 2>&1 | tee "$log" || code=1
  if [ -d /usr/local/cuda ] && grep -q 'validate\.ptx.*Skipped' "$log"; then
    echo "validate.ptx was skipped, though /usr/local/cuda is here"
    code=1
  fi
  if grep -F '***Skipped' "$log" | grep -qv 'validate\.\(ptx\|harness\.ptx\)\|cuda\|stress\.full_disk'; then
    echo "a test was skipped whose tool scripts/install-dependencies.sh provides"
    code=1
  fi
  rm -f "$log"
  return "$code"
}

if [ "$install" = yes ]; then
  step "install" scripts/install-dependencies.sh test || finish
fi
step "configure" configure || finish
step "build" cmake --build "$build_dir" || finish
if [ $# = 0 ]; then
  step "style" python3 scripts/check-style.py
  step "clang-tidy" python3 scripts/check-tidy.py "$build_dir"
fi
step "tests" run_tests "$@"
finish
