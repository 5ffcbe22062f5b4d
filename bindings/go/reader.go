//go:build cgo

package tagstream

// #include "shim.h"
import "C"

import (
	"io"
	"iter"
	"runtime"
)

// A Reader reads one stream, one goroutine at a time. It never fails because of the text.
type Reader struct {
	handle  *C.tagstream_reader
	cleanup runtime.Cleanup
	fed     int64 // the bytes before the next chunk
	decoder
}

// NewReader is a reader by these options. For many streams make [Rules] once.
func NewReader(options ...Option) (*Reader, error) {
	rules, err := NewRules(options...)
	if err != nil {
		return nil, err
	}
	return rules.NewReader(), nil
}

// Feed reads a chunk, which may end anywhere, also inside a tag or a code point. The events are
// those that this chunk makes certain: range over them before the next call. Their strings stay;
// most are slices of the chunk.
func (r *Reader) Feed(chunk string) iter.Seq[Event] {
	// The functions that give events are so small that the compiler puts them into the caller's
	// loop, which then allocates nothing.
	r.feed(chunk)
	return func(yield func(Event) bool) {
		for i := range r.events {
			if !yield(r.events[i]) {
				return
			}
		}
	}
}

// FeedBytes is Feed for a slice, which it copies.
func (r *Reader) FeedBytes(chunk []byte) iter.Seq[Event] {
	r.feedBytes(chunk)
	return func(yield func(Event) bool) {
		for i := range r.events {
			if !yield(r.events[i]) {
				return
			}
		}
	}
}

// Finish ends the stream: the events of all that was held. A second call has none.
func (r *Reader) Finish() iter.Seq[Event] {
	r.finish()
	return func(yield func(Event) bool) {
		for i := range r.events {
			if !yield(r.events[i]) {
				return
			}
		}
	}
}

func (r *Reader) feed(chunk string) {
	data, size := bytes(chunk)
	events := C.tagstream_feed_copy(r.handle, data, size)
	r.decode(events, chunk, r.fed)
	r.fed += int64(len(chunk))
	runtime.KeepAlive(r)
}

//go:noinline
func (r *Reader) feedBytes(chunk []byte) { r.feed(string(chunk)) }

func (r *Reader) finish() {
	r.decode(C.tagstream_finish(r.handle), "", r.fed)
	runtime.KeepAlive(r)
}

// Chunks are the events of a whole stream of chunks, Finish included.
func (r *Reader) Chunks(chunks iter.Seq[string]) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for chunk := range chunks {
			for event := range r.Feed(chunk) {
				if !yield(event) {
					return
				}
			}
		}
		r.Finish()(yield)
	}
}

// From are the events of all that source has, Finish included. If source fails, its error comes
// last, after what was held.
func (r *Reader) From(source io.Reader) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		chunk := make([]byte, 32<<10)
		for {
			size, err := source.Read(chunk)
			for event := range r.FeedBytes(chunk[:size]) {
				if !yield(event, nil) {
					return
				}
			}
			if err == nil {
				continue
			}
			for event := range r.Finish() {
				if !yield(event, nil) {
					return
				}
			}
			if err != io.EOF {
				yield(Event{}, err)
			}
			return
		}
	}
}

// Prime reads the end of the prompt, before the first chunk: the answer goes on where it ends. It
// is true if the prompt ends inside reasoning, a call or a section.
func (r *Reader) Prime(tail string) (bool, error) {
	data, size := bytes(tail)
	var open C.bool
	var err *C.tagstream_error
	C.tagstream_prime(r.handle, data, size, &open, &err)
	runtime.KeepAlive(r)
	return bool(open), failure(err)
}

// Reset forgets the stream: the reader is ready for the next one.
func (r *Reader) Reset() {
	C.tagstream_reset(r.handle)
	runtime.KeepAlive(r)
	clear(r.events)
	r.events, r.fed = r.events[:0], 0
}

// Err is the *Error that has stopped the reader, with OnLimit("stop"); nil if none has.
func (r *Reader) Err() error {
	err := C.tagstream_reader_error(r.handle)
	if err == nil {
		return nil
	}
	stopped := errorOf(err)
	runtime.KeepAlive(r)
	return stopped
}

// Stats are the counters of a reader. All but BytesFed may depend on how the text was cut.
type Stats struct {
	BytesFed     uint64
	BytesHeld    uint64 // that the reader holds now
	BytesHeldMax uint64
	Events       uint64
	LimitHits    uint64
}

// Stats of this reader.
func (r *Reader) Stats() Stats {
	var stats C.tagstream_stats
	C.tagstream_reader_stats(r.handle, &stats, C.sizeof_tagstream_stats)
	runtime.KeepAlive(r)
	return Stats{
		BytesFed:     uint64(stats.bytes_fed),
		BytesHeld:    uint64(stats.bytes_held),
		BytesHeldMax: uint64(stats.bytes_held_max),
		Events:       uint64(stats.events),
		LimitHits:    uint64(stats.limit_hits),
	}
}

// Close frees the memory of the reader at once. Without it the garbage collector does, which does
// not see how much there is. A closed reader has no events.
func (r *Reader) Close() {
	if r.handle != nil {
		r.cleanup.Stop()
		C.tagstream_reader_free(r.handle)
		r.handle = nil
	}
}
