//go:build !cgo

package tagstream

// Streams of servers, what clients get, grammars and snapshots, without cgo.

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

func (h rulesHandle) rewriteAnswer(body []byte, field ReasoningField) ([]byte, string) {
	l := locked()
	defer l.unlock()
	at, size := l.put(string(body))
	result := l.clear()
	sent := l.call(callRewriteAnswer, h.at, uint32(field), at, size, result, result+sizeAt, result+moreAt)
	sentSize, errors, errorsSize := l.number(result), l.number(result+sizeAt), l.number(result+moreAt)
	return []byte(l.ownedOf(sent, sentSize)), l.ownedOf(errors, errorsSize)
}

func (h optionsHandle) grammar(language GrammarLanguage) (text, rest string, err error) {
	l := locked()
	defer l.unlock()
	const restAt, restSizeAt = 16, 20
	result := l.clear()
	l.call(callGrammar, h.at, uint32(language), result, result+sizeAt, result+restAt, result+restSizeAt,
		result+errorAt)
	if err := l.failure(); err != nil {
		return "", "", err
	}
	made, size := l.number(result), l.number(result+sizeAt)
	others, othersSize := l.number(result+restAt), l.number(result+restSizeAt)
	return l.ownedOf(made, size), l.ownedOf(others, othersSize), nil
}

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
