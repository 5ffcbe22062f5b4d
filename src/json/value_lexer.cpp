// The parts of the lexer that need no sink. The states for `(a=1, c=(1, 2), d=None)`, and the JSON
// that is written:
//
//   (           start        {
//   a=          name, assign "a":
//   1           number       1
//   , c=        key_or_end   ,"c":      the comma is written when a key follows it
//   (1, 2)      value_or_end [1,2]
//   , d=None    word         ,"d":null
//   )           after_value  }
//
// `({'a': 1})`, one dictionary instead of keywords, is read as `{"a":1}`; the call is marked
// as repaired.

#include "json/value_lexer.hpp"

namespace tagstream {

template <bool is_code>
std::uint64_t ValueLexer<is_code>::pending_in_scalar() const {
  switch (state_) {
    case State::string: return string_.pending();
    case State::number: return number_.pending(offset_);
    case State::word: return is_code ? scalar_ : none;
    case State::raw_prefix:
    case State::bare: return scalar_;
    default: return none;
  }
}

// ---- brackets and commas ---------------------------------------------------------------------

// In code the blanks after a comma are dropped.
template <bool is_code>
void ValueLexer<is_code>::write_comma() {
  cut(comma_, offset_ - comma_, ",");
}

// A closing bracket follows the comma. In JSON the blanks after it stay.
template <bool is_code>
void ValueLexer<is_code>::drop_comma() {
  cut(comma_, is_code ? offset_ - comma_ : 1, "");
  comma_ = none;
}

// ---- keys and values -------------------------------------------------------------------------

template <bool is_code>
void ValueLexer<is_code>::begin_name() {
  take_comma();
  cut(offset_, 0, "\"");
  strings_.begin = offset_;
  state_ = State::name;
}

template <bool is_code>
void ValueLexer<is_code>::begin_string_in_code(char quote, std::uint64_t at, bool is_key,
                                               ValueString::Kind kind) {
  const bool has_comma = comma_ != none;
  string_.begin(kind, quote, mark_, dialect_->has_triple_quotes);
  string_.write_begin(has_comma ? comma_ : at, has_comma, offset_, copy_);
  comma_ = none;
  is_key_ = is_key;
  strings_.begin = at;
  state_ = State::string;
}

// The words of Python are followed like those of JSON.
template <bool is_code>
bool ValueLexer<is_code>::begin_word(char byte) {
  take_comma();
  for (const ValueWord& word : value_words) {
    if (word.text[0] != byte) continue;
    word_ = word.text;
    word_json_ = word.text[0] == word.json[0] ? std::string_view() : word.json;
    copy_word(1);
    word_.remove_prefix(1);
    scalar_ = offset_;
    state_ = State::word;
    return true;
  }
  return false;
}

// In JSON a word is written as it comes: after `Tru` the output is `tru`.
template <bool is_code>
void ValueLexer<is_code>::copy_word(std::size_t size) {
  if (is_code || word_json_.empty()) return;
  cut(offset_, size, word_json_.substr(0, size));
  word_json_.remove_prefix(size);
}

template <bool is_code>
void ValueLexer<is_code>::end_copy_of_scalar() {
  if (state_ == State::number) {
    number_.end(offset_, copy_);
  } else if (!word_json_.empty()) {
    cut(scalar_, offset_ - scalar_, word_json_);
  }
}

// `a=x` and `a=1+1` fail, since names and expressions are not literals.
template <bool is_code>
bool ValueLexer<is_code>::begin_in_code(char byte, Begins what) {
  if (what == Begins::bare && is_marked(byte)) {
    begin_string_in_code(byte, offset_, false, ValueString::Kind::marked);
    return true;
  }
  if (what == Begins::nothing) return false;
  take_comma();
  scalar_ = offset_;
  if (what == Begins::raw_string) {
    state_ = State::raw_prefix;
    return true;
  }
  state_ = State::bare;
  bare_.begin(mark_, offset_, brackets_.kind() != JsonBrackets::Kind::object);
  return bare_.take(byte, offset_, copy_) == ValueBare::Step::next;
}

// Reads a byte after a key, or after a dictionary that is all of the arguments. gemma4 may
// write `call:f(n:13)` and `call:f(n=13)`, too.
template <bool is_code>
bool ValueLexer<is_code>::step_in_code(char byte) {
  if (state_ == State::assign) {
    const bool is_equal = byte == '=' && is_in_call() && last_ == ')';
    const bool is_colon = byte == ':' && (dialect_->has_call_colons || !is_in_call());
    if (!is_equal && !is_colon) return false;
    if (is_equal) cut(offset_, 1, ":");
    state_ = State::value;
    return true;
  }
  const bool has_comma = comma_ != none;
  if (byte == ',' && !has_comma) {
    comma_ = offset_;
    return true;
  }
  if (byte != ')') return false;
  const std::uint64_t from = has_comma ? comma_ : offset_;
  cut(from, offset_ + 1 - from, "");
  comma_ = none;
  state_ = State::after_value;
  status_ = Status::complete;
  return true;
}

template <bool is_code>
ValueLexerTypes::Status ValueLexer<is_code>::feed_any(std::string_view text, const AnySink& sink,
                                                      JsonCopy* copy) {
  return feed(text, sink, copy);
}

template <bool is_code>
ValueLexerTypes::Status ValueLexer<is_code>::feed_to(JsonCopy& copy, std::string_view text) {
  if constexpr (is_code) return feed_small(text, NoSink(), &copy);
  return feed(text, NoSink(), &copy);
}

template class ValueLexer<false>;
template class ValueLexer<true>;

}  // namespace tagstream
