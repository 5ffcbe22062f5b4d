//go:build cgo

package tagstream

// #include "shim.h"
import "C"

import "unsafe"

// All that knows what an event is in C.

// decode takes the events of a call. A text that stands in the chunk is a slice of the chunk; others
// are copied. The chunk begins at the byte `begin` of the stream.
func (d *decoder) decode(events C.tagstream_events, chunk string, begin int64) {
	d.make(int(events.size))
	at := unsafe.Pointer(events.data)
	for i := range d.events {
		d.decodeOne(&d.events[i], (*C.tagstream_event)(at), chunk, begin)
		at = unsafe.Add(at, events.stride)
	}
}

func (d *decoder) decodeOne(out *Event, event *C.tagstream_event, chunk string, begin int64) {
	*out = Event{
		Kind:  Kind(event.kind),
		Start: int64(event.start),
		End:   int64(event.end),
	}
	switch out.Kind {
	case KindContent, KindReasoning, KindMarkup, KindSectionDelta:
		// Its bytes are those of its span, unless its span is empty.
		from, size := out.Start-begin, int64(event.text.size)
		if from >= 0 && out.End-out.Start == size && from+size <= int64(len(chunk)) {
			out.Text = chunk[from : from+size]
		} else {
			out.Text = copied(event.text)
		}
		if out.Kind == KindSectionDelta {
			out.Name = again(&d.name, event.name)
		}
		out.setFlags(uint32(event.flags))
		return
	case KindSectionStart, KindSectionEnd:
		out.Raw = again(&d.rawTag, event.raw)
	case KindThought:
		out.ThoughtType = copied(event.thought_type)
		out.Confidence = float64(event.confidence)
	default:
		out.Raw = copied(event.raw)
		out.ID = copied(event.id)
		out.Index = int(event.index)
	}
	out.Code = Code(event.code)
	out.Text = copied(event.text)
	out.Name = again(&d.name, event.name)
	out.Offset = int64(event.offset)
	out.setFlags(uint32(event.flags))
}

// again is a string of C as Go memory: the last one if it is the same.
func again(last *string, text C.tagstream_string) string {
	if view(text) != *last {
		*last = copied(text)
	}
	return *last
}
