# cmake -DOUTPUT=<file.cpp> -DVERSION=<version> -DSOURCE_DIR=<repository> -P YYShaderBuildIdentity.cmake
#
# Writes a source file whose function tells which generator this is: its version and a hash over its sources, which is the
# same on every machine. A file that would not change is left alone.
file(GLOB_RECURSE files RELATIVE "${SOURCE_DIR}" LIST_DIRECTORIES false
  "${SOURCE_DIR}/generator/*" "${SOURCE_DIR}/library/*")
list(SORT files)
set(text "${VERSION}")
foreach(file IN LISTS files)
  file(SHA256 "${SOURCE_DIR}/${file}" hash)
  string(APPEND text "\n${file} ${hash}")
endforeach()
string(SHA256 identity "${text}")
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [[
#include "driver/build_state.hpp"

std::string_view yyshader::driver::build_identity() { return "@VERSION@-@identity@"; }
]])
