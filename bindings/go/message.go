package tagstream

import (
	"encoding/json"
	"reflect"
	"strings"
)

// Of the events that were added so far.
type collected struct {
	content, reasoning, cutOff strings.Builder
	section                    []string         // the text of the open section so far
	starts                     []reasoningStart // of each stretch of reasoning
	reasonedUntil              int64
	isOpen, isCutOff           bool // the text ended in reasoning; in a call
}

// Where a stretch of reasoning begins: in the stream, and in the reasoning of the message.
type reasoningStart struct {
	offset        int64
	at, separator int
}

// Add collects an event.
func (m *Message) Add(event Event) { m.add(&event) }

func (m *Message) add(event *Event) {
	switch event.Kind {
	case KindContent:
		m.Content = appended(&m.content, m.Content, event.Text)
		if m.isCutOff && event.Start != event.End {
			last := &m.ToolCallErrors[len(m.ToolCallErrors)-1]
			last.Raw = appended(&m.cutOff, last.Raw, event.Text)
		}
	case KindReasoning:
		m.addReasoning(event)
	case KindSectionStart:
		m.section = m.section[:0]
	case KindSectionDelta:
		m.section = append(m.section, event.Text)
	case KindSectionEnd:
		section := sectionOf(event)
		section.Start = event.Offset
		if !event.IsRecorded {
			section.Content = strings.Join(m.section, "")
			m.section = m.section[:0]
		}
		m.Sections = append(m.Sections, section)
	case KindToolCall:
		m.ToolCalls = append(m.ToolCalls, toolCallOf(event))
	case KindToolCallError:
		m.ToolCallErrors = append(m.ToolCallErrors, toolCallErrorOf(event))
	case KindThought:
		m.Thoughts = append(m.Thoughts, messageThoughtOf(event))
	case KindNotice:
		m.addNotice(event)
	case KindStopped:
		stopped := noticeOf(event)
		m.Stopped = &stopped
		if event.Code != CodeFedAfterFinish {
			m.SetCutOff()
		}
	}
}

func (m *Message) addReasoning(event *Event) {
	if len(m.starts) == 0 || event.Start != m.reasonedUntil {
		start := reasoningStart{offset: event.Start, at: len(m.Reasoning)}
		if event.Start == event.End { // blanks between two stretches, with Trim
			start.separator = len(event.Text)
		}
		m.starts = append(m.starts, start)
	}
	m.reasonedUntil = event.End
	m.Reasoning = appended(&m.reasoning, m.Reasoning, event.Text)
}

func (m *Message) addNotice(event *Event) {
	if event.Code == CodeUnclosedCall { // only the bytes of this call follow, as content
		cutOff := toolCallErrorOf(event)
		cutOff.Code, cutOff.Name = CodeUnclosed, "" // of a notice the name is that of the rule
		m.ToolCallErrors = append(m.ToolCallErrors, cutOff)
		m.isCutOff = true
		return
	}
	m.Notices = append(m.Notices, noticeOf(event))
	switch event.Code {
	case CodeReasoningAsContent:
		m.moveUnclosed(event.Offset)
		m.isOpen = true
	case CodeUnclosedReasoning:
		m.isOpen = true
	}
}

// moveUnclosed makes reasoning content that begins at this byte of the stream or later.
func (m *Message) moveUnclosed(from int64) {
	for i, start := range m.starts {
		if start.offset >= from {
			moved := m.Reasoning[start.at+start.separator:]
			m.Content = appended(&m.content, m.Content, moved)
			m.Reasoning = m.Reasoning[:start.at]
			m.starts = m.starts[:i]
			return
		}
	}
}

// Finish says that the answer has ended, and that all events were added.
func (m *Message) Finish() {
	if m.FinishReason == "" {
		m.FinishReason = "stop"
		if len(m.ToolCalls) > 0 {
			m.FinishReason = "tool_calls"
		}
	}
	m.ReasoningClosed = !m.isOpen
}

// SetCutOff says that the answer was cut off: the finish reason is `length`.
func (m *Message) SetCutOff() { m.FinishReason = "length" }

// appended is text with more at its end. The builder holds text, unless others have set it; a single
// piece is not copied.
func appended(builder *strings.Builder, text, more string) string {
	if text == "" {
		builder.Reset()
		return more
	}
	if builder.String() != text {
		builder.Reset()
		builder.WriteString(text)
	}
	builder.WriteString(more)
	return builder.String()
}

// MarshalJSON writes the object of docs/events.md. What is not UTF-8 becomes U+FFFD.
func (m Message) MarshalJSON() ([]byte, error) {
	out := m.json()
	if m.FinishReason != "" {
		out.FinishReason = &m.FinishReason
	}
	if m.isOpen {
		out.ReasoningClosed = new(bool)
	}
	return json.Marshal(validUTF8(reflect.ValueOf(out)).Interface())
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Message) UnmarshalJSON(text []byte) error {
	var in messageJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	*m = Message{}
	m.setJSON(&in)
	if in.FinishReason != nil {
		m.FinishReason = *in.FinishReason
		m.ReasoningClosed = in.ReasoningClosed == nil || *in.ReasoningClosed
	}
	m.isOpen = in.ReasoningClosed != nil && !*in.ReasoningClosed
	return nil
}
