package tagstream

import (
	"io"
	"iter"
	"runtime"
)

// A Reader reads one stream, one goroutine at a time. It never fails because of the text.
type Reader struct {
	handle  readerHandle
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

// ownerOf is a reader that frees the handle.
func ownerOf(handle readerHandle) *Reader {
	reader := &Reader{handle: handle}
	reader.cleanup = runtime.AddCleanup(reader, readerHandle.free, handle)
	return reader
}

// Feed reads a chunk, which may end anywhere, also inside a tag or a code point. The events are
// those that this chunk makes certain: range over them before the next call. Their strings stay;
// most are slices of the chunk.
func (r *Reader) Feed(chunk string) iter.Seq[Event] {
	// The functions that give events are so small that the compiler puts them into the caller's
	// loop, which then allocates nothing. The loop ends if its body calls Reset.
	r.feed(chunk)
	return func(yield func(Event) bool) {
		for i := 0; i < len(r.events); i++ {
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
		for i := 0; i < len(r.events); i++ {
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
		for i := 0; i < len(r.events); i++ {
			if !yield(r.events[i]) {
				return
			}
		}
	}
}

//go:noinline
func (r *Reader) feedBytes(chunk []byte) { r.feed(string(chunk)) }

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
	open, err := r.handle.prime(tail)
	runtime.KeepAlive(r)
	return open, err
}

// Clone is a copy that goes on on its own: prime one reader, and clone it for each answer to the
// prompt.
func (r *Reader) Clone() *Reader {
	clone := ownerOf(r.handle.clone())
	clone.fed = r.fed
	runtime.KeepAlive(r)
	return clone
}

// Reset forgets the stream: the reader is ready for the next one.
func (r *Reader) Reset() {
	r.handle.reset()
	runtime.KeepAlive(r)
	clear(r.events)
	r.events, r.fed = r.events[:0], 0
}

// Err is the *Error that has stopped the reader, with OnLimit("stop"); nil if none has.
func (r *Reader) Err() error {
	err := r.handle.err()
	runtime.KeepAlive(r)
	if err == nil {
		return nil
	}
	return err
}

// Stats of this reader.
func (r *Reader) Stats() Stats {
	stats := r.handle.stats()
	runtime.KeepAlive(r)
	return stats
}

// Close frees the memory of the reader at once. Without it the garbage collector does, which does
// not see how much there is. A closed reader has no events.
func (r *Reader) Close() {
	if r.handle != (readerHandle{}) {
		r.cleanup.Stop()
		r.handle.free()
		r.handle = readerHandle{}
	}
}

// A decoder has the events of the last call, in an array that is used again. Names repeat, as those
// of a section's pieces: the last ones are kept.
type decoder struct {
	events       []Event
	name, rawTag string
}

// make makes room for so many events.
func (d *decoder) make(count int) {
	if cap(d.events) < count {
		d.events = make([]Event, count, count+count/2+4)
	}
	if count < len(d.events) {
		clear(d.events[count:]) // their strings keep chunks alive
	}
	d.events = d.events[:count]
}
