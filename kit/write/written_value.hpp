#pragma once

// Writes the values of arguments as families do: as JSON, as Python, or as elements. Each function
// takes the value as JSON, and numbers keep their digits: `1.50` stays `1.50`. None of them
// recurses. The value `{"a": [true]}` becomes `{"a": [True]}` in Python, and
// `<a><item>true</item></a>` as elements.

#include <string>
#include <string_view>

namespace tagstream::notation {

/// Appends JSON with a space after each comma and colon, as chat templates write it: `{"a":1}`
/// becomes `{"a": 1}`.
void append_json_value(std::string& out, std::string_view json);

/// Appends a literal of Python: `null` becomes `None`, `true` becomes `True`.
void append_python_value(std::string& out, std::string_view json);

/// Appends strings between `open` and `close`, keys without quotes, and all else as JSON without
/// blanks: `{"a": "x"}` becomes `{a:<|"|>x<|"|>}`.
/// @return  false: a string holds `close`, or a key is not a plain word (`is_plain_word`)
[[nodiscard]] bool append_marked_value(std::string& out, std::string_view json,
                                       std::string_view open, std::string_view close);

/// Appends elements: each member of an object is an element of the member's name, each element of
/// an array an `<item>`, and `prefix` stands before each tag. Strings, numbers and words are
/// written as text.
/// @return  false: an object or array is empty, a key is not a name of a tag, or a string holds
///          `prefix`
[[nodiscard]] bool append_nested_value(std::string& out, std::string_view json,
                                       std::string_view prefix);

/// True if `text` is not empty and is made of letters, digits, `_`, `-`, `.` and bytes beyond
/// ASCII.
[[nodiscard]] bool is_plain_word(std::string_view text);

/// True if `key` may name an element: it is a plain word, and begins with no digit, `-` or `.`.
[[nodiscard]] bool may_name_element(std::string_view key);

}  // namespace tagstream::notation
