package tagstream

import "encoding/json"

// A Guess says which families of models a name, an answer or a chat template fits.
type Guess struct {
	Dialects          []string `json:"dialects"`   // those that fit best; empty: none fits
	IsCertain         bool     `json:"is_certain"` // no other family fits
	Evidence          []string `json:"evidence"`   // the part of the name that decides, or markers
	StartsInReasoning bool     `json:"starts_in_reasoning"`
}

// GuessModel guesses by the name of a model, such as Qwen/Qwen3-8B.
func GuessModel(name string) Guess { return guessOf(guessJSON(byModel, name)) }

// GuessAnswer guesses by an answer, which it reads once for each family.
func GuessAnswer(answer string) Guess { return guessOf(guessJSON(byAnswer, answer)) }

// GuessTemplate guesses by a chat template.
func GuessTemplate(template string) Guess { return guessOf(guessJSON(byTemplate, template)) }

// A guesser says which function guesses.
type guesser int

const (
	byModel guesser = iota
	byAnswer
	byTemplate
)

func guessOf(text string) (guess Guess) {
	if err := json.Unmarshal([]byte(text), &guess); err != nil {
		panic("tagstream: a guess is not JSON: " + err.Error()) // the library writes it
	}
	return guess
}
