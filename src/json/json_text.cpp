#include "json/json_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "scan/scan.hpp"

namespace tagstream {
namespace {

// The character for the byte after a backslash: five letters stand for control bytes, any other
// byte for itself.
constexpr auto unescaped = [] {
  std::array<char, 256> meanings{};
  for (unsigned byte = 0; byte < meanings.size(); ++byte) meanings[byte] = static_cast<char>(byte);
  meanings['b'] = '\b';
  meanings['f'] = '\f';
  meanings['n'] = '\n';
  meanings['r'] = '\r';
  meanings['t'] = '\t';
  return meanings;
}();

constexpr std::uint32_t replacement_character = 0xFFFD;

constexpr bool is_high_surrogate(std::uint32_t unit) { return (unit & 0xFC00) == 0xD800; }
constexpr bool is_low_surrogate(std::uint32_t unit) { return (unit & 0xFC00) == 0xDC00; }

// The value of the four hexadecimal digits at `at`.
std::uint32_t hex_number(std::string_view text, std::size_t at) {
  std::uint32_t number = 0;
  for (char c : text.substr(at, 4)) number = number * 16 + digit_value(c);
  return number;
}

// The code point of the escape `\uXXXX` whose digits begin at `at`. If the escape is the first half
// of a surrogate pair and the second half follows, both are read: `\ud83d\ude00` is U+1F600. Half a
// pair becomes U+FFFD. Moves `at` after the escapes that were read.
std::uint32_t take_code_point(std::string_view text, std::size_t& at) {
  const std::uint32_t unit = hex_number(text, at);
  at += 4;
  if (is_high_surrogate(unit) && text.substr(at, 2) == "\\u") {
    const std::uint32_t low = hex_number(text, at + 2);
    if (is_low_surrogate(low)) {
      at += 6;
      return 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF);
    }
  }
  return is_high_surrogate(unit) || is_low_surrogate(unit) ? replacement_character : unit;
}

}  // namespace

// In `"\ud83d\u0041"` the half stands at 1: the second escape does not complete it.
std::optional<std::size_t> half_pair_in(std::string_view json) {
  std::size_t at = 0;
  while ((at = json.find('\\', at)) != json.npos) {
    if (json.substr(at + 1, 1) != "u") {
      at += 2;
      continue;
    }
    constexpr std::size_t escape = 6;  // the size of \uXXXX
    const std::uint32_t unit = hex_number(json, at + 2);
    std::size_t end = at + 2;
    take_code_point(json, end);
    const bool is_of_pair = is_high_surrogate(unit) || is_low_surrogate(unit);
    if (is_of_pair && end == at + escape) return at;
    at = end;
  }
  return std::nullopt;
}

// `"n\u0061me"` is `name`, so it is the key of the name. The output is never longer than the
// literal, as each escape is at least as long as its character.
std::size_t decode_json_string(std::string_view literal, char* out) {
  const std::string_view text = literal.substr(1, literal.size() - 2);
  char* to = out;
  std::size_t at = 0;
  while (true) {
    const std::size_t escape = std::min(text.find('\\', at), text.size());
    std::memcpy(to, text.data() + at, escape - at);
    to += escape - at;
    if (escape == text.size()) return static_cast<std::size_t>(to - out);
    at = escape + 2;
    if (text[escape + 1] == 'u') {
      to = write_utf8(to, take_code_point(text, at));
    } else {
      *to++ = unescaped[static_cast<unsigned char>(text[escape + 1])];
    }
  }
}

std::string decode_json_string(std::string_view literal) {
  const std::string_view text = literal.substr(1, literal.size() - 2);
  if (text.find('\\') == text.npos) return std::string(text);
  std::string out(literal.size(), '\0');
  out.resize(decode_json_string(literal, out.data()));
  return out;
}

// Escapes 1024 bytes at a time into a buffer: the kernels write up to six times as many bytes, and
// may write a little past the end (`escaped_room`).
void append_json_escaped(std::string& out, std::string_view bytes) {
  constexpr std::size_t part = 1024;
  char buffer[scan::escaped_room(part)];
  while (!bytes.empty()) {
    const char* const from = bytes.data();
    const std::size_t size = std::min(bytes.size(), part);
    out.append(buffer, scan::write_escaped(from, from + size, buffer));
    bytes.remove_prefix(size);
  }
}

void append_json_string(std::string& out, std::string_view bytes) {
  out.push_back('"');
  append_json_escaped(out, bytes);
  out.push_back('"');
}

}  // namespace tagstream
