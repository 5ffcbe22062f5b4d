#pragma once

// Follows one string of a call that looks like code, and says what it is as JSON: in one or three
// of Python's quotes, or verbatim between two delimiters.
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
    again,         ///< the same byte once more
    ended,         ///< with this byte
    ended_before,  ///< it
    failed,
  };

  LiteralString() = default;
  /// @param delimiter  its first byte has come; empty: a quote has
  /// @param quote      that one
  /// @param is_raw     a backslash is itself
  /// @param has_comma  one goes before it into the JSON
  LiteralString(std::string_view delimiter, char quote, bool is_raw, bool has_comma)
      : delimiter_(delimiter), quote_(quote), is_raw_(is_raw), has_comma_(has_comma) {}

  /// Precondition: the first byte has been passed; what is given to `json` is final. It may be
  /// null.
  void begin(std::string* json);
  Step step(char byte, bool has_triple, std::string* json);
  /// Passes what only makes it longer at the front of `text`, and gives its size.
  std::size_t read_run(std::string_view text, std::string* json) const;

  /// What ends it, its first byte; 0: its first delimiter is not complete.
  [[nodiscard]] char quote() const {
    if (state_ == State::opening) return 0;
    return delimiter_.empty() ? quote_ : delimiter_[0];
  }
  /// True in its text, where nothing is begun.
  [[nodiscard]] bool is_in_text() const { return state_ == State::text; }

 private:
  enum class State : std::uint8_t {
    opening,       // in the delimiter before it
    first_quote,   // after one of Python's quotes
    second_quote,  // after two: it is empty, or the third follows
    text,
    closing,   // in what may end it: a delimiter, or three quotes
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
  std::uint8_t digits_ = 0;   // of it that may still come
  std::uint8_t base_ = 0;     // of these
  std::uint8_t matched_ = 1;  // bytes of a delimiter
  char quote_ = 0;
  bool is_triple_ = false;
  bool is_raw_ = false;
  bool has_comma_ = false;
  State state_ = State::opening;
};

}  // namespace tagstream
