# Debian packages of what cmake/install.cmake installs: preset `deb`.
#
#   tagstream         the program, its manual and completions
#   libtagstream-c0   the shared library of the C interface
#   libtagstream-dev  headers, static libraries, packages for CMake and pkg-config
set(CPACK_PACKAGE_CONTACT "the tagstream authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library dev)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "reads the structure in what language models write")
string(JOIN "\n" about
       "tagstream finds reasoning, tool calls, hidden sections and tags in a text, while"
       "it streams or when it is whole.")
function(describe component package section sentence)
  string(TOUPPER ${component} name)
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME ${package} PARENT_SCOPE)
  set(CPACK_DEBIAN_${name}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${name}_DESCRIPTION "${about}\n${sentence}" PARENT_SCOPE)
  if(CPACK_GENERATOR STREQUAL "DEB")
    install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
            RENAME copyright COMPONENT ${component})
  endif()
endfunction()
describe(program tagstream utils "This package has the program.")
describe(library libtagstream-c0 libs "This package has the shared library of the C interface.")
describe(dev libtagstream-dev libdevel "This package has headers and static libraries.")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
    "libtagstream-c0 (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS libsimdjson-dev)  # for tagstream::wire
include(CPack)
