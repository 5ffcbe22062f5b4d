//go:build !cgo

package tagstream_test

// The tests of tagstream with the WebAssembly module: bindings/go/test.sh lays this file beside them.
import _ "tagstream.example/bindings/go/wasm"
