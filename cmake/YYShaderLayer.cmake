# yyshader_layer(<name> SOURCES <file>... [DEPENDS <layer or library>...])
#
# One layer of the generator: a static library `yyshader_<name>` whose include root is `generator/`,
# so that every include names the layer it comes from (`#include "ir/module.hpp"`).
# DEPENDS lists the layers it may include; tests/unit/layers checks the include lines against docs/architecture.md.
function(yyshader_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "" "" "SOURCES;DEPENDS")
  if(layer_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "yyshader_layer(${name}): unknown arguments ${layer_UNPARSED_ARGUMENTS}")
  endif()
  set(target yyshader_${name})
  add_library(${target} STATIC ${layer_SOURCES})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/generator")
  target_link_libraries(${target} PUBLIC ${layer_DEPENDS})
  if(NOT MSVC)  # what a program does not call is left out of it, which keeps its start short
    target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
  endif()
  yyshader_warnings(${target})
  set_property(GLOBAL APPEND PROPERTY YYSHADER_LAYERS ${target})
endfunction()

# yyshader_warnings(<target>): the warnings that all of the project's own code is held to.
function(yyshader_warnings target)
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4 /utf-8 $<$<BOOL:${YYSHADER_WARNINGS_AS_ERRORS}>:/WX>)
  else()
    # GCC 12 sees overlapping copies in `"a" + std::to_string(b)` when it optimises (its bug 105329).
    set(gcc_before_13 $<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
      $<${gcc_before_13}:-Wno-restrict> $<$<BOOL:${YYSHADER_WARNINGS_AS_ERRORS}>:-Werror>)
  endif()
endfunction()
