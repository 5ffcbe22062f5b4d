#pragma once

// The bytes at which the scan of a string in the body of a call must stop. In the JSON string
// `"a\n<b"` of a body whose closer begins with `<` the scan stops at `\` and `<`, and at the `"`.

#include <string_view>

#include "scan/scan.hpp"

namespace tagstream {

/// One set of bytes for each kind of quote: the bytes that may end the string or begin a token of
/// the body, and those that a JSON string may not hold as they are (`\` and control bytes).
class StringBytes {
 public:
  /// @param tokens  the bytes that may begin a token
  /// @param ends    bytes at which open text without quotes must be looked at
  /// @param mark    the first byte of the mark that ends a string instead of a quote; may be empty
  StringBytes(const scan::ByteSet& tokens, std::string_view ends, std::string_view mark)
      : in_double_quotes_(tokens) {
    for (unsigned char byte = 0; byte < 0x20; ++byte) in_double_quotes_.add(byte);
    for (const std::string_view bytes : {std::string_view("\"\\"), ends, mark}) {
      for (const char byte : bytes) in_double_quotes_.add(static_cast<unsigned char>(byte));
    }
    in_single_quotes_ = in_double_quotes_;
    in_single_quotes_.add('\'');
  }

  /// The set for a string that `quote` ends; null if `quote` is 0: no string.
  [[nodiscard]] const scan::ByteSet* inside(char quote) const {
    if (quote == 0) return nullptr;
    return quote == '\'' ? &in_single_quotes_ : &in_double_quotes_;
  }

 private:
  scan::ByteSet in_double_quotes_;
  scan::ByteSet in_single_quotes_;
};

}  // namespace tagstream
