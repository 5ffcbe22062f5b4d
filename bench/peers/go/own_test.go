// Package peers has the figures of docs/bench.md: the Go module, and what else reads such texts.
package peers

import (
	"encoding/json"
	"strings"
	"testing"

	"tagstream.example/bindings/go"
	_ "tagstream.example/bindings/go/wasm" // for CGO_ENABLED=0
)

// answerText is about 64 KiB: prose with a hidden section, or a call, each 600 bytes.
func answerText(part string) string {
	prose := "The quick brown fox jumps over the lazy dog, if 1 < 2 and x > 3; so it goes on and on.\n"
	var text strings.Builder
	for text.Len() < 64<<10 {
		text.WriteString(strings.Repeat(prose, 6))
		text.WriteString(part)
	}
	return text.String()
}

func longCall() string {
	content, err := json.Marshal(answerText(""))
	if err != nil {
		panic(err)
	}
	return `<tool_call>{"name": "write", "arguments": {"content": ` + string(content) + `}}</tool_call>`
}

const shortAnswer = `<think>Rain?</think>See: <tool_call>
{"name": "rain", "arguments": {"city": "Oslo"}}
</tool_call>`

const (
	hiddenPart = "<thinking>They ask for the sum of two and two, which is four.</thinking>"
	callPart   = "<tool_call>\n{\"name\": \"rain\", \"arguments\": {\"city\": \"Oslo\", \"day\": 3}}\n</tool_call>"
)

// benchPieces feeds the text in pieces of this size and appends what is shown.
func benchPieces(b *testing.B, text string, size int, options ...tagstream.Option) {
	reader, err := tagstream.NewReader(options...)
	if err != nil {
		b.Fatal(err)
	}
	feed := func(out *strings.Builder, piece string) {
		for event := range reader.Feed(piece) {
			if event.Kind == tagstream.KindContent {
				out.WriteString(event.Text)
			}
		}
	}
	pieces(b, text, size, feed, func(out *strings.Builder) {
		for event := range reader.Finish() {
			if event.Kind == tagstream.KindContent {
				out.WriteString(event.Text)
			}
		}
		reader.Reset()
	})
}

// pieces measures a reader: what it shows is appended to one text, which is not made again.
func pieces(b *testing.B, text string, size int, feed func(*strings.Builder, string),
	finish func(*strings.Builder)) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	feeds := 0
	for b.Loop() {
		var out strings.Builder
		out.Grow(len(text))
		for at := 0; at < len(text); at += size {
			feed(&out, text[at:min(at+size, len(text))])
			feeds++
		}
		finish(&out)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(feeds), "ns/feed")
}

func BenchmarkHidePieces(b *testing.B) {
	benchPieces(b, answerText(hiddenPart), 4, tagstream.Hide("thinking"))
}

func BenchmarkCallsPieces(b *testing.B) {
	benchPieces(b, answerText(callPart), 4, tagstream.Dialect("qwen3"))
}

func BenchmarkHideWhole(b *testing.B) {
	benchPieces(b, answerText(hiddenPart), 64<<10, tagstream.Hide("thinking"))
}

func BenchmarkCallsWhole(b *testing.B) {
	benchPieces(b, answerText(callPart), 64<<10, tagstream.Dialect("qwen3"))
}

// One call of 64 KiB, in pieces: a parser that searches all that it holds takes quadratic time.
func BenchmarkLongCallPieces(b *testing.B) {
	benchPieces(b, longCall(), 4, tagstream.Dialect("qwen3"))
}

func BenchmarkReadMessage(b *testing.B) {
	text := answerText(callPart)
	rules, err := tagstream.NewRules(tagstream.Dialect("qwen3"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		rules.Read(text)
	}
}

func BenchmarkReadShort(b *testing.B) {
	rules, err := tagstream.NewRules(tagstream.Dialect("qwen3"))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		rules.Read(shortAnswer)
	}
}

func BenchmarkExtract(b *testing.B) {
	text := answerText(hiddenPart)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		tagstream.Extract(text)
	}
}

func BenchmarkInnerShort(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		tagstream.Inner("<break>outer <break>inner</break> after</break>", "break")
	}
}
