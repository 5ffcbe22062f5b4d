#pragma once

// Small things about text that several readers need.

#include <string>
#include <string_view>

namespace tagstream {

/// What the grammar takes for a blank: space, tab, CR, LF, FF.
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

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

/// `text` in one line: line ends become `\n` and `\r`, other control characters `\x01`.
[[nodiscard]] inline std::string in_one_line(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto value = static_cast<unsigned char>(c);
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (value < ' ' || value == 0x7f) {
      (out.append("\\x") += digits[value >> 4]) += digits[value & 15];
    } else {
      out += c;
    }
  }
  return out;
}

/// `text` as messages quote it.
[[nodiscard]] inline std::string in_backticks(std::string_view text) {
  const std::string_view marks = text.find('`') == text.npos ? "`" : "`` ";
  const std::string_view ends = marks.size() == 1 ? "`" : " ``";
  return std::string(marks).append(in_one_line(text)).append(ends);
}

/// True if two names are the same, ASCII case folded if asked.
[[nodiscard]] inline bool same_name(std::string_view a, std::string_view b, bool ignore_case) {
  if (!ignore_case || a.size() != b.size()) return a == b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (fold(a[i]) != fold(b[i])) return false;
  }
  return true;
}

}  // namespace tagstream
