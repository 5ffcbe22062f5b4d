# What `cmake --install` puts where, beside the program, its manual and completions (apps/cli).
#
#   lib/cmake/tagstream   find_package(tagstream) gives tagstream::tagstream, which needs no other
#                         package; the components c, as tagstream::c and tagstream::c_static, and
#                         wire, as tagstream::wire, if they are installed
#   lib/pkgconfig         the same for other build systems
#   share/doc/tagstream   the licence
#
# Components: `program`; `library`, the shared one; `dev`, all else.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tagstream)
set(to_components RUNTIME COMPONENT library LIBRARY COMPONENT library NAMELINK_COMPONENT dev
                  ARCHIVE COMPONENT dev FILE_SET HEADERS COMPONENT dev)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
install(TARGETS tagstream EXPORT tagstream ${to_components})
install(EXPORT tagstream NAMESPACE tagstream:: FILE tagstreamTargets.cmake
        DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/cmake/tagstreamConfig.cmake DESTINATION ${package_dir})
if(TARGET tagstream_wire)
  install(TARGETS tagstream_wire EXPORT tagstream_wire ${to_components})
  install(EXPORT tagstream_wire NAMESPACE tagstream:: FILE tagstreamWireTargets.cmake
          DESTINATION ${package_dir})
endif()
if(TARGET tagstream_c)
  set(c_targets tagstream_c)
  if(TARGET tagstream_c_static)
    list(APPEND c_targets tagstream_c_static)
  endif()
  install(TARGETS ${c_targets} EXPORT tagstream_c ${to_components})
  install(EXPORT tagstream_c NAMESPACE tagstream:: FILE tagstreamCTargets.cmake
          DESTINATION ${package_dir})
endif()

# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tagstreamConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tagstreamConfigVersion.cmake DESTINATION ${package_dir})

# The installed tree may be moved: its folders are named from where the file stands. Folders that
# were given as absolute paths stay where they are, and the tree with them.
set(pc_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
endif()
set(pc_libdir "\${prefix}")
cmake_path(APPEND pc_libdir "${CMAKE_INSTALL_LIBDIR}")
set(pc_includedir "\${prefix}")
cmake_path(APPEND pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
set(packages tagstream)
if(TARGET tagstream_wire)
  list(APPEND packages tagstream_wire)
endif()
if(TARGET tagstream_c)
  list(APPEND packages tagstream_c)
endif()
list(TRANSFORM tagstream_cpp_runtime PREPEND -l OUTPUT_VARIABLE pc_runtime)
list(JOIN pc_runtime " " pc_runtime)
foreach(package IN LISTS packages)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc
                 @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

if(NOT CPACK_GENERATOR STREQUAL "DEB")  # there each package has it: package.cmake
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)  # what follows
