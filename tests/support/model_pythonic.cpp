#include "support/model_pythonic.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "support/model_tags.hpp"
#include "support/model_value.hpp"

namespace tagstream::testing::model {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & '\x80') != 0;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_key(char c) { return is_letter(c) || is_digit(c) || std::string_view("-./$").find(c) < 4; }
bool is_name(char c) { return is_key(c) || c == ':'; }

constexpr std::string_view blanks = " \t\r\n\f";

struct Constant {
  std::string_view python;
  std::string_view json;
};
constexpr std::array<Constant, 6> constants = {{{"None", "null"},
                                                {"null", "null"},
                                                {"True", "true"},
                                                {"true", "true"},
                                                {"False", "false"},
                                                {"false", "false"}}};

const Constant* constant(std::string_view word) {
  const auto* const found = std::find_if(constants.begin(), constants.end(),
                                         [&](const Constant& one) { return one.python == word; });
  return found == constants.end() ? nullptr : found;
}

}  // namespace

// ---- calls -------------------------------------------------------------------------------------

bool PythonicReader::stop() {
  status_ = is_end() ? Status::cut : Status::failed;
  return false;
}

bool PythonicReader::fail_at(std::size_t offset) {
  at = offset;
  return stop();
}

// Skips to the next byte that is not a blank; false if the text has no such byte.
bool PythonicReader::skip() {
  at = std::min(text_.find_first_not_of(blanks, at), text_.size());
  return !is_end() || stop();
}

bool PythonicReader::eat(std::string_view word) {
  for (char c : word) {
    if (is_end() || text_[at] != c) return stop();
    ++at;
  }
  return true;
}

PythonicReader::Status PythonicReader::read(bool is_lone, bool is_all) {
  if (text_[at] == '{') return Status::json;
  const bool is_list = text_[at] == '[' && shape_.callee.empty();
  if (is_list) {
    ++at;
    if (!skip()) return status_;
    if (is_at("{]")) return Status::json;
  }
  for (;;) {
    if (!read_call()) return status_;
    const std::size_t end = at;
    if (is_lone && !is_list) break;
    const bool has_more = skip();
    if (is_list) {
      if (!has_more) return Status::cut;
      if (text_[at] != ']' && !(eat(",") && skip())) return status_;
      if (text_[at] != ']') continue;
      ++at;
      break;
    }
    if (!has_more && !is_all) return Status::cut;
    const bool is_next =
        has_more && shape_.callee.empty() &&
        (shape_.before.empty() ? is_letter(text_[at]) : text_[at] == shape_.before[0]);
    if (is_next) continue;
    at = end;
    break;
  }
  return status_ = Status::complete;
}

// After a list further ones may follow, each after a comma.
PythonicReader::Status PythonicReader::read_further_lists(bool is_all) {
  for (;;) {
    const std::size_t end = at;
    const auto between = shape_.after.empty() ? std::string_view(" \t\f") : blanks;
    const std::size_t comma = text_.find_first_not_of(between, at);
    if (comma == std::string_view::npos || text_[comma] != ',') return status_;
    at = comma + 1;
    if (!skip()) {
      if (is_all) at = end;
      return status_ = is_all ? Status::complete : Status::cut;
    }
    if (!eat("[") || !skip()) return status_;
    if (is_at("{]")) {
      stop();
      return status_;
    }
    do {
      if (!read_call() || !skip()) return status_;
      if (text_[at] != ']' && !(eat(",") && skip())) return status_;
    } while (text_[at] != ']');
    ++at;
  }
}

bool PythonicReader::read_call() {
  WrittenCall call{.begin = at};
  if (!shape_.callee.empty()) {
    if (!eat(shape_.callee)) return false;
    call.name_end = at;
    return read_call_after(call);
  }
  if (!eat(shape_.before)) return false;
  const std::size_t name = call.name_begin = at;
  if (is_end() || !is_letter(text_[at])) return stop();
  while (!is_end()) {
    if (shape_.spaced_names) {  // if a word follows
      const std::size_t next = std::min(text_.find_first_not_of(' ', at), text_.size());
      if (next < text_.size() && is_name(text_[next])) at = next;
    }
    if (is_end() || !is_name(text_[at])) break;
    if (at - name >= 256) return stop();
    ++at;
  }
  call.name = text_.substr(name, at - name);
  call.name_end = at;
  const std::string_view after = shape_.after;
  if (!after.empty()) {
    const bool has_both = call.name.size() > after.size() && call.name.ends_with(after);
    if (is_end() || !has_both) return stop();
    call.name.resize(call.name.size() - after.size());
  }
  return read_call_after(call);
}

// Reads the rest of a call after its name.
bool PythonicReader::read_call_after(const WrittenCall& call) {
  if (!skip()) return false;
  if (!is_at(is_python() ? "(" : "({")) return stop();
  calls.push_back(call);
  read_arguments(calls.back());
  return status_ == Status::complete;
}

void PythonicReader::read_arguments(WrittenCall& call) {
  call.arguments = at;
  const std::size_t slips = first_slip;
  first_slip = none;
  json_.clear();
  has_key_twice_ = false;
  if (read_all(call)) call.end = at;
  call.json = json_;
  call.has_slip = first_slip != none || has_key_twice_;
  if (slips != none) first_slip = slips;
}

bool PythonicReader::read_all(WrittenCall& call) {
  const std::size_t first = std::min(text_.find_first_not_of(blanks, at + 1), text_.size());
  call.is_dictionary = is_python() && text_.substr(first).starts_with('{');
  if (!call.is_dictionary) return read_bracket(text_[at] == '(' ? ')' : '}', true);
  at = first;
  if (!read_bracket('}', false) || !skip()) return false;
  if (is_at(",")) {
    ++at;
    if (!skip()) return false;
  }
  return eat(")");
}

// ---- brackets ----------------------------------------------------------------------------------

bool PythonicReader::read_bracket(char closer, bool is_outermost) {
  const bool has_equals = closer == ')';
  std::set<std::string> given;
  std::size_t repeated_here = none;
  json_ += '{';
  ++at;
  for (bool is_first = true;; is_first = false) {
    if (!skip()) return false;
    if (text_[at] == closer) break;
    const std::size_t before = json_.size();
    if (!is_first) json_ += ',';
    const std::size_t key = at;
    const bool has_key = read_key(is_outermost);
    const std::string word(text_.substr(key, at - key));
    const bool is_again = has_key && is_outermost && !given.insert(word).second;
    if (is_again && is_python()) repeated_here = std::min(repeated_here, key);
    has_key_twice_ = has_key_twice_ || is_again;
    if (!has_key && at == key) json_.resize(before);
    if (!has_key || !skip()) return false;
    const bool is_equal = text_[at] == '=' && is_outermost && has_equals;
    if (!is_equal && (text_[at] != ':' || (is_python() && is_outermost))) return stop();
    ++at;
    json_ += ':';
    if (!read_value() || !skip()) return false;
    if (text_[at] == closer) break;
    if (!is_python() && is_key(text_[at])) {  // a comma is missing
      first_slip = std::min(first_slip, at);
      continue;
    }
    if (!eat(",")) return false;
  }
  ++at;
  json_ += '}';
  if (repeated == none) repeated = repeated_here;
  return true;
}

bool PythonicReader::read_key(bool is_outermost) {
  const bool may_be_word = !is_python() || is_outermost;
  if (may_be_word && (is_python() ? is_letter(text_[at]) : is_key(text_[at]))) {
    json_ += '"';
    while (!is_end() && is_key(text_[at])) json_ += text_[at++];
    if (is_end()) return stop();
    json_ += '"';
    return true;
  }
  if (is_python() && is_outermost) return stop();
  if (!is_python() && text_[at] == shape_.quote[0]) return read_delimited();
  if (!is_at("\"'")) return stop();
  return read_quoted(text_[at], false);
}

bool PythonicReader::read_list(char closer) {
  json_ += '[';
  ++at;
  for (bool is_first = true;; is_first = false) {
    if (!skip()) return false;
    if (text_[at] == closer) break;
    if (!is_first) json_ += ',';
    if (!read_value(true) || !skip()) return false;
    const bool is_lone = closer == ')' && is_first;
    if (text_[at] == closer && !is_lone) break;
    if (!eat(",")) return false;
  }
  ++at;
  json_ += ']';
  return true;
}

bool PythonicReader::read_value(bool is_element) {
  if (!skip()) return false;
  const char first = text_[at];
  if (first == '{') return read_bracket('}', false);
  if (first == '[') return read_list(']');
  if (first == '"' || first == '\'') return read_quoted(first, false);
  if (!is_python()) return first == shape_.quote[0] ? read_delimited() : read_bare(is_element);
  if (first == '(') return read_list(')');
  return is_digit(first) || is_at("+-.") ? read_number() : read_word();
}

// ---- numbers and words -------------------------------------------------------------------------

// Reads digits, with single underscores between them.
bool PythonicReader::read_digits() {
  if (is_end() || !is_digit(text_[at])) return stop();
  while (!is_end() && is_digit(text_[at])) {
    json_ += text_[at++];
    if (!is_at("_")) continue;
    ++at;
    if (is_end() || !is_digit(text_[at])) return stop();
  }
  return true;
}

bool PythonicReader::read_number() {
  if (is_at("-")) json_ += '-';
  if (is_at("+-")) {
    ++at;
    if (is_python() && !skip()) return false;
  }
  if (is_python() && is_at("0")) {
    if (at + 1 == text_.size()) return fail_at(text_.size());  // a letter may follow
    switch (text_[at + 1]) {
      case 'x':
      case 'X': return read_based(16);
      case 'o':
      case 'O': return read_based(8);
      case 'b':
      case 'B': return read_based(2);
      default: break;
    }
  }
  const bool is_short = is_at(".");
  if (is_short) {
    json_ += '0';
  } else if (is_at("0")) {
    json_ += text_[at++];
    if (is_at("_")) {  // more digits can't follow
      ++at;
      return stop();
    }
  } else if (!read_digits()) {
    return false;
  }
  if (is_at(".")) {
    json_ += text_[at++];
    if (!is_end() && is_digit(text_[at])) {
      if (!read_digits()) return false;
    } else if (is_end() || is_short) {
      return stop();
    } else {
      json_ += '0';
    }
  }
  if (is_at("eE")) {
    json_ += text_[at++];
    if (is_at("+-")) json_ += text_[at++];
    if (!read_digits()) return false;
  }
  return !is_end() || stop();
}

// Reads an integer with a base other than ten, of up to 64 bits.
bool PythonicReader::read_based(unsigned base) {
  at += 2;
  unsigned long long value = 0;
  for (bool is_first = true;; is_first = false) {
    if (is_at("_")) ++at;
    if (is_end()) return stop();
    const char c = text_[at];
    const std::string_view digits = "0123456789abcdef";
    const char folded = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    const std::size_t digit = digits.find(folded);
    if (digit >= base) {
      if (is_first || text_[at - 1] == '_') return stop();
      break;
    }
    if (value > (~0ULL - digit) / base) return stop();
    value = value * base + digit;
    ++at;
  }
  json_ += std::to_string(value);
  return true;
}

// Reads one of Python's words, or the letter of a raw string.
bool PythonicReader::read_word() {
  const auto may_be = [&](std::string_view word) {
    return word == "r" || word == "R" ||
           std::any_of(constants.begin(), constants.end(),
                       [&](const Constant& one) { return one.python.starts_with(word); });
  };
  const std::size_t from = at;
  while (!is_end() && may_be(text_.substr(from, at + 1 - from))) ++at;
  const std::string_view word = text_.substr(from, at - from);
  if (is_end()) return stop();
  if ((word == "r" || word == "R") && is_at("\"'")) {
    const bool is_read = read_quoted(text_[at], true);
    string_begin = from;
    return is_read;
  }
  const Constant* const known = constant(word);
  if (known == nullptr) return stop();
  json_ += known->json;
  return true;
}

// Reads a string that has no delimiter before it.
bool PythonicReader::read_bare(bool is_element) {
  const std::size_t from = at;
  const std::string ends = ",]})";
  if (is_at(ends)) return stop();
  const std::string stops = ends + "{[(\"" + shape_.quote[0];
  while (!is_end() && !is_at(stops)) {
    if (at - from == 1024) return stop();
    ++at;
  }
  if (is_end()) return stop();
  const std::string_view whole = text_.substr(from, at - from);
  const bool has_end = is_at(shape_.quote.substr(0, 1));
  if (has_end) {
    if (!eat(shape_.quote)) return false;
    string_begin = from;
    string_end = at;
  } else if (!is_at(ends)) {
    return stop();
  }
  const std::string_view trimmed = whole.substr(0, whole.find_last_not_of(blanks) + 1);
  const std::string closed = std::string(trimmed) + ']';  // as if it stood in a list
  PythonicReader number(closed, shape_, 0);
  const bool may_be = !has_end && number.is_at("0123456789+-.");
  if (may_be && number.read_number() && number.at == trimmed.size()) {
    json_ += number.json_;
    return true;
  }
  if (const Constant* const known = has_end ? nullptr : constant(trimmed)) {
    json_ += known->json;
    return true;
  }
  const std::size_t inner = trimmed.find_first_of(blanks);
  if (!has_end && is_element && inner != none) return stop();
  for (std::size_t i = 0; !has_end && i + 1 < trimmed.size(); ++i) {
    if (blanks.find(trimmed[i]) == none) continue;
    std::size_t word = i + 1;
    while (word < trimmed.size() && is_name(trimmed[word])) {
      if (trimmed[word++] == ':') return stop();
    }
  }
  if (first_slip == none) first_slip = from;
  json_ += quoted_json(has_end ? whole : trimmed);
  return true;
}

// ---- strings -----------------------------------------------------------------------------------

void PythonicReader::put_byte(char byte) {
  const std::string quoted = quoted_json({&byte, 1});
  json_ += std::string_view(quoted).substr(1, quoted.size() - 2);
}

bool PythonicReader::read_delimited() {
  const std::size_t from = at;
  if (!eat(shape_.quote)) {  // a marker may begin alike: not even the comma is certain
    if (json_.ends_with(',')) json_.pop_back();
    return false;
  }
  string_begin = from;
  string_end = none;
  json_ += '"';
  while (!text_.substr(at).starts_with(shape_.quote)) {
    if (shape_.quote.starts_with(text_.substr(at))) return fail_at(text_.size());
    put_byte(text_[at++]);
  }
  at += shape_.quote.size();
  string_end = at;
  json_ += '"';
  return true;
}

bool PythonicReader::read_quoted(char quote, bool is_raw) {
  if (!is_python() && quote == '\'') first_slip = std::min(first_slip, at);
  string_begin = at++;
  string_end = none;
  json_ += '"';
  std::string closer(1, quote);
  if (is_python() && is_at(closer)) {
    ++at;
    if (is_end()) return stop();
    if (text_[at] != quote) {
      string_end = at;
      json_ += '"';
      return true;
    }
    ++at;
    closer.assign(3, quote);
  }
  for (;;) {
    const std::string_view rest = text_.substr(at);
    if (rest.starts_with(closer)) break;
    if (closer.starts_with(rest)) return fail_at(text_.size());
    if (rest[0] != '\\') {
      put_byte(text_[at++]);
    } else if (is_raw) {
      if (rest.size() == 1) return fail_at(text_.size());
      put_byte('\\');
      put_byte(rest[1]);
      at += 2;
    } else if (!read_escape()) {
      return false;
    }
  }
  at += closer.size();
  string_end = at;
  json_ += '"';
  return true;
}

bool PythonicReader::read_escape() {
  ++at;
  if (is_end()) return stop();
  const char c = text_[at];
  if (std::string_view("01234567").find(c) != std::string_view::npos) {
    const std::size_t from = at;
    unsigned long code = 0;
    while (at - from < 3 && is_at("01234567")) {
      code = code * 8 + static_cast<unsigned long>(text_[at++] - '0');
    }
    if (is_end() && at - from < 3) return stop();
    put_code(code);
    return true;
  }
  if (c == 'N') return stop();
  ++at;
  switch (c) {
    case '\n': return true;
    case '\r':
      if (is_at("\n")) ++at;
      return true;
    case 'a': put_code(7); return true;
    case 'v': put_code(11); return true;
    case 'b': put_byte('\b'); return true;
    case 'f': put_byte('\f'); return true;
    case 'n': put_byte('\n'); return true;
    case 'r': put_byte('\r'); return true;
    case 't': put_byte('\t'); return true;
    case '\\':
    case '\'':
    case '"': put_byte(c); return true;
    case 'x': return read_code(2);
    case 'u': return read_code(4);
    case 'U': return read_code(8);
    default: break;
  }
  json_ += "\\\\";
  --at;
  put_byte(text_[at++]);
  return true;
}

bool PythonicReader::read_code(std::size_t digits) {
  unsigned long code = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (!is_at("0123456789abcdefABCDEF")) return stop();
    code = code * 16 + std::stoul(std::string(1, text_[at]), nullptr, 16);
    if (code > 0x10FFFF) return stop();
    ++at;
  }
  put_code(code);
  return true;
}

void PythonicReader::put_code(unsigned long code) {
  if (code > 0xFFFF) return append_utf8(json_, code);
  constexpr std::string_view digits = "0123456789abcdef";
  json_ += "\\u";
  for (unsigned long unit = 0x1000; unit != 0; unit /= 16) json_ += digits[code / unit % 16];
}

bool PythonicReader::is_at_string() const {
  if (string_begin == none) return false;
  if (string_end == none) return true;
  return text_.substr(string_end, at - string_end).find_first_not_of(blanks) == none;
}

}  // namespace tagstream::testing::model
