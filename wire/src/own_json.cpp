// JSON without another library.
#ifdef TAGSTREAM_WIRE_OWN_JSON

#include "own_json.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>

#include "json.hpp"
#include "utf8.hpp"

namespace tagstream::wire {

namespace {

constexpr std::string_view blanks = " \t\r\n";

// Follows a text by RFC 8259. Nothing recurses, whatever the depth.
class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  bool is_json() {
    skip_blanks();
    bool wants_value = true;
    while (true) {
      if (wants_value && !take_value(wants_value)) return false;
      if (wants_value) continue;
      skip_blanks();
      if (open_.empty()) return at_ == text_.size();
      if (take(open_.back() == '{' ? '}' : ']')) {
        open_.pop_back();
      } else if (!take(',') || !take_key()) {
        return false;
      } else {
        wants_value = true;
      }
    }
  }

 private:
  [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    const bool is_there = at_ < text_.size() && text_[at_] == c;
    at_ += is_there ? 1 : 0;
    return is_there;
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

  // A value that is whole, or the beginning of one that has others in it.
  bool take_value(bool& wants_value) {
    const char c = next();
    if (c == '{' || c == '[') {
      ++at_;
      skip_blanks();
      wants_value = !take(c == '{' ? '}' : ']');
      if (wants_value) open_ += c;
      return !wants_value || take_key();
    }
    wants_value = false;
    if (c == '"') return take_string();
    for (const std::string_view word : {"true", "false", "null"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return true;
    }
    return take_number();
  }

  // Before a value: in an object its key.
  bool take_key() {
    skip_blanks();
    if (open_.back() == '[') return true;
    if (!take_string()) return false;
    skip_blanks();
    if (!take(':')) return false;
    skip_blanks();
    return true;
  }

  bool take_string() {
    if (!take('"')) return false;
    while (at_ < text_.size()) {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c == '"') return take('"');
      if (c < 0x20) return false;
      if (c == '\\') {
        if (!take_escape()) return false;
      } else if (c < 0x80) {
        ++at_;
      } else {
        const Utf8Sequence sequence = utf8_sequence_at(text_.substr(at_));
        if (!sequence.is_valid) return false;
        at_ += sequence.size;
      }
    }
    return false;
  }

  bool take_escape() {
    ++at_;
    const bool is_unicode = take('u');
    if (!is_unicode) {
      constexpr std::string_view known = "\"\\/bfnrt";
      return known.find(next()) != known.npos && take(next());
    }
    for (int i = 0; i < 4; ++i) {
      constexpr std::string_view digits = "0123456789abcdefABCDEF";
      if (digits.find(next()) == digits.npos || !take(next())) return false;
    }
    return true;
  }

  bool take_digits() {
    const std::size_t begin = at_;
    while (next() >= '0' && next() <= '9') ++at_;
    return at_ > begin;
  }

  bool take_number() {
    take('-');
    if (!take('0') && !take_digits()) return false;
    if (take('.') && !take_digits()) return false;
    if (!take('e') && !take('E')) return true;
    if (!take('+')) take('-');
    return take_digits();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string open_;  // brackets
};

void append_utf8(std::string& out, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      add(0xE0 | code >> 12);
    } else {
      add(0xF0 | code >> 18);
      add(0x80 | (code >> 12 & 0x3F));
    }
    add(0x80 | (code >> 6 & 0x3F));
  }
  add(0x80 | (code & 0x3F));
}

// The number of `\uXXXX` at `at`; 0: there is none.
std::uint32_t unit_at(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) != "\\u") return 0;
  std::uint32_t unit = 0;
  std::from_chars(text.data() + at + 2, text.data() + at + 6, unit, 16);
  return unit;
}

// The escape at `at`: appends what it says, and gives the place after it.
std::size_t append_escape(std::string& out, std::string_view text, std::size_t at) {
  constexpr std::string_view letters = "bfnrt";
  constexpr std::string_view meanings = "\b\f\n\r\t";
  const char c = text[at + 1];
  if (c != 'u') {
    const std::size_t found = letters.find(c);
    out += found == letters.npos ? c : meanings[found];
    return at + 2;
  }
  const std::uint32_t unit = unit_at(text, at);
  const std::uint32_t low = unit_at(text, at + 6);
  if (unit >= 0xD800 && unit < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
    append_utf8(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
    return at + 12;
  }
  append_utf8(out, unit >= 0xD800 && unit < 0xE000 ? 0xFFFD : unit);
  return at + 6;
}

}  // namespace

std::optional<Json> JsonParser::parse(std::string_view text) {
  strings_.clear();
  if (!Checker(text).is_json()) return std::nullopt;
  const std::size_t begin = text.find_first_not_of(blanks);
  return Json{this, text.substr(begin, text.find_last_not_of(blanks) + 1 - begin)};
}

std::string_view JsonParser::decode(std::string_view literal) {
  const std::string_view inner = literal.substr(1, literal.size() - 2);
  std::string& text = strings_.emplace_back();
  text.reserve(inner.size());
  for (std::size_t at = 0; at < inner.size();) {
    const std::size_t end = std::min(inner.find('\\', at), inner.size());
    text += inner.substr(at, end - at);
    at = end < inner.size() ? append_escape(text, inner, end) : end;
  }
  return text;
}

std::optional<Json> member(Json json, std::string_view key) {
  if (!json.raw.starts_with('{')) return std::nullopt;
  const std::string_view raw = raw_member(json.raw, key);
  if (raw.empty() || raw == "null") return std::nullopt;
  return Json{json.parser, raw};
}

std::optional<std::string_view> as_string(Json json) {
  if (!json.raw.starts_with('"')) return std::nullopt;
  return json.parser->decode(json.raw);
}

std::optional<std::uint64_t> as_number(Json json) {
  const char* const end = json.raw.data() + json.raw.size();
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(json.raw.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::optional<bool> as_bool(Json json) {
  if (json.raw != "true" && json.raw != "false") return std::nullopt;
  return json.raw == "true";
}

std::optional<std::vector<Json>> as_array(Json json) {
  if (!json.raw.starts_with('[')) return std::nullopt;
  std::vector<Json> all;
  for (RawWalk walk(json.raw); walk.next();) all.push_back({json.parser, walk.value()});
  return all;
}

std::vector<std::pair<std::string_view, Json>> members(Json json) {
  std::vector<std::pair<std::string_view, Json>> all;
  if (!json.raw.starts_with('{')) return all;
  for (RawWalk walk(json.raw); walk.next();) {
    all.emplace_back(walk.key(), Json{json.parser, walk.value()});
  }
  return all;
}

}  // namespace tagstream::wire

#endif
