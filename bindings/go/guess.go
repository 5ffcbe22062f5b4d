package tagstream

import (
	"encoding/json"
	"maps"
	"runtime"
	"slices"
)

// A Guess says which families of models a name, an answer or a chat template fits.
type Guess struct {
	Dialects          []string `json:"dialects"`   // those that fit best; empty: none fits
	IsCertain         bool     `json:"is_certain"` // no other family fits
	Evidence          []string `json:"evidence"`   // the part of the name that decides, or markers
	StartsInReasoning bool     `json:"starts_in_reasoning"`
}

// GuessModel guesses by the name of a model, such as Qwen/Qwen3-8B.
func GuessModel(name string) Guess { return guessOf(guessModelJSON(name)) }

// GuessAnswer guesses by an answer, which it reads once for each family.
func GuessAnswer(answer string) Guess { return guessOf(guessAnswerJSON(answer)) }

// GuessTemplate guesses by a chat template.
func GuessTemplate(template string) Guess { return guessOf(guessTemplateJSON(template)) }

func guessOf(text string) (guess Guess) {
	if err := json.Unmarshal([]byte(text), &guess); err != nil {
		panic("tagstream: a guess is not JSON: " + err.Error()) // the library writes it
	}
	return guess
}

// An Advice is a change of options with which more is found in a text.
type Advice struct {
	Options []Option // after the others: append(options, advice.Options...)
	Finds   []string // the kinds of events that only the changed options give: "tool_call"
}

// Advise says which other options find something in a text that these rules do not find. Each
// advice was tried on the text. It reads its first 64 KiB up to 15 times, and perhaps once more for
// each family: it is for a person who asks why nothing was found.
func (r *Rules) Advise(text string) []Advice {
	written := r.handle.adviseJSON(text)
	runtime.KeepAlive(r)
	var all []struct {
		Options map[string]any `json:"options"`
		Finds   []string       `json:"finds"`
	}
	if err := json.Unmarshal([]byte(written), &all); err != nil {
		panic("tagstream: an advice is not JSON: " + err.Error()) // the library writes it
	}
	var advice []Advice
	for _, one := range all {
		var options []Option
		for _, name := range slices.Sorted(maps.Keys(one.Options)) {
			switch value := one.Options[name].(type) {
			case bool:
				options = append(options, boolean(name, value))
			case string:
				options = append(options, Set(name, value))
			case nil:
				options = append(options, number(name, NoLimit))
			}
		}
		advice = append(advice, Advice{options, one.Finds})
	}
	return advice
}

// Advise says which other options find more in a text: see [Rules.Advise].
func Advise(text string, options ...Option) ([]Advice, error) {
	rules, err := NewRules(options...)
	if err != nil {
		return nil, err
	}
	return rules.Advise(text), nil
}
