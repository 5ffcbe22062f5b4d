//go:build !cgo

package tagstream

// Trees without cgo.

func (h namedHandle) inner(input string) (start, end int, found bool) {
	l := locked()
	defer l.unlock()
	at, size := l.put(input)
	l.call(callExtractorInner, l.scratch, h.at, at, size)
	return int(l.long(l.scratch + contentStartAt)), int(l.long(l.scratch + contentEndAt)),
		l.memory[l.scratch+contentIsFoundAt] != 0
}

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

func (h treeHandle) tags() rawTree {
	l := locked()
	defer l.unlock()
	its, _ := l.treeOf(h.at)
	return its
}

// treeOf reads a tree. Its second result is where the first raw tag is in the memory.
func (l *library) treeOf(tree uint32) (its rawTree, first uint32) {
	l.call(callTreeTags, l.scratch, tree)
	at, count, stride := l.array()
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

func (h treeHandle) diagnostics() []Diagnostic {
	l := locked()
	defer l.unlock()
	l.call(callTreeDiagnostics, l.scratch, h.at)
	at, count, stride := l.array()
	list := make([]Diagnostic, count)
	for i := range list {
		list[i] = l.diagnosticOf(at)
		at += stride
	}
	return list
}
