#pragma once

// Follows one JSON object or array. The text may be cut at any byte; nothing recurses, and each
// byte is looked at once.
//
// The scanner follows RFC 8259, and the spellings that models really write: strings in single
// quotes, True, False, None, a comma before a closing bracket, raw control bytes in strings, `\'`
// in double quotes, and Python's tuples, `()`, `(1,)`, `(1, 2)` (R103 to R108). It notes where they
// stand. It follows no other mistakes (R116): a missing bracket, a missing quote, another word or
// `(1)`, which is no tuple, makes it fail. It accepts any byte from 0x80 on, valid UTF-8 or not.

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "json/json_brackets.hpp"
#include "json/json_number.hpp"
#include "scan/scan.hpp"

namespace tagstream {

/// R102: JSON knows these four blanks.
constexpr bool is_json_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// Which spellings a value has that JSON does not have.
struct JsonSpelling {
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  /// The offset at which the first spelling begins that JSON does not have; `none` if there is
  /// none. Raw CR and LF in strings do not count here.
  std::uint64_t first_repair = none;
  bool is_repaired = false;       ///< such a spelling was met, raw control bytes aside
  bool has_raw_control = false;   ///< a control byte stood raw in a string, not CR or LF
  bool has_raw_line_end = false;  ///< a CR or LF stood raw in a string

  void repair(std::uint64_t offset) {
    is_repaired = true;
    first_repair = std::min(first_repair, offset);
  }
  /// True if the value is JSON, or would be with its raw CR and LF in strings escaped.
  [[nodiscard]] bool is_strict() const { return first_repair == none; }
  /// True if the value is not JSON as it stands, so that JsonRepair must convert it.
  [[nodiscard]] bool needs_repair() const { return !is_strict() || has_raw_line_end; }
};

// The calls of the sink for `{"a": [1, "x"]}`. The end of a key or string is the offset after its
// closing quote; the end of a number or word is the offset of the byte after it.
//
//   value_begin, depth 0, at 0       the object
//   key, depth 1, at 4               `"a"` has ended
//   value_begin, depth 1, at 6       the list
//   value_begin, depth 2, at 7       value_end, depth 2, at 8       `1`
//   value_begin, depth 2, at 10      value_end, depth 2, at 13      `"x"`
//   value_end, depth 1, at 14        value_end, depth 0, at 15
class JsonScanner {
 public:
  enum class Status : std::uint8_t {
    open,      ///< more is needed
    complete,  ///< the value has ended; what follows is not looked at
    failed,    ///< it is not JSON; the byte at `offset()` cannot stand there
  };

  /// A string, number, word, object or array, as it begins and ends.
  enum class Mark : std::uint8_t { key, value_begin, value_end };

  /// The places of the last strings, be they keys or values.
  struct Strings {
    std::uint64_t begin = 0;  ///< of the last string: the offset of its opening quote
    std::uint64_t end = 0;    ///< of the last complete string: after its quote; 0: there is none
    char quote = '"';         ///< of the last string
  };
  /// A sink that does nothing.
  struct NoSink {
    void operator()(Mark, std::size_t, std::uint64_t) const {}
  };

  /// Reads on in `text`: to the end of the text, or to the byte at which the value ends or fails.
  /// @param sink  called as sink(Mark, depth, offset) for keys and values; `depth` counts the open
  ///              brackets around them. A key and a string begin at their quote and end after it;
  ///              Mark::key is given at the end of the key
  template <class Sink = NoSink>
  Status feed(std::string_view text, Sink&& sink = {});

  [[nodiscard]] Status status() const { return status_; }
  /// Bytes read so far: where the value has ended, or the byte that failed.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  /// Number of brackets open.
  [[nodiscard]] std::size_t depth() const { return brackets_.depth(); }
  /// True inside a string, key or value, after its opening quote.
  [[nodiscard]] bool in_string() const {
    return state_ == State::string || state_ == State::escape || state_ == State::hex;
  }
  /// The quote of the string that is open; 0 if none is open, or if an escape in the string has
  /// begun and is not complete.
  [[nodiscard]] char inside() const { return state_ == State::string ? strings_.quote : '\0'; }
  [[nodiscard]] const JsonSpelling& spelling() const { return spelling_; }
  [[nodiscard]] const Strings& strings() const { return strings_; }
  /// True inside a string, and after it up to the next byte that is not a blank.
  [[nodiscard]] bool is_at_string() const {
    return in_string() || state_ == State::colon || (state_ == State::after_value && after_string_);
  }
  /// The offset from which on bytes may still turn out to need converting; all ones if there are
  /// none. Such bytes are a comma followed by blanks only, which a `]` would make one too many, and
  /// a backslash, which a `'` may follow.
  [[nodiscard]] std::uint64_t pending() const {
    if (state_ == State::escape) return offset_ - 1;
    const bool is_after = state_ == State::key_after_comma || state_ == State::value_after_comma;
    return is_after ? comma_ : ~std::uint64_t{0};
  }

 private:
  enum class State : std::uint8_t {
    start,              // nothing yet but blanks
    value,              // a value must follow
    value_or_end,       // after '[': a value or ']'
    value_after_comma,  // in an array
    key_or_end,         // after '{'
    key_after_comma,
    colon,
    after_value,  // ',' or the closing bracket
    string,       // from here on: inside a scalar
    escape,       // after a backslash
    hex,          // in \uXXXX
    word,         // true, False, …
    number,
  };
  template <class Sink>
  bool step(char byte, Sink&& sink);
  template <class Sink>
  bool begin_value(char byte, Sink&& sink);
  template <class Sink>
  void end_scalar(Sink&& sink);
  template <class Sink>
  bool close(char bracket, Sink&& sink);
  template <class Sink>
  void end_string(Sink&& sink);
  bool in_string_byte(char byte);
  bool begin_word(char byte);
  void begin_string(char quote, bool is_key);

  JsonBrackets brackets_;
  std::uint64_t offset_ = 0;
  Strings strings_;
  std::uint64_t comma_ = 0;  // offset of the last one
  JsonSpelling spelling_;
  std::string_view word_;  // the rest of the word that must still come
  State state_ = State::start;
  Status status_ = Status::open;
  JsonNumber number_;
  std::uint8_t hex_digits_ = 0;
  bool is_key_ = false;
  bool after_string_ = false;  // after_value: that value was a string
};

// ---- templates: functions that call the sink -------------------------------------------------

// The switch runs once for each scalar, not for each byte: tight loops pass the bytes that do not
// change the state, such as digits and plain bytes of a string, and the bytes between two scalars.
template <class Sink>
JsonScanner::Status JsonScanner::feed(std::string_view text, Sink&& sink) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const char* seen = at;
  auto look = [&] {  // `offset_` comes up to `at`; false if nothing is left to look at
    offset_ += static_cast<std::uint64_t>(at - seen);
    seen = at;
    return at != end;
  };
  auto fail_unless = [&](bool is_good) {
    if (!is_good) status_ = Status::failed;
    return is_good;
  };
  while (status_ == Status::open && look()) {
    switch (state_) {
      case State::string:
        at = scan::find_near_string_end(at, end, strings_.quote);
        if (!look()) break;
        *at == strings_.quote ? end_string(sink) : static_cast<void>(in_string_byte(*at));
        ++at;
        if (state_ == State::colon && at != end && *at == ':') {  // as after nearly every key
          ++at;
          state_ = State::value;
        }
        break;
      case State::escape:
      case State::hex:
        if (fail_unless(in_string_byte(*at))) ++at;
        break;
      case State::word:
        while (at != end && !word_.empty() && *at == word_[0]) {
          ++at;
          word_.remove_prefix(1);
        }
        if (look() && fail_unless(word_.empty())) end_scalar(sink);
        break;
      case State::number:
        at = number_.read(at, end);
        if (look() && fail_unless(number_.may_end())) end_scalar(sink);
        break;
      default: break;
    }
    while (state_ < State::string && status_ == Status::open) {
      while (at != end && is_json_blank(*at)) ++at;
      if (!look() || !fail_unless(step(*at, sink))) break;
      ++at;
    }
  }
  look();
  return status_;
}

// Reads a byte outside of strings, numbers and words. Returns false if it cannot stand there.
// R105: `[1,2,]` is a list of two, and `[1,,2]` fails. R116: an `n` where a key must come fails
// too.
template <class Sink>
bool JsonScanner::step(char byte, Sink&& sink) {
  switch (state_) {
    case State::start: return (byte == '{' || byte == '[') && begin_value(byte, sink);
    case State::value_or_end:
    case State::value_after_comma:
      if (byte != ']' && byte != ')') return begin_value(byte, sink);
      if (state_ == State::value_after_comma) spelling_.repair(comma_);
      return close(byte, sink);
    case State::value: return begin_value(byte, sink);
    case State::key_or_end:
    case State::key_after_comma:
      if (byte == '"' || byte == '\'') {
        begin_string(byte, true);
        return true;
      }
      if (byte != '}') return false;
      if (state_ == State::key_after_comma) spelling_.repair(comma_);
      return close(byte, sink);
    case State::colon:
      if (byte != ':') return false;
      state_ = State::value;
      return true;
    default: break;
  }
  // after_value, inside a bracket
  if (byte == ',') {
    comma_ = offset_;
    brackets_.note_comma();
    const bool is_in_object = brackets_.kind() == JsonBrackets::Kind::object;
    state_ = is_in_object ? State::key_after_comma : State::value_after_comma;
    return true;
  }
  const bool is_lone = byte == ')' && brackets_.kind() == JsonBrackets::Kind::tuple;
  return !is_lone && close(byte, sink);
}

// Returns false if no value begins with `byte`; the sink has been called then, but the scanner
// fails.
template <class Sink>
bool JsonScanner::begin_value(char byte, Sink&& sink) {
  sink(Mark::value_begin, brackets_.depth(), offset_);
  switch (byte) {
    // R108: `(1,)` and `()` are tuples. `(1)` fails at the `)`.
    case '(': spelling_.repair(offset_); [[fallthrough]];
    case '{':
    case '[':
      brackets_.open(byte);
      state_ = byte == '{' ? State::key_or_end : State::value_or_end;
      return true;
    case '\'':
    case '"': begin_string(byte, false); return true;
    default: break;
  }
  if (!JsonNumber::begins_with(byte)) return begin_word(byte);
  number_ = JsonNumber(byte);
  state_ = State::number;
  return true;
}

// A number or word ends before the byte at `offset_`, since nothing marks its end.
template <class Sink>
void JsonScanner::end_scalar(Sink&& sink) {
  sink(Mark::value_end, brackets_.depth(), offset_);
  state_ = State::after_value;
  after_string_ = false;
}

// The byte at `offset_` is the closing quote: the string ends after it.
template <class Sink>
void JsonScanner::end_string(Sink&& sink) {
  sink(is_key_ ? Mark::key : Mark::value_end, brackets_.depth(), offset_ + 1);
  state_ = is_key_ ? State::colon : State::after_value;
  after_string_ = true;
  strings_.end = offset_ + 1;
}

// Returns false if `bracket` does not close the innermost open one, as the `]` in `{"a": 1]`.
template <class Sink>
bool JsonScanner::close(char bracket, Sink&& sink) {
  if (brackets_.closer() != bracket) return false;
  brackets_.close();
  sink(Mark::value_end, brackets_.depth(), offset_ + 1);
  state_ = State::after_value;
  after_string_ = false;
  if (brackets_.depth() == 0) status_ = Status::complete;
  return true;
}

}  // namespace tagstream
