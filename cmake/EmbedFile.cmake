# cmake -DINPUT=… -DOUTPUT=… -DHEADER=… -DFUNCTION=… -P EmbedFile.cmake: see YYShaderEmbed.cmake.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x..,){20})" "\\1\n    " bytes "${bytes}")
string(REGEX MATCH "^(.*)::([^:]+)$" matched "${FUNCTION}")
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"

namespace ${CMAKE_MATCH_1} {
namespace {
constexpr unsigned char bytes[] = {
    ${bytes}
};
}  // namespace

std::string_view ${CMAKE_MATCH_2}() { return {reinterpret_cast<const char*>(bytes), sizeof bytes}; }

}  // namespace ${CMAKE_MATCH_1}
")
