# Installs the library so that `find_package(tagstream)` gives `tagstream::tagstream`.
# The library needs no other package, so the list of targets is the whole package file.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tagstream)
install(TARGETS tagstream EXPORT tagstream FILE_SET HEADERS)
install(EXPORT tagstream NAMESPACE tagstream:: FILE tagstreamConfig.cmake
        DESTINATION ${package_dir})

# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tagstreamConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tagstreamConfigVersion.cmake DESTINATION ${package_dir})
