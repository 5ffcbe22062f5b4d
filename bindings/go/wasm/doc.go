// Package wasm has the library of tagstream as a WebAssembly module, for programs that are built
// without cgo. They import it beside tagstream, and wazero runs it:
//
//	import (
//		"tagstream.example/bindings/go"
//		_ "tagstream.example/bindings/go/wasm"
//	)
//
// With cgo this package is empty: tagstream compiles the library itself.
package wasm
