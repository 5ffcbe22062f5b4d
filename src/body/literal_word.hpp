#pragma once

// Follows what stands in a call that looks like code without quotes: a number, a word, or a string
// whose delimiters are missing.
//
//   True, None      true, null
//   12              12
//   word            "word" in {c:word}, where the delimiters <|"|> are missing: a slip

#include <cstdint>
#include <string>
#include <string_view>

#include "body/literal_number.hpp"

namespace tagstream {

class LiteralWord {
 public:
  enum class Step : std::uint8_t {
    next,
    ended,         ///< with this byte: a string, with its last delimiter
    ended_before,  ///< it
    raw_string,    ///< it was the letter before a raw string, whose quote this byte is
    failed,
  };

  LiteralWord() = default;
  /// @param delimiter   of strings; empty: Python's words and numbers
  /// @param is_element  of a list
  LiteralWord(std::string_view delimiter, char first, bool is_element);

  /// Precondition: after a step that is not `next` there is none.
  Step step(char byte, std::string* json);
  /// True if it was a string that lacks its first delimiter.
  [[nodiscard]] bool is_slip() const { return is_slip_; }

 private:
  Step read_word(char byte, std::string* json);
  Step read_bare(char byte, std::string* json);
  bool end_bare(bool is_string, std::string* json);
  [[nodiscard]] bool lacks_comma(std::string_view text) const;

  std::string_view delimiter_;
  std::string text_;  // as far as it has come
  LiteralNumber number_;
  std::uint8_t matched_ = 0;  // bytes of the delimiter after it
  bool is_number_ = false;
  bool is_element_ = false;
  bool is_slip_ = false;
};

}  // namespace tagstream
