#!/usr/bin/env bash
# Installs what building or testing YYShader needs on Debian and Ubuntu, and nothing that is already there.
#
#   scripts/install-dependencies.sh build     compiler, CMake and the libraries of the generator
#   scripts/install-dependencies.sh test      build + everything ./test.sh uses (clang, node, Dawn, lavapipe, newest CMake)
#   scripts/install-dependencies.sh bench     test + what the benchmarks compare with and the slow tests use
#
# Packages go through apt (root, or sudo). Three tools are only unpacked into a private folder, so that the system's
# own copies stay as they are: a newer CMake, a newer lavapipe and the npm package `webgpu` (Dawn for Node).
# That folder is $YYSHADER_TOOLS_DIR, else $XDG_CACHE_HOME/yyshader, else ~/.cache/yyshader (docs/testing.md).
# Prints what it installs; prints nothing and takes well under a second when nothing is missing.
set -euo pipefail

script_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project_dir=$(dirname "$script_dir")
# shellcheck source=scripts/tools-dir.sh
source "$script_dir/tools-dir.sh"
# shellcheck source=scripts/apt-backports.sh
source "$script_dir/apt-backports.sh"

# Each entry is PACKAGE, or PACKAGE:COMMAND where the command, from wherever it comes, will do as well.
build_packages=(
  g++:g++ make:make cmake:cmake ninja-build:ninja
  libboost-program-options-dev libboost-filesystem-dev libfmt-dev libutf8proc-dev libxxhash-dev nlohmann-json3-dev
)
test_packages=(
  python3:python3 git:git ccache:ccache
  libgtest-dev libgmock-dev libbenchmark-dev unicode-data
  clang:clang++ clang-format:clang-format clang-tidy:clang-tidy libclang-rt-dev
  nodejs:node npm:npm libvulkan1
)
bench_packages=(hyperfine:hyperfine glslc:glslc spirv-cross:spirv-cross valgrind:valgrind
  bazel-bootstrap:bazel bazel-rules-java bazel-rules-proto bazel-platforms bazel-skylib)

minimum_mesa=25        # the first lavapipe whose f16 and subgroups are complete enough for Dawn
wanted_cmake=3.31      # tests/cmake runs the oldest and the newest CMake at hand
newest_clang=19        # the modules test needs clang-scan-deps 16 or later

say() { printf '%s\n' "$*" >&2; }
fail() { say "install-dependencies: $*"; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else fail "neither root nor sudo: run this yourself: $*"
  fi
}

apt_lists_are_fresh=no
refresh_apt_lists() {
  [ "$apt_lists_are_fresh" = yes ] && return
  as_root apt-get update -qq || say "apt-get update reported a fault; going on with the lists at hand"
  apt_lists_are_fresh=yes
}

# missing_packages ENTRY...: prints the packages to install, one a line; one dpkg-query for all of them.
missing_packages() {
  local installed entry package command
  installed=" $(dpkg-query -W -f '${db:Status-Abbrev}${binary:Package}\n' 2>/dev/null |
    sed -n 's/^ii *//p' | sed 's/:.*//' | tr '\n' ' ') "
  for entry in "$@"; do
    package=${entry%%:*}
    command=${entry#"$package"}
    command=${command#:}
    [[ $installed == *" $package "* ]] && continue
    [ -n "$command" ] && command -v "$command" >/dev/null && continue
    printf '%s\n' "$package"
  done
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" = 0 ] && return
  say "installing with apt: ${missing[*]}"
  refresh_apt_lists
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# candidate_version PACKAGE: the version apt would install, or nothing.
candidate_version() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: //p' | grep -v '(none)' || true; }

installed_version() { dpkg-query -W -f '${Version}' "$1" 2>/dev/null || true; }

at_least() { [ -n "$1" ] && dpkg --compare-versions "${1#*:}" ge "$2"; }

# The newest clang that apt offers, up to $newest_clang, with its clang-scan-deps; 16 is the oldest worth having.
install_newest_clang() {
  local version
  for version in $(seq "$newest_clang" -1 16); do
    command -v "clang++-$version" >/dev/null && command -v "clang-scan-deps-$version" >/dev/null && return
  done
  refresh_apt_lists
  for version in $(seq "$newest_clang" -1 16); do
    if [ -n "$(candidate_version "clang-$version")" ]; then
      install_packages "clang-$version" "clang-tools-$version" "libclang-rt-$version-dev"
      return
    fi
  done
  say "no clang 16 or later in this machine's apt sources; the tests that need one say so"
}

# lavapipe of $minimum_mesa or later: the system's own when it is new enough, else unpacked from backports.
install_lavapipe() {
  at_least "$(installed_version mesa-vulkan-drivers)" "$minimum_mesa" && return
  unpacked_is_current mesa mesa-vulkan-drivers && return
  refresh_apt_lists
  if at_least "$(candidate_version mesa-vulkan-drivers)" "$minimum_mesa"; then
    install_packages mesa-vulkan-drivers
  else
    unpack_from_backports mesa "$minimum_mesa" mesa-vulkan-drivers
  fi
}

install_newest_cmake() {
  at_least "$(installed_version cmake)" "$wanted_cmake" && return
  unpacked_is_current cmake cmake && return
  refresh_apt_lists
  unpack_from_backports cmake "$wanted_cmake" cmake cmake-data
}

# Dawn, pinned by tests/tools/package-lock.json. A copy that came from the same lock file is left alone (works offline).
install_webgpu() {
  local source=$project_dir/tests/tools target=$tools_dir/npm work
  cmp -s "$source/package-lock.json" "$target/package-lock.json" && [ -d "$target/node_modules/webgpu" ] && return
  say "installing with npm into $target: $(sed -n 's/^ *"\(webgpu\)": "\(.*\)".*/\1 \2/p' "$source/package.json")"
  mkdir -p "$tools_dir"
  work=$(mktemp -d "$tools_dir/npm.XXXXXX")
  cp "$source/package.json" "$source/package-lock.json" "$work/"
  if ! (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2); then
    rm -rf "$work"
    fail "npm could not install the packages of tests/tools"
  fi
  rm -rf "$target"
  mv "$work" "$target"
}

main() {
  local set=${1:-build}
  case $set in build | test | bench) ;; *) fail "unknown set '$set' (build, test or bench)" ;; esac
  if ! command -v apt-get >/dev/null; then
    say "no apt here; YYShader needs: ${build_packages[*]%%:*}"
    [ "$set" = build ] || say "its tests also need: ${test_packages[*]%%:*} and npm ci in tests/tools"
    return 0
  fi
  case $set in
    build) install_packages "${build_packages[@]}" ;;
    test) install_packages "${build_packages[@]}" "${test_packages[@]}" ;;
    bench) install_packages "${build_packages[@]}" "${test_packages[@]}" "${bench_packages[@]}" ;;
  esac
  if [ "$set" != build ]; then
    install_newest_clang
    install_lavapipe
    install_newest_cmake
    install_webgpu
  fi
}

main "$@"
