package tagstream

// Arguments of a complete call, a JSON object; empty for an event of another kind.
func (e *Event) Arguments() string {
	if e.Kind == KindToolCall {
		return e.Text
	}
	return ""
}

// RawTag is the opening tag or marker of a section; empty for an event of another kind.
func (e *Event) RawTag() string {
	if e.Kind == KindSectionStart || e.Kind == KindSectionEnd {
		return e.Raw
	}
	return ""
}

// Attributes of the opening tag of a section. A marker has none, nor has any other event.
func (e *Event) Attributes() []Attribute {
	return tagAttributes(e.Name, e.RawTag())
}

// tagAttributes are those of a tag of this name; a marker, which is its own name, has none.
func tagAttributes(name, rawTag string) []Attribute {
	if len(rawTag) == len(name) {
		return nil
	}
	return Attributes(rawTag)
}

// confidence is that of a thought; nil if it has none.
func (e *Event) confidence() *float64 {
	if e.Confidence < 0 {
		return nil
	}
	its := e.Confidence
	return &its
}

// The longest name that each piece of a call's arguments repeats.
const longestRepeatedName = 256
