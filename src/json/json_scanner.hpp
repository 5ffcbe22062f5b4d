#pragma once

// Follows one JSON object or array, resumable at any byte, iterative, each byte looked at once.
//
// RFC 8259, and the spellings that models really write: strings in single quotes, True, False,
// None, a comma before a closing bracket, raw control bytes in strings. They are followed like JSON
// and noted. Nothing else is: no missing brackets, no missing quotes, no other words. Bytes from
// 0x80 on are kept as they are, valid UTF-8 or not.
//
// Which bracket is open at each depth is one bit, so a million levels are 128 KiB, and no stack.

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "scan/scan.hpp"

namespace tagstream {

class JsonScanner {
 public:
  enum class Status : std::uint8_t {
    open,      ///< more is needed
    complete,  ///< the value has ended; what follows is not looked at
    failed,    ///< it is not JSON; the byte at `offset()` cannot stand there
  };

  /// A string, number, word, object or array, as it begins and ends.
  enum class Mark : std::uint8_t { key, value_begin, value_end };

  /// Reads on in `text`: to its end, or to where the value ends or fails.
  /// @param sink  called as sink(Mark, depth, offset) for keys and values; `depth` counts the open
  ///              brackets around them. A key and a string begin at their quote and end after it;
  ///              Mark::key is given at the end of the key
  template <class Sink>
  Status feed(std::string_view text, Sink&& sink);

  /// The same without a sink.
  Status feed(std::string_view text) {
    return feed(text, [](Mark, std::size_t, std::uint64_t) {});
  }

  [[nodiscard]] Status status() const { return status_; }
  /// Bytes read so far: where the value has ended, or the byte that failed.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  /// Number of brackets open.
  [[nodiscard]] std::size_t depth() const { return depth_; }
  /// True inside a string, key or value, after its opening quote.
  [[nodiscard]] bool in_string() const {
    return state_ == State::string || state_ == State::escape || state_ == State::hex;
  }
  /// True inside a string, where `text` would neither end nor interrupt it.
  [[nodiscard]] bool takes_plain(std::string_view text) const {
    const char* const end = text.data() + text.size();
    return state_ == State::string && scan::find_string_stop(text.data(), end, quote_) == end;
  }
  /// As `feed` for so many bytes of which `takes_plain` is true.
  void pass_plain(std::size_t size) { offset_ += size; }
  /// True if a spelling was met that JSON does not have, raw control bytes aside.
  [[nodiscard]] bool is_repaired() const { return is_repaired_; }
  /// True if a raw control byte other than CR and LF stood in a string.
  [[nodiscard]] bool has_raw_control() const { return has_raw_control_; }
  /// True if a raw CR or LF stood in a string.
  [[nodiscard]] bool has_raw_line_end() const { return has_raw_line_end_; }
  /// The quote of the last string.
  [[nodiscard]] char quote() const { return quote_; }
  /// True if it is JSON, raw CR and LF in strings aside.
  [[nodiscard]] bool is_strict() const { return first_repair_ == none; }
  /// True if it is not JSON as it stands: JsonRepair must convert it.
  [[nodiscard]] bool needs_repair() const { return !is_strict() || has_raw_line_end_; }
  /// The offset at which the last string began, key or value, its quote included.
  [[nodiscard]] std::uint64_t string_begin() const { return string_begin_; }
  /// Where the last string that is complete ends; 0 if there is none.
  [[nodiscard]] std::uint64_t string_end() const { return string_end_; }
  /// True inside a string, and directly after it: until a byte that is not blank has followed.
  [[nodiscard]] bool is_at_string() const {
    return in_string() || state_ == State::colon || (state_ == State::after_value && after_string_);
  }
  /// A comma after which only blanks have come, and which may prove to be one too many; all ones
  /// if there is none.
  [[nodiscard]] std::uint64_t pending_comma() const {
    const bool is_after = state_ == State::key_after_comma || state_ == State::value_after_comma;
    return is_after ? comma_ : none;
  }
  /// The first byte of the first spelling that JSON does not have, raw CR and LF in strings aside;
  /// all ones if there is none.
  [[nodiscard]] std::uint64_t first_repair() const { return first_repair_; }

  void reset() { *this = JsonScanner(); }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  enum class State : std::uint8_t {
    start,              // nothing yet but blanks
    value,              // a value must follow
    value_or_end,       // after '[': a value or ']'
    value_after_comma,  // in an array
    key_or_end,         // after '{'
    key_after_comma,
    colon,
    after_value,  // ',' or the closing bracket
    string,
    escape,  // after a backslash
    hex,     // in \uXXXX
    word,    // true, False, …
    minus,
    zero,
    digits,
    point,
    fraction,
    exponent,  // after 'e'
    exponent_sign,
    exponent_digits,
  };
  enum class Step : std::uint8_t { next, again, failed };

  template <class Sink>
  Step step(char byte, Sink&& sink);
  template <class Sink>
  Step begin_value(char byte, Sink&& sink);
  template <class Sink>
  Step end_scalar(Sink&& sink);
  template <class Sink>
  Step close(bool is_object, Sink&& sink);
  template <class Sink>
  Step end_string(Sink&& sink);
  Step in_number(char byte);
  Step in_string_byte(char byte);
  Step begin_word(char byte);
  void open(bool is_object);
  void repair(std::uint64_t offset) {
    is_repaired_ = true;
    first_repair_ = std::min(first_repair_, offset);
  }
  void begin_string(char quote, bool is_key);
  [[nodiscard]] bool is_in_object() const {
    const std::size_t at = depth_ - 1;
    return ((at < 64 ? brackets_ : deep_brackets_[at / 64 - 1]) >> (at % 64) & 1) != 0;
  }
  [[nodiscard]] bool number_may_end() const {
    return state_ == State::zero || state_ == State::digits || state_ == State::fraction ||
           state_ == State::exponent_digits;
  }
  std::size_t skip_string_bytes(std::string_view text) const;

  std::uint64_t brackets_ = 0;                // a bit per depth: 1 for an object
  std::vector<std::uint64_t> deep_brackets_;  // from depth 64 on
  std::size_t depth_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t string_begin_ = 0;
  std::uint64_t string_end_ = 0;
  std::uint64_t comma_ = 0;  // offset of the last one
  std::uint64_t first_repair_ = none;
  std::string_view word_;  // what is still to come of it
  State state_ = State::start;
  Status status_ = Status::open;
  std::uint8_t hex_digits_ = 0;
  char quote_ = '"';
  bool is_key_ = false;
  bool after_string_ = false;  // after_value: that value was a string
  bool is_repaired_ = false;
  bool has_raw_control_ = false;
  bool has_raw_line_end_ = false;
};

// ---- what takes a sink -----------------------------------------------------------------------

template <class Sink>
JsonScanner::Status JsonScanner::feed(std::string_view text, Sink&& sink) {
  std::size_t at = 0;
  while (at < text.size() && status_ == Status::open) {
    if (state_ == State::string) {
      const std::size_t skipped = skip_string_bytes(text.substr(at));
      at += skipped;
      offset_ += skipped;
      if (at == text.size()) break;
    }
    switch (step(text[at], sink)) {
      case Step::next:
        ++at;
        ++offset_;
        if (depth_ == 0 && state_ == State::after_value) status_ = Status::complete;
        break;
      case Step::again: break;
      case Step::failed: status_ = Status::failed; break;
    }
  }
  return status_;
}

template <class Sink>
JsonScanner::Step JsonScanner::step(char byte, Sink&& sink) {
  const bool is_blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
  switch (state_) {
    case State::string: return byte == quote_ ? end_string(sink) : in_string_byte(byte);
    case State::escape:
    case State::hex: return in_string_byte(byte);
    case State::word:
      if (word_.empty()) return end_scalar(sink);
      if (byte != word_[0]) return Step::failed;
      word_.remove_prefix(1);
      return Step::next;
    case State::minus:
    case State::zero:
    case State::digits:
    case State::point:
    case State::fraction:
    case State::exponent:
    case State::exponent_sign:
    case State::exponent_digits: {
      const Step result = in_number(byte);
      return result == Step::again ? end_scalar(sink) : result;
    }
    default: break;
  }
  if (is_blank) return Step::next;
  switch (state_) {
    case State::start: return byte == '{' || byte == '[' ? begin_value(byte, sink) : Step::failed;
    case State::value_or_end:
    case State::value_after_comma:
      if (byte == ']') {
        if (state_ == State::value_after_comma) repair(comma_);
        return close(false, sink);
      }
      return begin_value(byte, sink);
    case State::value: return begin_value(byte, sink);
    case State::key_or_end:
    case State::key_after_comma:
      if (byte == '}') {
        if (state_ == State::key_after_comma) repair(comma_);
        return close(true, sink);
      }
      if (byte != '"' && byte != '\'') return Step::failed;
      begin_string(byte, true);
      return Step::next;
    case State::colon:
      if (byte != ':') return Step::failed;
      state_ = State::value;
      return Step::next;
    default: break;
  }
  // after_value, inside a bracket
  if (byte == ',') {
    comma_ = offset_;
    state_ = is_in_object() ? State::key_after_comma : State::value_after_comma;
    return Step::next;
  }
  if (byte == '}' || byte == ']') return close(byte == '}', sink);
  return Step::failed;
}

template <class Sink>
JsonScanner::Step JsonScanner::begin_value(char byte, Sink&& sink) {
  sink(Mark::value_begin, depth_, offset_);
  switch (byte) {
    case '{':
    case '[': open(byte == '{'); return Step::next;
    case '\'':
    case '"': begin_string(byte, false); return Step::next;
    case '-': state_ = State::minus; return Step::next;
    case '0': state_ = State::zero; return Step::next;
    default: break;
  }
  if (byte >= '1' && byte <= '9') {
    state_ = State::digits;
    return Step::next;
  }
  return begin_word(byte);
}

// A number or word ends before the present byte.
template <class Sink>
JsonScanner::Step JsonScanner::end_scalar(Sink&& sink) {
  sink(Mark::value_end, depth_, offset_);
  state_ = State::after_value;
  after_string_ = false;
  return Step::again;
}

template <class Sink>
JsonScanner::Step JsonScanner::end_string(Sink&& sink) {
  sink(is_key_ ? Mark::key : Mark::value_end, depth_, offset_ + 1);
  state_ = is_key_ ? State::colon : State::after_value;
  after_string_ = true;
  string_end_ = offset_ + 1;
  return Step::next;
}

template <class Sink>
JsonScanner::Step JsonScanner::close(bool is_object, Sink&& sink) {
  if (is_in_object() != is_object) return Step::failed;
  --depth_;
  sink(Mark::value_end, depth_, offset_ + 1);
  state_ = State::after_value;
  after_string_ = false;
  return Step::next;
}

}  // namespace tagstream
