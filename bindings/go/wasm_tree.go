//go:build !cgo

package tagstream

// Trees without cgo.

type extractHandle struct{ at uint32 }

func extractOptionsOf(options []Option) (extractHandle, error) {
	if err := ready(); err != nil {
		return extractHandle{}, err
	}
	l := locked()
	defer l.unlock()
	all := l.call(callExtractOptionsNew)
	return extractHandle{all}, l.set(callExtractOptionsSet, all, options)
}

func (h extractHandle) free() {
	if h.at != 0 {
		only(callExtractOptionsFree, h.at)
	}
}

func (h extractHandle) extract(input string, withDiagnostics bool) (rawTree, error) {
	l := locked()
	defer l.unlock()
	at, size := l.put(input)
	tree, err := l.orError(callExtract, h.at, at, size)
	if err != nil {
		return rawTree{}, err
	}
	defer l.call(callTreeFree, tree)
	its, _ := l.treeOf(tree)
	if withDiagnostics {
		its.odd = l.diagnosticsOf(tree)
	}
	return its, nil
}

type namedHandle struct{ at uint32 }

func (h extractHandle) forName(name string) (namedHandle, error) {
	l := locked()
	defer l.unlock()
	at, size := l.put(name)
	made, err := l.orError(callExtractorForName, h.at, at, size)
	return namedHandle{made}, err
}

func (h namedHandle) free() { only(callExtractorFree, h.at) }

func (h namedHandle) inner(input string) (start, end int, found bool) {
	l := locked()
	defer l.unlock()
	at, size := l.put(input)
	l.call(callExtractorInner, l.scratch, h.at, at, size)
	return int(l.long(l.scratch + contentStartAt)), int(l.long(l.scratch + contentEndAt)),
		l.memory[l.scratch+contentIsFoundAt] != 0
}

type streamHandle struct{ at uint32 }

func (h extractHandle) stream() (streamHandle, error) {
	l := locked()
	defer l.unlock()
	at, err := l.orError(callExtractStreamNew, h.at)
	return streamHandle{at}, err
}

func (h streamHandle) free() { only(callExtractStreamFree, h.at) }

func (h streamHandle) feed(chunk string) (rawTree, string, int) {
	l := locked()
	defer l.unlock()
	at, size := l.put(chunk)
	return l.treeOfStream(l.call(callExtractStreamFeed, h.at, at, size))
}

func (h streamHandle) finish() (rawTree, string, int) {
	l := locked()
	defer l.unlock()
	return l.treeOfStream(l.call(callExtractStreamFinish, h.at))
}

// treeOfStream is a tree that does not outlive the next call: its text is copied.
func (l *library) treeOfStream(tree uint32) (rawTree, string, int) {
	its, first := l.treeOf(tree)
	begin, end := its.span()
	return its, string(l.memory[first:][:end-begin]), begin
}

// treeOf reads a tree. Its second result is where the first raw tag is in the memory.
func (l *library) treeOf(tree uint32) (its rawTree, first uint32) {
	l.call(callTreeTags, l.scratch, tree)
	at, count, stride := l.number(l.scratch), l.number(l.scratch+4), l.number(l.scratch+8)
	if count == 0 {
		return rawTree{}, 0
	}
	first = l.number(at + tagRawTagAt)
	its.tags = make([]rawTag, count)
	for i := range its.tags {
		raw, size := l.number(at+tagRawTagAt), l.number(at+tagRawTagAt+4)
		nameSize := l.number(at + tagNameAt + 4)
		its.tags[i] = rawTag{
			start:         int(l.long(at + tagStartAt)),
			end:           int(l.long(at + tagEndAt)),
			contentStart:  int(l.long(at + tagContentStartAt)),
			contentEnd:    int(l.long(at + tagContentEndAt)),
			rawSize:       int(size),
			nameAt:        int(l.number(at+tagNameAt) - raw),
			nameSize:      int(nameSize),
			parent:        int(l.number(at+tagParentAt) + 1), // that of a tag in none is the greatest number
			isClosed:      l.memory[at+tagIsClosedAt] != 0,
			isSelfClosing: l.memory[at+tagIsSelfClosingAt] != 0,
		}
		if size > nameSize+2 { // else it is <name>
			l.eachAttribute(raw, size, func(one rawAttribute) {
				one.tag = i
				its.attributes = append(its.attributes, one)
			})
		}
		at += stride
	}
	return its, first
}

func (l *library) diagnosticsOf(tree uint32) []Diagnostic {
	l.call(callTreeDiagnostics, l.scratch, tree)
	at, count, stride := l.number(l.scratch), l.number(l.scratch+4), l.number(l.scratch+8)
	list := make([]Diagnostic, count)
	for i := range list {
		list[i] = l.diagnosticOf(at)
		at += stride
	}
	return list
}
