//go:build cgo

package tagstream

// #include "shim.h"
import "C"

import (
	"encoding/json"
	"runtime"
	"strings"
	"sync"
	"unsafe"
)

// Rules are options, checked and compiled once. Any number of goroutines may use them, and make
// readers of them.
type Rules struct {
	handle *C.tagstream_rules
	idle   sync.Pool // of readers, for Read
}

// NewRules compiles options: a dialect, rules of your own, or both. An option that can't be is an
// *Error that names it.
func NewRules(options ...Option) (*Rules, error) {
	all := C.tagstream_options_new()
	defer C.tagstream_options_free(all)
	for i := range options {
		if err := setOption(all, &options[i]); err != nil {
			return nil, err
		}
	}
	var handle *C.tagstream_rules
	var err *C.tagstream_error
	C.tagstream_rules_from_options(all, &handle, &err)
	return newRules(handle, err)
}

// RulesFromJSON compiles options that are written as a JSON object: {"dialect": "qwen3"}.
func RulesFromJSON(options string) (*Rules, error) {
	data, size := bytes(options)
	var handle *C.tagstream_rules
	var err *C.tagstream_error
	C.tagstream_rules_new(data, size, &handle, &err)
	return newRules(handle, err)
}

func newRules(handle *C.tagstream_rules, err *C.tagstream_error) (*Rules, error) {
	if err != nil {
		return nil, failure(err)
	}
	rules := &Rules{handle: handle}
	runtime.AddCleanup(rules, func(handle *C.tagstream_rules) { C.tagstream_rules_free(handle) }, handle)
	return rules, nil
}

func setOption(all *C.tagstream_options, option *Option) error {
	name, nameSize := bytes(option.Name)
	value, valueSize := bytes(option.Value)
	var err *C.tagstream_error
	C.tagstream_options_set(all, name, nameSize, value, valueSize, &err)
	return failure(err)
}

// NewReader is a reader of one stream by these rules.
func (r *Rules) NewReader() *Reader {
	handle := C.tagstream_reader_from_rules(r.handle)
	runtime.KeepAlive(r)
	reader := &Reader{handle: handle}
	reader.cleanup = runtime.AddCleanup(reader,
		func(handle *C.tagstream_reader) { C.tagstream_reader_free(handle) }, handle)
	return reader
}

// Read reads a whole answer.
func (r *Rules) Read(answer string) *Message {
	reader, _ := r.idle.Get().(*Reader)
	if reader == nil {
		reader = r.NewReader()
	}
	message := new(Message)
	const most = 64 << 10 // bytes at once, so that the events of a long answer need little room
	var shown []string    // content that is not yet in the message: it is copied once
	add := func(event *Event) {
		if event.Kind == KindContent && !message.isCutOff {
			shown = append(shown, event.Text)
			return
		}
		if event.Kind == KindNotice { // it may add to the content
			message.Content += strings.Join(shown, "")
			shown = shown[:0]
		}
		message.add(event)
	}
	for len(answer) > 0 {
		chunk := answer[:min(most, len(answer))]
		answer = answer[len(chunk):]
		reader.feed(chunk)
		for i := range reader.events {
			add(&reader.events[i])
		}
	}
	reader.finish()
	for i := range reader.events {
		add(&reader.events[i])
	}
	message.Content += strings.Join(shown, "")
	message.Finish()
	reader.Reset()
	r.idle.Put(reader)
	return message
}

// ReadJSON reads a whole answer to the JSON of a message.
func (r *Rules) ReadJSON(answer string) string {
	data, size := bytes(answer)
	var written C.size_t
	text := C.tagstream_read_json(r.handle, data, size, &written)
	runtime.KeepAlive(r)
	return owned(text, written)
}

// Write is the text that the family of these rules would write for a message. The rules read the
// same message from it. It is an *Error if the rules are not of one dialect or format, or if the
// message can't be written in it.
func (r *Rules) Write(message *Message) (string, error) {
	handle, err := message.inC()
	if err != nil {
		return "", err
	}
	defer C.tagstream_message_free(handle)
	var text *C.char
	var size C.size_t
	var failed *C.tagstream_error
	C.tagstream_write(handle, r.handle, &text, &size, &failed)
	runtime.KeepAlive(r)
	if failed != nil {
		return "", failure(failed)
	}
	return owned(text, size), nil
}

// Explain says which rules are in force, for people.
func (r *Rules) Explain() string {
	var size C.size_t
	text := C.tagstream_rules_explain(r.handle, &size)
	runtime.KeepAlive(r)
	return owned(text, size)
}

// Read reads a whole answer by these options. For many answers make [Rules] once.
func Read(answer string, options ...Option) (*Message, error) {
	rules, err := NewRules(options...)
	if err != nil {
		return nil, err
	}
	return rules.Read(answer), nil
}

// Write is the text that a family of models would write for a message: see [Rules.Write].
func Write(message *Message, options ...Option) (string, error) {
	rules, err := NewRules(options...)
	if err != nil {
		return "", err
	}
	return rules.Write(message)
}

// OpenAI is the message as an assistant's message of chat completions: content, reasoning_content,
// tool_calls.
func (m *Message) OpenAI() (json.RawMessage, error) {
	handle, err := m.inC()
	if err != nil {
		return nil, err
	}
	defer C.tagstream_message_free(handle)
	var size C.size_t
	text := C.tagstream_message_openai_json(handle, &size)
	return json.RawMessage(owned(text, size)), nil
}

// inC is the message in C; the caller frees it.
func (m *Message) inC() (*C.tagstream_message, error) {
	text, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	var handle *C.tagstream_message
	var failed *C.tagstream_error
	C.tagstream_message_from_json((*C.char)(unsafe.Pointer(unsafe.SliceData(text))),
		C.size_t(len(text)), &handle, &failed)
	runtime.KeepAlive(text)
	return handle, failure(failed)
}
