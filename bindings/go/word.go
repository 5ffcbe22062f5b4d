package tagstream

import "fmt"

// A Kind says what an event reports. A program should pass by a kind that it does not know.
type Kind uint8

// A Code says what is wrong, or what a notice is about. The table of docs/events.md says what to do.
type Code uint16

// String is the word of JSON, such as tool_call.
func (k Kind) String() string { return wordOf(wordKind[:], int(k)) }

// String is the word of JSON, such as invalid_json.
func (c Code) String() string { return wordOf(wordCode[:], int(c)) }

// String is the word that other languages use, such as tool_call_start.
func (k PieceKind) String() string { return wordOf(wordPieceKind[:], int(k)) }

func wordOf(words []string, number int) string {
	if number < len(words) && words[number] != "" {
		return words[number]
	}
	return "unknown"
}

// MarshalText gives the word of JSON.
func (c Code) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the word of JSON.
func (c *Code) UnmarshalText(text []byte) error {
	for number, word := range wordCode {
		if word == string(text) && word != "" {
			*c = Code(number)
			return nil
		}
	}
	return fmt.Errorf("tagstream: there is no code %q", text)
}
