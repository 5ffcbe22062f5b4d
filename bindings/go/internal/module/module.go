// Package module is where tagstream gets the WebAssembly module of its library from, in programs
// without cgo. The module of Go in the folder wasm registers itself here.
package module

// An Instance of the WebAssembly module, with a memory of its own. One goroutine at a time calls it.
type Instance interface {
	// Function is an exported function. It takes its arguments from stack, and puts its result into
	// stack[0]. After an error, a trap, the instance is not to be used any more.
	Function(name string) func(stack []uint64) error
	// Memory is the memory of the module as it is now: a call may make it grow, and move.
	Memory() []byte
}

// New makes an instance; nil if there is no module.
var New func() (Instance, error)
