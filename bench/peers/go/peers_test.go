package peers

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// A naive parser, in the shape in which agents in Go write it: what is not shown is in a buffer,
// which each chunk searches for a tag.
type naive struct {
	buffer       strings.Builder
	open, closer string
	isInside     bool
	calls        int
}

func (n *naive) feed(out *strings.Builder, chunk string) {
	n.buffer.WriteString(chunk)
	held := n.buffer.String()
	for {
		if n.isInside {
			end := strings.Index(held, n.closer)
			if end < 0 {
				break
			}
			var call struct {
				Name      string
				Arguments map[string]any
			}
			if json.Unmarshal([]byte(strings.TrimSpace(held[:end])), &call) == nil {
				n.calls++
			}
			held, n.isInside = held[end+len(n.closer):], false
			continue
		}
		start := strings.Index(held, n.open)
		if start < 0 {
			kept := 0 // the beginning of a tag at the end
			for size := min(len(n.open)-1, len(held)); size > 0; size-- {
				if strings.HasSuffix(held, n.open[:size]) {
					kept = size
					break
				}
			}
			out.WriteString(held[:len(held)-kept])
			held = held[len(held)-kept:]
			break
		}
		out.WriteString(held[:start])
		held, n.isInside = held[start+len(n.open):], true
	}
	if len(held) != n.buffer.Len() {
		n.buffer.Reset()
		n.buffer.WriteString(held)
	}
}

func (n *naive) finish(out *strings.Builder) {
	out.WriteString(n.buffer.String())
	n.buffer.Reset()
	n.isInside = false
}

func benchNaive(b *testing.B, text string, size int, name string) {
	parser := &naive{open: "<" + name + ">", closer: "</" + name + ">"}
	pieces(b, text, size, parser.feed, parser.finish)
}

func BenchmarkNaiveHidePieces(b *testing.B)  { benchNaive(b, answerText(hiddenPart), 4, "thinking") }
func BenchmarkNaiveCallsPieces(b *testing.B) { benchNaive(b, answerText(callPart), 4, "tool_call") }
func BenchmarkNaiveHideWhole(b *testing.B) {
	benchNaive(b, answerText(hiddenPart), 64<<10, "thinking")
}
func BenchmarkNaiveCallsWhole(b *testing.B) {
	benchNaive(b, answerText(callPart), 64<<10, "tool_call")
}
func BenchmarkNaiveLongCallPieces(b *testing.B) { benchNaive(b, longCall(), 4, "tool_call") }

// encoding/xml takes no `a < b`: its text has none.
func BenchmarkEncodingXML(b *testing.B) {
	text := strings.NewReplacer(" < ", " &lt; ").Replace(answerText(hiddenPart))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		decoder := xml.NewDecoder(strings.NewReader(text))
		decoder.Strict = false
		for {
			if _, err := decoder.RawToken(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkHTMLTokenizer(b *testing.B) {
	text := answerText(hiddenPart)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		tokenizer := html.NewTokenizer(strings.NewReader(text))
		for tokenizer.Next() != html.ErrorToken {
			_ = tokenizer.Raw()
		}
	}
}
