//go:build cgo && !tagstream_system

package tagstream

// #cgo CFLAGS: -I${SRCDIR}/internal/source
import "C"

import _ "tagstream.example/bindings/go/internal/source" // compiles the library
