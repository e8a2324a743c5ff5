# What `cmake --install` gives: generator, CMake package, runtime headers, builtin declarations, documentation.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/YYShader")

install(TARGETS yyshader EXPORT YYShaderExecutable RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(EXPORT YYShaderExecutable NAMESPACE YYShader:: FILE YYShaderExecutable.cmake DESTINATION "${package_folder}")
install(TARGETS yyshader_runtime EXPORT YYShaderRuntime)
install(EXPORT YYShaderRuntime NAMESPACE YYShader:: FILE YYShaderRuntime.cmake DESTINATION "${package_folder}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/yy" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/YYShaderConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/YYShaderConfig.cmake" INSTALL_DESTINATION "${package_folder}")
# The package works for any machine built for; only the generator has to run on this one.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/YYShaderConfigVersion.cmake"
  VERSION "${PROJECT_VERSION}" COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/YYShaderConfig.cmake" "${PROJECT_BINARY_DIR}/YYShaderConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/YYShader.cmake" DESTINATION "${package_folder}")

install(DIRECTORY "${PROJECT_SOURCE_DIR}/library/" DESTINATION "${CMAKE_INSTALL_DATADIR}/yyshader/着色库")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/bazel" DESTINATION "${CMAKE_INSTALL_DATADIR}/yyshader")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/" DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING PATTERN "*.md")
install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/README.zh.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
