//go:build !cgo

package tagstream

import (
	"errors"
	"strings"
	"testing"

	"tagstream.example/bindings/go/internal/module"
)

// A module that traps in each call but malloc, which says that this is the place.
type trapping struct {
	memory []byte
	place  uint64
}

var errTrap = errors.New("out of bounds")

func (t trapping) Memory() []byte { return t.memory }

func (t trapping) Function(name string) func(stack []uint64) error {
	return func(stack []uint64) error {
		if name == "malloc" {
			stack[0] = t.place
			return nil
		}
		return errTrap
	}
}

var _ module.Instance = trapping{}

func libraryOf(module trapping) *library {
	l := &library{module: module, memory: module.memory}
	for number, name := range functionNames {
		l.functions[number] = module.Function(name)
	}
	return l
}

// A server that recovers from a panic goes on: no other goroutine waits for a lock, and the cleanups
// do not panic.
func TestATrapLosesTheInstance(t *testing.T) {
	l := libraryOf(trapping{make([]byte, 2*bufferSize), bufferSize / 2})
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

// Without memory nothing is written where the module has its data.
func TestNoMemoryForAText(t *testing.T) {
	l := libraryOf(trapping{make([]byte, 2*bufferSize), 0})
	text := strings.Repeat("x", bufferSize+1) // not in the buffer
	func() {
		defer func() {
			if recover() == nil {
				t.Error("there is no panic")
			}
		}()
		l.Lock()
		defer l.unlock()
		l.put(text)
	}()
	if l.memory[0] != 0 || l.trap != nil || !l.TryLock() {
		t.Error("the library is not as before")
	}
}
