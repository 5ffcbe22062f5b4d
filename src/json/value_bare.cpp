#include "json/value_bare.hpp"

#include <optional>

#include "base/name_byte.hpp"
#include "base/text.hpp"
#include "json/json_copy.hpp"
#include "json/json_text.hpp"
#include "json/value_dialect.hpp"

namespace tagstream {

namespace {

// The longest text that may be a string without marks.
constexpr std::size_t max_bare_bytes = 1024;

constexpr bool ends_bare(char c) { return c == ',' || c == '}' || c == ']' || c == ')'; }

// The JSON of a word or a number; null if the text is neither.
std::optional<std::string> as_word_or_number(std::string_view text) {
  for (const ValueWord& word : value_words) {
    if (word.text == text) return std::string(word.json);
  }
  std::string json;
  JsonCopy copy;
  copy.write_to(json);
  copy.begin(text);
  ValueNumber number;
  number.begin(Numbers::loose);
  const char* const end = text.data() + text.size();
  if (number.read(text.data(), end, 0, &copy) != end || !number.may_end()) return std::nullopt;
  number.end(text.size(), &copy);
  copy.end(text.size(), text.size());
  return json;
}

}  // namespace

void ValueBare::begin(std::string_view mark, std::uint64_t offset, bool is_element) {
  mark_ = mark;
  text_.clear();
  begin_ = offset;
  matched_ = 0;
  is_element_ = is_element;
  is_slip_ = false;
}

ValueBare::Step ValueBare::take(char byte, std::uint64_t offset, JsonCopy* copy) {
  if (matched_ != 0 || byte == mark_[0]) {
    if (byte != mark_[matched_]) return Step::failed;
    if (++matched_ < mark_.size()) return Step::next;
    return end(true, offset + 1, copy) ? Step::ended : Step::failed;
  }
  if (ends_bare(byte)) {
    if (text_.empty()) return Step::failed;
    return end(false, offset, copy) ? Step::ended_before : Step::failed;
  }
  const bool is_other = byte == '{' || byte == '[' || byte == '(' || byte == '"';
  if (is_other || text_.size() == max_bare_bytes) return Step::failed;
  text_.push_back(byte);
  return Step::next;
}

// Ends a text without quotes. It is a number or a word if it looks like one, else a string without
// marks, which is a slip. Returns false if it may be two values with a missing comma.
bool ValueBare::end(bool is_string, std::uint64_t offset, JsonCopy* copy) {
  const std::string_view text = is_string ? std::string_view(text_) : trimmed_back(text_);
  std::optional<std::string> json;
  if (!is_string) json = as_word_or_number(text);
  if (!json) {
    if (!is_string && lacks_comma(text)) return false;
    is_slip_ = true;
    append_json_string(json.emplace(), text);
  }
  if (copy != nullptr) copy->cut(begin_, offset - begin_, *json);
  return true;
}

// True if a comma may be missing in the text: in an element with a blank in it (`1 2`), and in a
// value with a further key after a blank (`13 unit:foot`).
bool ValueBare::lacks_comma(std::string_view text) const {
  bool is_after_blank = false;
  for (const char c : text) {
    if (is_after_blank && c == ':') return true;
    is_after_blank = is_blank(c) || (is_after_blank && is_call_name_byte(c));
    if (is_element_ && is_blank(c)) return true;
  }
  return false;
}

}  // namespace tagstream
