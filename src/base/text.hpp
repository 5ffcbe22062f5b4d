#pragma once

// Small functions on text that several folders use: blanks, trimming, and text as messages show it.
//
//   trimmed(" a\tb\n")            `a\tb`
//   in_one_line("a<LF>b")         `a\nb`, with a backslash and an n
//   in_backticks("a`b")           "`` a`b ``", as Markdown quotes a backtick
//   joined({"a", "b"})            `ab`

#include <initializer_list>
#include <string>
#include <string_view>

namespace tagstream {

/// True for a blank of the grammar: space, tab, CR, LF or FF.
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

/// True for LF and CR: each of them ends a line.
constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/// True for a letter of ASCII.
constexpr bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The value of a digit of base 16 or less: 10 for `a` and `A`. 16 for a byte that is no such
/// digit.
constexpr unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? static_cast<unsigned>(lower - 'a' + 10) : 16;
}

/// An ASCII letter in lower case, any other byte as it is.
constexpr char fold(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

/// `text` without the blanks at its beginning.
[[nodiscard]] inline std::string_view trimmed_front(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

/// `text` without the blanks at its end.
[[nodiscard]] inline std::string_view trimmed_back(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// `text` without the blanks at both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  return trimmed_back(trimmed_front(text));
}

/// The parts, one after another: a message, in less code than a chain of `+`.
[[nodiscard]] std::string joined(std::initializer_list<std::string_view> parts);

/// `text` in one line: line ends become `\n` and `\r`, any other control byte becomes its number in
/// hexadecimal, such as `\x01`.
[[nodiscard]] std::string in_one_line(std::string_view text);

/// The first `most` bytes of a text, or fewer: no sequence of UTF-8 is cut.
[[nodiscard]] std::string_view beginning_of(std::string_view text, std::size_t most);

/// The same as a message repeats it: `...` follows what was cut.
[[nodiscard]] std::string in_short(std::string_view text, std::size_t most = 200);

/// `text` in backticks, as messages quote it, in one line. It may be as long as a request: of a
/// longer one only the first `most` bytes are quoted, with `...` after them.
[[nodiscard]] std::string in_backticks(std::string_view text, std::size_t most = 200);

/// True if two names are the same. With `ignore_case` the case of ASCII letters does not count.
[[nodiscard]] inline bool same_name(std::string_view a, std::string_view b, bool ignore_case) {
  if (!ignore_case || a.size() != b.size()) return a == b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (fold(a[i]) != fold(b[i])) return false;
  }
  return true;
}

/// `same_name` with any case.
[[nodiscard]] inline bool is_word(std::string_view text, std::string_view word) {
  return same_name(text, word, true);
}

}  // namespace tagstream
