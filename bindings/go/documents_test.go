package tagstream_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"tagstream.example/bindings/go"
)

// Two parsers that agents in Go have written for themselves, and what takes their place.
//
// The first finds XML-like tags in an answer. Its interface is NewExtractor, Extract, Tag with its
// fields, and GetAttribute, as it was specified: printTags is the example of its specification, and
// one line is not as it stood there.

const taggedAnswer = `
Some text before.
<results status="ok">
  <title>Analysis Results</title>
  <data key="value">Important data here.</data>
  More text.
</results>
<ignoreMe />
Another tag: <final one="1" two='2' three >Content</final> outside.
`

func printTags(input string) error {
	extractor := tagstream.NewExtractor() // stood there: xmlextractor.NewExtractor(nil)
	tags, err := extractor.Extract(input)
	if err != nil {
		return err
	}

	for _, tag := range tags {
		fmt.Printf("Found tag: %s\n", tag.Name)
		fmt.Printf("  Raw Tag: %s\n", tag.RawTag)
		fmt.Printf("  Is Closed: %t\n", tag.IsClosed)
		fmt.Printf("  Start Index: %d\n", tag.StartIndex)
		fmt.Printf("  End Index: %d\n", tag.EndIndex)
		if len(tag.Attributes) > 0 {
			fmt.Println("  Attributes:")
			for _, attr := range tag.Attributes {
				fmt.Printf("    - %s = %q\n", attr.Name, attr.Value)
			}
		}
		// Content includes nested tags as raw text
		fmt.Printf("  Content:\n --- \n %s \n --- \n", tag.Content)

		// Print the children
		fmt.Printf("  Children:\n")
		for _, child := range tag.Children {
			fmt.Printf("    - %s\n", child.Name)
		}

		if name, ok := tag.GetAttribute("status"); ok {
			fmt.Printf("  Status Attribute: %s\n", name)
		}
		fmt.Println("---")
	}
	return nil
}

const printedTags = `Found tag: results
  Raw Tag: <results status="ok">
  Is Closed: true
  Start Index: 19
  End Index: 146
  Attributes:
    - status = "ok"
  Content:
 --- 
 
  <title>Analysis Results</title>
  <data key="value">Important data here.</data>
  More text.
 
 --- 
  Children:
    - title
    - data
  Status Attribute: ok
---
Found tag: ignoreMe
  Raw Tag: <ignoreMe />
  Is Closed: true
  Start Index: 147
  End Index: 159
  Content:
 --- 
  
 --- 
  Children:
---
Found tag: final
  Raw Tag: <final one="1" two='2' three >
  Is Closed: true
  Start Index: 173
  End Index: 218
  Attributes:
    - one = "1"
    - two = "2"
    - three = ""
  Content:
 --- 
 Content 
 --- 
  Children:
---
`

func TestExtractorExample(t *testing.T) {
	if got := printed(t, func() error { return printTags(taggedAnswer) }); got != printedTags {
		t.Errorf("printed\n%s", got)
	}
}

// The decisions that the specification left open. A line is a tag: its opening tag, where it begins and ends, its
// content; its children follow, indented.
func TestExtractorDecisions(t *testing.T) {
	for _, one := range []struct{ says, input, want string }{
		{"a text has no root, and text stands between tags", "a <b>1</b> c <d>2</d>",
			"<b> 2..10 [1]\n<d> 13..21 [2]\n"},
		{"a tag that never closes reaches to the end of the text", "<a>1<b>2</b>",
			"<a> 0..12 [1<b>2</b>] not closed\n  <b> 4..12 [2]\n"},
		{"a tag that its parent closes ends there", "<outer><inner>x</outer>",
			"<outer> 0..23 [<inner>x]\n  <inner> 7..15 [x] not closed\n"},
		{"crossed tags: the inner one is not closed", "<a><b></a></b>",
			"<a> 0..10 [<b>]\n  <b> 3..6 [] not closed\n"},
		{"a closing tag that closes nothing is content", "</a>1<b>2</b>",
			"<b> 5..13 [2]\n"},
		{"a tag may close itself", "<a/><b />", "<a/> 0..4 []\n<b /> 4..9 []\n"},
		{"content is raw", "<a>1 < 2 &amp; 3</a>", "<a> 0..20 [1 < 2 &amp; 3]\n"},
		{"names keep their case, and are compared with it", "<A>1</a></A>",
			"<A> 0..12 [1</a>]\n"},
		{"code is no tag", "a < b, x <- y, 1 <= 2, <>, <a@b.c>", ""},
		{"an attribute may have any quotes, or none", `<a b="1" c='2' d=3 e />`,
			"<a b=\"1\" c='2' d=3 e /> 0..23 []\n"},
	} {
		t.Run(one.says, func(t *testing.T) {
			whole := outline(tagstream.Extract(one.input), "")
			if whole != one.want {
				t.Errorf("is\n%swant\n%s", whole, one.want)
			}
			for cut, pieces := range cuttings(one.input) {
				var tags []tagstream.Tag
				for tag := range tagstream.NewExtractor().Chunks(slices.Values(pieces)) {
					tags = append(tags, tag)
				}
				if got := outline(tags, ""); got != whole {
					t.Errorf("cut %d: is\n%s", cut, got)
				}
			}
		})
	}
}

func TestExtractorIgnoresCaseIfAsked(t *testing.T) {
	tags, err := tagstream.NewExtractor(tagstream.IgnoreCase(true)).Extract("<A>1</a>")
	if got := outline(tags, ""); err != nil || got != "<A> 0..8 [1]\n" {
		t.Errorf("%s, %v", got, err)
	}
}

func outline(tags []tagstream.Tag, indent string) string {
	var out strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&out, "%s%s %d..%d [%s]", indent, tag.RawTag, tag.StartIndex, tag.EndIndex, tag.Content)
		if !tag.IsClosed {
			out.WriteString(" not closed")
		}
		out.WriteString("\n" + outline(tag.Children, indent+"  "))
	}
	return out.String()
}

// The second parser, ToolCallParser, reads `<tool>{"tool_name": …}</tool>` in chunks. Its JSON came
// out in two halves, the second with the `>` of the closing tag:
//
//	failed to parse tool call JSON: invalid character '>' after top-level value
//
// The tests have the names of its tests. Each text is read whole, cut in two at each place, and byte
// by byte: a call is one event, its arguments are JSON, and the text around it is all that is shown.

// A toolCall as that agent has it.
type toolCall struct {
	ToolName  string          `json:"tool_name"`
	Arguments json.RawMessage `json:"arguments"`
}

// parse is what takes the place of that parser.
func parse(reader *tagstream.Reader, chunks []string) (shown string, calls []toolCall, err error) {
	for event := range reader.Chunks(slices.Values(chunks)) {
		switch event.Kind {
		case tagstream.KindContent:
			shown += event.Text
		case tagstream.KindToolCall:
			calls = append(calls, toolCall{event.Name, json.RawMessage(event.Arguments())})
		case tagstream.KindToolCallError:
			err = fmt.Errorf("%v: %s", event.Code, event.Text)
		}
	}
	return shown, calls, err
}

// checkCalls reads the chunks as they are, and their text in every cutting.
func checkCalls(t *testing.T, chunks []string, shown string, names ...string) {
	t.Helper()
	rules, err := tagstream.NewRules(tagstream.Call("tool"))
	if err != nil {
		t.Fatal(err)
	}
	check := func(cut int, pieces []string) {
		t.Helper()
		got, calls, err := parse(rules.NewReader(), pieces)
		if err != nil || got != shown {
			t.Errorf("cut %d: shown is %q, %v", cut, got, err)
		}
		var found []string
		for _, call := range calls {
			found = append(found, call.ToolName)
			var arguments map[string]any
			if err := json.Unmarshal(call.Arguments, &arguments); err != nil {
				t.Errorf("cut %d: %s: %v", cut, call.Arguments, err)
			}
		}
		if !slices.Equal(found, names) {
			t.Errorf("cut %d: the calls are %v", cut, found)
		}
	}
	check(0, chunks)
	for cut, pieces := range cuttings(strings.Join(chunks, "")) {
		check(cut, pieces)
	}
}

func TestToolCallParser_SimpleToolCall(t *testing.T) {
	checkCalls(t, []string{`I look. <tool>{"tool_name": "read_file", "arguments": {"path": "a.txt"}}</tool> Done.`},
		"I look.  Done.", "read_file")
}

func TestToolCallParser_StreamedToolCall(t *testing.T) {
	checkCalls(t, []string{
		`<tool>{"tool_name": "read_file", "arguments": {`,
		`"path": "file.txt"}}`,
		`</tool>`,
	}, "", "read_file")
}

func TestToolCallParser_MultipleToolCalls(t *testing.T) {
	checkCalls(t, []string{
		`a<tool>{"tool_name": "read_file", "arguments": {"path": "a"}}</tool>b`,
		`<tool>{"tool_name": "list_files", "arguments": {}}</tool>c`,
	}, "abc", "read_file", "list_files")
}

func TestToolCallParser_IncompleteTagAtBoundary(t *testing.T) {
	checkCalls(t, []string{
		`1 <`, ` 2 <t`, `ool>{"tool_name": "f", "arguments": {"html": "</to`, `ol> <b>"}}</`, `tool>`,
	}, "1 < 2 ", "f")
}

func TestToolCallParser_StreamedContentAccumulation(t *testing.T) {
	content := strings.Repeat("line\\n", 30)
	call := `<tool>{"tool_name": "write_file", "arguments": {"content": "` + content + `"}}</tool>`
	var chunks []string
	for piece := range slices.Chunk([]byte(call), 4) {
		chunks = append(chunks, string(piece))
	}
	checkCalls(t, chunks, "", "write_file")

	reader, err := tagstream.NewReader(tagstream.Call("tool"))
	if err != nil {
		t.Fatal(err)
	}
	for i, chunk := range chunks {
		for event := range reader.Feed(chunk) {
			if event.Kind != tagstream.KindToolCall || i+1 != len(chunks) {
				t.Errorf("before the closing tag is complete: %v", event)
			}
		}
	}
}

// Text that is no call leaves at once: the last test of that parser asks for it.
func TestToolCallParser_FlushRegularContent(t *testing.T) {
	reader, err := tagstream.NewReader(tagstream.Call("tool"))
	if err != nil {
		t.Fatal(err)
	}
	for _, chunk := range []string{"Hello", " <b", "> a < b, <tx", " and <tool_box>"} {
		var got string
		for event := range reader.Feed(chunk) {
			got += event.Text
		}
		if got != chunk {
			t.Errorf("%q shows %q at once", chunk, got)
		}
	}
}

// printed is what a function writes to standard output.
func printed(t *testing.T, run func() error) string {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stdout
	os.Stdout = write
	err = run()
	os.Stdout = before
	write.Close()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(read)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
