# Toolchain of the preset `wasm`: clang 19 and Debian's WASI library. CMake 3.25 knows no WASI.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_WORKS TRUE) # no program can be linked before what stands in for the system
