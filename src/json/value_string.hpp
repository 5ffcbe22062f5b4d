#pragma once

// Reads one string, and reports each byte that JSON writes in another way. The string stands in
// quotes, in three quotes of Python, or without escapes between two marks.
//
//   "say \"hi\""    as it stands       r'\d'               "\\d"
//   'say "hi"'      "say \"hi\""       '''a'b'''           "a'b"
//   "it\'s"         "it's"             <|"|>a"b<|"|>       "a\"b"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "json/json_copy.hpp"
#include "json/json_spelling.hpp"
#include "scan/scan.hpp"

namespace tagstream {

class ValueString {
 public:
  enum class Step : std::uint8_t { open, ended, failed };
  /// The way in which the inside of a string is written.
  enum class Kind : std::uint8_t { strict, json, python, raw, marked };

  explicit ValueString(Kind kind) : kind_(kind) {}

  /// Begins a string of JSON. Its first byte, `quote`, was read.
  void begin_json(char quote) {
    quote_ = quote;
    state_ = State::json_text;
  }
  /// Begins a string in code. Its first byte, `quote`, was read.
  /// @param mark  of a marked string
  void begin(Kind kind, char quote, std::string_view mark, bool may_be_triple);
  /// Writes JSON's opening quote in place of the bytes from `from` on, and a comma before it if
  /// `has_comma`. A marked string is written once its first mark is complete, since the `<|` of
  /// `<|"|>` may begin another marker.
  /// @param offset  of the string's first byte
  /// @param copy    may be null
  void write_begin(std::uint64_t from, bool has_comma, std::uint64_t offset, JsonCopy* copy);
  /// Reads on in [at, end), and moves `at` to the end of the string, or the byte that failed.
  /// @param offset    of `at` in the value
  /// @param copy      may be null
  /// @param spelling  of the value
  Step read(const char*& at, const char* end, std::uint64_t offset, JsonCopy* copy,
            JsonSpelling& spelling);

  /// The first byte of the mark that ends the string; 0 while its first mark is incomplete.
  [[nodiscard]] char quote() const {
    if (state_ == State::opening) return 0;
    return kind_ == Kind::marked ? mark_[0] : quote_;
  }
  /// True in the text of the string, outside of escapes and unfinished marks.
  [[nodiscard]] bool is_in_text() const { return state_ <= State::text; }
  /// The same, in a string of JSON.
  [[nodiscard]] bool is_in_json_text() const { return state_ == State::json_text; }
  /// The same, where all bytes up to the end of the string or an escape are written as they stand.
  [[nodiscard]] bool needs_no_copy(const JsonCopy* copy) const {
    return is_in_json_text() && (quote_ == '"' || copy == nullptr);
  }
  /// True if JSON writes the bytes [at, stop) of a string in single quotes as they stand. The text
  /// goes on to `end`.
  [[nodiscard]] static bool is_plain(const char* at, const char* stop, const char* end) {
    return scan::find_string_end_within(at, stop, end, '"') == stop;
  }
  /// The offset from which on bytes may still turn out to need converting; all ones if there are
  /// none.
  [[nodiscard]] std::uint64_t pending() const {
    const bool is_json_code = state_ == State::code && is_json();
    const bool is_decided =
        is_in_text() || state_ == State::first_quote || is_json_code || state_ == State::line_end;
    return is_decided ? ~std::uint64_t{0} : since_;
  }

 private:
  enum class State : std::uint8_t {
    json_text,
    text,          // in code
    opening,       // in the mark before it
    first_quote,   // after one of Python's quotes
    second_quote,  // after two: the string is empty, or a third quote follows
    closing,       // in a mark or three quotes that may end the string
    escape,        // after a backslash
    code,          // in the digits of an escape
    line_end,      // after a backslash and CR
  };
  enum class Go : std::uint8_t {
    next,
    again,  // the state has changed: take the same byte once more
    ended,
    ended_before,  // the string ended before this byte
    failed,
  };

  [[nodiscard]] bool is_json() const { return kind_ <= Kind::json; }
  [[nodiscard]] bool is_stop(char byte) const {
    return kind_ == Kind::marked ? byte == mark_[0] : scan::is_string_stop(byte, quote_);
  }
  [[nodiscard]] bool is_whole_escape(const char* at, const char* end) const;
  void open(std::uint64_t to, JsonCopy& copy) const;
  const char* read_run(const char* at, const char* end, std::uint64_t offset, JsonCopy* copy) const;
  Go step(char byte, std::uint64_t offset, JsonCopy* copy, JsonSpelling& spelling);
  Go text_step(char byte, std::uint64_t offset, JsonCopy* copy, JsonSpelling& spelling);
  Go closing_step(char byte, std::uint64_t offset, JsonCopy* copy);
  Go escape_step(char byte, std::uint64_t offset, JsonCopy* copy, JsonSpelling& spelling);
  Go python_escape(char byte, std::uint64_t offset, JsonCopy* copy);
  Go code_step(char byte, std::uint64_t offset, JsonCopy* copy);
  void end_code(std::uint64_t end, JsonCopy* copy);

  std::string_view mark_;
  std::uint64_t since_ = 0;   // where the escape, the mark or the quote began that is open
  std::uint32_t code_ = 0;    // of an escape
  std::uint8_t digits_ = 0;   // how many digits of the escape may still come
  std::uint8_t base_ = 0;     // of these digits
  std::uint8_t matched_ = 1;  // bytes of a mark
  char quote_ = 0;
  Kind kind_ = Kind::json;
  State state_ = State::text;
  bool is_triple_ = false;
  bool has_comma_ = false;
};

}  // namespace tagstream
