# Puts a page together and writes it as a C++ source:
#   cmake -DFOLDER=… -DTARGET=… -P embed_page.cmake
# Its style and script are known by their hashes, so a browser runs nothing else.

# The SHA-256 of a text as base64.
function(base64_hash text result)
  set(letters ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  string(SHA256 hash "${text}")
  string(APPEND hash 00)
  set(words "")
  foreach(at RANGE 0 60 6)  # 24 bits are four letters
    string(SUBSTRING "${hash}" ${at} 6 bits)
    foreach(shift IN ITEMS 18 12 6 0)
      math(EXPR letter "(0x${bits} >> ${shift}) & 63")
      string(SUBSTRING "${letters}" ${letter} 1 letter)
      string(APPEND words "${letter}")
    endforeach()
  endforeach()
  string(REGEX REPLACE ".$" "=" words "${words}")
  set(${result} "${words}" PARENT_SCOPE)
endfunction()

file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/page.css style)
file(READ ${FOLDER}/page.js script)
base64_hash("${style}" style_hash)
base64_hash("${script}" script_hash)
string(CONCAT policy "default-src 'none'; script-src 'sha256-${script_hash}'; "
              "style-src 'sha256-${style_hash}'; base-uri 'none'; form-action 'none'")
foreach(part IN ITEMS policy style script)
  string(REPLACE "{{${part}}}" "${${part}}" page "${page}")
endforeach()
string(FIND "${page}" "{{data}}" at)
string(SUBSTRING "${page}" 0 ${at} before)
math(EXPR at "${at} + 8")
string(SUBSTRING "${page}" ${at} -1 after)
file(WRITE ${TARGET} "// Made from ${FOLDER}: see cmake/embed_page.cmake.
#include \"show/page.hpp\"

namespace tagstream::cli {

const std::string_view page_before = R\"page(${before})page\";
const std::string_view page_after = R\"page(${after})page\";

}  // namespace tagstream::cli
")
