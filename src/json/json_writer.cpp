#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/utf8.hpp"
#include "json/json_text.hpp"
#include "json/json_writer.hpp"
#include "scan/scan.hpp"

namespace tagstream {

namespace {

//   JsonWriter(out).begin_object().field("a", 1).key("b").begin_array().value("x").end_array()
//       .end_object()
//
// writes `{"a":1,"b":["x"]}`. The value "a\xFF" is written as `"a\uFFFD"`, with the three bytes of
// U+FFFD instead of the escape.

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

constexpr scan::ByteSet not_ascii = [] {
  scan::ByteSet bytes;
  for (unsigned byte = 0x80; byte < 0x100; ++byte) bytes.add(static_cast<unsigned char>(byte));
  return bytes;
}();

// True if `text` is at most 24 bytes of plain ASCII, as most names and keys are: no byte needs an
// escape, and the search for escapes would cost more than this loop.
bool is_plain(std::string_view text) {
  constexpr std::size_t longest = 24;
  if (text.size() > longest) return false;
  bool is_plain = true;
  for (const char c : text) is_plain &= c >= 0x20 && c != '"' && c != '\\' && c < 0x7f;
  return is_plain;
}

// The number of bytes at the beginning of `text` that are valid UTF-8.
std::size_t valid_size(std::string_view text) {
  // Bytes beyond ASCII come in groups. After one of them the next 32 bytes are looked at one by
  // one: a new vector search for each would cost more.
  constexpr std::size_t near = 32;
  const char* const text_end = text.data() + text.size();
  std::size_t at = 0;
  while (at < text.size()) {
    at = static_cast<std::size_t>(scan::find_in_set(text.data() + at, text_end, not_ascii) -
                                  text.data());
    const std::size_t end = std::min(at + near, text.size());
    while (at < end) {
      if (static_cast<unsigned char>(text[at]) < 0x80) {
        ++at;
        continue;
      }
      const Utf8Sequence sequence = utf8_first(text.substr(at));
      if (!sequence.is_valid) return at;
      at += sequence.size;
    }
  }
  return at;
}

}  // namespace

// A key is written as a string; then no comma separates it from its value.
JsonWriter& JsonWriter::key(std::string_view name) {
  value(name);
  out_ += ':';
  needs_comma_ = false;
  return *this;
}

// Writes the valid stretches of the text, with U+FFFD for each broken sequence between them.
JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  out_ += '"';
  if (is_plain(text)) {
    out_.append(text).push_back('"');
    return *this;
  }
  while (true) {
    const std::size_t size = valid_size(text);
    append_json_escaped(out_, text.substr(0, size));
    text.remove_prefix(size);
    if (text.empty()) break;
    text.remove_prefix(utf8_first(text).size);
    out_ += replacement;
  }
  out_ += '"';
  return *this;
}

// Writes 100000 as `100000`, 1e300 as `1e+300`, and infinity as `null`, since JSON has no word for
// it.
JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  // From 1e-4 to 1e16 numbers are written without an exponent: `1e+05` is shorter than `100000`,
  // but no more exact.
  const double size = std::abs(number);
  const bool is_plain = size == 0 || (size >= 1e-4 && size < 1e16);
  char digits[32];
  const auto format = is_plain ? std::chars_format::fixed : std::chars_format::scientific;
  const auto end = std::to_chars(digits, digits + sizeof digits, number, format).ptr;
  return raw({digits, static_cast<std::size_t>(end - digits)});
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

JsonWriter& JsonWriter::begin(char bracket) {
  separate();
  out_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  out_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::integer(std::uint64_t number) { return raw(std::to_string(number)); }

JsonWriter& JsonWriter::integer(std::int64_t number) { return raw(std::to_string(number)); }

void JsonWriter::separate() {
  if (needs_comma_) out_ += ',';
  needs_comma_ = true;
}

}  // namespace tagstream
