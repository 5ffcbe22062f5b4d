package tagstream_test

import (
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"tagstream.example/bindings/go"
)

const qwen3Answer = `<think>Rain?</think>See: <tool_call>
{"name": "rain", "arguments": {"city": "Oslo"}}
</tool_call>`

func newReader(t *testing.T, options ...tagstream.Option) *tagstream.Reader {
	t.Helper()
	reader, err := tagstream.NewReader(options...)
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

func contentOf(events func(func(tagstream.Event) bool)) string {
	var text string
	for event := range events {
		if event.Kind == tagstream.KindContent {
			text += event.Text
		}
	}
	return text
}

func TestStringsStay(t *testing.T) {
	reader := newReader(t, tagstream.Hide("a"), tagstream.Call("tool"))
	chunk := []byte(`one <a>two</a> <tool>{"name": "f", "id": "x"}</tool> th`)
	events := slices.Collect(reader.FeedBytes(chunk))
	before := writtenJSON(t, events)
	clear(chunk)
	reader.FeedBytes([]byte("ree"))
	reader.Close()
	runtime.GC()
	if after := writtenJSON(t, events); after != before {
		t.Errorf("%s\nwas\n%s", after, before)
	}
}

func TestAReaderIsUsedAgain(t *testing.T) {
	reader := newReader(t, tagstream.Hide("a"))
	for range 3 {
		got := contentOf(reader.Feed("x<a>y</a>z<")) + contentOf(reader.Finish())
		if got != "xz<" {
			t.Errorf("content is %q", got)
		}
		for event := range reader.Feed("more") {
			if event.Kind != tagstream.KindStopped || event.Code != tagstream.CodeFedAfterFinish {
				t.Errorf("after the end: %v", event)
			}
		}
		reader.Reset()
	}
}

func TestAClosedReaderHasNoEvents(t *testing.T) {
	reader := newReader(t, tagstream.Hide("a"))
	reader.Close()
	reader.Close()
	for event := range reader.Feed("text") {
		t.Error(event)
	}
	for event := range reader.Finish() {
		t.Error(event)
	}
	if reader.Err() != nil || reader.Stats() != (tagstream.Stats{}) {
		t.Error("it has an error or counters")
	}
}

func TestALoopMayBeLeft(t *testing.T) {
	reader := newReader(t, tagstream.Hide("a"))
	for range reader.Chunks(slices.Values([]string{"x<a>", "y</a>", "z"})) {
		break
	}
	if got := contentOf(reader.Feed("y</a>z")); got != "z" {
		t.Errorf("content is %q", got)
	}
}

func TestResetEndsTheLoop(t *testing.T) {
	reader := newReader(t, tagstream.Hide("a"))
	var kinds []tagstream.Kind
	for event := range reader.Feed("x<a>y</a>z") {
		kinds = append(kinds, event.Kind)
		reader.Reset()
	}
	if !slices.Equal(kinds, []tagstream.Kind{tagstream.KindContent}) {
		t.Error(kinds)
	}
}

func TestALimitOfSnapshotsThatIsNone(t *testing.T) {
	snapshots := tagstream.NewSnapshots(math.MaxInt - math.MaxUint32)
	if added, err := snapshots.Feed("text"); added != "text" || err != nil {
		t.Error(added, err)
	}
}

func TestAnErrorOfTheSourceComesLast(t *testing.T) {
	broken := errors.New("the connection broke")
	reader := newReader(t, tagstream.Hide("a"))
	source := io.MultiReader(strings.NewReader("1 <"), iotest.ErrReader(broken))
	var content string
	var last error
	for event, err := range reader.From(iotest.OneByteReader(source)) {
		if last != nil {
			t.Error("something comes after the error")
		}
		content, last = content+event.Text, err
	}
	if content != "1 <" || last != broken {
		t.Errorf("%q, %v", content, last)
	}
}

func TestPrime(t *testing.T) {
	reader := newReader(t, tagstream.Dialect("qwen3"))
	isOpen, err := reader.Prime("<|im_start|>assistant\n<think>\n")
	if err != nil || !isOpen {
		t.Fatal(isOpen, err)
	}
	for event := range reader.Feed("Rain?") {
		if event.Kind != tagstream.KindReasoning || event.Start != 0 {
			t.Error(event)
		}
	}
	if _, err = reader.Prime("x"); err == nil {
		t.Error("the prompt is over")
	}
}

func TestStats(t *testing.T) {
	reader := newReader(t, tagstream.Hide("a"))
	reader.Feed("x<a>y</a><")
	got := reader.Stats()
	if got.BytesFed != 10 || got.BytesExamined < 9 || got.BytesHeld != 1 || got.BytesHeldMax < 1 ||
		got.Events != 4 || got.LimitHits != 0 {
		t.Errorf("%+v", got)
	}
}

func TestAStopIsAnError(t *testing.T) {
	reader := newReader(t, tagstream.Call("tool"), tagstream.MaxHeldBytes(8),
		tagstream.OnLimit("stop"))
	message := new(tagstream.Message)
	for event := range reader.Feed(`a <tool>{"name": "a long name"}`) {
		message.Add(event)
	}
	var stopped *tagstream.Error
	if !errors.As(reader.Err(), &stopped) || stopped.Code != tagstream.CodeLimitExceeded {
		t.Errorf("%v", reader.Err())
	}
	if message.Stopped == nil || message.FinishReason != "length" {
		t.Errorf("%+v", message)
	}
}

func TestOptionsThatCannotBe(t *testing.T) {
	for _, one := range []struct {
		options []tagstream.Option
		option  string
	}{
		{[]tagstream.Option{tagstream.Set("hid", "x")}, "hid"},
		{[]tagstream.Option{tagstream.MaxTagBytes(-5)}, "max_tag_bytes"},
		{[]tagstream.Option{tagstream.UnclosedCall("perhaps")}, "unclosed_call"},
		{[]tagstream.Option{tagstream.Hide("a b")}, "hide"},
		{[]tagstream.Option{tagstream.Format("no placeholder")}, "format"},
		{nil, ""},
	} {
		_, err := tagstream.NewRules(one.options...)
		var wrong *tagstream.Error
		if !errors.As(err, &wrong) || wrong.Option != one.option ||
			wrong.Code != tagstream.CodeBadOption {
			t.Errorf("%v: %v", one.options, err)
		}
	}
	if _, err := tagstream.NewExtractor(tagstream.Hide("x")).Extract("<a>"); err == nil {
		t.Error("an extractor hides nothing")
	}
	if _, err := tagstream.RulesFromJSON(`{"hide": 1}`); err == nil {
		t.Error("hide takes texts")
	}
}

func TestAllWaysToSayAnOption(t *testing.T) {
	byName, err := tagstream.NewRules(tagstream.Set("hide", "a"), tagstream.Set("max_tag_bytes", "none"))
	if err != nil {
		t.Fatal(err)
	}
	byFunction, err := tagstream.NewRules(tagstream.Hide("a"), tagstream.MaxTagBytes(tagstream.NoLimit))
	if err != nil {
		t.Fatal(err)
	}
	byJSON, err := tagstream.RulesFromJSON(`{"hide": ["a"], "max_tag_bytes": null}`)
	if err != nil {
		t.Fatal(err)
	}
	if says := byName.Explain(); says != byFunction.Explain() || says != byJSON.Explain() {
		t.Error(says)
	}
}

func TestBetween(t *testing.T) {
	for _, pair := range [][2]string{
		{"<<", ">>"}, {"Thinking...", "...done"}, {"a\n", "\tb"}, {`\`, `\\`}, {"…", "..."},
		{`\n`, "\r"}, {`x\.`, `\t...\`}, {`..\`, "n"},
	} {
		reader := newReader(t, tagstream.Hide(tagstream.Between(pair[0], pair[1])))
		text := "before " + pair[0] + "HIDE" + pair[1] + "after"
		if got := contentOf(reader.Feed(text)) + contentOf(reader.Finish()); got != "before after" {
			t.Errorf("%q: content is %q", pair, got)
		}
	}
}

func TestGoroutinesShareRules(t *testing.T) {
	rules, err := tagstream.NewRules(tagstream.Dialect("qwen3"))
	if err != nil {
		t.Fatal(err)
	}
	want := rules.ReadJSON(qwen3Answer)
	extractor := tagstream.NewExtractor(tagstream.Names("think"))
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 500 { // readers that nobody closes
				message := new(tagstream.Message)
				for event := range rules.NewReader().Chunks(slices.Values([]string{qwen3Answer})) {
					message.Add(event)
				}
				message.Finish()
				if len(message.ToolCalls) != 1 || rules.ReadJSON(qwen3Answer) != want {
					t.Error(message)
				}
				if tags, err := extractor.Extract(qwen3Answer); err != nil || len(tags) != 1 {
					t.Error(tags, err)
				}
			}
			runtime.GC()
		}()
	}
	all.Wait()
}

func TestAMessage(t *testing.T) {
	rules, err := tagstream.NewRules(tagstream.Dialect("qwen3"))
	if err != nil {
		t.Fatal(err)
	}
	message := rules.Read(qwen3Answer)
	if got := writtenJSON(t, message); !jsonEqual(t, got, rules.ReadJSON(qwen3Answer)) {
		t.Errorf("%s\nnot\n%s", got, rules.ReadJSON(qwen3Answer))
	}
	inside := writtenJSON(t, map[string]any{"message": *message})
	if want := `{"message": ` + rules.ReadJSON(qwen3Answer) + `}`; !jsonEqual(t, inside, want) {
		t.Errorf("%s\nnot\n%s", inside, want)
	}
	text, err := rules.Write(message)
	if err != nil {
		t.Fatal(err)
	}
	again := rules.Read(text)
	if again.Reasoning != "Rain?" || again.ToolCalls[0].Arguments != message.ToolCalls[0].Arguments {
		t.Errorf("%q", text)
	}
	openAI, err := message.OpenAI()
	want := `{"role": "assistant", "content": "See: ", "reasoning_content": "Rain?", "tool_calls":
		[{"id": "call_0", "type": "function",
		  "function": {"name": "rain", "arguments": "{\"city\": \"Oslo\"}"}}]}`
	if err != nil || !jsonEqual(t, string(openAI), want) {
		t.Errorf("%s, %v", openAI, err)
	}
}

func TestAMessageInPieces(t *testing.T) {
	message := &tagstream.Message{Content: "Before. "}
	reader := newReader(t, tagstream.Reasoning("think"))
	var shown []string
	for _, chunk := range []string{"<think>a", "b</think>", "1", "2", "3"} {
		for event := range reader.Feed(chunk) {
			message.Add(event)
		}
		shown = append(shown, message.Content)
	}
	if want := []string{"Before. ", "Before. ", "Before. 1", "Before. 12", "Before. 123"}; !slices.Equal(shown, want) {
		t.Errorf("%q", shown)
	}
	if message.FinishReason != "" || message.ReasoningClosed {
		t.Error("the answer has not ended")
	}
	message.Finish()
	if message.FinishReason != "stop" || !message.ReasoningClosed || message.Reasoning != "ab" {
		t.Errorf("%+v", message)
	}
}

func TestGuesses(t *testing.T) {
	for _, guess := range []tagstream.Guess{
		tagstream.GuessModel("Qwen/Qwen3-8B"), tagstream.GuessAnswer(qwen3Answer),
	} {
		if !slices.Contains(guess.Dialects, "qwen3") || len(guess.Evidence) == 0 {
			t.Errorf("%+v", guess)
		}
	}
	if guess := tagstream.GuessTemplate("{{ nothing }}"); len(guess.Dialects) != 0 {
		t.Errorf("%+v", guess)
	}
	if !slices.Contains(tagstream.Dialects(), "qwen3") || tagstream.Version() == "" {
		t.Error(tagstream.Dialects())
	}
}

func TestWords(t *testing.T) {
	if tagstream.KindToolCallError.String() != "tool_call_error" ||
		tagstream.CodeInvalidJSON.String() != "invalid_json" || tagstream.Kind(200).String() != "unknown" {
		t.Error("a word is wrong")
	}
	var code tagstream.Code
	if err := json.Unmarshal([]byte(`"half_closer"`), &code); err != nil || code != tagstream.CodeHalfCloser {
		t.Error(code, err)
	}
	if json.Unmarshal([]byte(`"nothing"`), &code) == nil {
		t.Error("there is no such code")
	}
}

func TestADeepTree(t *testing.T) {
	const depth = 100000
	tags := tagstream.Extract(strings.Repeat("<a b=c>", depth))
	count := 0
	for len(tags) == 1 {
		if value, has := tags[0].GetAttribute("b"); value != "c" || !has {
			t.Fatal(tags[0].RawTag)
		}
		tags = tags[0].Children
		count++
	}
	if count != depth {
		t.Error(count)
	}
}

func TestManyAttributes(t *testing.T) {
	tags := tagstream.Extract("<a" + strings.Repeat(" b=c", 50) + "><d e='1'/><f></f>")
	if len(tags[0].Attributes) != 50 || tags[0].Attributes[49].Value != "c" {
		t.Error(tags[0].Attributes)
	}
	if value, _ := tags[0].Children[0].GetAttribute("e"); value != "1" {
		t.Error(tags[0].Children[0])
	}
	if attributes := tagstream.Attributes(tags[0].RawTag); !slices.Equal(attributes, tags[0].Attributes) {
		t.Error(attributes)
	}
}

func jsonEqual(t *testing.T, one, other string) bool {
	return writtenJSON(t, parsed(t, one)) == writtenJSON(t, parsed(t, other))
}

func TestToValidUTF8(t *testing.T) {
	for text, want := range map[string]string{
		"é\xff😀": "é\uFFFD😀", "\xf0\x9f\x98y": "\uFFFDy", "\xe2\x82": "\uFFFD",
		"\xc0\x80": "\uFFFD\uFFFD", "\xed\xa0\x80": "\uFFFD\uFFFD\uFFFD", "\uFFFD": "\uFFFD",
		"\xf4\x90\x80\x80": "\uFFFD\uFFFD\uFFFD\uFFFD", "\xe0\x80": "\uFFFD\uFFFD",
	} {
		if got := tagstream.ToValidUTF8(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
}

func TestACloneGoesOnOnItsOwn(t *testing.T) {
	answer := `<think>So</think>a <tool_call>{"name":"f","arguments":{"a":1}}</tool_call>b`
	want := eventsOf(t, newReader(t, tagstream.Dialect("hermes")), answer)
	for cut := range len(answer) + 1 {
		reader := newReader(t, tagstream.Dialect("hermes"))
		got := textsOf(reader.Feed(answer[:cut]))
		clone := reader.Clone()
		for range reader.Feed("</think>not this") {
		}
		got = append(got, textsOf(clone.Feed(answer[cut:]))...)
		got = append(got, textsOf(clone.Finish())...)
		if joined := strings.Join(got, ""); joined != want {
			t.Errorf("cut at %d: %q, not %q", cut, joined, want)
		}
	}
}

func eventsOf(t *testing.T, reader *tagstream.Reader, answer string) string {
	t.Helper()
	return strings.Join(append(textsOf(reader.Feed(answer)), textsOf(reader.Finish())...), "")
}

// textsOf are the texts of events, those of calls with their names.
func textsOf(events iter.Seq[tagstream.Event]) []string {
	var texts []string
	for event := range events {
		texts = append(texts, event.Name+event.Text)
	}
	return texts
}
