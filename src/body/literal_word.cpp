#include "body/literal_word.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "body/call_name.hpp"
#include "json/json_text.hpp"

namespace tagstream {

namespace {

// Values without delimiters in gemma4:
//
//   {n:13}              a number               {b:true}       a word
//   {unit:foot<|"|>}    a string without its first delimiter: a slip (R149)
//   {unit:square foot}  a string without both delimiters: a slip (R150)
//   {n:13 unit:foot}    an error: a comma may be missing (R151)
//   {xs:[1 2]}          an error, for the same reason
//
// In Python only words and numbers stand without quotes: `a=x` and `a=1+1` are errors (R130).

struct Word {
  std::string_view text;
  std::string_view json;
};
constexpr std::array<Word, 6> words = {{{"True", "true"},
                                        {"False", "false"},
                                        {"None", "null"},
                                        {"true", "true"},
                                        {"false", "false"},
                                        {"null", "null"}}};

// The longest text that may be a string without delimiters.
constexpr std::size_t max_bare_bytes = 1024;

std::string_view json_of(std::string_view word) {
  for (const Word& known : words) {
    if (known.text == word) return known.json;
  }
  return {};
}

bool is_raw_prefix(std::string_view text) { return text == "r" || text == "R"; }

bool may_become_word(std::string_view text) {
  return is_raw_prefix(text) || std::any_of(words.begin(), words.end(), [text](const Word& word) {
           return word.text.substr(0, text.size()) == text;
         });
}

constexpr bool ends_bare(char c) { return c == ',' || c == '}' || c == ']' || c == ')'; }

void append(std::string* json, std::string_view text) {
  if (json != nullptr) json->append(text);
}

}  // namespace

LiteralWord::LiteralWord(std::string_view delimiter, char first, bool is_element)
    : delimiter_(delimiter),
      number_(delimiter.empty()),
      kind_(delimiter.empty() && LiteralNumber::begins_with(first) ? Kind::number : Kind::word),
      is_element_(is_element) {}

LiteralWord::Step LiteralWord::step(char byte, std::string* json) {
  if (kind_ != Kind::number)
    return delimiter_.empty() ? read_word(byte, json) : read_bare(byte, json);
  if (number_.take(byte, json)) return Step::next;
  if (!number_.may_end()) return Step::failed;
  number_.end(json);
  return Step::ended_before;
}

LiteralWord::Step LiteralWord::read_word(char byte, std::string* json) {
  if (is_raw_prefix(text_) && (byte == '"' || byte == '\'')) return Step::raw_string;
  text_.push_back(byte);
  if (may_become_word(text_)) return Step::next;
  text_.pop_back();
  append(json, json_of(text_));
  return json_of(text_).empty() ? Step::failed : Step::ended_before;
}

LiteralWord::Step LiteralWord::read_bare(char byte, std::string* json) {
  if (matched_ != 0 || byte == delimiter_[0]) {
    if (byte != delimiter_[matched_]) return Step::failed;
    if (++matched_ < delimiter_.size()) return Step::next;
    return end_bare(true, json) ? Step::ended : Step::failed;
  }
  if (ends_bare(byte)) {
    if (text_.empty()) return Step::failed;
    return end_bare(false, json) ? Step::ended_before : Step::failed;
  }
  const bool is_other = byte == '{' || byte == '[' || byte == '(' || byte == '"';
  if (is_other || text_.size() == max_bare_bytes) return Step::failed;
  text_.push_back(byte);
  return Step::next;
}

// Ends a text without quotes. It is a number or a word if it looks like one, else a string without
// delimiters, which is a slip. Returns false if it may be two values with a missing comma.
bool LiteralWord::end_bare(bool is_string, std::string* json) {
  std::string_view text = text_;
  while (!is_string && is_blank(text.back())) text.remove_suffix(1);
  std::string digits;
  const bool is_taken =
      std::all_of(text.begin(), text.end(), [&](char byte) { return number_.take(byte, &digits); });
  if (!is_string && is_taken && number_.may_end()) {
    number_.end(&digits);
    append(json, digits);
    return true;
  }
  if (!is_string && !json_of(text).empty()) {
    append(json, json_of(text));
    return true;
  }
  if (!is_string && lacks_comma(text)) return false;
  kind_ = Kind::slip;
  if (json != nullptr) append_json_string(*json, text);
  return true;
}

// True if a comma may be missing in the text: in an element with a blank in it (`1 2`), and in a
// value with a further key after a blank (`13 unit:foot`).
bool LiteralWord::lacks_comma(std::string_view text) const {
  bool is_after_blank = false;
  for (char c : text) {
    if (is_after_blank && c == ':') return true;
    is_after_blank = is_blank(c) || (is_after_blank && is_call_name_byte(c));
    if (is_element_ && is_blank(c)) return true;
  }
  return false;
}

}  // namespace tagstream
