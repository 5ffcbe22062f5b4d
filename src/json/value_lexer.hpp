#pragma once

// Follows one value, in any language of `ValueDialect`. The text may be cut at any byte; nothing
// recurses, and each byte is looked at once.
//
// JSON is followed as RFC 8259 has it, and with the spellings that models really
// write:
//
//   'a'    True  False  None    [1,]    "it\'s"    ()  (1,)  (1, 2)    raw control bytes in strings
//
// The lexer notes where they stand. Other mistakes make it fail: a missing bracket, a
// missing quote, another word, or `(1)`, which is not a tuple. Any byte from 0x80 on may stand in a
// string, valid UTF-8 or not.
//
// The arguments of a call in code are an object: `(a=1, b=[2])` has the keys and brackets of
// {"a":1,"b":[2]}. They are literals only; no expression is evaluated.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text.hpp"
#include "json/json_brackets.hpp"
#include "json/json_copy.hpp"
#include "json/json_spelling.hpp"
#include "json/value_bare.hpp"
#include "json/value_dialect.hpp"
#include "json/value_number.hpp"
#include "json/value_string.hpp"
#include "scan/scan.hpp"

namespace tagstream {

// The calls of the sink for `{"a": [1, "x"]}`. The end of a key or string is the offset after its
// closing quote; the end of a number or word is the offset of the byte after it.
//
//   value_begin, depth 0, at 0       the object
//   key, depth 1, at 4               `"a"` has ended
//   value_begin, depth 1, at 6       the list
//   value_begin, depth 2, at 7       value_end, depth 2, at 8       `1`
//   value_begin, depth 2, at 10      value_end, depth 2, at 13      `"x"`
//   value_end, depth 1, at 14        value_end, depth 0, at 15
struct ValueLexerTypes {
  enum class Status : std::uint8_t {
    open,      ///< more is needed
    complete,  ///< the value has ended; what follows is not looked at
    failed,    ///< the byte at `offset()` cannot stand there
  };

  /// A string, number, word, object or array, as it begins and ends.
  enum class Mark : std::uint8_t { key, value_begin, value_end };

  /// The places of the last strings, be they keys or values.
  struct Strings {
    std::uint64_t begin = 0;  ///< of the last string, at its quote, or of the last key
    std::uint64_t end = 0;    ///< of the last complete string: after its quote; 0: there is none
  };
  /// A sink that does nothing.
  struct NoSink {
    void operator()(Mark, std::size_t, std::uint64_t) const {}
  };
  /// A sink by reference: `feed` is compiled once for all of them.
  class AnySink {
   public:
    template <class Sink>
    explicit AnySink(const Sink& sink)
        : sink_(&sink),
          call_([](const void* to, Mark mark, std::size_t depth, std::uint64_t offset) {
            (*static_cast<const Sink*>(to))(mark, depth, offset);
          }) {}
    void operator()(Mark mark, std::size_t depth, std::uint64_t offset) const {
      call_(sink_, mark, depth, offset);
    }

   private:
    const void* sink_;
    void (*call_)(const void*, Mark, std::size_t, std::uint64_t);
  };
};

/// The lexer is compiled twice: for JSON, and for the arguments of calls in code, which are written
/// as compact JSON, while of JSON only what must be converted is written otherwise.
template <bool is_code>
class ValueLexer : public ValueLexerTypes {
 public:
  /// @param mark  stands on both sides of a string, in braces
  explicit ValueLexer(const ValueDialect& dialect, std::string_view mark = {})
      : dialect_(&dialect), string_(ValueString::Kind::json), mark_(mark) {}

  /// Reads on in `text`: to the end of the text, or to the byte at which the value ends or fails.
  /// @param sink  called as sink(Mark, depth, offset) for keys and values; `depth` counts the open
  ///              brackets around them. A key and a string begin at their quote and end after it;
  ///              Mark::key is given at the end of the key
  /// @param copy  gets what JSON writes otherwise; may be null. One copy goes with one lexer from
  ///              the first byte on
  template <class Sink = NoSink>
  Status feed(std::string_view text, Sink&& sink = {}, JsonCopy* copy = nullptr);
  /// The same, compiled once for all sinks: smaller, and a little slower.
  template <class Sink>
  Status feed_small(std::string_view text, const Sink& sink, JsonCopy* copy = nullptr) {
    return feed_any(text, AnySink(sink), copy);
  }
  /// The same without a sink.
  Status feed_to(JsonCopy& copy, std::string_view text);
  /// The text ends here. A number or word that nothing follows is then complete.
  template <class Sink = NoSink>
  Status finish(Sink&& sink = {});

  [[nodiscard]] Status status() const { return status_; }
  /// Bytes read so far: where the value has ended, or the byte that failed.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  /// Number of brackets open.
  [[nodiscard]] std::size_t depth() const { return brackets_.depth(); }
  /// The first byte of the mark that ends the open string, a key or a value; 0 if none is open.
  [[nodiscard]] char open_quote() const { return state_ == State::string ? string_.quote() : '\0'; }
  [[nodiscard]] bool in_string() const { return open_quote() != 0; }
  /// As `open_quote`, but 0 if an escape or a closing mark has begun in the string and is not
  /// complete.
  [[nodiscard]] char inside() const { return string_.is_in_text() ? open_quote() : '\0'; }
  [[nodiscard]] const JsonSpelling& spelling() const { return spelling_; }
  [[nodiscard]] const Strings& strings() const { return strings_; }
  /// True inside a string, and after it up to the next byte that is not a blank.
  [[nodiscard]] bool is_at_string() const {
    const bool is_after = state_ == State::assign || state_ == State::after_value;
    return in_string() || (is_after && after_string_);
  }
  /// True if the arguments of a call are one dictionary instead of keywords.
  [[nodiscard]] bool is_dictionary() const { return is_dictionary_; }
  /// The offset from which on bytes may still turn out to need converting; all ones if there are
  /// none. Such bytes are a comma followed by blanks only, which a `]` would make one too many, and
  /// a backslash, which a `'` may follow.
  [[nodiscard]] std::uint64_t pending() const {
    if (comma_ != none) return comma_;
    return state_ < State::string || inside() != 0 ? none : pending_in_scalar();
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  enum class State : std::uint8_t {
    start,           // nothing yet but blanks
    value,           // a value must follow
    value_or_end,    // in a list: a value or its end
    key_or_end,      // in an object
    assign,          // after a key
    after_value,     // ',' or the closing bracket
    dictionary_end,  // after a dictionary that is all of the arguments
    string,          // from here on: inside a scalar or key
    word,            // true, False, …
    number,
    name,        // a key without quotes
    raw_prefix,  // after the `r` of a raw string
    bare,
  };

  Status feed_any(std::string_view text, const AnySink& sink, JsonCopy* copy);
  template <class Sink>
  bool step(char byte, Sink&& sink);
  template <class Sink>
  bool begin_value(char byte, Sink&& sink);
  template <class Sink>
  void end_scalar(Sink&& sink);
  template <class Sink>
  bool close(char bracket, Sink&& sink);
  template <class Sink>
  void end_string(std::uint64_t end, Sink&& sink);
  template <class Sink>
  bool read_in_code(const char*& at, const char* end, Sink&& sink);
  bool step_in_code(char byte);
  [[nodiscard]] std::uint64_t pending_in_scalar() const;
  bool begin_key(char byte);
  bool begin_word(char byte);
  bool begin_in_code(char byte, Begins what);
  void begin_name();
  bool open(char bracket, JsonBrackets::Kind kind);
  void begin_string(char quote, bool is_key);
  void begin_string_in_code(char quote, std::uint64_t at, bool is_key, ValueString::Kind kind);
  void write_comma();
  void drop_comma();
  void copy_word(std::size_t size);
  void end_copy_of_scalar();

  /// A key or value begins: the comma before it counts.
  void take_comma() {
    if (is_code && comma_ != none) write_comma();
    comma_ = none;
  }
  void cut(std::uint64_t at, std::size_t size, std::string_view put) {
    if (copy_ != nullptr) copy_->cut(at, size, put);
  }
  [[nodiscard]] bool is_marked(char byte) const {
    return is_code && !mark_.empty() && byte == mark_[0];
  }
  /// True if a key begins where a comma or the closing bracket must stand: in braces only a
  /// string or a bracket can have ended there, as a value without quotes goes on to one of these.
  [[nodiscard]] bool lacks_comma_before(char byte) const {
    return dialect_->may_lack_commas && brackets_.kind() == JsonBrackets::Kind::object &&
           dialect_->keys[static_cast<unsigned char>(byte)].what == Begins::name;
  }
  /// True directly in the brackets of a call, where its own keys stand.
  [[nodiscard]] bool is_in_call() const {
    return is_code && brackets_.depth() == 1 && !is_dictionary_;
  }

  const ValueDialect* dialect_;
  JsonCopy* copy_ = nullptr;  // while feeding
  JsonBrackets brackets_;
  std::uint64_t offset_ = 0;
  Strings strings_;
  std::uint64_t comma_ = none;  // of a comma after which nothing has come yet but blanks
  std::uint64_t scalar_ = 0;    // where the word or raw string begins
  JsonSpelling spelling_;
  std::string_view word_;  // the rest of the word that must still come
  std::string_view word_json_;
  State state_ = State::start;
  Status status_ = Status::open;
  bool is_key_ = false;         // the string is a key
  bool after_string_ = false;   // assign, after_value: the key or value was a string
  bool is_dictionary_ = false;  // `brackets_` begins with its brace, not with the parenthesis
  char last_ = 0;               // the byte that closes the outermost bracket of a call
  ValueNumber number_;
  ValueString string_;
  ValueBare bare_;
  std::string_view mark_;
};

// ---- inline: functions for each key, string and bracket ---------------------------------------

template <bool is_code>
inline bool ValueLexer<is_code>::open(char bracket, JsonBrackets::Kind kind) {
  take_comma();
  if (bracket == '(') cut(offset_, 1, kind == JsonBrackets::Kind::object ? "{" : "[");
  brackets_.open(kind);
  state_ = kind == JsonBrackets::Kind::object ? State::key_or_end : State::value_or_end;
  return true;
}

// `{'name': 'f'}` is not JSON, but is followed; each string in single quotes is a repair.
template <bool is_code>
inline void ValueLexer<is_code>::begin_string(char quote, bool is_key) {
  if (is_code) return begin_string_in_code(quote, offset_, is_key, ValueString::Kind::python);
  string_.begin_json(quote);
  if (quote == '\'') cut(offset_, 1, "\"");
  comma_ = none;
  is_key_ = is_key;
  strings_.begin = offset_;
  state_ = State::string;
}

// Begins a key. Python's keyword arguments are words, and the keys of its dictionaries are strings.
// A dictionary may have a key twice, but no number as a key.
// In gemma4 a key may also stand between `<|"|>`: `{<|"|>a b<|"|>:1}` is {"a b":1}.
template <bool is_code>
inline bool ValueLexer<is_code>::begin_key(char byte) {
  const BeginTable& table = is_in_call() ? dialect_->call_keys : dialect_->keys;
  const BeginsSlip begins = table[static_cast<unsigned char>(byte)];
  if (begins.is_slip) spelling_.repair(offset_);
  switch (begins.what) {
    case Begins::string: begin_string(byte, true); return true;
    case Begins::name: begin_name(); return true;
    case Begins::dictionary:
      if (comma_ != none) return false;
      cut(offset_, 1, "");
      is_dictionary_ = true;
      last_ = '}';
      return true;
    default: break;
  }
  if (!is_marked(byte)) return false;
  begin_string_in_code(byte, offset_, true, ValueString::Kind::marked);
  return true;
}

// ---- templates: functions that call the sink -------------------------------------------------

// The switch runs once for each scalar, not for each byte: tight loops pass the bytes that do not
// change the state, such as digits and plain bytes of a string, and the bytes between two scalars.
template <bool is_code>
template <class Sink>
ValueLexerTypes::Status ValueLexer<is_code>::feed(std::string_view text, Sink&& sink,
                                                  JsonCopy* copy) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto address = [](const char* byte) -> std::uint64_t {
    return reinterpret_cast<std::uintptr_t>(byte);
  };
  const std::uint64_t origin = address(at) - offset_;
  auto look = [&] {  // `offset_` comes up to `at`; false if nothing is left to look at
    offset_ = address(at) - origin;
    return at != end;
  };
  auto fail_unless = [&](bool is_good) {
    if (!is_good) status_ = Status::failed;
    return is_good;
  };
  copy_ = copy;
  if (copy != nullptr) copy->begin(text);
  while (status_ == Status::open && look()) {
    switch (state_) {
      case State::string:
        if (!is_code && string_.is_in_json_text()) {
          const char quote = string_.quote();
          const char* const stop = scan::find_near_string_end(at, end, quote);
          if (string_.needs_no_copy(copy) || ValueString::is_plain(at, stop, end)) at = stop;
          if (!look()) break;
          if (*at == quote) {
            if (quote != '"') cut(offset_, 1, "\"");
            ++at;
            end_string(offset_ + 1, sink);
            if (state_ == State::assign && at != end && *at == ':') {  // as after nearly every key
              ++at;
              state_ = State::value;
            }
            break;
          }
        }
        switch (string_.read(at, end, offset_, copy, spelling_)) {
          case ValueString::Step::open: break;
          case ValueString::Step::failed: status_ = Status::failed; break;
          case ValueString::Step::ended:
            look();
            end_string(offset_, sink);
            break;
        }
        break;
      case State::word: {
        const char* const from = at;
        while (at != end && !word_.empty() && *at == word_[0]) {
          ++at;
          word_.remove_prefix(1);
        }
        if (copy_ != nullptr) copy_word(static_cast<std::size_t>(at - from));
        if (look() && fail_unless(word_.empty())) end_scalar(sink);
        break;
      }
      case State::number:
        at = number_.read(at, end, offset_, copy_);
        if (look() && fail_unless(number_.may_end())) end_scalar(sink);
        break;
      case State::name:
      case State::raw_prefix:
      case State::bare:
        if constexpr (is_code) fail_unless(read_in_code(at, end, sink));
        break;
      default: break;
    }
    while (state_ < State::string && status_ == Status::open) {
      const char* const gap = at;
      while (at != end && (is_code ? is_blank(*at) : is_json_blank(*at))) ++at;
      const bool is_more = look();
      if (is_code && at != gap && comma_ == none) {
        cut(offset_ - static_cast<std::uint64_t>(at - gap), static_cast<std::size_t>(at - gap), "");
      }
      if (!is_more || !fail_unless(step(*at, sink))) break;
      ++at;
    }
  }
  look();
  if (copy != nullptr) copy->end(std::min(pending(), offset_), offset_);
  copy_ = nullptr;
  return status_;
}

template <bool is_code>
template <class Sink>
ValueLexerTypes::Status ValueLexer<is_code>::finish(Sink&& sink) {
  const bool is_scalar =
      (state_ == State::number && number_.may_end()) || (state_ == State::word && word_.empty());
  if (is_scalar && status_ == Status::open && brackets_.depth() == 0) end_scalar(sink);
  return status_;
}

// Reads a byte outside of strings, numbers, words and names. Returns false if it cannot stand
// there. `[1,2,]` is a list of two, and `[1,,2]` fails. An `n` where a key must come
// fails too.
template <bool is_code>
template <class Sink>
inline bool ValueLexer<is_code>::step(char byte, Sink&& sink) {
  switch (state_) {
    case State::value: return begin_value(byte, sink);
    case State::value_or_end:
      return byte == ']' || byte == ')' ? close(byte, sink) : begin_value(byte, sink);
    case State::key_or_end: {
      const bool is_closer = byte == '}' || (is_code && byte == ')');
      return is_closer ? close(byte, sink) : begin_key(byte);
    }
    case State::start:
      if (!dialect_->may_begin_with(byte)) return false;
      if (!is_code) return begin_value(byte, sink);
      sink(Mark::value_begin, brackets_.depth(), offset_);
      last_ = byte == '(' ? ')' : '}';
      return open(byte, JsonBrackets::Kind::object);
    case State::after_value: break;
    default:
      if constexpr (is_code) return step_in_code(byte);
      if (byte != ':') return false;  // after a key
      state_ = State::value;
      return true;
  }
  // Inside a bracket.
  if (byte == ',') {
    comma_ = offset_;
    const bool is_in_object = brackets_.kind() == JsonBrackets::Kind::object;
    if (!is_in_object) brackets_.note_comma();
    state_ = is_in_object ? State::key_or_end : State::value_or_end;
    return true;
  }
  if constexpr (is_code) {
    if (lacks_comma_before(byte)) {
      spelling_.repair(offset_);
      comma_ = offset_;  // the comma is written there
      return begin_key(byte);
    }
  }
  const bool is_lone = byte == ')' && brackets_.kind() == JsonBrackets::Kind::tuple;
  return !is_lone && close(byte, sink);
}

// Returns false if no value begins with `byte`; the sink has been called then, but the lexer fails.
template <bool is_code>
template <class Sink>
bool ValueLexer<is_code>::begin_value(char byte, Sink&& sink) {
  sink(Mark::value_begin, brackets_.depth(), offset_);
  const BeginsSlip begins = dialect_->values[static_cast<unsigned char>(byte)];
  if (begins.is_slip) spelling_.repair(offset_);
  switch (begins.what) {
    case Begins::object: return open(byte, JsonBrackets::Kind::object);
    case Begins::list: return open(byte, JsonBrackets::Kind::list);
    // `(1,)` and `()` are tuples. `(1)` fails at the `)`.
    case Begins::tuple: return open(byte, JsonBrackets::Kind::tuple);
    case Begins::string: begin_string(byte, false); return true;
    case Begins::number:
      take_comma();
      number_.begin(dialect_->numbers);
      number_.read(&byte, &byte + 1, offset_, copy_);
      state_ = State::number;
      return true;
    case Begins::word: return begin_word(byte);
    default: return is_code && begin_in_code(byte, begins.what);
  }
}

// A number or word ends before the byte at `offset_`, since nothing marks its end.
template <bool is_code>
template <class Sink>
void ValueLexer<is_code>::end_scalar(Sink&& sink) {
  if (is_code && copy_ != nullptr) end_copy_of_scalar();
  sink(Mark::value_end, brackets_.depth(), offset_);
  state_ = State::after_value;
  after_string_ = false;
  if (brackets_.depth() == 0) status_ = Status::complete;
}

// A string, key or value, ends before `end`.
template <bool is_code>
template <class Sink>
inline void ValueLexer<is_code>::end_string(std::uint64_t end, Sink&& sink) {
  sink(is_key_ ? Mark::key : Mark::value_end, brackets_.depth(), end);
  state_ = is_key_ ? State::assign : State::after_value;
  after_string_ = true;
  strings_.end = end;
  if (brackets_.depth() == 0) status_ = Status::complete;
}

// Returns false if `bracket` does not close the innermost open one, as the `]` in `{"a": 1]`.
template <bool is_code>
template <class Sink>
inline bool ValueLexer<is_code>::close(char bracket, Sink&& sink) {
  if (comma_ != none && !is_code) spelling_.repair(comma_);
  const bool closes_call = is_code && brackets_.depth() == 1;
  if (bracket != (closes_call ? last_ : brackets_.closer())) return false;
  if (comma_ != none) drop_comma();
  if (bracket == ')') cut(offset_, 1, brackets_.kind() == JsonBrackets::Kind::object ? "}" : "]");
  brackets_.close();
  sink(Mark::value_end, brackets_.depth(), offset_ + 1);
  const bool closes_arguments = is_code && is_dictionary_ && brackets_.depth() == 0;
  state_ = closes_arguments ? State::dictionary_end : State::after_value;
  after_string_ = false;
  if (state_ == State::after_value && brackets_.depth() == 0) status_ = Status::complete;
  return true;
}

// Reads on in a key or value that only calls in code have. Returns false if the byte at `at` can't
// stand there.
template <bool is_code>
template <class Sink>
bool ValueLexer<is_code>::read_in_code(const char*& at, const char* end, Sink&& sink) {
  const char* const from = at;
  const auto here = [&] { return offset_ + static_cast<std::uint64_t>(at - from); };
  if (state_ == State::raw_prefix) {
    if (*at != '"' && *at != '\'') return false;
    begin_string_in_code(*at++, scalar_, false, ValueString::Kind::raw);
    return true;
  }
  if (state_ == State::name) {
    while (at != end && value_dialect::is_key_byte(*at)) ++at;
    if (at == end) return true;
    cut(here(), 0, "\"");
    sink(Mark::key, brackets_.depth(), here());
    state_ = State::assign;
    after_string_ = false;
    return true;
  }
  ValueBare::Step step = ValueBare::Step::next;
  for (; at != end; ++at) {
    step = bare_.take(*at, here(), copy_);
    if (step != ValueBare::Step::next) break;
  }
  if (step == ValueBare::Step::next) return true;
  if (step == ValueBare::Step::failed) return false;
  if (bare_.is_slip()) spelling_.repair(scalar_);
  after_string_ = step == ValueBare::Step::ended;
  if (after_string_) {
    ++at;
    strings_ = {scalar_, here()};
  }
  sink(Mark::value_end, brackets_.depth(), here());
  state_ = State::after_value;
  return true;
}

extern template class ValueLexer<false>;
extern template class ValueLexer<true>;

/// Of `json_like` or `json_like_value`.
using JsonLexer = ValueLexer<false>;
/// Of `python_arguments` or `braces_arguments`.
using CodeLexer = ValueLexer<true>;

}  // namespace tagstream
