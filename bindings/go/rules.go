package tagstream

import (
	"encoding/json"
	"runtime"
	"strings"
	"sync"
)

// Rules are options, checked and compiled once. Any number of goroutines may use them, and make
// readers of them.
type Rules struct {
	handle rulesHandle
	idle   sync.Pool // of readers, for Read
}

// NewRules compiles options: a dialect, rules of your own, or both. An option that can't be is an
// *Error that names it.
func NewRules(options ...Option) (*Rules, error) {
	all, err := optionsOf(options)
	defer all.free()
	if err != nil {
		return nil, err
	}
	return newRules(all.rules())
}

// RulesFromJSON compiles options that are written as a JSON object: {"dialect": "qwen3"}.
func RulesFromJSON(options string) (*Rules, error) {
	if err := ready(); err != nil {
		return nil, err
	}
	return newRules(rulesOfJSON(options))
}

func newRules(handle rulesHandle, err error) (*Rules, error) {
	if err != nil {
		return nil, err
	}
	rules := &Rules{handle: handle}
	runtime.AddCleanup(rules, rulesHandle.free, handle)
	return rules, nil
}

// NewReader is a reader of one stream by these rules.
func (r *Rules) NewReader() *Reader {
	reader := ownerOf(r.handle.newReader())
	runtime.KeepAlive(r)
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
	text := r.handle.readJSON(answer)
	runtime.KeepAlive(r)
	return text
}

// Write is the text that the family of these rules would write for a message. The rules read the
// same message from it. It is an *Error if the rules are not of one dialect or format, or if the
// message can't be written in it.
func (r *Rules) Write(message *Message) (string, error) {
	its, err := messageOf(message)
	defer its.free()
	if err != nil {
		return "", err
	}
	text, err := its.write(r.handle)
	runtime.KeepAlive(r)
	return text, err
}

// messageOf is a message of the library; the caller frees it, also after an error.
func messageOf(message *Message) (messageHandle, error) {
	text, err := json.Marshal(message)
	if err != nil {
		return messageHandle{}, err
	}
	return messageOfJSON(string(text))
}

// Explain says which rules are in force, for people.
func (r *Rules) Explain() string {
	text := r.handle.explain()
	runtime.KeepAlive(r)
	return text
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
	its, err := messageOf(m)
	defer its.free()
	if err != nil {
		return nil, err
	}
	return json.RawMessage(its.openAI()), nil
}
