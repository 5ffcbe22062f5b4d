#pragma once

// Reads a value without quotes in a call in braces: a number, a word, or a string whose marks are
// missing. Its end shows which of them it is.
//
//   {n:13}              a number               {b:true}       a word
//   {unit:foot<|"|>}    a string without its first mark: a slip
//   {unit:square foot}  a string without both marks: a slip
//   {n:13 unit:foot}    an error: a comma may be missing
//   {xs:[1 2]}          an error, for the same reason

#include <cstdint>
#include <string>
#include <string_view>

namespace tagstream {

class JsonCopy;

class ValueBare {
 public:
  enum class Step : std::uint8_t {
    next,
    ended,         ///< a string ends with this byte, the last of its closing mark
    ended_before,  ///< the value ended before this byte
    failed,
  };

  /// Begins a value at `offset`. @param is_element  the value is an element of a list
  void begin(std::string_view mark, std::uint64_t offset, bool is_element);
  /// Takes the byte at `offset`. @param copy  gets the JSON of the value at its end; may be null
  Step take(char byte, std::uint64_t offset, JsonCopy* copy);
  /// True if the value was a string without its first mark.
  [[nodiscard]] bool is_slip() const { return is_slip_; }

 private:
  bool end(bool is_string, std::uint64_t offset, JsonCopy* copy);
  [[nodiscard]] bool lacks_comma(std::string_view text) const;

  std::string_view mark_;
  std::string text_;  // the bytes read so far
  std::uint64_t begin_ = 0;
  std::uint8_t matched_ = 0;  // how many bytes of the closing mark were read
  bool is_element_ = false;
  bool is_slip_ = false;
};

}  // namespace tagstream
