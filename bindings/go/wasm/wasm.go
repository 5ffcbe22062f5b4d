//go:build !cgo

package wasm

import (
	"context"
	_ "embed"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"tagstream.example/bindings/go/internal/module"
)

// The target go_wasm of CMake makes it.
//
//go:embed tagstream.wasm
var binary []byte

func init() { module.New = newInstance }

type instance struct{ module api.Module }

// newInstance compiles the module, which takes about half a second, once.
func newInstance() (module.Instance, error) {
	ctx := context.Background()
	made, err := wazero.NewRuntime(ctx).Instantiate(ctx, binary)
	if err != nil {
		return nil, err
	}
	return instance{made}, nil
}

func (i instance) Function(name string) func(stack []uint64) error {
	function := i.module.ExportedFunction(name)
	if function == nil {
		panic("tagstream: the WebAssembly module is of another version: it has no " + name)
	}
	ctx := context.Background()
	return func(stack []uint64) error { return function.CallWithStack(ctx, stack) }
}

func (i instance) Memory() []byte {
	memory := i.module.Memory()
	bytes, _ := memory.Read(0, memory.Size())
	return bytes
}
