package tagstream_test

import (
	"os"
	"strings"
	"testing"
)

// Each block of Go in the pages is a stretch of a file that is compiled and run: of an example, or
// of a program in testdata. How far lines are indented does not count.
func TestPages(t *testing.T) {
	var tried []string
	for _, file := range []string{"testdata/chat.go", "wasm/testdata/register_test.go", "example_test.go"} {
		tried = append(tried, "\n"+lines(t, file))
	}
	count := 0
	for _, page := range []string{"../../README.md", "../../docs/go.md"} {
		if _, err := os.Stat(page); err != nil {
			t.Skip("a release of the module has no pages")
		}
		text := lines(t, page)
		for {
			_, rest, found := strings.Cut(text, "\n```go\n")
			if !found {
				break
			}
			var block string
			block, text, _ = strings.Cut(rest, "\n```\n")
			isTried := false
			for _, file := range tried {
				isTried = isTried || strings.Contains(file, "\n"+block+"\n")
			}
			if !isTried {
				t.Errorf("%s: no file has these lines:\n%s", page, block)
			}
			count++
		}
	}
	if count < 4 {
		t.Errorf("there are only %d blocks", count)
	}
}

// lines of a file without the blanks at their beginnings.
func lines(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		out.WriteString(strings.TrimLeft(line, " \t"))
	}
	return out.String()
}
