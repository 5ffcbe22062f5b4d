//go:build !cgo

package tagstream

import "math"

// Streams of servers, what clients get, grammars and snapshots, without cgo.

func (l *library) putBytes(chunk []byte) (at, size uint32) { return l.put(string(chunk)) }

type serverHandle struct{ at uint32 }

func newServer(framing Framing) serverHandle {
	l := locked()
	defer l.unlock()
	return serverHandle{l.call(callStreamReaderNew, uint32(framing))}
}

func (h serverHandle) free()  { only(callStreamReaderFree, h.at) }
func (h serverHandle) reset() { only(callStreamReaderReset, h.at) }

func (h serverHandle) feed(chunk []byte) []Piece {
	l := locked()
	defer l.unlock()
	at, size := l.putBytes(chunk)
	l.call(callStreamReaderFeed, l.scratch, h.at, at, size)
	return l.pieces()
}

func (h serverHandle) finish() []Piece {
	l := locked()
	defer l.unlock()
	l.call(callStreamReaderFinish, l.scratch, h.at)
	return l.pieces()
}

func (l *library) pieces() []Piece {
	at, count, stride := l.number(l.scratch), l.number(l.scratch+4), l.number(l.scratch+8)
	if count == 0 {
		return nil
	}
	pieces := make([]Piece, count)
	for i := range pieces {
		pieces[i] = l.pieceOf(at)
		at += stride
	}
	return pieces
}

func checkNativeCall(arguments string, isCutOff bool) (string, error) {
	l := locked()
	defer l.unlock()
	at, size := l.put(arguments)
	var its uint32
	if isCutOff {
		its = 1
	}
	return l.textOrError(callCheckNativeCall, at, size, its)
}

type rewriterHandle struct{ at uint32 }

func (h rulesHandle) newRewriter(field ReasoningField) rewriterHandle {
	l := locked()
	defer l.unlock()
	return rewriterHandle{l.call(callRewriterNew, h.at, uint32(field), MaxRewriteBytes)}
}

func (h rewriterHandle) free()  { only(callRewriterFree, h.at) }
func (h rewriterHandle) reset() { only(callRewriterReset, h.at) }

func (h rewriterHandle) feed(chunk []byte) []byte {
	l := locked()
	defer l.unlock()
	at, size := l.putBytes(chunk)
	l.call(callRewriterFeed, l.scratch, h.at, at, size)
	return append([]byte(nil), l.view(l.scratch)...)
}

func (h rewriterHandle) finish() []byte {
	l := locked()
	defer l.unlock()
	l.call(callRewriterFinish, l.scratch, h.at)
	return append([]byte(nil), l.view(l.scratch)...)
}

func (h rewriterHandle) errors() string {
	l := locked()
	defer l.unlock()
	l.call(callRewriterErrorsJSON, l.scratch, h.at)
	return l.text(l.scratch)
}

func (h rulesHandle) rewriteAnswer(body []byte, field ReasoningField) ([]byte, string) {
	l := locked()
	defer l.unlock()
	at, size := l.putBytes(body)
	result := l.clear()
	sent := l.call(callRewriteAnswer, h.at, uint32(field), at, size, result, result+sizeAt, result+moreAt)
	sentSize, errors, errorsSize := l.number(result), l.number(result+sizeAt), l.number(result+moreAt)
	return []byte(l.ownedOf(sent, sentSize)), l.ownedOf(errors, errorsSize)
}

func grammar(language GrammarLanguage, options []Option) (text, rest string, err error) {
	if err := ready(); err != nil {
		return "", "", err
	}
	l := locked()
	defer l.unlock()
	all, err := l.optionsOf(options)
	defer l.call(callOptionsFree, all)
	if err != nil {
		return "", "", err
	}
	const restAt, restSizeAt = 16, 20
	result := l.clear()
	l.call(callGrammar, all, uint32(language), result, result+sizeAt, result+restAt, result+restSizeAt,
		result+errorAt)
	if err := l.failure(); err != nil {
		return "", "", err
	}
	made, size := l.number(result), l.number(result+sizeAt)
	others, othersSize := l.number(result+restAt), l.number(result+restSizeAt)
	return l.ownedOf(made, size), l.ownedOf(others, othersSize), nil
}

type snapshotsHandle struct{ at uint32 }

func newSnapshots(maxSnapshotBytes int) snapshotsHandle {
	l := locked()
	defer l.unlock()
	most := uint32(math.MaxUint32) // no limit
	if maxSnapshotBytes >= 0 && uint64(maxSnapshotBytes) < math.MaxUint32 {
		most = uint32(maxSnapshotBytes)
	}
	return snapshotsHandle{l.call(callSnapshotsNew, most)}
}

func (h snapshotsHandle) free()  { only(callSnapshotsFree, h.at) }
func (h snapshotsHandle) reset() { only(callSnapshotsReset, h.at) }

func (h snapshotsHandle) feed(text string) (int, error) {
	l := locked()
	defer l.unlock()
	at, size := l.put(text)
	const addedAt = 16
	result := l.clear()
	l.call(callSnapshotsFeed, h.at, at, size, result+addedAt, result+errorAt)
	added := int(l.number(result + addedAt + 4))
	return added, l.failure()
}
