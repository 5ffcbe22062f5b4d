// Reads arguments written as code, byte by byte, and writes them as JSON. R138: the states that
// read `(a=1, c=(1, 2), d=None)`, and the JSON that they write:
//
//   (           start        {
//   a=          key, assign  "a":
//   1           word         1          a LiteralWord; a string is a LiteralString
//   , c=        key_or_end   ,"c":      the comma is written when a key follows it
//   (1, 2)      value_or_end [1,2]
//   , d=None    word         ,"d":null
//   )           after_value  }
//
// R371: `({'a': 1})`, one dictionary instead of keywords, is read as `{"a":1}`; the call is marked
// as repaired.

#include "body/literal_scanner.hpp"

#include "base/text.hpp"
#include "body/call_name.hpp"

namespace tagstream {

namespace {

constexpr bool is_key_byte(char c) { return c != ':' && is_call_name_byte(c); }

void append(std::string* json, char byte) {
  if (json != nullptr) json->push_back(byte);
}

// Writes the comma before a key or an element. A comma before a closing bracket is never written.
void separate(bool& has_comma, std::string* json) {
  if (has_comma) append(json, ',');
  has_comma = false;
}

}  // namespace

// ---- reading ---------------------------------------------------------------------------------

LiteralScanner::Status LiteralScanner::feed(std::string_view text, std::string* json) {
  json_ = json;
  std::size_t at = 0;
  while (at < text.size() && status_ == Status::open) {
    const std::size_t run = read_run(text.substr(at));
    at += run;
    offset_ += run;
    if (at == text.size()) break;
    switch (step(text[at])) {
      case Step::next:
        ++at;
        ++offset_;
        if (state_ == State::after_value && brackets_.depth() == 0) status_ = Status::complete;
        break;
      case Step::again: break;
      case Step::failed: status_ = Status::failed; break;
    }
  }
  json_ = nullptr;
  return status_;
}

// Reads the bytes at the front of `text` that do not change the state, and returns their number.
std::size_t LiteralScanner::read_run(std::string_view text) {
  std::size_t size = 0;
  switch (state_) {
    case State::start:
    case State::word: break;
    case State::string: return string_.read_run(text, json_);
    case State::key:
      for (; size < text.size() && is_key_byte(text[size]); ++size) {
        if (keywords_ != nullptr) keywords_->take(text[size]);
      }
      if (json_ != nullptr) json_->append(text.substr(0, size));
      break;
    default:
      while (size < text.size() && is_blank(text[size])) ++size;
      break;
  }
  return size;
}

// Reads a byte that may change the state.
LiteralScanner::Step LiteralScanner::step(char byte) {
  switch (state_) {
    case State::word: return read_word(byte);
    case State::string: return read_string(byte);
    case State::key:
      if (keywords_ != nullptr) keywords_->end();
      append(json_, '"');
      after_string_ = false;
      state_ = State::assign;
      return Step::again;
    case State::start:
      if (byte != '(' && (is_python_ || byte != '{')) return Step::failed;
      last_ = byte == '(' ? ')' : '}';
      return open('{');
    case State::key_or_end: return begin_key(byte);
    case State::assign: {
      // R148: gemma4 may write `call:f(n:13)` and `call:f(n=13)`, too.
      const bool is_equal = byte == '=' && is_outermost() && last_ == ')';
      const bool is_colon = byte == ':' && (!is_python_ || !has_keywords());
      if (!is_equal && !is_colon) return Step::failed;
      append(json_, ':');
      state_ = State::value;
      return Step::next;
    }
    case State::value_or_end:
      if (byte == ']' || byte == ')') return close(byte);
      return begin_value(byte);
    case State::value: return begin_value(byte);
    case State::dictionary_end:
      if (byte == ')') {
        state_ = State::after_value;
        return Step::next;
      }
      if (byte != ',' || has_comma_) return Step::failed;
      has_comma_ = true;
      return Step::next;
    default: return after_value(byte);
  }
}

// ---- brackets --------------------------------------------------------------------------------

LiteralScanner::Step LiteralScanner::open(char bracket) {
  separate(has_comma_, json_);
  append(json_, bracket == '{' ? '{' : '[');
  brackets_.open(bracket);
  state_ = bracket == '{' ? State::key_or_end : State::value_or_end;
  return Step::next;
}

LiteralScanner::Step LiteralScanner::after_value(char byte) {
  const JsonBrackets::Kind kind = brackets_.kind();
  if (byte == ',') {
    has_comma_ = true;
    brackets_.note_comma();
    state_ = kind == JsonBrackets::Kind::object ? State::key_or_end : State::value_or_end;
    return Step::next;
  }
  const bool is_lone = byte == ')' && kind == JsonBrackets::Kind::tuple;
  return is_lone ? Step::failed : close(byte);
}

LiteralScanner::Step LiteralScanner::close(char byte) {
  if (byte != (is_outermost() ? last_ : brackets_.closer())) return Step::failed;
  append(json_, brackets_.kind() == JsonBrackets::Kind::object ? '}' : ']');
  brackets_.close();
  has_comma_ = after_string_ = false;
  const bool is_last = is_dictionary_ && brackets_.depth() == 0;
  state_ = is_last ? State::dictionary_end : State::after_value;
  return Step::next;
}

// ---- keys and values -------------------------------------------------------------------------

// Begins a key. Python's keyword arguments are words, and the keys of its dictionaries are strings.
// R139: a dictionary may have a key twice, but no number as a key.
// R147: in gemma4 a key may also stand between `<|"|>`: `{<|"|>a b<|"|>:1}` is {"a b":1}.
LiteralScanner::Step LiteralScanner::begin_key(char byte) {
  if (byte == '}' || byte == ')') return close(byte);
  const bool may_be_dictionary = is_python_ && has_keywords() && !has_comma_;
  if (byte == '{' && may_be_dictionary) {  // R371
    is_dictionary_ = true;
    last_ = '}';
    return Step::next;
  }
  const bool may_be_word = !is_python_ || has_keywords();
  if (may_be_word && (is_python_ ? begins_call_name(byte) : is_key_byte(byte))) {
    separate(has_comma_, json_);
    append(json_, '"');
    if (keywords_ != nullptr) keywords_->begin(offset_);
    state_ = State::key;
    return Step::again;
  }
  const bool is_quote = byte == '"' || (byte == '\'' && is_python_);
  const bool is_string = is_quote || (!is_python_ && byte == shape_->quote[0]);
  if (!is_string || (is_python_ && has_keywords())) return Step::failed;
  begin_string(true, byte, offset_, false);
  return Step::next;
}

// R130: `a=x` and `a=1+1` fail, since names and expressions are no literals. R138: `(1)` fails,
// since a tuple of one element needs a comma. R319: in formats with the delimiter `<|"|>` a single
// quote begins no string.
LiteralScanner::Step LiteralScanner::begin_value(char byte) {
  if (byte == '{' || byte == '[' || (byte == '(' && is_python_)) return open(byte);
  const bool is_quote = byte == '"' || (byte == '\'' && is_python_);
  if (is_quote || (!is_python_ && byte == shape_->quote[0])) {
    begin_string(false, byte, offset_, false);
    return Step::next;
  }
  separate(has_comma_, json_);
  word_ = LiteralWord(shape_->quote, byte, brackets_.kind() != JsonBrackets::Kind::object);
  word_begin_ = offset_;
  after_string_ = false;
  state_ = State::word;
  return Step::again;
}

// A word is a number, a word such as `True` or `None`, or the `r` before a raw string such as
// r'\n'.
LiteralScanner::Step LiteralScanner::read_word(char byte) {
  switch (word_.step(byte, json_)) {
    case LiteralWord::Step::next: return Step::next;
    case LiteralWord::Step::failed: return Step::failed;
    case LiteralWord::Step::raw_string:
      begin_string(false, byte, word_begin_, true);
      return Step::next;
    case LiteralWord::Step::ended_before: break;
    case LiteralWord::Step::ended:
      after_string_ = true;
      string_begin_ = word_begin_;
      string_end_ = offset_ + 1;
      break;
  }
  if (word_.is_slip() && first_slip_ == 0) first_slip_ = word_begin_;
  state_ = State::after_value;
  return after_string_ ? Step::next : Step::again;
}

void LiteralScanner::begin_string(bool is_key, char byte, std::uint64_t at, bool is_raw) {
  const bool is_quote = byte == '"' || is_python_;
  const std::string_view delimiter = is_quote ? std::string_view() : shape_->quote;
  string_ = LiteralString(delimiter, byte, is_raw, has_comma_);
  string_.begin(json_);
  has_comma_ = false;
  is_key_ = is_key;
  string_begin_ = at;
  state_ = State::string;
}

LiteralScanner::Step LiteralScanner::read_string(char byte) {
  const LiteralString::Step result = string_.step(byte, is_python_, json_);
  switch (result) {
    case LiteralString::Step::next: return Step::next;
    case LiteralString::Step::again: return Step::again;
    case LiteralString::Step::failed: return Step::failed;
    case LiteralString::Step::ended:
    case LiteralString::Step::ended_before: break;
  }
  const bool is_next = result == LiteralString::Step::ended;
  string_end_ = offset_ + (is_next ? 1 : 0);
  after_string_ = true;
  state_ = is_key_ ? State::assign : State::after_value;
  return is_next ? Step::next : Step::again;
}

bool LiteralScanner::is_at_string() const {
  const bool is_after = state_ == State::assign || state_ == State::after_value;
  return open_quote() != 0 || (is_after && after_string_);
}

}  // namespace tagstream
