# Components: `c` and `wire`. Those that are there are taken, whether they are asked for or not.
include(${CMAKE_CURRENT_LIST_DIR}/tagstreamTargets.cmake)

set(tagstream_wire_FOUND FALSE)
set(tagstream_wire_why "it was left out when tagstream was built (TAGSTREAM_WIRE)")
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/tagstreamWireTargets.cmake)
  include(${CMAKE_CURRENT_LIST_DIR}/tagstreamWireTargets.cmake)
  set(tagstream_wire_FOUND TRUE)
endif()

# It has tagstream::wire inside.
set(tagstream_c_FOUND FALSE)
set(tagstream_c_why "it was left out when tagstream was built (TAGSTREAM_C)")
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/tagstreamCTargets.cmake)
  include(${CMAKE_CURRENT_LIST_DIR}/tagstreamCTargets.cmake)
  set(tagstream_c_FOUND TRUE)
endif()

foreach(component IN LISTS tagstream_FIND_COMPONENTS)
  if(NOT tagstream_${component}_FOUND AND tagstream_FIND_REQUIRED_${component})
    if(NOT DEFINED tagstream_${component}_why)
      set(tagstream_${component}_why "there is none of that name; there are c and wire")
    endif()
    set(tagstream_FOUND FALSE)
    string(APPEND tagstream_NOT_FOUND_MESSAGE
           "component ${component}: ${tagstream_${component}_why}\n")
  endif()
endforeach()
