# cmake -DOUTPUT=<file.cpp> -DVERSION=<version> -P YYShaderBuildIdentity.cmake -- <archive>...
#
# Writes a source file whose function tells which build of the generator this is: its version and a hash over the
# archives it is linked from. A file that would not change is left alone.
set(identity "${VERSION}")
set(seen_separator FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE ${last})
  if(seen_separator)
    file(SHA256 "${CMAKE_ARGV${index}}" hash)
    string(APPEND identity " ${hash}")
  elseif(CMAKE_ARGV${index} STREQUAL "--")
    set(seen_separator TRUE)
  endif()
endforeach()
string(SHA256 identity "${identity}")
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [[
#include "driver/build_state.hpp"

std::string_view yyshader::driver::build_identity() { return "@VERSION@-@identity@"; }
]])
