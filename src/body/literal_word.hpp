#pragma once

// Reads a value without quotes in a call that looks like code: a number, a word, or a string whose
// delimiters are missing. The value, and its JSON:
//
//   True, None      true, null
//   12              12
//   word            "word", in {c:word} of gemma4: the delimiters <|"|> are missing, which is a
//   slip

#include <cstdint>
#include <string>
#include <string_view>

#include "body/literal_number.hpp"

namespace tagstream {

class LiteralWord {
 public:
  enum class Step : std::uint8_t {
    next,
    ended,         ///< a string ends with this byte, the last of its closing delimiter
    ended_before,  ///< the value ended before this byte
    raw_string,    ///< the word was the `r` of a raw string, and this byte is its quote
    failed,
  };

  LiteralWord() = default;
  /// @param delimiter   the format's delimiter of strings; empty in Python
  /// @param is_element  the value is an element of a list
  LiteralWord(std::string_view delimiter, char first, bool is_element);

  /// Reads one byte. Precondition: each step before returned `next`.
  Step step(char byte, std::string* json);
  /// True if the value was a string without its first delimiter.
  [[nodiscard]] bool is_slip() const { return kind_ == Kind::slip; }

 private:
  enum class Kind : std::uint8_t {
    word,    // also a text of which it is not known yet what it is
    number,  // of Python
    slip,
  };

  Step read_word(char byte, std::string* json);
  Step read_bare(char byte, std::string* json);
  bool end_bare(bool is_string, std::string* json);
  [[nodiscard]] bool lacks_comma(std::string_view text) const;

  std::string_view delimiter_;
  std::string text_;  // the bytes read so far
  LiteralNumber number_;
  std::uint8_t matched_ = 0;  // how many bytes of the closing delimiter were read
  Kind kind_ = Kind::word;
  bool is_element_ = false;
};

}  // namespace tagstream
