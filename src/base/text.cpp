#include "base/text.hpp"

#include "base/utf8.hpp"

namespace tagstream {

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const std::string_view part : parts) all += part;
  return all;
}

std::string in_one_line(std::string_view text) {
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

std::string_view beginning_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  text = text.substr(0, most);
  text.remove_suffix(utf8_incomplete_tail(text));
  return text;
}

std::string in_short(std::string_view text, std::size_t most) {
  const std::string_view begin = beginning_of(text, most);
  return joined({begin, begin.size() < text.size() ? "..." : ""});
}

// The backtick of "a`b" makes two marks on each side.
std::string in_backticks(std::string_view text, std::size_t most) {
  const std::string_view begin = beginning_of(text, most);
  const bool is_single = begin.find('`') == begin.npos;
  return joined({is_single ? "`" : "`` ", in_one_line(begin), is_single ? "`" : " ``",
                 begin.size() < text.size() ? "..." : ""});
}

}  // namespace tagstream
