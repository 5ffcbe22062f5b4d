//go:build cgo

package tagstream

// #include "shim.h"
import "C"

import "unsafe"

// Trees with cgo.

func (h namedHandle) inner(input string) (start, end int, found bool) {
	data, size := bytes(input)
	content := C.tagstream_go_inner(h.c, data, size)
	return int(content.start), int(content.end), bool(content.is_found)
}

func (h streamHandle) feed(chunk string) (rawTree, string, int) {
	data, size := bytes(chunk)
	return treeOfStream(C.tagstream_extract_stream_feed(h.c, data, size))
}

func (h streamHandle) finish() (rawTree, string, int) {
	return treeOfStream(C.tagstream_extract_stream_finish(h.c))
}

// treeOfStream is a tree that does not outlive the next call: its text is copied.
func treeOfStream(tree *C.tagstream_tree) (rawTree, string, int) {
	its := treeHandle{tree}.tags()
	begin, end := its.span()
	if begin == end {
		return its, "", begin
	}
	first := C.tagstream_tag_at(C.tagstream_tree_tags(tree), 0)
	text := copied(C.tagstream_string{data: first.raw_tag.data, size: C.size_t(end - begin)})
	return its, text, begin
}

func (h treeHandle) tags() rawTree {
	all := C.tagstream_tree_tags(h.c)
	if all.size == 0 {
		return rawTree{}
	}
	its := rawTree{tags: make([]rawTag, int(all.size))}
	at := unsafe.Pointer(all.data)
	for i := range its.tags {
		tag := (*C.tagstream_tag)(at)
		at = unsafe.Add(at, all.stride)
		its.tags[i] = rawTag{
			start:         int(tag.start),
			end:           int(tag.end),
			contentStart:  int(tag.content_start),
			contentEnd:    int(tag.content_end),
			rawSize:       int(tag.raw_tag.size),
			nameAt:        int(uintptr(unsafe.Pointer(tag.name.data)) - uintptr(unsafe.Pointer(tag.raw_tag.data))),
			nameSize:      int(tag.name.size),
			isClosed:      tag.is_closed != 0,
			isSelfClosing: tag.is_self_closing != 0,
		}
		if tag.parent != C.TAGSTREAM_NO_PARENT {
			its.tags[i].parent = int(tag.parent) + 1
		}
	}
	var found *C.tagstream_go_attribute
	count := int(C.tagstream_go_tree_attributes(all, &found))
	if count == 0 {
		return its
	}
	defer C.free(unsafe.Pointer(found))
	its.attributes = make([]rawAttribute, count)
	for i, at := range unsafe.Slice(found, count) {
		its.attributes[i] = rawAttributeOf(&at)
	}
	return its
}

func (h treeHandle) diagnostics() []Diagnostic {
	all := C.tagstream_tree_diagnostics(h.c)
	list := make([]Diagnostic, int(all.size))
	for i := range list {
		at := unsafe.Add(unsafe.Pointer(all.data), uintptr(i)*uintptr(all.stride))
		list[i] = diagnosticOf((*C.tagstream_diagnostic)(at))
	}
	return list
}
