package tagstream

import (
	"encoding/json"
	"runtime"
)

// A Framing says how the chunks of an answer follow each other in what a server sends.
type Framing int

const (
	SSE     Framing = iota // server-sent events
	NDJSON                 // a JSON object in each line
	Objects                // each feed is one JSON object, as the SDKs of servers give them
)

// A PieceKind says what a piece of a server's stream is.
type PieceKind uint8

// A Piece is one part of an answer, as a server sends it. A field that its kind does not have is zero.
type Piece struct {
	Kind   PieceKind
	Choice int   // which of several answers: each needs a reader of its own
	Index  int   // calls are counted from 0 in each choice
	Offset int64 // of the chunk that it came in, in bytes from the beginning of the stream
	Text   string
	ID     string
	Name   string // of the tool
}

// A StreamReader reads what the servers of OpenAI, Anthropic, Gemini, Bedrock, Ollama and all who
// speak like them send. Each chunk shows which of them it is of: docs/wire.md says more.
type StreamReader struct{ handle serverHandle }

// NewStreamReader is a reader of one stream.
func NewStreamReader(framing Framing) *StreamReader {
	s := &StreamReader{newServer(framing)}
	runtime.AddCleanup(s, serverHandle.free, s.handle)
	return s
}

// Feed gives the pieces that are complete with these bytes, which may end anywhere, except with
// Objects. Text pieces go to a [Reader]; native calls are checked by [CheckNativeCall].
func (s *StreamReader) Feed(chunk []byte) []Piece {
	pieces := s.handle.feed(chunk)
	runtime.KeepAlive(s)
	return pieces
}

// Finish ends the stream: an event without its blank line, or a line without its end, is read.
func (s *StreamReader) Finish() []Piece {
	pieces := s.handle.finish()
	runtime.KeepAlive(s)
	return pieces
}

// Reset forgets the stream: the reader is ready for the next one.
func (s *StreamReader) Reset() {
	s.handle.reset()
	runtime.KeepAlive(s)
}

// CheckNativeCall checks the arguments of a call that a server has read itself, all pieces of them
// joined, and gives them as JSON: {} for none, unless the answer was cut off. It is an *Error with
// CodeUnclosed, CodeInvalidJSON or CodeBadArguments if they are no JSON object; nothing is repaired.
func CheckNativeCall(arguments string, isCutOff bool) (string, error) {
	return checkNativeCall(arguments, isCutOff)
}

// A ReasoningField is the field in which a client looks for reasoning.
type ReasoningField int

const (
	ReasoningContentField ReasoningField = iota // reasoning_content: most clients
	ReasoningOnlyField                          // reasoning
	BothReasoningFields                         // the same text in both
)

// MaxRewriteBytes is how long an event of a stream that is rewritten may be: a longer one passes
// unread.
const MaxRewriteBytes = 16 << 20

// A Rewriter rewrites a stream of chat completions or responses, from bytes to bytes: reasoning and
// calls that the rules find in the text become native fields or items. All else passes as it is.
type Rewriter struct{ handle rewriterHandle }

// NewRewriter is a rewriter of one stream by these rules.
func (r *Rules) NewRewriter(field ReasoningField) *Rewriter {
	w := &Rewriter{r.handle.newRewriter(field, MaxRewriteBytes)}
	runtime.KeepAlive(r)
	runtime.AddCleanup(w, rewriterHandle.free, w.handle)
	return w
}

// Feed gives the bytes to send on for these.
func (w *Rewriter) Feed(chunk []byte) []byte {
	sent := w.handle.feed(chunk)
	runtime.KeepAlive(w)
	return sent
}

// Finish ends the stream: all that was held.
func (w *Rewriter) Finish() []byte {
	sent := w.handle.finish()
	runtime.KeepAlive(w)
	return sent
}

// A ChoiceToolCallError is a call that failed in one choice of a stream.
type ChoiceToolCallError struct {
	Choice     int    `json:"choice"`
	Code       Code   `json:"code"`
	Text       string `json:"text"`
	Name       string `json:"name"`
	Raw        string `json:"raw"`
	Offset     int64  `json:"offset"`
	HasStarted bool   `json:"has_started"`
}

// Errors are the calls that failed during the last Feed or Finish.
func (w *Rewriter) Errors() []ChoiceToolCallError {
	text := w.handle.errors()
	runtime.KeepAlive(w)
	return callErrorsOf(text)
}

func callErrorsOf(text string) (errors []ChoiceToolCallError) {
	if err := json.Unmarshal([]byte(text), &errors); err != nil {
		panic("tagstream: errors are not JSON: " + err.Error()) // the library writes them
	}
	return errors
}

// Reset forgets the stream: the rewriter is ready for the next one.
func (w *Rewriter) Reset() {
	w.handle.reset()
	runtime.KeepAlive(w)
}

// RewriteAnswer rewrites an answer that comes whole, as a [Rewriter] does a stream: one object of chat
// completions, of completions or of responses. Any other text is returned unchanged.
func (r *Rules) RewriteAnswer(body []byte, field ReasoningField) ([]byte, []ChoiceToolCallError) {
	sent, errors := r.handle.rewriteAnswer(body, field)
	runtime.KeepAlive(r)
	return sent, callErrorsOf(errors)
}

// A GrammarLanguage is the language of a grammar.
type GrammarLanguage int

const (
	Lark GrammarLanguage = iota // as llguidance reads it
	GBNF                        // as llama.cpp and XGrammar read it
)

// Grammar is a grammar for answers that call the tools of the options: a model that is held to it
// writes only calls that the reader can read. notConstrained are sentences: the parts of the tools'
// schemas that it does not enforce.
func Grammar(language GrammarLanguage, options ...Option) (text string, notConstrained []string, err error) {
	all, err := optionsOf(options)
	defer all.free()
	if err != nil {
		return "", nil, err
	}
	text, rest, err := all.grammar(language)
	if err != nil {
		return "", nil, err
	}
	return text, notConstrained, json.Unmarshal([]byte(rest), &notConstrained)
}

// Snapshots turn snapshots, each the whole text so far, into chunks for a [Reader].
type Snapshots struct{ handle snapshotsHandle }

// NewSnapshots takes texts of at most so many bytes; NoLimit: of any length.
func NewSnapshots(maxSnapshotBytes int) *Snapshots {
	s := &Snapshots{newSnapshots(maxSnapshotBytes)}
	runtime.AddCleanup(s, snapshotsHandle.free, s.handle)
	return s
}

// Feed is what is new in text. It is an *Error, and nothing changes, if text does not begin with the
// one before (CodeSnapshotMismatch), or is too long (CodeLimitExceeded).
func (s *Snapshots) Feed(text string) (string, error) {
	size, err := s.handle.feed(text)
	runtime.KeepAlive(s)
	return text[len(text)-size:], err
}

// Reset forgets the last text.
func (s *Snapshots) Reset() {
	s.handle.reset()
	runtime.KeepAlive(s)
}
