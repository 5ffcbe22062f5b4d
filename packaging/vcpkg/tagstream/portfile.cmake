# An overlay port: it builds the sources around it.
#   vcpkg install tagstream --overlay-ports=packaging/vcpkg
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)
if(VCPKG_TARGET_IS_WINDOWS)  # the headers of C++ export nothing
  vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
endif()
vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES
  c TAGSTREAM_C
  wire TAGSTREAM_WIRE)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${options} -DTAGSTREAM_CLI=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/tagstream)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
