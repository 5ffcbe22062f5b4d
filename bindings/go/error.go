package tagstream

// An Error says what is wrong with options, or why a reader has stopped. No text that is read is an
// error.
type Error struct {
	// Code is CodeBadOption or CodeLimitExceeded.
	Code Code
	// Option is the name of the option that is wrong; empty if it is none alone.
	Option string
	// Offset is the byte of the stream where the reader stopped, or of the option's value, if that is
	// a format or JSON.
	Offset int64
	// Message is one sentence. It begins with the name of the option.
	Message string
}

func (e *Error) Error() string { return "tagstream: " + e.Message }
