# yyshader_embed(<target> FILE <path> HEADER <include> FUNCTION <qualified name>)
#
# Compiles the bytes of FILE into <target>: the function, declared in HEADER (as an include line names it) as
# `std::string_view function()`, then gives them. Made again whenever the file changes.
function(yyshader_embed target)
  cmake_parse_arguments(PARSE_ARGV 1 embed "" "FILE;HEADER;FUNCTION" "")
  string(REPLACE "::" "_" stem "${embed_FUNCTION}")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${stem}.embedded.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DINPUT=${embed_FILE}" "-DOUTPUT=${output}" "-DHEADER=${embed_HEADER}"
            "-DFUNCTION=${embed_FUNCTION}" -P "${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake"
    DEPENDS "${embed_FILE}" "${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake"
    COMMENT "Embedding ${stem}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
