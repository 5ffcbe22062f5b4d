package tagstream_test

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tagstream.example/bindings/go"
)

// Every golden case of the project, whole and cut. The target `goldens` of CMake makes the file
// that TAGSTREAM_GOLDENS names; tests/golden/README.md says what the cases are.

// A golden is one block of a case: tests/expand/goldens_json.cpp says what it has.
type golden struct {
	Place       string
	Reader      string
	Input       string
	InputHex    string `json:"input_hex"`
	Expected    string
	Arguments   []string
	Options     [][2]string
	Finished    bool
	Stops       bool
	Events      any
	Message     any
	Tags        any
	Diagnostics any
	Name        string
	Content     any
	Advice      []struct {
		Options map[string]any
		Finds   []string
	}
}

// The readers that Go does not have: tokens, and the writers of streams.
var notInGo = []string{"tokens", "openai", "anthropic"}

func goldens(t *testing.T) []golden {
	path := os.Getenv("TAGSTREAM_GOLDENS")
	if path == "" {
		t.Skip("TAGSTREAM_GOLDENS names no file of golden cases")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []golden
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for i := range all {
		if all[i].InputHex != "" {
			input, err := hex.DecodeString(all[i].InputHex)
			if err != nil {
				t.Fatal(err)
			}
			all[i].Input = string(input)
		}
	}
	return all
}

// every is TAGSTREAM_EVERY: of so many cases one is tried.
func every() int {
	if number, err := strconv.Atoi(os.Getenv("TAGSTREAM_EVERY")); err == nil && number > 0 {
		return number
	}
	return 1
}

func (g *golden) options() []tagstream.Option {
	var options []tagstream.Option
	for _, one := range g.Options {
		options = append(options, tagstream.Set(one[0], one[1]))
	}
	return options
}

func TestGoldens(t *testing.T) {
	counts := map[string]int{}
	for number, one := range goldens(t) {
		counts[one.Reader]++
		if number%every() != 0 {
			continue
		}
		switch one.Reader {
		case "read", "message":
			checkRead(t, &one)
		case "extract":
			checkTree(t, &one)
		case "inner":
			content, found, err := tagstream.NewExtractor(one.options()...).Inner(one.Input, one.Name)
			var want string
			object, is := one.Content.(map[string]any)
			if is {
				want = object["content"].(string)
			}
			if err != nil || found != is || tagstream.ToValidUTF8(content) != want {
				t.Errorf("%s: %q, %t, %v, not %q", one.Place, content, found, err, want)
			}
		case "advise":
			checkAdvice(t, &one)
		case "attributes":
			checkAttributes(t, &one)
		case "snapshots":
			checkSnapshots(t, &one)
		case "pieces":
			checkPieces(t, &one)
		case "rewrite", "answer":
			checkRewritten(t, &one)
		default:
			if !slices.Contains(notInGo, one.Reader) {
				t.Errorf("%s: unknown reader %s", one.Place, one.Reader)
			}
		}
	}
	if counts["read"] < 7000 || counts["extract"] < 400 {
		t.Errorf("there are too few cases: %v", counts)
	}
	t.Log(counts)
}

// cuttings of a text: whole, in pieces of 1 and 3 bytes, and a short one cut at each place.
func cuttings(text string) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		if !yield(0, []string{text}) {
			return
		}
		for _, size := range []int{1, 3} {
			var pieces []string
			for at := 0; at < len(text); at += size {
				pieces = append(pieces, text[at:min(at+size, len(text))])
			}
			if !yield(size, pieces) {
				return
			}
		}
		if len(text) > 200 {
			return
		}
		for at := 1; at < len(text); at++ {
			if !yield(-at, []string{text[:at], text[at:]}) {
				return
			}
		}
	}
}

func isJoined(kind tagstream.Kind) bool {
	switch kind {
	case tagstream.KindContent, tagstream.KindReasoning, tagstream.KindSectionDelta,
		tagstream.KindToolCallDelta, tagstream.KindThoughtDelta, tagstream.KindMarkup:
		return true
	}
	return false
}

// joined are the events with neighbouring pieces of one kind as one.
func joined(events []tagstream.Event, event tagstream.Event) []tagstream.Event {
	if isJoined(event.Kind) && len(events) > 0 {
		last := &events[len(events)-1]
		if last.Kind == event.Kind && last.Index == event.Index {
			last.Text += event.Text
			last.End = max(last.End, event.End)
			return events
		}
	}
	return append(events, event)
}

func checkRead(t *testing.T, one *golden) {
	rules, err := tagstream.NewRules(one.options()...)
	if err != nil {
		t.Errorf("%s: %v", one.Place, err)
		return
	}
	reader := rules.NewReader()
	defer reader.Close()
	var whole []tagstream.Event
	var wholeMessage string
	for cut, pieces := range cuttings(one.Input) {
		if cut != 0 && one.Stops {
			break // where it stops depends on what it had been fed by then
		}
		reader.Reset()
		events := []tagstream.Event{}
		message := new(tagstream.Message)
		for _, piece := range pieces {
			for event := range reader.Feed(piece) {
				events = joined(events, event)
				message.Add(event)
			}
		}
		if one.Finished {
			for event := range reader.Finish() {
				events = joined(events, event)
				message.Add(event)
			}
			message.Finish()
		}
		written := writtenJSON(t, message)
		if cut == 0 {
			whole, wholeMessage = events, written
			checkWhole(t, one, whole, rules.Read(one.Input))
			continue
		}
		if !slices.Equal(events, whole) {
			t.Errorf("%s: cut %d\n%v\nwhole\n%v", one.Place, cut, events, whole)
		}
		if written != wholeMessage {
			t.Errorf("%s: cut %d\n%s\nwhole\n%s", one.Place, cut, written, wholeMessage)
		}
	}
}

func checkWhole(t *testing.T, one *golden, events []tagstream.Event, message *tagstream.Message) {
	text := writtenJSON(t, events)
	if got := withOwnIDs(parsed(t, text), one.Events); !reflect.DeepEqual(got, one.Events) {
		t.Errorf("%s: events\n%v\nwant\n%v", one.Place, got, one.Events)
	}
	text = writtenJSON(t, message)
	if got := parsed(t, text); !reflect.DeepEqual(got, one.Message) {
		t.Errorf("%s: message\n%v\nwant\n%v", one.Place, got, one.Message)
	}
	again := new(tagstream.Message)
	if err := json.Unmarshal([]byte(text), again); err != nil {
		t.Errorf("%s: %v", one.Place, err)
	}
	if back := writtenJSON(t, again); back != text {
		t.Errorf("%s: through JSON\n%s\nnot\n%s", one.Place, back, text)
	}
}

// withOwnIDs are the events with the ids of the case, where each call has the id that the model wrote,
// if any. A reader gives each call one of its own, which the message of the case has.
func withOwnIDs(events, want any) any {
	list, wanted := events.([]any), want.([]any)
	for i := range min(len(list), len(wanted)) {
		got, own := list[i].(map[string]any), wanted[i].(map[string]any)["id"]
		if got["id"] == nil {
			continue
		}
		delete(got, "id")
		if own != nil {
			got["id"] = own
		}
	}
	return list
}

func checkTree(t *testing.T, one *golden) {
	extractor := tagstream.NewExtractor(one.options()...)
	tags, diagnostics, err := extractor.ExtractAll(one.Input)
	if err != nil {
		t.Errorf("%s: %v", one.Place, err)
		return
	}
	if one.Finished {
		if got := parsed(t, writtenJSON(t, append([]tagstream.Tag{}, tags...))); !reflect.DeepEqual(got, one.Tags) {
			t.Errorf("%s: tags\n%v\nwant\n%v", one.Place, got, one.Tags)
		}
	}
	if got := parsed(t, writtenJSON(t, diagnostics)); !reflect.DeepEqual(got, one.Diagnostics) {
		t.Errorf("%s: diagnostics\n%v\nwant\n%v", one.Place, got, one.Diagnostics)
	}
	for cut, pieces := range cuttings(one.Input) {
		cutTags := []tagstream.Tag{}
		hasEnded := false
		chunks := func(yield func(string) bool) {
			for _, piece := range pieces {
				if !yield(piece) {
					return
				}
			}
			hasEnded = true
		}
		for tag, err := range extractor.Chunks(chunks) {
			if err != nil {
				t.Errorf("%s: %v", one.Place, err)
			}
			if one.Finished || !hasEnded {
				cutTags = append(cutTags, tag)
			}
		}
		switch {
		case one.Finished:
			if len(tags)+len(cutTags) > 0 && !reflect.DeepEqual(cutTags, tags) {
				t.Errorf("%s: cut %d\n%v\nwhole\n%v", one.Place, cut, cutTags, tags)
			}
		case strings.Contains(one.Expected, `"children"`):
			var lines []any
			for line := range strings.Lines(one.Expected) {
				if value := parsed(t, line); value.(map[string]any)["diagnostics"] == nil {
					lines = append(lines, value)
				}
			}
			if got := parsed(t, writtenJSON(t, cutTags)); !reflect.DeepEqual(got, any(lines)) {
				t.Errorf("%s: cut %d\n%v\nwant\n%v", one.Place, cut, got, lines)
			}
		}
	}
}

// checkAdvice compares each advice by its JSON, and reads with its options.
func checkAdvice(t *testing.T, one *golden) {
	all, err := tagstream.Advise(one.Input, one.options()...)
	if err != nil || len(all) != len(one.Advice) {
		t.Errorf("%s: %v, %v", one.Place, all, err)
		return
	}
	for i, advice := range all {
		got := map[string]any{}
		for _, option := range advice.Options {
			got[option.Name] = option.Value
		}
		want := map[string]any{}
		for name, value := range one.Advice[i].Options {
			switch value {
			case nil:
				want[name] = "none"
			default:
				want[name] = fmt.Sprint(value)
			}
		}
		if !reflect.DeepEqual(got, want) || !slices.Equal(advice.Finds, one.Advice[i].Finds) {
			t.Errorf("%s: %+v", one.Place, advice)
		}
		message, err := tagstream.Read(one.Input, append(one.options(), advice.Options...)...)
		if err != nil || (len(message.ToolCalls) > 0) != slices.Contains(advice.Finds, "tool_call") {
			t.Errorf("%s: %+v, %v", one.Place, message, err)
		}
	}
}

func checkAttributes(t *testing.T, one *golden) {
	var out strings.Builder
	if tags := tagstream.Extract(one.Input); len(tags) > 0 {
		for _, attribute := range tags[0].Attributes {
			out.WriteString(cmp.Or(attribute.Name, `""`))
			if attribute.HasValue {
				out.WriteString("\t" + attribute.Value)
			}
			out.WriteString("\n")
		}
	}
	if out.String() != one.Expected {
		t.Errorf("%s: attributes\n%s\nwant\n%s", one.Place, out.String(), one.Expected)
	}
}

// argument is the word after this one; empty if it is not there.
func (g *golden) argument(name string) string {
	at := slices.Index(g.Arguments, name)
	if at < 0 || at+1 == len(g.Arguments) {
		return ""
	}
	return g.Arguments[at+1]
}

func checkSnapshots(t *testing.T, one *golden) {
	most := tagstream.NoLimit
	if size, err := strconv.Atoi(one.argument("--max-snapshot-bytes")); err == nil {
		most = size
	}
	snapshots := tagstream.NewSnapshots(most)
	reader, err := tagstream.NewReader(one.options()...)
	if err != nil {
		t.Fatalf("%s: %v", one.Place, err)
	}
	events := []tagstream.Event{}
	for line := range strings.Lines(one.Input) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		added, err := snapshots.Feed(parsed(t, line).(string))
		if err != nil {
			word := "limit_exceeded"
			if err.(*tagstream.Error).Code == tagstream.CodeSnapshotMismatch {
				word = "snapshot_mismatch"
			}
			if !strings.Contains(one.Expected, word) {
				t.Errorf("%s: %v", one.Place, err)
			}
			return
		}
		for event := range reader.Feed(added) {
			events = joined(events, event)
		}
	}
	if one.Finished {
		for event := range reader.Finish() {
			events = joined(events, event)
		}
	}
	want := []any{}
	for line := range strings.Lines(one.Expected) {
		want = append(want, parsed(t, line))
	}
	got := parsed(t, writtenJSON(t, events)).([]any)
	for i := range min(len(got), len(want)) {
		if its := want[i].(map[string]any); its["text"] == "…" {
			its["text"] = got[i].(map[string]any)["text"]
		}
	}
	if !reflect.DeepEqual(withOwnIDs(got, want), any(want)) {
		t.Errorf("%s: events\n%v\nwant\n%v", one.Place, got, want)
	}
}

func checkPieces(t *testing.T, one *golden) {
	// Which API it is, limits and snapshots are not in the C interface.
	for _, word := range []string{"--api", "--snapshots", "--max-event-bytes"} {
		if slices.Contains(one.Arguments, word) {
			return
		}
	}
	framing := tagstream.SSE
	if one.argument("--from") == "ndjson" {
		framing = tagstream.NDJSON
	}
	var want []map[string]any
	for line := range strings.Lines(one.Expected) {
		want = append(want, parsed(t, line).(map[string]any))
	}
	reader := tagstream.NewStreamReader(framing)
	for cut, chunks := range cuttings(one.Input) {
		reader.Reset()
		var pieces []tagstream.Piece
		for _, chunk := range chunks {
			pieces = append(pieces, reader.Feed([]byte(chunk))...)
		}
		pieces = append(pieces, reader.Finish()...)
		if len(pieces) != len(want) {
			t.Errorf("%s: cut %d: %v", one.Place, cut, pieces)
			continue
		}
		for i, piece := range pieces {
			its := map[string]any{
				"kind": piece.Kind.String(), "choice": float64(piece.Choice), "offset": float64(piece.Offset),
			}
			switch piece.Kind {
			case tagstream.PieceToolCallStart:
				its["index"], its["id"], its["name"] = float64(piece.Index), piece.ID, piece.Name
			case tagstream.PieceToolCallDelta:
				its["index"] = float64(piece.Index)
			}
			if piece.Text != "" {
				its["text"] = piece.Text
			}
			// The word of the server is in the case; C gives that of chat completions.
			if want[i]["text"] == "…" || piece.Kind == tagstream.PieceFinish {
				its["text"] = want[i]["text"]
			}
			if !reflect.DeepEqual(its, want[i]) {
				t.Errorf("%s: cut %d\n%v\nwant\n%v", one.Place, cut, its, want[i])
			}
		}
	}
}

// Made-up ids differ from run to run.
var madeUpID = regexp.MustCompile("call_[A-Za-z0-9]{24}")

func checkRewritten(t *testing.T, one *golden) {
	rules, err := tagstream.NewRules(
		tagstream.Dialect(cmp.Or(one.argument("--dialect"), "hermes")),
		tagstream.PromptTail(one.argument("--prompt-tail")),
		tagstream.Incremental(slices.Contains(one.Arguments, "--incremental")))
	if err != nil {
		t.Fatalf("%s: %v", one.Place, err)
	}
	field := map[string]tagstream.ReasoningField{
		"both": tagstream.BothReasoningFields, "reasoning": tagstream.ReasoningOnlyField,
	}[one.argument("--reasoning-field")]
	check := func(cut int, sent []byte) {
		got := madeUpID.ReplaceAllString(string(sent), "call_")
		if want := madeUpID.ReplaceAllString(one.Expected, "call_"); got != want {
			t.Errorf("%s: cut %d\n%s\nwant\n%s", one.Place, cut, got, want)
		}
	}
	if one.Reader == "answer" {
		sent, _ := rules.RewriteAnswer([]byte(one.Input), field)
		check(0, append(sent, '\n'))
		return
	}
	rewriter := rules.NewRewriter(field)
	for cut, chunks := range cuttings(one.Input) {
		rewriter.Reset()
		var sent []byte
		for _, chunk := range chunks {
			sent = append(sent, rewriter.Feed([]byte(chunk))...)
			rewriter.Errors()
		}
		check(cut, append(sent, rewriter.Finish()...))
	}
}

func writtenJSON(t *testing.T, value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

func parsed(t *testing.T, text string) any {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Errorf("%v in %s", err, text)
	}
	return value
}
