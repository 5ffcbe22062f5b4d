#pragma once

// JSON as text: strings decoded and written, and the spellings that models really write converted.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tagstream {

/// The value of a string literal that `JsonScanner` has accepted, its quotes (single or double)
/// included. Half of a surrogate pair becomes U+FFFD; other bytes stay, valid UTF-8 or not.
[[nodiscard]] std::string decode_json_string(std::string_view literal);
/// The same, written to `out`, which has room for `literal.size()` bytes. @return  how many
std::size_t decode_json_string(std::string_view literal, char* out);

/// Where the first half of a surrogate pair stands in a JSON text; nothing if there is none.
[[nodiscard]] std::optional<std::size_t> half_pair_in(std::string_view json);

/// Appends `bytes` as they stand in a JSON string: `"`, `\` and control bytes are escaped, others
/// stay.
void append_json_escaped(std::string& out, std::string_view bytes);

/// The same with quotes around it.
void append_json_string(std::string& out, std::string_view bytes);

/// Turns text that `JsonScanner` accepts into JSON: quotes, words, tuples, commas before a closing
/// bracket, `\'` and raw control bytes in strings. What is JSON already stays byte for byte, blanks
/// included.
///
/// Resumable at any byte; looks at each once. What may still be converted (a comma and the blanks
/// after it, a backslash) is kept until the next byte tells, so what has been
/// appended is final.
class JsonRepair {
 public:
  /// Precondition: all pieces together are a beginning of a value that the scanner accepts.
  void feed(std::string_view piece, std::string& out);

 private:
  char quote_ = 0;  // of the string that is open
  bool is_escaped_ = false;
  std::string comma_;  // a comma and the blanks after it
};

/// Appends `text` as JSON if it is, from its first byte to its last, one object or array.
/// @param strict       refuses what JsonSpelling::is_strict does
/// @param is_repaired  set to true if it had to be converted; else left alone
bool append_json(std::string& out, std::string_view text, bool strict, bool& is_repaired);

}  // namespace tagstream
