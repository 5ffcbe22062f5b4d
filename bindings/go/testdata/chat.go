package main

import (
	"fmt"
	"slices"

	"tagstream.example/bindings/go"
)

func main() {
	chunks := []string{"<think>They ask", " for rain.</think>Let me ",
		`look.<tool_call>{"name": "rain", "arguments": {}}</tool_call>`}
	reader, err := tagstream.NewReader(tagstream.Dialect("qwen3"))
	if err != nil {
		panic(err)
	}
	message := new(tagstream.Message)
	for event := range reader.Chunks(slices.Values(chunks)) {
		message.Add(event)
		switch event.Kind {
		case tagstream.KindContent:
			fmt.Print(event.Text)
		case tagstream.KindToolCall:
			fmt.Println("\ncalls", event.Name, event.Arguments())
		}
	}
	message.Finish()
	fmt.Println(message.Reasoning)
}

// Output:
// Let me look.
// calls rain {}
// They ask for rain.
