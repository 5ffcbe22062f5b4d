package tagstream

// An Error says what is wrong with options or another argument, or why a reader has stopped. No text
// that is read is an error.
type Error struct {
	// Code is CodeBadOption, CodeLimitExceeded, or another one that the function speaks of.
	Code Code
	// Option is the name of the option that is wrong; empty if it is none alone.
	Option string
	// Offset is the byte where the reader stopped, or where what was given is wrong: a format, JSON,
	// the arguments of a native call, a snapshot.
	Offset int64
	// Message is one sentence. It begins with the name of the option.
	Message string
}

// Error is the sentence.
func (e *Error) Error() string { return "tagstream: " + e.Message }
