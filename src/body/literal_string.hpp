#pragma once

// Reads one string of a call that looks like code, and writes it as JSON. The string stands in one
// or three of Python's quotes, or without escapes between two delimiters.
//
//   'say "hi"'      "say \"hi\""
//   r'\d'           "\\d"
//   '''a'b'''       "a'b"
//   <|"|>a"b<|"|>   "a\"b"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tagstream {

class LiteralString {
 public:
  enum class Step : std::uint8_t {
    next,
    again,         ///< the state has changed: give the same byte once more
    ended,         ///< the string ends with this byte
    ended_before,  ///< the string ended before this byte
    failed,
  };

  LiteralString() = default;
  /// Precondition: the first byte of the string was read.
  /// @param delimiter  of the string; empty: the string has Python's quotes
  /// @param quote      the first byte
  /// @param is_raw     a raw string: a backslash is a plain byte
  /// @param has_comma  a comma is written before the string
  LiteralString(std::string_view delimiter, char quote, bool is_raw, bool has_comma)
      : delimiter_(delimiter), quote_(quote), is_raw_(is_raw), has_comma_(has_comma) {}

  /// Begins to write. @param json  final bytes are appended to it; may be null, here and below
  void begin(std::string* json);
  Step step(char byte, bool has_triple, std::string* json);
  /// Reads the bytes at the front of `text` that only make the string longer. Returns their number.
  std::size_t read_run(std::string_view text, std::string* json) const;

  /// The first byte of the delimiter that ends the string; 0 while the first delimiter is
  /// incomplete.
  [[nodiscard]] char quote() const {
    if (state_ == State::opening) return 0;
    return delimiter_.empty() ? quote_ : delimiter_[0];
  }
  /// True in the text of the string, outside of escapes and unfinished delimiters.
  [[nodiscard]] bool is_in_text() const { return state_ == State::text; }

 private:
  enum class State : std::uint8_t {
    opening,       // in the delimiter before it
    first_quote,   // after one of Python's quotes
    second_quote,  // after two: the string is empty, or a third quote follows
    text,
    closing,   // in a delimiter or three quotes that may end the string
    escape,    // after a backslash
    code,      // in the digits of an escape
    line_end,  // after a backslash and CR
  };

  static void put(std::string_view text, std::string* json);
  void open(std::string* json);
  Step read_text(char byte, std::string* json);
  Step read_closing(char byte, std::string* json);
  Step read_escape(char byte, std::string* json);
  Step read_code(char byte, std::string* json);
  void end_code(std::string* json);

  std::string_view delimiter_;
  std::uint32_t code_ = 0;    // of an escape
  std::uint8_t digits_ = 0;   // how many digits of the escape may still come
  std::uint8_t base_ = 0;     // of these digits
  std::uint8_t matched_ = 1;  // bytes of a delimiter
  char quote_ = 0;
  bool is_triple_ = false;
  bool is_raw_ = false;
  bool has_comma_ = false;
  State state_ = State::opening;
};

}  // namespace tagstream
