#include "write/written_value.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "json/json_text.hpp"

namespace tagstream::notation {

namespace {

// The value `{"a": [1, "x", {"b": null}]}` in each of the four forms:
//
//   JSON      {"a": [1, "x", {"b": null}]}
//   Python    a=[1, "x", {"b": None}]
//   gemma4    {a:[1,<|"|>x<|"|>,{b:null}]}
//   elements  <a><item>1</item><item>x</item><item><b>null</b></item></a>
//
// In minimax_m3 a prefix stands before each tag of an element.

// Cuts JSON into brackets, commas, colons, strings and other words: `{"a": 1}` into `{`, `"a"`,
// `:`, `1` and `}`.
class JsonParts {
 public:
  /// Precondition: `json` is JSON.
  explicit JsonParts(std::string_view json) : rest_(trimmed(json)) {}

  /// Goes to the next part. Returns false after the last one.
  bool next() {
    rest_ = trimmed_front(rest_);
    if (rest_.empty()) return false;
    std::size_t size = 1;
    kind_ = rest_.front();
    if (kind_ == '"') {
      while (rest_[size] != '"') size += rest_[size] == '\\' ? 2 : 1;
      ++size;
    } else if (std::string_view("{}[],:").find(kind_) == std::string_view::npos) {
      kind_ = 'w';
      size = std::min(rest_.find_first_of("{}[],: \n\t\r"), rest_.size());
    }
    text_ = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }

  /// The kind of the part: the byte itself for a bracket, comma or colon; `"` for a string; `w` for
  /// a number, `true`, `false` or `null`.
  [[nodiscard]] char kind() const { return kind_; }
  /// The part as it is written, with its quotes.
  [[nodiscard]] std::string_view text() const { return text_; }
  /// The decoded text of a string. Precondition: `kind` is `"`.
  [[nodiscard]] std::string value() const { return decode_json_string(text_); }
  [[nodiscard]] bool is_key() const { return trimmed_front(rest_).starts_with(':'); }
  [[nodiscard]] char next_byte() const { return trimmed_front(rest_).front(); }

 private:
  std::string_view rest_;
  std::string_view text_;
  char kind_ = 0;
};

std::string_view python_word(std::string_view word) {
  if (word == "true") return "True";
  if (word == "false") return "False";
  return word == "null" ? "None" : word;
}

// Writes JSON with a space after each comma and colon, and no other blanks. `word` turns `true`
// into the word of the language.
void append_spaced(std::string& out, std::string_view json,
                   std::string_view (*word)(std::string_view)) {
  JsonParts parts(json);
  while (parts.next()) {
    switch (parts.kind()) {
      case '"': append_json_string(out, parts.value()); break;
      case ',': out += ", "; break;
      case ':': out += ": "; break;
      default: out += word(parts.text());
    }
  }
}

}  // namespace

bool is_plain_word(std::string_view text) {
  for (const char c : text) {
    const bool is_letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    const bool is_plain = is_letter || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' ||
                          static_cast<unsigned char>(c) >= 0x80;
    if (!is_plain) return false;
  }
  return !text.empty();
}

// `a.b` may name an element; `1st`, `-a` and `a b` may not.
bool may_name_element(std::string_view key) {
  const bool begins =
      !key.empty() && key[0] != '-' && key[0] != '.' && !(key[0] >= '0' && key[0] <= '9');
  return begins && is_plain_word(key);
}

void append_json_value(std::string& out, std::string_view json) {
  append_spaced(out, json, [](std::string_view word) { return word; });
}

void append_python_value(std::string& out, std::string_view json) {
  append_spaced(out, json, python_word);
}

// A string in such marks has no escapes, so one that holds the closing mark can't be written.
bool append_marked_value(std::string& out, std::string_view json, std::string_view open,
                         std::string_view close) {
  JsonParts parts(json);
  while (parts.next()) {
    if (parts.kind() != '"') {
      out += parts.text();
      continue;
    }
    const std::string text = parts.value();
    const bool is_key = parts.is_key();
    if (is_key ? !is_plain_word(text) : text.find(close) != text.npos) return false;
    out.append(is_key ? "" : open).append(text).append(is_key ? "" : close);
  }
  return true;
}

// Elements can't say an empty object or list, nor a key `item`, which would be read as a list. They
// are refused, and the caller writes JSON instead.
bool append_nested_value(std::string& out, std::string_view json, std::string_view prefix) {
  constexpr std::string_view item = "item";
  // An open object or array. Each element of an array is called `item`; `name` is the member of an
  // object whose value is being written.
  struct Open {
    bool is_array;
    std::string name;
  };
  std::vector<Open> open;
  const auto begin_element = [&](std::string_view name) {
    out.append(prefix).append("<").append(name).append(">");
  };
  const auto end_element = [&] {
    if (open.empty()) return;
    const std::string_view name = open.back().is_array ? item : std::string_view(open.back().name);
    out.append(prefix).append("</").append(name).append(">");
  };
  JsonParts parts(json);
  while (parts.next()) {
    const char kind = parts.kind();
    if (kind == ',' || kind == ':') continue;
    if (kind == '"' && parts.is_key()) {
      open.back().name = parts.value();
      if (!may_name_element(open.back().name) || open.back().name == item) return false;
      begin_element(open.back().name);
      continue;
    }
    const bool closes = kind == '}' || kind == ']';
    if (closes) open.pop_back();
    if (!closes && !open.empty() && open.back().is_array) begin_element(item);
    if (kind == '{' || kind == '[') {
      const char byte = parts.next_byte();
      if (byte == '}' || byte == ']') return false;
      open.push_back({kind == '[', {}});
      continue;
    }
    if (kind == '"') {
      const std::string text = parts.value();
      if (text.find(prefix) != text.npos) return false;
      out += text;
    } else if (!closes) {
      out += parts.text();
    }
    end_element();
  }
  return true;
}

}  // namespace tagstream::notation
