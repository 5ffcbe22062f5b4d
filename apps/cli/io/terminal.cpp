#include "io/terminal.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "io/width.hpp"

namespace tagstream::cli {

namespace {

std::size_t length_announced(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

bool is_second_allowed(unsigned char first, unsigned char second) {
  if (first == 0xE0) return second >= 0xA0;
  if (first == 0xED) return second <= 0x9F;
  if (first == 0xF0) return second >= 0x90;
  if (first == 0xF4) return second <= 0x8F;
  return true;
}

// U+0080 to U+009F: control characters of two bytes, whose code is the second byte.
bool is_control_pair(std::string_view bytes) {
  if (bytes.size() < 2 || bytes[0] != '\xC2') return false;
  const auto second = static_cast<unsigned char>(bytes[1]);
  return second >= 0x80 && second < 0xA0;
}

// The length of the character that `bytes` starts with; 0 if it must not reach a terminal.
std::size_t harmless_length(std::string_view bytes) {
  const auto at = [bytes](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char first = at(0);
  if (first == '\n' || first == '\t' || first == '\r') return 1;
  if (first < 0x20 || first == 0x7F) return 0;
  const std::size_t length = length_announced(first);
  if (length == 0 || length > bytes.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(bytes[i])) return 0;
  }
  if (length > 1 && !is_second_allowed(first, at(1))) return 0;
  return is_control_pair(bytes) ? 0 : length;
}

void append_byte(std::string& target, unsigned char byte, Escape escape) {
  constexpr char digits[] = "0123456789abcdef";
  target += escape == Escape::json ? "\\u00" : "\\x";
  target += digits[byte >> 4];
  target += digits[byte & 15];
}

// JSON has two numbers for a character beyond U+FFFF.
void append_number(std::string& target, std::uint32_t character, Escape escape) {
  if (character < 0x10000 || escape == Escape::text) {
    target += fmt::format("\\u{:04x}", character);
  } else {
    const std::uint32_t rest = character - 0x10000;
    target += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
  }
}

}  // namespace

void append_shown(std::string& target, std::string_view bytes, Escape escape) {
  while (!bytes.empty()) {
    std::size_t length = harmless_length(bytes);
    if (length == 0) {
      length = is_control_pair(bytes) ? 2 : 1;
      append_byte(target, static_cast<unsigned char>(bytes[length - 1]), escape);
    } else if (const char32_t value = first_character(bytes, length); is_deceptive(value)) {
      append_number(target, value, escape);
    } else {
      target += bytes.substr(0, length);
    }
    bytes.remove_prefix(length);
  }
}

char32_t first_character(std::string_view bytes, std::size_t& size) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  size = std::min(std::max<std::size_t>(length_announced(at(0)), 1), bytes.size());
  if (size == 1) return at(0);
  char32_t value = at(0) & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) value = value << 6 | (at(i) & 0x3FU);
  return value;
}

std::string printable(std::string_view text) {
  std::string shown;
  append_shown(shown, text, Escape::text);
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  std::replace(shown.begin(), shown.end(), '\r', ' ');
  return shown;
}

Size size_of_output() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {};
  return {size.ws_col, size.ws_row};
}

std::size_t columns_of_output() {
  if (const Size size = size_of_output(); size.columns != 0) return size.columns;
  const char* const columns = std::getenv("COLUMNS");
  return columns == nullptr ? 0 : std::strtoul(columns, nullptr, 10);
}

bool is_plain_terminal() {
  const char* const terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) == "dumb";
}

bool is_colored(ColorChoice choice, int number) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  const char* refused = std::getenv("NO_COLOR");
  return isatty(number) == 1 && !is_plain_terminal() && (refused == nullptr || *refused == '\0');
}

}  // namespace tagstream::cli
