# Installs what is in `build`, and moves it to `prefix`: nothing in it may point to where it was.
set(staged ${prefix}.staged)
file(REMOVE_RECURSE ${staged} ${prefix})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${staged}
                COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${staged} ${prefix})
if(has_c)
  set(c_files include/tagstream.h ${libdir}/libtagstream_c.so.0 ${libdir}/libtagstream_c.a
              ${libdir}/pkgconfig/tagstream_c.pc)
endif()
foreach(file IN ITEMS bin/tagstream include/tagstream/tagstream.hpp
                      ${mandir}/man1/tagstream.1 ${docdir}/LICENSE
                      ${libdir}/cmake/tagstream/tagstreamConfig.cmake
                      ${libdir}/pkgconfig/tagstream.pc
                      include/tagstream/wire/rewriter.hpp
                      ${libdir}/pkgconfig/tagstream_wire.pc ${c_files})
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
