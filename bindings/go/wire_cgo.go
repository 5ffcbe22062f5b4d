//go:build cgo

package tagstream

// #include "shim.h"
import "C"

import "unsafe"

// Streams of servers, what clients get, grammars and snapshots, with cgo.

func bytesOf(chunk []byte) (*C.char, C.size_t) {
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(chunk))), C.size_t(len(chunk))
}

func copiedBytes(text C.tagstream_string) []byte {
	return append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(text.data)), int(text.size))...)
}

func piecesOf(all C.tagstream_pieces) []Piece {
	if all.size == 0 {
		return nil
	}
	pieces := make([]Piece, int(all.size))
	at := unsafe.Pointer(all.data)
	for i := range pieces {
		pieces[i] = pieceOf((*C.tagstream_piece)(at))
		at = unsafe.Add(at, all.stride)
	}
	return pieces
}

func (h rulesHandle) rewriteAnswer(body []byte, field ReasoningField) ([]byte, string) {
	data, size := bytesOf(body)
	var written, errorsSize C.size_t
	var errors *C.char
	its := C.tagstream_reasoning_field(field)
	sent := C.tagstream_rewrite_answer(h.c, its, data, size, &written, &errors, &errorsSize)
	defer C.tagstream_free(sent)
	return copiedBytes(C.tagstream_string{data: sent, size: written}), owned(errors, &errorsSize)
}

func (h optionsHandle) grammar(language GrammarLanguage) (text, rest string, err error) {
	var made, others *C.char
	var size, othersSize C.size_t
	var failed *C.tagstream_error
	its := C.tagstream_grammar_language(language)
	C.tagstream_grammar(h.c, its, &made, &size, &others, &othersSize, &failed)
	if failed != nil {
		return "", "", failure(failed)
	}
	return owned(made, &size), owned(others, &othersSize), nil
}

func (h snapshotsHandle) feed(text string) (int, error) {
	data, size := bytes(text)
	var failed *C.tagstream_error
	added := C.tagstream_go_snapshots_feed(h.c, data, size, &failed)
	return int(added), failure(failed)
}
