# Debian packages of what cmake/install.cmake installs: preset `deb`.
#
#   tagstream         the program, its manual and completions
#   libtagstream-c0   the shared library of the C interface
#   libtagstream-dev  headers, static libraries, packages for CMake and pkg-config
set(CPACK_PACKAGE_CONTACT "the tagstream authors <tagstream@packages.invalid>" CACHE STRING
    "Who answers for the packages: Name <address>")
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
       "tagstream finds reasoning, tool calls, hidden sections and tags in a text,"
       "while it streams or when it is whole.")
# What Debian wants in share/doc, packed by compress.cmake: what has changed, and in which package.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/compress.cmake)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/changelog.Debian @ONLY CONTENT
"@PROJECT_NAME@ (@PROJECT_VERSION@-@CPACK_DEBIAN_PACKAGE_RELEASE@) unstable; urgency=medium

  * Made by CPack. What has changed for users stands in changelog.gz.

 -- @CPACK_PACKAGE_CONTACT@  @now@
")
function(describe component package section sentence)
  string(TOUPPER ${component} name)
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME ${package} PARENT_SCOPE)
  set(CPACK_DEBIAN_${name}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${name}_DESCRIPTION "${about}\n${sentence}" PARENT_SCOPE)
  if(CPACK_GENERATOR STREQUAL "DEB")
    set(doc ${CMAKE_INSTALL_DATADIR}/doc/${package})
    install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${doc} RENAME copyright
            COMPONENT ${component})
    install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${doc} RENAME changelog
            COMPONENT ${component})
    install(FILES ${PROJECT_BINARY_DIR}/changelog.Debian DESTINATION ${doc}
            COMPONENT ${component})
  endif()
endfunction()
describe(program tagstream utils "This package has the program.")
describe(library libtagstream-c0 libs "This package has the shared library of the C interface.")
describe(dev libtagstream-dev libdevel "This package has headers and static libraries.")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
    "libtagstream-c0 (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
# The dynamic linker learns of the library.
file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
include(CPack)
