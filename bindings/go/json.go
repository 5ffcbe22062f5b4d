package tagstream

import (
	"encoding/json"
	"reflect"
	"strings"
	"unicode/utf8"
)

func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// object writes the fields of a JSON object in the order in which they are put.
type object struct {
	text []byte
	err  error
}

func (o *object) put(name string, value any) {
	switch value.(type) {
	case string, []Attribute:
		value = validUTF8(reflect.ValueOf(value)).Interface()
	}
	text, err := json.Marshal(value)
	if err != nil {
		o.err = err
	}
	before := byte(',')
	if len(o.text) == 0 {
		before = '{'
	}
	o.text = append(o.text, before, '"')
	o.text = append(o.text, name...)
	o.text = append(o.text, '"', ':')
	o.text = append(o.text, text...)
}

func (o *object) mark(name string, is bool) {
	if is {
		o.put(name, true)
	}
}

func (o *object) word(name, text string) {
	if text != "" {
		o.put(name, text)
	}
}

func (o *object) end() ([]byte, error) {
	return append(o.text, '}'), o.err
}

// ToValidUTF8 is text with each byte sequence that is not UTF-8 as U+FFFD, as the library writes it
// in JSON. A code point that breaks off is one sequence; encoding/json counts its bytes.
func ToValidUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var out strings.Builder
	for len(text) > 0 {
		_, size := utf8.DecodeRuneInString(text)
		if size > 1 || text[0] < utf8.RuneSelf {
			out.WriteString(text[:size])
		} else {
			size = brokenSize(text)
			out.WriteRune(utf8.RuneError)
		}
		text = text[size:]
	}
	return out.String()
}

// brokenSize is how many bytes at the beginning of text begin a code point that does not go on.
func brokenSize(text string) int {
	need, least, most := 1, byte(0x80), byte(0xBF)
	switch first := text[0]; {
	case first >= 0xC2 && first <= 0xDF:
		need = 2
	case first >= 0xE0 && first <= 0xEF:
		need = 3
	case first >= 0xF0 && first <= 0xF4:
		need = 4
	}
	switch text[0] { // what the second byte may be
	case 0xE0:
		least = 0xA0
	case 0xED:
		most = 0x9F
	case 0xF0:
		least = 0x90
	case 0xF4:
		most = 0x8F
	}
	size := 1
	for size < need && size < len(text) && text[size] >= least && text[size] <= most {
		size++
		least, most = 0x80, 0xBF
	}
	return size
}

// validUTF8 is a value with all strings in it as [ToValidUTF8] makes them; what it points to is
// copied.
func validUTF8(value reflect.Value) reflect.Value {
	out := reflect.New(value.Type()).Elem()
	out.Set(value)
	switch value.Kind() {
	case reflect.String:
		out.SetString(ToValidUTF8(value.String()))
	case reflect.Struct:
		for i := range value.NumField() {
			out.Field(i).Set(validUTF8(value.Field(i)))
		}
	case reflect.Slice:
		if !value.IsNil() {
			out.Set(reflect.MakeSlice(value.Type(), value.Len(), value.Len()))
		}
		for i := range value.Len() {
			out.Index(i).Set(validUTF8(value.Index(i)))
		}
	case reflect.Pointer:
		if !value.IsNil() {
			out.Set(reflect.New(value.Type().Elem()))
			out.Elem().Set(validUTF8(value.Elem()))
		}
	}
	return out
}
