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

type serverHandle struct{ c *C.tagstream_stream_reader }

func newServer(framing Framing) serverHandle {
	return serverHandle{C.tagstream_stream_reader_new(C.tagstream_framing(framing))}
}

func (h serverHandle) free()  { C.tagstream_stream_reader_free(h.c) }
func (h serverHandle) reset() { C.tagstream_stream_reader_reset(h.c) }

func (h serverHandle) feed(chunk []byte) []Piece {
	data, size := bytesOf(chunk)
	return piecesOf(C.tagstream_stream_reader_feed(h.c, data, size))
}

func (h serverHandle) finish() []Piece { return piecesOf(C.tagstream_stream_reader_finish(h.c)) }

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

func checkNativeCall(arguments string, isCutOff bool) (string, error) {
	data, size := bytes(arguments)
	var checked *C.char
	var written C.size_t
	var failed *C.tagstream_error
	C.tagstream_check_native_call(data, size, C.bool(isCutOff), &checked, &written, &failed)
	if failed != nil {
		return "", failure(failed)
	}
	return owned(checked, &written), nil
}

type rewriterHandle struct{ c *C.tagstream_rewriter }

func (h rulesHandle) newRewriter(field ReasoningField) rewriterHandle {
	its := C.tagstream_reasoning_field(field)
	return rewriterHandle{C.tagstream_rewriter_new(h.c, its, MaxRewriteBytes)}
}

func (h rewriterHandle) free()  { C.tagstream_rewriter_free(h.c) }
func (h rewriterHandle) reset() { C.tagstream_rewriter_reset(h.c) }

func (h rewriterHandle) feed(chunk []byte) []byte {
	data, size := bytesOf(chunk)
	return copiedBytes(C.tagstream_rewriter_feed(h.c, data, size))
}

func (h rewriterHandle) finish() []byte { return copiedBytes(C.tagstream_rewriter_finish(h.c)) }
func (h rewriterHandle) errors() string { return copied(C.tagstream_rewriter_errors_json(h.c)) }

func (h rulesHandle) rewriteAnswer(body []byte, field ReasoningField) ([]byte, string) {
	data, size := bytesOf(body)
	var written, errorsSize C.size_t
	var errors *C.char
	its := C.tagstream_reasoning_field(field)
	sent := C.tagstream_rewrite_answer(h.c, its, data, size, &written, &errors, &errorsSize)
	defer C.tagstream_free(sent)
	return copiedBytes(C.tagstream_string{data: sent, size: written}), owned(errors, &errorsSize)
}

func grammar(language GrammarLanguage, options []Option) (text, rest string, err error) {
	all, err := optionsOf(options)
	if err != nil {
		return "", "", err
	}
	defer C.tagstream_options_free(all)
	var made, others *C.char
	var size, othersSize C.size_t
	var failed *C.tagstream_error
	its := C.tagstream_grammar_language(language)
	C.tagstream_grammar(all, its, &made, &size, &others, &othersSize, &failed)
	if failed != nil {
		return "", "", failure(failed)
	}
	return owned(made, &size), owned(others, &othersSize), nil
}

type snapshotsHandle struct{ c *C.tagstream_snapshots }

func newSnapshots(maxSnapshotBytes int) snapshotsHandle {
	return snapshotsHandle{C.tagstream_snapshots_new(C.size_t(maxSnapshotBytes))}
}

func (h snapshotsHandle) free()  { C.tagstream_snapshots_free(h.c) }
func (h snapshotsHandle) reset() { C.tagstream_snapshots_reset(h.c) }

func (h snapshotsHandle) feed(text string) (int, error) {
	data, size := bytes(text)
	var failed *C.tagstream_error
	added := C.tagstream_go_snapshots_feed(h.c, data, size, &failed)
	return int(added), failure(failed)
}
