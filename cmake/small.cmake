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
foreach(name IN ITEMS rules read_schemas read_tools read_back json_complaint options other_names
                      extract_options explain import_template)
  list(APPEND makes_rules kit/options/${name}.cpp)
endforeach()
file(GLOB writes CONFIGURE_DEPENDS kit/write/*.cpp)
compile_with(-Os ${makes_rules} ${writes} kit/schema/json_schema.cpp
             src/base/misspelt.cpp src/base/nearest.cpp src/base/sort.cpp
             src/body/decoded_arguments.cpp src/body/schema_table.cpp src/body/tag_arguments.cpp
             src/json/json_equal.cpp src/lex/rules.cpp src/lex/tag_name.cpp)
# Code that runs once for a call, a message or a text: at most 0.5 % more instructions for each.
file(GLOB rarely CONFIGURE_DEPENDS kit/grammar/*.cpp kit/guess/*.cpp)
foreach(name IN ITEMS
    kit/options/family_behind kit/options/own_format kit/readers/advise kit/readers/extract
    kit/readers/make_grammar kit/readers/message kit/readers/offsets kit/readers/read_message
    kit/readers/snapshots kit/readers/thoughts kit/readers/token_rules kit/readers/tokenizer
    kit/tree/finish kit/tree/tree src/base/entity src/base/text src/body/call_name
    src/body/json_item_end src/body/nested_value src/body/text_body src/body/typed_value
    src/body/xml/xml_ahead src/body/xml/xml_body_value
    src/body/xml/xml_cut src/body/xml/xml_head src/body/xml/xml_markers src/body/xml/xml_value
    src/frame/call_opening
    src/frame/call_search src/frame/pairs_ahead src/json/value_bare src/json/value_converter
    src/json/value_number src/lex/marker_trie src/lex/quoted_stretches src/machine/context
    src/json/json_text src/machine/elements src/machine/first_fence src/machine/prompt
    src/machine/recorder src/machine/region
    src/machine/part_after_call src/machine/section src/machine/wrapper)
  list(APPEND rarely ${name}.cpp)
endforeach()
compile_with(-Os ${rarely})
# Code for each call, or for each tag that counts: 38 KB less, for at most 1.7 % more instructions.
compile_with(-Os src/body/call_list.cpp src/frame/call_reader.cpp src/lex/scope.cpp
             src/machine/call_place.cpp)
# 33 KB less, for at most 2 % more.
compile_with(-O2 src/body/json_body.cpp src/body/json_item.cpp src/body/pythonic_body.cpp
             src/body/xml/xml_arguments.cpp src/body/xml/xml_body.cpp src/body/xml/xml_grammar.cpp
             src/frame/call_value.cpp src/json/json_writer.cpp src/lex/fences.cpp
             src/machine/call_events.cpp src/machine/hidden.cpp src/machine/text.cpp
             kit/readers/reader.cpp)
