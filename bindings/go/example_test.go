package tagstream_test

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"tagstream.example/bindings/go"
)

func Example() {
	reader, err := tagstream.NewReader(tagstream.Hide("thinking"))
	if err != nil {
		panic(err)
	}
	for _, chunk := range []string{"Sure. <thi", "nking>2 + 2</think", "ing>It is 4 <", " 5."} {
		for event := range reader.Feed(chunk) {
			if event.Kind == tagstream.KindContent {
				fmt.Print(event.Text)
			}
		}
	}
	for event := range reader.Finish() {
		if event.Kind == tagstream.KindContent {
			fmt.Print(event.Text)
		}
	}
	// Output: Sure. It is 4 < 5.
}

func ExampleRead() {
	answer := `<think>Rain?</think>See: <tool_call>{"name": "rain", "arguments": {"city": "Oslo"}}</tool_call>`
	message, err := tagstream.Read(answer, tagstream.Dialect("qwen3"))
	if err != nil {
		panic(err)
	}
	fmt.Println(message.Reasoning)
	fmt.Printf("%q\n", message.Content)
	for _, call := range message.ToolCalls {
		fmt.Println(call.Name, call.Arguments)
	}
	// Output:
	// Rain?
	// "See: "
	// rain {"city": "Oslo"}
}

func run(name, arguments string) { fmt.Println(name, arguments) }

func ExampleMessage() {
	answer := `<think>Rain?</think>See: <tool_call>{"name": "rain", "arguments": {}}</tool_call>`
	message, err := tagstream.Read(answer, tagstream.Dialect("qwen3"))
	if err != nil {
		panic(err)
	}
	for _, call := range message.ToolCalls {
		run(call.Name, call.Arguments)
	}
	// Output: rain {}
}

// runCalls shows an answer, and each call in it as it will run.
func runCalls(body io.Reader) error {
	rules, err := tagstream.NewRules(tagstream.Call("tool"), tagstream.BadCalls("hide"))
	if err != nil {
		return err
	}
	for event, err := range rules.NewReader().From(body) {
		if err != nil {
			return err
		}
		switch event.Kind {
		case tagstream.KindContent:
			fmt.Print(event.Text)
		case tagstream.KindToolCall:
			var arguments map[string]any
			if err := json.Unmarshal([]byte(event.Arguments()), &arguments); err != nil {
				return err
			}
			fmt.Printf("[%s %v]", event.Name, arguments)
		case tagstream.KindToolCallError:
			fmt.Printf("[%v: %s]", event.Code, event.Text)
		}
	}
	return nil
}

func ExampleNewRules() {
	answer := `I look. <tool>{"name": "find", "arguments": {"what": "</tool>"}}</tool> <tool>{}</tool>`
	if err := runCalls(strings.NewReader(answer)); err != nil {
		panic(err)
	}
	// Output: I look. [find map[what:</tool>]] [missing_name: nothing names the tool: the object is empty]
}

func ExampleReader_From() {
	reader, err := tagstream.NewReader(tagstream.Call("tool"))
	if err != nil {
		panic(err)
	}
	body := strings.NewReader(`I look. <tool>{"name": "search", "arguments": {}}</tool>`)
	for event, err := range reader.From(body) {
		if err != nil {
			panic(err) // the connection broke; what was held came before
		}
		switch event.Kind {
		case tagstream.KindContent:
			fmt.Printf("%q\n", event.Text)
		case tagstream.KindToolCall:
			fmt.Println(event.Name, event.Arguments())
		}
	}
	// Output:
	// "I look. "
	// search {}
}

func ExampleExtract() {
	for _, file := range tagstream.Extract(`<file name="a.txt">hi</file> <file name="b.txt">ho</file>`) {
		name, _ := file.GetAttribute("name")
		fmt.Println(name, file.Content)
	}
	// Output:
	// a.txt hi
	// b.txt ho
}

func ExampleInner() {
	content, found := tagstream.Inner("So <b>x <b>y</b></b>.", "b")
	fmt.Println(content, found)
	// Output: x <b>y</b> true
}

func ExampleWrite() {
	message := &tagstream.Message{
		Content:   "Let me look.\n",
		ToolCalls: []tagstream.ToolCall{{Name: "rain", Arguments: `{"city": "Oslo"}`}},
	}
	text, err := tagstream.Write(message, tagstream.Dialect("hermes"))
	if err != nil {
		panic(err)
	}
	fmt.Println(text)
	// Output:
	// Let me look.
	// <tool_call>
	// {"name": "rain", "arguments": {"city": "Oslo"}}
	// </tool_call>
}

func ExampleGuessModel() {
	guess := tagstream.GuessModel("Qwen/Qwen3-8B")
	fmt.Println(guess.Dialects, guess.IsCertain)
	// Output: [qwen3] true
}

func ExampleError() {
	_, err := tagstream.NewRules(tagstream.Dialect("qwem3"))
	fmt.Println(err)
	// Output: tagstream: dialect: there is no dialect `qwem3`; did you mean `qwen3`?
}

// The pieces of a server's stream go to a reader.
func ExampleStreamReader() {
	body := `data: {"choices": [{"delta": {"content": "<think>a</think>b"}}]}` + "\n\ndata: [DONE]\n\n"
	reader, err := tagstream.NewReader(tagstream.Dialect("qwen3"))
	if err != nil {
		panic(err)
	}
	server := tagstream.NewStreamReader(tagstream.SSE)
	for chunk := range slices.Chunk([]byte(body), 7) {
		for _, piece := range server.Feed(chunk) {
			if piece.Kind == tagstream.PieceText {
				for event := range reader.Feed(piece.Text) {
					fmt.Println(event.Kind, event.Text)
				}
			} else {
				fmt.Println(piece.Kind)
			}
		}
	}
	// Output:
	// markup <think>
	// reasoning a
	// markup </think>
	// content b
	// end
}

func ExampleRules_NewRewriter() {
	rules, err := tagstream.NewRules(tagstream.Dialect("qwen3"))
	if err != nil {
		panic(err)
	}
	rewriter := rules.NewRewriter(tagstream.ReasoningContentField)
	body := `data: {"choices":[{"index":0,"delta":{"content":"<think>Hm.</think>Yes"}}]}` + "\n\n"
	fmt.Print(string(rewriter.Feed([]byte(body))), string(rewriter.Finish()))
	// Output:
	// data: {"choices":[{"index":0,"delta":{"reasoning_content":"Hm."},"logprobs":null,"finish_reason":null}]}
	//
	// data: {"choices":[{"index":0,"delta":{"content":"Yes"},"logprobs":null,"finish_reason":null}]}
}

func ExampleGrammar() {
	tools := `[{"type": "function", "function": {"name": "rain", "parameters": {}}}]`
	text, _, err := tagstream.Grammar(tagstream.GBNF, tagstream.Dialect("qwen3"), tagstream.Tools(tools))
	fmt.Println(strings.Contains(text, "root ::="), err)
	_, _, err = tagstream.Grammar(tagstream.GBNF, tagstream.Dialect("qwen3"))
	fmt.Println(err)
	// Output:
	// true <nil>
	// tagstream: a grammar needs tools: give `tools`
}

func ExampleCheckNativeCall() {
	arguments, err := tagstream.CheckNativeCall("", false)
	fmt.Println(arguments, err)
	_, err = tagstream.CheckNativeCall(`{"city": "Os`, true)
	fmt.Println(err.(*tagstream.Error).Code)
	// Output:
	// {} <nil>
	// unclosed
}

func ExampleSnapshots() {
	snapshots := tagstream.NewSnapshots(tagstream.NoLimit)
	for _, text := range []string{"<thi", "<think>a</think>", "<think>b"} {
		added, err := snapshots.Feed(text)
		fmt.Printf("%q %v\n", added, err)
	}
	// Output:
	// "<thi" <nil>
	// "nk>a</think>" <nil>
	// "" tagstream: the snapshot does not begin with the last one
}
