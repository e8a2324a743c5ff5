# Packages newer than the distribution's own, without touching the system: an apt state of its own (sources, lists, archive)
# under $tools_dir/apt, whose sources are this machine's own with one suite added, `<codename>-backports` at the same address
# and under the same key. What it downloads is unpacked, not installed. Sourced by install-dependencies.sh.

# derive_sources FOLDER: writes the machine's sources for its own release into FOLDER, in both of apt's formats, each one for
# the plain release followed by its copy for backports.
derive_sources() {
  local folder=$1 codename file name
  # shellcheck disable=SC1091
  codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  [ -n "$codename" ] || fail "/etc/os-release names no release codename"
  rm -rf "$folder"
  mkdir -p "$folder"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ -f "$file" ] || continue
    name=$(basename "$file")
    case $file in
      *.list) one_line_sources "$codename" <"$file" >"$folder/$name" ;;
      *.sources) deb822_sources "$codename" <"$file" >"$folder/$name" ;;
    esac
  done
  find "$folder" -type f -size 0 -delete
  [ -n "$(ls -A "$folder")" ] || fail "no apt source of this machine is for $codename"
}

one_line_sources() {
  sed -nE "
    /^[[:space:]]*deb[[:space:]]/!d
    /^([^[]*|.*\])[[:space:]]+[^[:space:]]+[[:space:]]+$1([-/][^[:space:]]*)?[[:space:]]/!d
    p
    s/^([[:space:]]*deb[[:space:]]+(\[[^]]*\][[:space:]]+)?[^[:space:]]+[[:space:]]+)$1([[:space:]])/\1$1-backports\3/p"
}

deb822_sources() {
  awk -v codename="$1" '
    BEGIN { RS = ""; FS = "\n" }
    {
      suites = ""; enabled = 1; binary = 0
      for (i = 1; i <= NF; i++) {
        if ($i ~ /^Suites:/) suites = substr($i, 8)
        if ($i ~ /^Enabled:[ \t]*no/) enabled = 0
        if ($i ~ /^Types:.*deb([ \t]|$)/) binary = 1
      }
      count = split(suites, suite, /[ \t]+/); ours = 0; plain = 0
      for (i = 1; i <= count; i++) {
        if (suite[i] == codename) plain = 1
        if (suite[i] == codename || index(suite[i], codename "-") == 1) ours = 1
      }
      if (!enabled || !binary || !ours) next
      print $0 "\n"
      if (!plain) next
      for (i = 1; i <= NF; i++) print ($i ~ /^Suites:/) ? "Suites: " codename "-backports" : $i
      print ""
    }'
}

apt_private() {
  local root=$tools_dir/apt command=$1
  shift
  "$command" -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$root/sources" -o Dir::State::lists="$root/lists" \
    -o Dir::Cache="$root/cache" -o Debug::NoLocking=1 -o APT::Sandbox::User="$(id -un)" -o APT::Get::List-Cleanup=1 "$@"
}

backports_are_listed=no
list_backports() {
  [ "$backports_are_listed" = yes ] && return
  mkdir -p "$tools_dir/apt/lists/partial" "$tools_dir/apt/cache/archives/partial"
  derive_sources "$tools_dir/apt/sources"
  apt_private apt-get update >&2 || say "apt-get update reported a fault; going on with what it got"
  backports_are_listed=yes
}

# unpacked_is_current NAME PACKAGE: whether $tools_dir/NAME holds an unpacked PACKAGE that is still usable here.
unpacked_is_current() { grep -qs "^$2 " "$tools_dir/$1/unpacked-packages"; }

# unpack_from_backports NAME MINIMUM PACKAGE [COMPANION...]: unpacks the newest PACKAGE, its companions of the same source and
# whichever of their dependencies the system lacks into $tools_dir/NAME; fails when it is older than MINIMUM.
unpack_from_backports() {
  local name=$1 minimum=$2 package=$3 target=$tools_dir/$1 work version archive
  shift 2
  list_backports
  version=$(apt_private apt-cache madison "$package" | awk '{ print $3 }' | sort -V | tail -n 1)
  at_least "$version" "$minimum" || fail "apt offers $package ${version:-not at all}, but $minimum or later is needed"
  say "unpacking $package $version into $target (the system's own stays as it is)"
  rm -f "$tools_dir"/apt/cache/archives/*.deb
  apt_private apt-get install -y --download-only --no-install-recommends "${@/%/=$version}" \
    -t "$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")-backports" >&2
  mkdir -p "$tools_dir"
  work=$(mktemp -d "$tools_dir/$name.XXXXXX")
  for archive in "$tools_dir"/apt/cache/archives/*.deb; do
    dpkg -x "$archive" "$work"
    dpkg-deb -W --showformat '${Package} ${Version}\n' "$archive" >>"$work/unpacked-packages"
  done
  rm -rf "$target" "$tools_dir"/apt/cache/archives/*.deb
  mv "$work" "$target"
}
