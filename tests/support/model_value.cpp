#include "support/model_value.hpp"

#include <algorithm>
#include <array>

#include "support/model_tags.hpp"

namespace tagstream::testing {
namespace {

bool is_json_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

void append_control(std::string& out, char c) {
  constexpr std::string_view bytes = "\b\f\n\r\t";
  constexpr std::string_view letters = "bfnrt";
  const std::size_t place = bytes.find(c);
  if (place != std::string_view::npos) {
    out += {'\\', letters[place]};
    return;
  }
  out += "\\u00";
  out += c < 0x10 ? '0' : '1';
  out += "0123456789abcdef"[c & 15];
}

unsigned long hex_number(std::string_view digits) {
  return std::stoul(std::string(digits), nullptr, 16);
}

/// `text` as an integer of JSON; empty if `text` is not an integer.
std::string integer(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return {};
  while (text.size() > 1 && text[0] == '0') text.remove_prefix(1);
  return (is_negative && text != "0" ? "-" : "") + std::string(text);
}

}  // namespace

void ModelJson::note_conversion(std::size_t offset) {
  is_converted = true;
  first_spelling = std::min(first_spelling, offset);
}

bool ModelJson::fail() {
  status = at < text_.size() ? Status::failed : Status::cut;
  return false;
}

// Skips to the next byte that is not a blank; false if the text has no such byte.
bool ModelJson::skip_blanks() {
  while (at < text_.size() && is_json_blank(text_[at])) ++at;
  return at < text_.size() || fail();
}

bool ModelJson::eat(char c) {
  if (at == text_.size() || text_[at] != c) return fail();
  ++at;
  return true;
}

bool ModelJson::read(ModelValue& value) {
  if (!skip_blanks()) return false;
  value.begin = at;
  value.first = text_[at];
  bool is_read = false;
  switch (value.first) {
    case '{':
    case '[':
    case '(': is_read = read_list(value); break;
    case '"':
    case '\'': is_read = read_string(); break;
    default: is_read = is_digit(value.first) || value.first == '-' ? read_number() : read_word();
  }
  if (is_read) value.end = at;
  if (!is_read && status == Status::failed && at == value.begin) value.first = 0;
  return is_read;
}

bool ModelJson::read_list(ModelValue& list) {
  const char closer = list.first == '{' ? '}' : list.first == '[' ? ']' : ')';
  const std::size_t begin = at;
  if (closer == ')') note_conversion(begin);
  ++at;
  for (std::size_t comma = none;; comma = at++) {
    if (!skip_blanks()) return false;
    if (text_[at] == closer) {
      if (comma != none) note_conversion(comma);
      return eat(closer);
    }
    const bool is_read = list.first == '{' ? read_member(list) : read_element(list);
    if (!is_read || !skip_blanks()) return false;
    const bool is_lone = closer == ')' && comma == none;  // no tuple, unless a comma follows
    if (text_[at] == closer && !is_lone) return eat(closer);
    if (text_[at] != ',') return fail();
  }
}

bool ModelJson::read_member(ModelValue& object) {
  if (text_[at] != '"' && text_[at] != '\'') return fail();
  const std::size_t begin = at;
  if (!read_string()) return false;
  const std::string key = strings.back();
  if (!skip_blanks() || !eat(':')) return false;
  object.members.push_back({key, begin, {}});
  return read(object.members.back().value);
}

bool ModelJson::read_element(ModelValue& array) {
  const bool is_read = read(array.elements.emplace_back());
  if (!is_read && array.elements.back().first == 0) array.elements.pop_back();
  return is_read;
}

bool ModelJson::read_string() {
  const char quote = text_[at];
  if (quote == '\'') note_conversion(at);
  string_begin = at++;
  string_end = none;
  for (; at < text_.size(); ++at) {
    const char c = text_[at];
    if (c == quote) {
      string_end = ++at;
      const std::string_view literal = text_.substr(string_begin, at - string_begin);
      strings.push_back(decode_model_string(literal, &has_half_pair));
      return true;
    }
    note_raw_byte(c);
    if (c == '\\' && !read_escape(quote)) return false;
  }
  return fail();
}

void ModelJson::note_raw_byte(char c) {
  if (c == '\n' || c == '\r') {
    has_raw_line_end = true;
  } else if (is_control(c)) {
    has_raw_control = true;
    first_spelling = std::min(first_spelling, at);
  }
}

// Reads an escape, and leaves `at` on its last byte.
bool ModelJson::read_escape(char quote) {
  ++at;
  if (at == text_.size()) return fail();
  const char c = text_[at];
  if (c == 'u') {
    for (int digit = 0; digit < 4; ++digit) {
      ++at;
      if (at == text_.size() || !is_hex(text_[at])) return fail();
    }
    return true;
  }
  if (c == '\'' && quote == '"') note_conversion(at - 1);
  return c == '\'' || std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos || fail();
}

bool ModelJson::read_number() {
  const auto is_at = [&](std::string_view bytes) {
    return at < text_.size() && bytes.find(text_[at]) != std::string_view::npos;
  };
  const auto take = [&](std::string_view bytes) { return is_at(bytes) && ++at > 0; };
  const auto digits = [&] {
    if (!take("0123456789")) return fail();
    while (take("0123456789")) continue;
    return true;
  };
  take("-");
  if (!take("0") && !digits()) return false;
  if (take(".") && !digits()) return false;
  if (!take("eE")) return true;
  take("+-");
  return digits();
}

bool ModelJson::read_word() {
  constexpr std::array<std::string_view, 6> words = {"true", "false", "null",
                                                     "True", "False", "None"};
  for (const std::string_view word : words) {
    if (word[0] != text_[at]) continue;
    if (word[0] < 'a') note_conversion(at);
    return std::all_of(word.begin(), word.end(), [&](char c) { return eat(c); });
  }
  return fail();
}

bool ModelJson::is_at_string() const {
  if (string_begin == none) return false;
  if (string_end == none) return true;
  const std::string_view between = text_.substr(string_end, at - string_end);
  return std::all_of(between.begin(), between.end(), is_json_blank);
}

void append_utf8(std::string& out, unsigned long code) {
  const auto put = [&](unsigned long byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 + code / 0x40);
  } else if (code < 0x10000) {
    put(0xE0 + code / 0x1000);
    put(0x80 + code / 0x40 % 0x40);
  } else {
    put(0xF0 + code / 0x40000);
    put(0x80 + code / 0x1000 % 0x40);
    put(0x80 + code / 0x40 % 0x40);
  }
  put(0x80 + code % 0x40);
}

std::string decode_model_string(std::string_view literal, bool* has_half_pair) {
  const std::string_view text = literal.substr(1, literal.size() - 2);
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      out += text[at];
      continue;
    }
    const char c = text[++at];
    constexpr std::string_view letters = "bfnrt";
    const std::size_t place = letters.find(c);
    if (c != 'u') {
      out += place == std::string_view::npos ? c : "\b\f\n\r\t"[place];
      continue;
    }
    unsigned long code = hex_number(text.substr(at + 1, 4));
    at += 4;
    if (code >= 0xD800 && code < 0xDC00 && text.substr(at + 1, 2) == "\\u") {
      const unsigned long low = hex_number(text.substr(at + 3, 4));
      if (low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00);
        at += 6;
      }
    }
    const bool is_half = code >= 0xD800 && code < 0xE000;
    if (is_half && has_half_pair != nullptr) *has_half_pair = true;
    append_utf8(out, is_half ? 0xFFFD : code);
  }
  return out;
}

std::string quoted_json(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (is_control(c)) {
      append_control(out, c);
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

std::string convert_piece(std::string_view piece) {
  std::string out;
  char quote = 0;
  for (std::size_t at = 0; at < piece.size(); ++at) {
    const char c = piece[at];
    if (quote != 0) {
      if (c == '\\') {
        ++at;
        if (at == piece.size()) break;
        if (piece[at] != '\'') out += c;
        out += piece[at];
      } else if (c == quote) {
        quote = 0;
        out += '"';
      } else if (is_control(c)) {
        append_control(out, c);
      } else {
        if (c == '"') out += '\\';
        out += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      out += '"';
    } else if (c == ',') {
      std::size_t next = at + 1;
      while (next < piece.size() && is_json_blank(piece[next])) ++next;
      if (next == piece.size()) break;
      if (std::string_view("]})").find(piece[next]) == std::string_view::npos) out += c;
    } else if (c == '(' || c == ')') {
      out += c == '(' ? '[' : ']';
    } else if (c == 'T' || c == 'F') {
      out += static_cast<char>(c | 0x20);
    } else if (c == 'N') {
      const std::size_t size = std::min<std::size_t>(4, piece.size() - at);
      out += std::string_view("null").substr(0, size);
      at += size - 1;
    } else {
      out += c;
    }
  }
  return out;
}

std::optional<ConvertedValue> convert_value(std::string_view text) {
  ModelJson json(text, 0);
  ModelValue value;
  if (!json.read(value) || json.at != text.size()) return std::nullopt;
  return ConvertedValue{convert_piece(text), value.first, json.is_repaired(),
                        json.first_spelling == ModelJson::none};
}

bool may_be_string(std::string_view says, ValueTypes types) {
  if (says == "true" || says == "false") return says == "true";
  return types == ValueTypes::none || has(types, ValueTypes::string);
}

std::string typed_json(std::string_view text, ValueTypes types, bool is_strict, bool& is_repaired) {
  const std::string value(trim_blanks(text));
  const auto is_word = [&](std::string_view word) { return same_name(value, word, true); };
  const auto is = [&](ValueTypes type) { return has(types, type); };
  if (types == ValueTypes::none) return quoted_json(text);
  if (is_word("null") && (is(ValueTypes::null) || !is(ValueTypes::string))) return "null";
  if (is(ValueTypes::integer) || is(ValueTypes::number)) {
    if (const std::string number = integer(value); !number.empty()) return number;
  }
  const std::size_t end = value.find_last_not_of('0') + 1;
  if (is(ValueTypes::integer) && end != value.size() && end != 0 && value[end - 1] == '.') {
    const std::string number = integer(value.substr(0, end - 1));
    if (!number.empty() && !(value[0] == '-' && number == "0")) return number;
  }
  const auto converted = convert_value(value);
  if (is(ValueTypes::number) && converted && (value[0] == '-' || is_digit(value[0]))) {
    return converted->json;
  }
  if (is(ValueTypes::boolean) && (is_word("true") || value == "1")) return "true";
  if (is(ValueTypes::boolean) && (is_word("false") || value == "0")) return "false";
  const bool is_nothing = value.empty() && !is(ValueTypes::string);
  if (is(ValueTypes::object) && is_nothing) return "{}";
  if (is(ValueTypes::array) && is_nothing) return "[]";
  const bool is_meant = converted && ((is(ValueTypes::object) && converted->first == '{') ||
                                      (is(ValueTypes::array) && converted->first == '['));
  if (!is_meant || (is_strict && !converted->is_strict)) return quoted_json(text);
  is_repaired = is_repaired || converted->is_repaired;
  return converted->json;
}

}  // namespace tagstream::testing
