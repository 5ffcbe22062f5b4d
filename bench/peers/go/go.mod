module tagstream.example/bench/peers/go

go 1.24.0

require tagstream.example/bindings/go v0.0.0

require (
	golang.org/x/net v0.44.0
	tagstream.example/bindings/go/wasm v0.0.0-00010101000000-000000000000
)

require (
	github.com/tetratelabs/wazero v1.11.0 // indirect
	golang.org/x/sys v0.38.0 // indirect
)

replace (
	tagstream.example/bindings/go => ../../../bindings/go
	tagstream.example/bindings/go/wasm => ../../../bindings/go/wasm
)
