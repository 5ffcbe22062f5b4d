package tagstream

import (
	"strconv"
)

// An Option is the name and the value of one option. There is a function for each; all names and
// values are in docs/options.md. A list, such as hide, takes one entry with each Option.
type Option struct {
	Name, Value string
}

// Set is the option of this name, for names that come from a file or a flag. Values are as on the
// command line: a size may end in K, M or G, and "none" is no limit.
func Set(name, value string) Option { return Option{name, value} }

// NoLimit is the value of a limit that does not limit.
const NoLimit = -1

func boolean(name string, value bool) Option { return Option{name, strconv.FormatBool(value)} }

func number(name string, value int64) Option {
	if value == NoLimit {
		return Option{name, "none"}
	}
	return Option{name, strconv.FormatInt(value, 10)}
}

// setAll sets options by a method of the library.
func setAll(options []Option, set func(name, value string) error) error {
	for i := range options {
		if err := set(options[i].Name, options[i].Value); err != nil {
			return err
		}
	}
	return nil
}

// optionsOf are options of the library; the caller frees them, also after an error.
func optionsOf(options []Option) (optionsHandle, error) {
	if err := ready(); err != nil {
		return optionsHandle{}, err
	}
	all := newOptions()
	return all, setAll(options, all.set)
}

// Between is a pair of markers for a rule, whatever bytes they have: Hide(Between("[[...", "]]")).
// Markers without dots may be written as they are: Hide("<<...>>").
func Between(open, end string) string {
	return between(open, end)
}
