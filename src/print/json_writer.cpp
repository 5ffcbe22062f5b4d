#include <charconv>
#include <cmath>
#include <cstring>

#include "base/utf8.hpp"
#include "json/json_text.hpp"
#include "tagstream/json.hpp"

namespace tagstream {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool begins_with_ascii_word(std::string_view text, std::size_t at) {
  std::uint64_t word = 0;
  if (text.size() - at < sizeof word) return false;
  std::memcpy(&word, text.data() + at, sizeof word);
  return (word & 0x8080808080808080) == 0;
}

// How many bytes `text` begins with that are UTF-8.
std::size_t valid_size(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (begins_with_ascii_word(text, at)) {
      at += sizeof(std::uint64_t);
      continue;
    }
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const Utf8Sequence sequence = utf8_first(text.substr(at));
    if (!sequence.is_valid) break;
    at += sequence.size;
  }
  return at;
}

}  // namespace

JsonWriter& JsonWriter::key(std::string_view name) {
  value(name);
  out_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  out_ += '"';
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

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  // An exponent only where people write one: 1e+05 is shorter, 100000 is not less exact.
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
