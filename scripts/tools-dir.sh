# Sets tools_dir: the private folder of downloaded test tools (docs/testing.md). Sourced by the scripts here; tests/CMakeLists.txt
# follows the same order.
if [ -n "${YYSHADER_TOOLS_DIR:-}" ]; then
  tools_dir=$YYSHADER_TOOLS_DIR
elif [ -n "${XDG_CACHE_HOME:-}" ]; then
  tools_dir=$XDG_CACHE_HOME/yyshader
else
  tools_dir=${HOME:-/tmp}/.cache/yyshader
fi
