// Package source compiles the library. tagstream.cpp, tagstream.h and tagstream.hpp stand beside
// this file; scripts/two_files makes them.
package source

// #cgo CXXFLAGS: -std=c++20 -O2 -g0 -DNDEBUG -fvisibility=hidden -fno-exceptions -fno-rtti
import "C"
