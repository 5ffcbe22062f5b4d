package tagstream

import (
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
)

// GetAttribute is the value of the first attribute of this name.
func (t *Tag) GetAttribute(name string) (string, bool) {
	for i := range t.Attributes {
		if t.Attributes[i].Name == name {
			return t.Attributes[i].Value, true
		}
	}
	return "", false
}

// An Extractor finds the tags of a text. Any number of goroutines may use it.
type Extractor struct {
	options extractHandle
	err     error
	named   atomic.Pointer[namedExtractor] // that of the last Inner
}

// A namedExtractor is what the options compile to for Inner of one name.
type namedExtractor struct {
	name   string
	handle namedHandle
}

// NewExtractor is an extractor with these options: Names, IgnoreCase, MaxDepth, Unclosed,
// LastClose, Last, MarkdownCode, MaxTagBytes, MaxAttributes. Without options every tag counts. An
// option that can't be is the error of each Extract.
func NewExtractor(options ...Option) *Extractor {
	if err := ready(); err != nil {
		return &Extractor{err: err}
	}
	handle := newExtractOptions()
	e := &Extractor{options: handle, err: setAll(options, handle.set)}
	runtime.AddCleanup(e, extractHandle.free, handle)
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
	tree, err := e.options.tree(input)
	defer tree.free()
	runtime.KeepAlive(e)
	if err != nil {
		return nil, nil, err
	}
	tags := tree.tags()
	var odd []Diagnostic
	if withDiagnostics {
		odd = tree.diagnostics()
	}
	return tags.tagsOf(input, 0), odd, nil
}

// Inner is the raw content of the first outermost element of this name that is closed; false if
// there is none. It is an *Error if the name is no name of a tag.
func (e *Extractor) Inner(input, name string) (string, bool, error) {
	if e.err != nil {
		return "", false, e.err
	}
	named := e.named.Load()
	if named == nil || named.name != name {
		handle, err := e.options.forName(name)
		runtime.KeepAlive(e)
		if err != nil {
			return "", false, err
		}
		named = &namedExtractor{name, handle}
		runtime.AddCleanup(named, namedHandle.free, handle)
		e.named.Store(named)
	}
	start, end, found := named.handle.inner(input)
	runtime.KeepAlive(named)
	if !found {
		return "", false, nil
	}
	return input[start:end], true, nil
}

// Chunks are the top-level tags of a text that comes in chunks, each when it is complete. An option
// that can't be is the only error.
func (e *Extractor) Chunks(chunks iter.Seq[string]) iter.Seq2[Tag, error] {
	return func(yield func(Tag, error) bool) {
		if e.err != nil {
			yield(Tag{}, e.err)
			return
		}
		stream, err := e.options.stream()
		runtime.KeepAlive(e)
		if err != nil {
			yield(Tag{}, err)
			return
		}
		defer stream.free()
		give := func(tree rawTree, text string, begin int) bool {
			for _, tag := range tree.tagsOf(text, begin) {
				if !yield(tag, nil) {
					return false
				}
			}
			return true
		}
		for chunk := range chunks {
			if !give(stream.feed(chunk)) {
				return
			}
		}
		give(stream.finish())
	}
}

// everyTag is made when it is needed: without cgo the library starts then.
var everyTag = sync.OnceValue(func() *Extractor {
	e := NewExtractor()
	if e.err != nil { // only if there is no library
		panic(e.err)
	}
	return e
})

// Extract finds the top-level tags of a text, with those in them. Every tag counts; for options
// make an [Extractor].
func Extract(input string) []Tag {
	tags, _ := everyTag().Extract(input)
	return tags
}

// Inner is the raw content of the first outermost element of this name that is closed; false if
// there is none.
func Inner(input, name string) (string, bool) {
	content, found, _ := everyTag().Inner(input, name)
	return content, found
}

// A rawTag is a tag by its places in the text or stream.
type rawTag struct {
	start, end, contentStart, contentEnd int
	rawSize, nameAt, nameSize            int // of the name in the raw tag
	parent                               int // the number of the tag around it, from 1; 0: none
	isClosed, isSelfClosing              bool
}

// A rawAttribute is an attribute by its places in the raw tag.
type rawAttribute struct {
	tag, name, nameSize, value, valueSize int // the number of its tag, from 0
	hasValue                              bool
}

// A rawTree has the tags in the order in which they open, and their attributes in that order.
type rawTree struct {
	tags       []rawTag
	attributes []rawAttribute
}

// span of all tags of a stream's tree: the first one begins it, and a top-level tag ends it.
func (t *rawTree) span() (begin, end int) {
	if len(t.tags) == 0 {
		return 0, 0
	}
	for i := range t.tags {
		end = max(end, t.tags[i].end)
	}
	return t.tags[0].start, end
}

// tagsOf are the tags as slices of text, which begins at the byte `begin` of the stream. The tags of
// one parent stand side by side, all in one array.
func (t *rawTree) tagsOf(text string, begin int) []Tag {
	count := len(t.tags)
	if count == 0 {
		return nil
	}
	attributes := t.attributesOf(text, begin)
	// Where the next child of each tag goes; number 0 is the root, number i+1 the tag i.
	next := make([]int, count+1)
	for i := range t.tags {
		next[t.tags[i].parent]++
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
	for i := range t.tags {
		parent := t.tags[i].parent
		at := next[parent]
		next[parent]++
		numbers[at] = i
		t.tags[i].fill(&tags[at], text, begin)
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

func (t *rawTag) raw(text string, begin int) string {
	start := t.start - begin
	return text[start : start+t.rawSize]
}

func (t *rawTag) fill(out *Tag, text string, begin int) {
	raw := t.raw(text, begin)
	*out = Tag{
		Name:          raw[t.nameAt:][:t.nameSize],
		Content:       text[t.contentStart-begin : t.contentEnd-begin],
		RawTag:        raw,
		StartIndex:    t.start,
		EndIndex:      t.end,
		ContentStart:  t.contentStart,
		ContentEnd:    t.contentEnd,
		IsClosed:      t.isClosed,
		IsSelfClosing: t.isSelfClosing,
	}
}

// attributesOf are the attributes of each tag, all in one array; nil if there are none.
func (t *rawTree) attributesOf(text string, begin int) [][]Attribute {
	if len(t.attributes) == 0 {
		return nil
	}
	all := make([]Attribute, len(t.attributes))
	of := make([][]Attribute, len(t.tags))
	for i := range t.attributes {
		at := &t.attributes[i]
		all[i] = at.of(t.tags[at.tag].raw(text, begin))
		from := i - len(of[at.tag])
		of[at.tag] = all[from : i+1 : i+1]
	}
	return of
}

func (a *rawAttribute) of(rawTag string) Attribute {
	return Attribute{
		Name:     rawTag[a.name:][:a.nameSize],
		Value:    rawTag[a.value:][:a.valueSize],
		HasValue: a.hasValue,
	}
}
