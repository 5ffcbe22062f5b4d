# Keeps small what a user links. Of a program that reads, what makes rules is a third: it runs once,
# and is compiled for its size in a release. So is what writes, as a format is tried by writing.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" OR NOT CMAKE_CXX_FLAGS_RELEASE MATCHES "-O[23]")
  return()
endif()
# With --gc-sections a linker leaves out each function that is not called.
target_compile_options(tagstream PRIVATE -ffunction-sections)

function(compile_with option)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:${option}>)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")  # a precompiled header is for one level alone
    set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

file(GLOB makes_rules CONFIGURE_DEPENDS kit/dialects/*.cpp)
foreach(name IN ITEMS inferences)
  list(REMOVE_ITEM makes_rules ${PROJECT_SOURCE_DIR}/kit/dialects/${name}.cpp)
endforeach()
foreach(name IN ITEMS rules read_schemas read_tools read_back json_complaint options other_names
                      extract_options explain import_template)
  list(APPEND makes_rules kit/options/${name}.cpp)
endforeach()
file(GLOB writes CONFIGURE_DEPENDS kit/write/*.cpp)
compile_with(-Os ${makes_rules} ${writes} kit/guess/models.cpp kit/schema/json_schema.cpp
             src/base/misspelt.cpp src/base/nearest.cpp src/base/sort.cpp
             src/body/decoded_arguments.cpp src/body/schema_table.cpp src/body/tag_arguments.cpp
             src/json/json_equal.cpp src/lex/rules.cpp src/lex/tag_name.cpp)
# Code that runs once for a call or a message: 30 KB less, for at most 0.5 % more instructions.
compile_with(-Os kit/readers/message.cpp kit/readers/read_message.cpp kit/readers/thoughts.cpp
             src/body/nested_value.cpp src/body/xml/xml_ahead.cpp src/frame/call_opening.cpp
             src/frame/call_search.cpp src/machine/context.cpp)
