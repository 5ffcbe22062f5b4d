//go:build !cgo

package tagstream

import (
	"errors"
	"testing"

	"tagstream.example/bindings/go/internal/module"
)

// A module that traps in each call but malloc.
type trapping struct{ memory []byte }

var errTrap = errors.New("out of bounds")

func (t trapping) Memory() []byte { return t.memory }

func (t trapping) Function(name string) func(stack []uint64) error {
	return func([]uint64) error {
		if name == "malloc" {
			return nil
		}
		return errTrap
	}
}

var _ module.Instance = trapping{}

// A server that recovers from a panic goes on: no other goroutine waits for a lock, and the cleanups
// do not panic.
func TestATrapLosesTheInstance(t *testing.T) {
	l := &library{module: trapping{make([]byte, 2*bufferSize)}}
	for number, name := range functionNames {
		l.functions[number] = l.module.Function(name)
	}
	l.memory = l.module.Memory()
	for range 2 {
		func() {
			defer func() {
				if err, is := recover().(error); !is || !errors.Is(err, errTrap) {
					t.Errorf("the panic is %v", err)
				}
			}()
			l.Lock()
			defer l.unlock()
			l.put(string(make([]byte, bufferSize+1))) // not in the buffer
			l.call(callFeed)
		}()
		if !l.TryLock() {
			t.Fatal("it is locked")
		}
		l.Unlock()
	}
}
