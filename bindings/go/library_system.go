//go:build cgo && tagstream_system

package tagstream

// The library of the system in the place of the one in internal/source. CGO_CFLAGS and CGO_LDFLAGS
// say where it is, if it is nowhere that the compiler looks.

// #cgo LDFLAGS: -ltagstream_c
// #include "shim.h"
import "C"

func init() {
	if C.tagstream_abi_version() != C.TAGSTREAM_ABI_VERSION {
		panic("tagstream: libtagstream_c has another version than the tagstream.h of this program")
	}
}
