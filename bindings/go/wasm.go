//go:build !cgo

package tagstream

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"

	"tagstream.example/bindings/go/internal/module"
)

// All calls of the library, without cgo: the same functions and types as in cgo.go. A process has one
// instance of the WebAssembly module, which all goroutines share: calls wait for each other.

// A library is an instance, and what a call needs. Whoever holds the lock may call it.
type library struct {
	sync.Mutex
	module    module.Instance
	functions [functionCount]func(stack []uint64) error
	trap      error  // after it the instance is lost
	memory    []byte // as of the last call
	stack     [8]uint64
	scratch   uint32 // where functions put their results
	buffer    uint32 // where texts are put that are no longer than bufferSize
	used      uint32 // of the buffer, by the call that is made now
	large     []uint32
}

const (
	scratchSize = 256
	bufferSize  = 64 << 10
)

var (
	theLibrary library
	startOnce  sync.Once
	startError error
)

var errNoModule = errors.New("tagstream: without cgo a program also imports the module of the library: " +
	"import _ \"tagstream.example/bindings/go/wasm\"; or build with CGO_ENABLED=1 and a C++20 compiler")

// ready says why the library can't be called.
func ready() error {
	if module.New == nil {
		return errNoModule
	}
	startOnce.Do(func() { startError = theLibrary.start() })
	return startError
}

// locked is the library, for one call: unlock it after the results are copied.
func locked() *library {
	if err := ready(); err != nil {
		panic(err)
	}
	theLibrary.Lock()
	return &theLibrary
}

func (l *library) start() error {
	instance, err := module.New()
	if err != nil {
		return err
	}
	l.module = instance
	for number, name := range functionNames {
		l.functions[number] = instance.Function(name)
	}
	l.memory = instance.Memory()
	l.call(callConstructors)
	l.scratch = l.call(callMalloc, scratchSize)
	l.buffer = l.call(callMalloc, bufferSize)
	var seed [8]byte // of the ids that are made up
	rand.Read(seed[:])
	l.call(callSeed, binary.LittleEndian.Uint32(seed[:]), binary.LittleEndian.Uint32(seed[4:]))
	return nil
}

// call calls a function, whose arguments are all of 32 bits. It panics if the module traps, as it does
// where a program in C ends: without memory.
func (l *library) call(function int, arguments ...uint32) uint32 {
	if l.trap != nil {
		panic(l.trap)
	}
	for i, one := range arguments {
		l.stack[i] = uint64(one)
	}
	if err := l.functions[function](l.stack[:]); err != nil {
		l.trap = fmt.Errorf("tagstream: the WebAssembly module has stopped: %w", err)
		panic(l.trap)
	}
	l.memory = l.module.Memory()
	return uint32(l.stack[0])
}

// put puts a text into the memory of the library, until unlock.
func (l *library) put(text string) (at, size uint32) {
	size = uint32(len(text))
	if uint64(len(text)) > math.MaxInt32 {
		panic("tagstream: a text of more than 2 GB")
	}
	if l.used+size <= bufferSize {
		at = l.buffer + l.used
		l.used += size
	} else {
		at = l.allocate(size)
		l.large = append(l.large, at)
	}
	copy(l.memory[at:], text)
	return at, size
}

// allocate is memory of the library, for callFreeBlock. It panics if there is none.
func (l *library) allocate(size uint32) uint32 {
	at := l.call(callMalloc, size)
	if at == 0 {
		panic(fmt.Sprintf("tagstream: the WebAssembly module has no memory for %d bytes", size))
	}
	return at
}

func (l *library) unlock() {
	for _, at := range l.large {
		if l.trap == nil {
			l.call(callFreeBlock, at)
		}
	}
	l.large, l.used = l.large[:0], 0
	l.Unlock()
}

func (l *library) number(at uint32) uint32 { return binary.LittleEndian.Uint32(l.memory[at:]) }
func (l *library) long(at uint32) int64 {
	return int64(binary.LittleEndian.Uint64(l.memory[at:]))
}

// view are the bytes of a tagstream_string, until the next call.
func (l *library) view(at uint32) []byte {
	data, size := l.number(at), l.number(at+4)
	return l.memory[data:][:size]
}

// array is an array of structs that stands in the scratch memory.
func (l *library) array() (at, count, stride uint32) {
	return l.number(l.scratch), l.number(l.scratch + 4), l.number(l.scratch + 8)
}

func (l *library) text(at uint32) string { return string(l.view(at)) }

// zeroEnded is a `const char*`.
func (l *library) zeroEnded(at uint32) string {
	if at == 0 {
		return ""
	}
	end := at
	for l.memory[end] != 0 {
		end++
	}
	return string(l.memory[at:end])
}

// owned is a `char*` that the caller owns, of the size that stands in the scratch memory; it is freed.
func (l *library) owned(at uint32) string { return l.ownedOf(at, l.number(l.scratch)) }

func (l *library) ownedOf(at, size uint32) string {
	if at == 0 {
		return ""
	}
	text := string(l.memory[at:][:size])
	l.call(callFree, at)
	return text
}

// The scratch memory has results at these places. A function that fails puts its error at the second.
const (
	resultAt = 0
	errorAt  = 4
	sizeAt   = 8
	moreAt   = 12
)

// clear empties the places of results, and is where the first one is.
func (l *library) clear() uint32 {
	clear(l.memory[l.scratch:][:scratchSize])
	return l.scratch
}

// orError is what a function puts at the first place of results, or its error at the second.
func (l *library) orError(function int, arguments ...uint32) (uint32, error) {
	result := l.clear()
	l.call(function, append(arguments, result, result+errorAt)...)
	return l.number(result), l.failure()
}

// textOrError is a text that a function makes, or its error.
func (l *library) textOrError(function int, arguments ...uint32) (string, error) {
	result := l.clear()
	l.call(function, append(arguments, result, result+sizeAt, result+errorAt)...)
	if err := l.failure(); err != nil {
		return "", err
	}
	return l.ownedOf(l.number(result), l.number(result+sizeAt)), nil
}

// failure is the error of the last call as one of Go; it is freed.
func (l *library) failure() error {
	at := l.number(l.scratch + errorAt)
	if at == 0 {
		return nil
	}
	err := l.errorOf(at)
	l.call(callErrorFree, at)
	return err
}

func (l *library) errorOf(at uint32) *Error {
	err := &Error{
		Code:    Code(l.call(callErrorStatus, at)),
		Option:  l.zeroEnded(l.call(callErrorOption, at)),
		Message: l.zeroEnded(l.call(callErrorMessage, at)),
	}
	l.call(callErrorOffset, at)
	err.Offset = int64(l.stack[0])
	return err
}

func version() string {
	l := locked()
	defer l.unlock()
	return l.zeroEnded(l.call(callVersion))
}

func dialects() []string {
	l := locked()
	defer l.unlock()
	names := make([]string, l.call(callDialectCount))
	for i := range names {
		l.call(callDialectName, l.scratch, uint32(i))
		names[i] = l.text(l.scratch)
	}
	return names
}

func attributesOf(rawTag string) []Attribute {
	l := locked()
	defer l.unlock()
	at, size := l.put(rawTag)
	var attributes []Attribute
	l.eachAttribute(at, size, func(its rawAttribute) {
		attributes = append(attributes, its.of(rawTag))
	})
	return attributes
}

// eachAttribute gives the attributes of a raw tag at this place.
func (l *library) eachAttribute(raw, size uint32, give func(rawAttribute)) {
	room := uint32(scratchSize / attributeSize)
	found := l.scratch
	count := l.call(callAttributes, raw, size, found, room)
	if count > room {
		found = l.allocate(count * attributeSize)
		defer l.call(callFreeBlock, found)
		l.call(callAttributes, raw, size, found, count)
	}
	for i := range count {
		at := found + i*attributeSize
		its := rawAttribute{
			nameSize:  int(l.number(at + attributeNameAt + 4)),
			valueSize: int(l.number(at + attributeValueAt + 4)),
			hasValue:  l.memory[at+attributeHasValueAt] != 0,
		}
		if its.nameSize > 0 {
			its.name = int(l.number(at+attributeNameAt) - raw)
		}
		if its.valueSize > 0 {
			its.value = int(l.number(at+attributeValueAt) - raw)
		}
		give(its)
	}
}

// truth is a bool as an argument.
func truth(is bool) uint32 {
	if is {
		return 1
	}
	return 0
}

// limit is a size_t: of NoLimit, and of one that no memory reaches, the greatest.
func limit(most int) uint32 {
	if most < 0 || uint64(most) > math.MaxUint32 {
		return math.MaxUint32
	}
	return uint32(most)
}

// only calls a function that gives nothing. A handle that was never made is none.
func only(function int, at uint32) {
	if at == 0 {
		return
	}
	l := locked()
	defer l.unlock()
	if l.trap == nil { // also called by cleanups, where a panic ends the process
		l.call(function, at)
	}
}

func (h readerHandle) prime(tail string) (bool, error) {
	l := locked()
	defer l.unlock()
	at, size := l.put(tail)
	open, err := l.orError(callPrime, h.at, at, size)
	return open != 0, err
}

func (h readerHandle) err() *Error {
	l := locked()
	defer l.unlock()
	at := l.call(callReaderError, h.at)
	if at == 0 {
		return nil
	}
	return l.errorOf(at)
}

func (h readerHandle) stats() Stats {
	l := locked()
	defer l.unlock()
	at := l.clear()
	l.call(callReaderStats, h.at, at, statsSize)
	return l.statsOf(at)
}

func (r *Reader) feed(chunk string) {
	l := locked()
	defer l.unlock()
	at, size := l.put(chunk)
	l.call(callFeed, l.scratch, r.handle.at, at, size)
	r.decode(l, chunk, at)
	r.fed += int64(len(chunk))
	runtime.KeepAlive(r)
}

func (r *Reader) finish() {
	l := locked()
	defer l.unlock()
	l.call(callFinish, l.scratch, r.handle.at)
	r.decode(l, "", 0)
	runtime.KeepAlive(r)
}

// decode takes the events of a call. A text that stands in the chunk, which is at this place of the
// memory, is a slice of the chunk; others are copied.
func (d *decoder) decode(l *library, chunk string, chunkAt uint32) {
	at, count, stride := l.array()
	d.make(int(count))
	for i := range d.events {
		d.decodeOne(&d.events[i], l, l.memory[at:][:eventSize], chunk, chunkAt)
		at += stride
	}
}

func (d *decoder) decodeOne(out *Event, l *library, event []byte, chunk string, chunkAt uint32) {
	number := binary.LittleEndian.Uint32
	long := binary.LittleEndian.Uint64
	text := func(at int) string {
		data, size := number(event[at:]), number(event[at+4:])
		if from := data - chunkAt; data >= chunkAt && uint64(from)+uint64(size) <= uint64(len(chunk)) {
			return chunk[from : from+size]
		}
		return string(l.memory[data:][:size])
	}
	again := func(last *string, at int) string {
		if its := l.memory[number(event[at:]):][:number(event[at+4:])]; string(its) != *last {
			*last = string(its)
		}
		return *last
	}
	*out = Event{
		Kind:  Kind(event[eventKindAt]),
		Start: int64(long(event[eventStartAt:])),
		End:   int64(long(event[eventEndAt:])),
		Text:  text(eventTextAt),
	}
	out.setFlags(number(event[eventFlagsAt:]))
	switch out.Kind {
	case KindContent, KindReasoning, KindMarkup:
		return
	case KindSectionDelta:
		out.Name = again(&d.name, eventNameAt)
		return
	case KindSectionStart, KindSectionEnd:
		out.Raw = again(&d.rawTag, eventRawAt)
	case KindThought:
		out.ThoughtType = text(eventThoughtTypeAt)
		out.Confidence = math.Float64frombits(long(event[eventConfidenceAt:]))
	default:
		out.Raw = text(eventRawAt)
		out.ID = text(eventIDAt)
		out.Index = int(number(event[eventIndexAt:]))
	}
	out.Code = Code(event[eventCodeAt])
	out.Name = again(&d.name, eventNameAt)
	out.Offset = int64(long(event[eventOffsetAt:]))
}
