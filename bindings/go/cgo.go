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

import "unsafe"

// All calls of C share this. Beside it only decode.go and the files of types that own a handle
// know C.

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

// owned is a `char*` that the caller owns, as Go memory; it frees it.
func owned(text *C.char, size C.size_t) string {
	defer C.tagstream_free(text)
	return copied(C.tagstream_string{data: text, size: size})
}

func between(open, end string) string {
	openData, openSize := bytes(open)
	endData, endSize := bytes(end)
	var size C.size_t
	text := C.tagstream_between(openData, openSize, endData, endSize, &size)
	return owned(text, size)
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

// Version of the library.
func Version() string { return C.GoString(C.tagstream_version()) }

// Dialects are the names of all families of models, in the order of the alphabet.
func Dialects() []string {
	names := make([]string, C.tagstream_dialect_count())
	for i := range names {
		names[i] = copied(C.tagstream_dialect_name(C.size_t(i)))
	}
	return names
}

// An Attribute of a tag, as written: nothing is decoded.
type Attribute struct {
	Name     string `json:"name"`
	Value    string `json:"value"`
	HasValue bool   `json:"has_value"` // false for <a b>
}

// Attributes of a whole opening tag, such as `<file name="a.txt">`; any other text has none. They
// are slices of rawTag.
func Attributes(rawTag string) []Attribute {
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
		attributes[i] = attribute(rawTag, &found[i])
	}
	return attributes
}

func attribute(rawTag string, at *C.tagstream_go_attribute) Attribute {
	return Attribute{
		Name:     rawTag[at.name:][:at.name_size],
		Value:    rawTag[at.value:][:at.value_size],
		HasValue: at.has_value != 0,
	}
}
