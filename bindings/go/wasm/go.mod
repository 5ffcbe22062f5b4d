module tagstream.example/bindings/go/wasm

go 1.24.0

require (
	github.com/tetratelabs/wazero v1.11.0
	tagstream.example/bindings/go v0.0.0
)

require golang.org/x/sys v0.38.0 // indirect

replace tagstream.example/bindings/go => ../
