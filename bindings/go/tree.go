//go:build cgo

package tagstream

// #include "shim.h"
import "C"

import (
	"iter"
	"runtime"
	"unsafe"
)

// A Tag is an element, with the elements in it. All its strings are slices of the text.
type Tag struct {
	Name         string // as written
	Attributes   []Attribute
	Content      string // raw: the tags in it included
	RawTag       string // the opening tag, as written
	StartIndex   int    // of the opening tag, in bytes from the beginning of the text
	EndIndex     int    // after the closing tag, or where the element ends without one
	ContentStart int
	ContentEnd   int

	IsClosed      bool // its closing tag was there
	IsSelfClosing bool // <a/>
	Children      []Tag
}

// GetAttribute is the value of the first attribute of this name.
func (t *Tag) GetAttribute(name string) (string, bool) {
	for i := range t.Attributes {
		if t.Attributes[i].Name == name {
			return t.Attributes[i].Value, true
		}
	}
	return "", false
}

// MarshalJSON writes the object of docs/events.md.
func (t Tag) MarshalJSON() ([]byte, error) {
	var out object
	out.put("name", t.Name)
	out.put("attributes", notNil(t.Attributes))
	out.put("content", t.Content)
	out.put("raw_tag", t.RawTag)
	out.put("start", t.StartIndex)
	out.put("end", t.EndIndex)
	out.put("content_start", t.ContentStart)
	out.put("content_end", t.ContentEnd)
	out.put("is_closed", t.IsClosed)
	out.put("is_self_closing", t.IsSelfClosing)
	out.put("children", notNil(t.Children))
	return out.end()
}

// A Diagnostic is a remark on a text: CodeUnclosed, CodeStrayClose or CodeIncompleteTag.
type Diagnostic struct {
	Kind   Code   `json:"kind"`
	Offset int    `json:"offset"` // of the tag's <
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // from 1, in code points
	Name   string `json:"name"`   // as far as it is in the text
}

// An Extractor finds the tags of a text. Any number of goroutines may use it.
type Extractor struct {
	options *C.tagstream_extract_options
	err     error
}

// NewExtractor is an extractor with these options: Names, IgnoreCase, MaxDepth, Unclosed,
// LastClose, MarkdownCode, MaxTagBytes, MaxAttributes. Without options every tag counts. An option
// that can't be is the error of each Extract.
func NewExtractor(options ...Option) *Extractor {
	e := &Extractor{options: C.tagstream_extract_options_new()}
	runtime.AddCleanup(e, func(options *C.tagstream_extract_options) {
		C.tagstream_extract_options_free(options)
	}, e.options)
	for i := range options {
		name, nameSize := bytes(options[i].Name)
		value, valueSize := bytes(options[i].Value)
		var err *C.tagstream_error
		C.tagstream_extract_options_set(e.options, name, nameSize, value, valueSize, &err)
		if err != nil {
			e.err = failure(err)
			break
		}
	}
	return e
}

// Extract finds the top-level tags of a text, with those in them. Text is never an error: the only
// one is an option that can't be.
func (e *Extractor) Extract(input string) ([]Tag, error) {
	tags, _, err := e.extract(input, false)
	return tags, err
}

// ExtractAll is Extract, with what is odd in the text.
func (e *Extractor) ExtractAll(input string) ([]Tag, []Diagnostic, error) {
	return e.extract(input, true)
}

func (e *Extractor) extract(input string, withDiagnostics bool) ([]Tag, []Diagnostic, error) {
	if e.err != nil {
		return nil, nil, e.err
	}
	data, size := bytes(input)
	var tree *C.tagstream_tree
	var err *C.tagstream_error
	C.tagstream_extract(e.options, data, size, &tree, &err)
	runtime.KeepAlive(e)
	if err != nil {
		return nil, nil, failure(err)
	}
	defer C.tagstream_tree_free(tree)
	tags := tagsOf(tree, input, 0)
	if !withDiagnostics {
		return tags, nil, nil
	}
	return tags, diagnosticsOf(tree), nil
}

// Inner is the raw content of the first outermost element of this name that is closed; false if
// there is none. It is an *Error if the name is no name of a tag.
func (e *Extractor) Inner(input, name string) (string, bool, error) {
	if e.err != nil {
		return "", false, e.err
	}
	data, size := bytes(input)
	nameData, nameSize := bytes(name)
	found := C.tagstream_go_inner(e.options, data, size, nameData, nameSize)
	runtime.KeepAlive(e)
	if found.error != nil || !found.is_found {
		return "", false, failure(found.error)
	}
	return input[found.start:found.end], true, nil
}

// Chunks are the top-level tags of a text that comes in chunks, each when it is complete. An option
// that can't be is the only error.
func (e *Extractor) Chunks(chunks iter.Seq[string]) iter.Seq2[Tag, error] {
	return func(yield func(Tag, error) bool) {
		if e.err != nil {
			yield(Tag{}, e.err)
			return
		}
		var stream *C.tagstream_extract_stream
		var failed *C.tagstream_error
		C.tagstream_extract_stream_new(e.options, &stream, &failed)
		runtime.KeepAlive(e)
		if failed != nil {
			yield(Tag{}, failure(failed))
			return
		}
		defer C.tagstream_extract_stream_free(stream)
		give := func(tree *C.tagstream_tree) bool {
			for _, tag := range tagsOfStream(tree) {
				if !yield(tag, nil) {
					return false
				}
			}
			return true
		}
		for chunk := range chunks {
			data, size := bytes(chunk)
			if !give(C.tagstream_extract_stream_feed(stream, data, size)) {
				return
			}
		}
		give(C.tagstream_extract_stream_finish(stream))
	}
}

var everyTag = NewExtractor()

// Extract finds the top-level tags of a text, with those in them. Every tag counts; for options
// make an [Extractor].
func Extract(input string) []Tag {
	tags, _ := everyTag.Extract(input)
	return tags
}

// Inner is the raw content of the first outermost element of this name that is closed; false if
// there is none.
func Inner(input, name string) (string, bool) {
	content, found, _ := everyTag.Inner(input, name)
	return content, found
}

// tagsOfStream are the tags of a tree that does not outlive the next call: of each top-level tag
// the text is copied.
func tagsOfStream(tree *C.tagstream_tree) []Tag {
	all := C.tagstream_tree_tags(tree)
	if all.size == 0 {
		return nil
	}
	// The first tag begins the part of the stream that has all tags, and a top-level tag ends it.
	first := tagAt(all, 0)
	end := first.end
	for i := 0; i < int(all.size); i = int(tagAt(all, i).subtree_end) {
		end = tagAt(all, i).end
	}
	text := copied(C.tagstream_string{data: first.raw_tag.data, size: C.size_t(end - first.start)})
	return tagsOf(tree, text, int(first.start))
}

func tagAt(tags C.tagstream_tags, index int) *C.tagstream_tag {
	return (*C.tagstream_tag)(unsafe.Add(unsafe.Pointer(tags.data), uintptr(index)*uintptr(tags.stride)))
}

// tagsOf are the tags of a tree as slices of text, which begins at the byte `begin` of the stream.
// The tags of one parent stand side by side, all in one array.
func tagsOf(tree *C.tagstream_tree, text string, begin int) []Tag {
	all := C.tagstream_tree_tags(tree)
	count := int(all.size)
	if count == 0 {
		return nil
	}
	attributes := attributesOf(all, text, begin)
	// Where the next child of each tag goes; number 0 is the root, number i+1 the tag i.
	next := make([]int, count+1)
	for i := range count {
		next[parentOf(all, i)]++
	}
	place := 0
	for i := range next {
		children := next[i]
		next[i] = place
		place += children
	}
	tags := make([]Tag, count)
	first := append([]int(nil), next...)
	numbers := make([]int, count) // of the tag at each place
	for i := range count {
		parent := parentOf(all, i)
		at := next[parent]
		next[parent]++
		numbers[at] = i
		fill(&tags[at], tagAt(all, i), text, begin)
	}
	for at, number := range numbers {
		if attributes != nil {
			tags[at].Attributes = attributes[number]
		}
		if from, to := first[number+1], next[number+1]; from < to {
			tags[at].Children = tags[from:to:to]
		}
	}
	return tags[:next[0]:next[0]]
}

func parentOf(tags C.tagstream_tags, index int) int {
	if parent := tagAt(tags, index).parent; parent != C.TAGSTREAM_NO_PARENT {
		return int(parent) + 1
	}
	return 0
}

func fill(out *Tag, tag *C.tagstream_tag, text string, begin int) {
	start := int(tag.start) - begin
	raw := text[start : start+int(tag.raw_tag.size)]
	name := uintptr(unsafe.Pointer(tag.name.data)) - uintptr(unsafe.Pointer(tag.raw_tag.data))
	*out = Tag{
		Name:          raw[name : name+uintptr(tag.name.size)],
		Content:       text[int(tag.content_start)-begin : int(tag.content_end)-begin],
		RawTag:        raw,
		StartIndex:    int(tag.start),
		EndIndex:      int(tag.end),
		ContentStart:  int(tag.content_start),
		ContentEnd:    int(tag.content_end),
		IsClosed:      tag.is_closed != 0,
		IsSelfClosing: tag.is_self_closing != 0,
	}
}

// attributesOf are the attributes of each tag, all in one array; nil if there are none.
func attributesOf(tags C.tagstream_tags, text string, begin int) [][]Attribute {
	var found *C.tagstream_go_attribute
	count := int(C.tagstream_go_tree_attributes(tags, &found))
	if count == 0 {
		return nil
	}
	defer C.free(unsafe.Pointer(found))
	all := make([]Attribute, count)
	of := make([][]Attribute, int(tags.size))
	for i, at := range unsafe.Slice(found, count) {
		tag := tagAt(tags, int(at.tag))
		start := int(tag.start) - begin
		all[i] = attribute(text[start:start+int(tag.raw_tag.size)], &at)
		from := i - len(of[at.tag])
		of[at.tag] = all[from : i+1 : i+1]
	}
	return of
}

func diagnosticsOf(tree *C.tagstream_tree) []Diagnostic {
	all := C.tagstream_tree_diagnostics(tree)
	list := make([]Diagnostic, int(all.size))
	for i := range list {
		at := unsafe.Add(unsafe.Pointer(all.data), uintptr(i)*uintptr(all.stride))
		one := (*C.tagstream_diagnostic)(at)
		list[i] = Diagnostic{
			Kind:   Code(one.kind),
			Offset: int(one.offset),
			Line:   int(one.line),
			Column: int(one.column),
			Name:   copied(one.name),
		}
	}
	return list
}
