// Package tagstream reads what language models write: reasoning, tool calls, hidden sections and
// tags, while the text arrives.
//
//	message, err := tagstream.Read(answer, tagstream.Dialect("qwen3"))
//
//	reader, err := tagstream.NewReader(tagstream.Hide("thinking"))
//	for event := range reader.Feed(chunk) {
//		if event.Kind == tagstream.KindContent {
//			fmt.Print(event.Text)
//		}
//	}
//
// docs/go.md is a tutorial; docs/events.md and docs/options.md say what events and options mean.
//
// It needs cgo and a compiler of C++20. A program that is built without cgo also imports
// tagstream.example/bindings/go/wasm.
package tagstream
