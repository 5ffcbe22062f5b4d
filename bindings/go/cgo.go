//go:build cgo

package tagstream

// #cgo noescape tagstream_feed_copy
// #cgo nocallback tagstream_feed_copy
// #cgo noescape tagstream_finish
// #cgo nocallback tagstream_finish
// #cgo noescape tagstream_go_attributes
// #cgo nocallback tagstream_go_attributes
// #include "shim.h"
import "C"

import (
	"runtime"
	"unsafe"
)

// All calls of the library, with cgo; wasm.go has the same functions and types without it. The files
// *_cgo.go and wasm_*.go go with them. No other file knows how the library is called.

// ready says why the library can't be called.
func ready() error { return nil }

// bytes of text, for the length of a call.
func bytes(text string) (*C.char, C.size_t) {
	return (*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.size_t(len(text))
}

// view is a string of C without a copy: it lives as long as the handle says.
func view(text C.tagstream_string) string {
	return unsafe.String((*byte)(unsafe.Pointer(text.data)), int(text.size))
}

// copied is a string of C as Go memory.
func copied(text C.tagstream_string) string {
	if text.size == 0 {
		return ""
	}
	return string(unsafe.Slice((*byte)(unsafe.Pointer(text.data)), int(text.size)))
}

// owned is a `char*` that the caller owns, as Go memory; it frees it. The size is read after the call
// that has made the text.
func owned(text *C.char, size *C.size_t) string {
	defer C.tagstream_free(text)
	return copied(C.tagstream_string{data: text, size: *size})
}

// failure is a new error of C as one of Go; it frees it. Null is no error.
func failure(err *C.tagstream_error) error {
	if err == nil {
		return nil
	}
	defer C.tagstream_error_free(err)
	return errorOf(err)
}

// errorOf is an error of C as one of Go.
func errorOf(err *C.tagstream_error) *Error {
	return &Error{
		Code:    Code(C.tagstream_error_status(err)),
		Option:  C.GoString(C.tagstream_error_option(err)),
		Offset:  int64(C.tagstream_error_offset(err)),
		Message: C.GoString(C.tagstream_error_message(err)),
	}
}

func version() string { return C.GoString(C.tagstream_version()) }

func dialects() []string {
	names := make([]string, C.tagstream_dialect_count())
	for i := range names {
		names[i] = copied(C.tagstream_dialect_name(C.size_t(i)))
	}
	return names
}

func attributesOf(rawTag string) []Attribute {
	var some [8]C.tagstream_go_attribute
	found := some[:]
	data, size := bytes(rawTag)
	count := int(C.tagstream_go_attributes(data, size, &some[0], C.size_t(len(some))))
	if count == 0 {
		return nil
	}
	if count > len(some) {
		found = make([]C.tagstream_go_attribute, count)
		C.tagstream_go_attributes(data, size, &found[0], C.size_t(count))
	}
	attributes := make([]Attribute, count)
	for i := range attributes {
		its := rawAttributeOf(&found[i])
		attributes[i] = its.of(rawTag)
	}
	return attributes
}

func rawAttributeOf(at *C.tagstream_go_attribute) rawAttribute {
	return rawAttribute{
		tag:       int(at.tag),
		name:      int(at.name),
		nameSize:  int(at.name_size),
		value:     int(at.value),
		valueSize: int(at.value_size),
		hasValue:  at.has_value != 0,
	}
}

func (h readerHandle) prime(tail string) (bool, error) {
	data, size := bytes(tail)
	var open C.bool
	var err *C.tagstream_error
	C.tagstream_prime(h.c, data, size, &open, &err)
	return bool(open), failure(err)
}

func (h readerHandle) err() *Error {
	err := C.tagstream_reader_error(h.c)
	if err == nil {
		return nil
	}
	return errorOf(err)
}

func (h readerHandle) stats() Stats {
	var stats C.tagstream_stats
	C.tagstream_reader_stats(h.c, &stats, C.sizeof_tagstream_stats)
	return statsOf(&stats)
}

func (r *Reader) feed(chunk string) {
	data, size := bytes(chunk)
	events := C.tagstream_feed_copy(r.handle.c, data, size)
	r.decode(events, chunk, r.fed)
	r.fed += int64(len(chunk))
	runtime.KeepAlive(r)
}

func (r *Reader) finish() {
	r.decode(C.tagstream_finish(r.handle.c), "", r.fed)
	runtime.KeepAlive(r)
}
