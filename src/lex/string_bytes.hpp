#pragma once

// Where a string in the body of a call may end, or must be looked at.

#include <string_view>

#include "scan/scan.hpp"

namespace tagstream {

/// By what ends the string: the bytes that may do so or begin a token in that body, and those that
/// are not themselves in a JSON string.
class StringBytes {
 public:
  /// @param tokens  the bytes that may begin a token
  /// @param others  bytes that end a string beside its quotes
  StringBytes(const scan::ByteSet& tokens, std::string_view others) : in_double_quotes_(tokens) {
    for (unsigned char byte = 0; byte < 0x20; ++byte) in_double_quotes_.add(byte);
    for (const char byte : {'"', '\\'}) in_double_quotes_.add(static_cast<unsigned char>(byte));
    for (const char byte : others) in_double_quotes_.add(static_cast<unsigned char>(byte));
    in_single_quotes_ = in_double_quotes_;
    in_single_quotes_.add('\'');
  }

  /// Of one that `quote` ends; null if that is 0.
  [[nodiscard]] const scan::ByteSet* inside(char quote) const {
    if (quote == 0) return nullptr;
    return quote == '\'' ? &in_single_quotes_ : &in_double_quotes_;
  }

 private:
  scan::ByteSet in_double_quotes_;
  scan::ByteSet in_single_quotes_;
};

}  // namespace tagstream
