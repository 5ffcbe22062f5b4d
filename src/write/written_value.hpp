#pragma once

// The values of arguments, as families write them. All take a value as JSON; numbers stay as they
// are written. Nothing recurses.

#include <string>
#include <string_view>

namespace tagstream::notation {

/// JSON with a blank after each comma and colon, as chat templates write it.
void append_json_value(std::string& out, std::string_view json);

/// A literal of Python.
void append_python_value(std::string& out, std::string_view json);

/// Strings between `open` and `close`, keys bare, all else JSON without blanks.
/// @return  false: a string holds `close`, or a key can't stand bare
[[nodiscard]] bool append_marked_value(std::string& out, std::string_view json,
                                       std::string_view open, std::string_view close);

/// Each member of an object is an element of its name, each of an array an `item`, and `prefix`
/// stands before each tag. Strings and the rest are written as text.
/// @return  false: something is empty, a key is no name of a tag, or a string holds `prefix`
[[nodiscard]] bool append_nested_value(std::string& out, std::string_view json,
                                       std::string_view prefix);

/// True if it is made of letters, digits, `_`, `-`, `.` and what is not ASCII.
[[nodiscard]] bool is_plain_word(std::string_view text);

}  // namespace tagstream::notation
