#include "io/shown.hpp"

#include <algorithm>
#include <cstdint>

#include "base/utf8.hpp"

namespace tagstream::cli {

namespace {

bool is_control(char32_t character) {
  if (character == '\n' || character == '\t' || character == '\r') return false;
  return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

void append_byte(std::string& target, unsigned char byte, Escape escape) {
  constexpr char digits[] = "0123456789abcdef";
  target += escape == Escape::json ? "\\u00" : "\\x";
  target += digits[byte >> 4];
  target += digits[byte & 15];
}

// At least four digits.
void append_digits(std::string& target, std::uint32_t number) {
  constexpr char digits[] = "0123456789abcdef";
  std::size_t count = 4;
  while (count < 8 && number >> (4 * count) != 0) ++count;
  target += "\\u";
  for (; count != 0; --count) target += digits[number >> (4 * (count - 1)) & 15];
}

// For a character beyond U+FFFF JSON writes two numbers, a surrogate pair.
void append_number(std::string& target, std::uint32_t character, Escape escape) {
  if (character < 0x10000 || escape == Escape::text) return append_digits(target, character);
  const std::uint32_t rest = character - 0x10000;
  append_digits(target, 0xD800 + (rest >> 10));
  append_digits(target, 0xDC00 + (rest & 0x3FF));
}

}  // namespace

char32_t append_shown(std::string& target, std::string_view bytes, Escape escape, char32_t before) {
  for (std::size_t size = 0; !bytes.empty(); bytes.remove_prefix(size)) {
    const char32_t character = first_character(bytes, size);
    const bool is_broken = size == 1 && character >= 0x80;
    const bool is_lone_return = character == '\r' && bytes.size() > 1 && bytes[1] != '\n';
    if (is_broken || is_lone_return || is_control(character)) {
      append_byte(target, static_cast<unsigned char>(character), escape);
    } else if (is_deceptive(character, before)) {
      append_number(target, character, escape);
    } else {
      target += bytes.substr(0, size);
    }
    before = character;
  }
  return before;
}

char32_t first_character(std::string_view bytes, std::size_t& size) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const Utf8Sequence first = utf8_first(bytes);
  size = first.is_valid ? first.size : 1;
  if (size == 1) return at(0);
  char32_t value = at(0) & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) value = value << 6 | (at(i) & 0x3FU);
  return value;
}

std::string printable(std::string_view text) {
  std::string in_line(text);
  std::replace(in_line.begin(), in_line.end(), '\n', ' ');
  std::replace(in_line.begin(), in_line.end(), '\r', ' ');
  std::string shown;
  append_shown(shown, in_line, Escape::text);
  return shown;
}

std::string colored(std::string_view text, std::string_view color, bool is_wanted) {
  if (!is_wanted || color.empty()) return std::string(text);
  return "\x1b[" + std::string(color) + 'm' + std::string(text) + "\x1b[0m";
}

}  // namespace tagstream::cli
