#pragma once

// The bytes of names in calls: of a tool, and of an argument without quotes.
//
//   functions.get-weather:0      each byte is one of a call's name
//   _city                        `_` begins a name in code; a digit does not

#include "base/text.hpp"

namespace tagstream {

/// True for a byte of a call's name that stands in front of a body.
constexpr bool is_call_name_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return is_ascii_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' ||
         c == ':' || c == '/' || c == '$' || byte >= 0x80;
}

/// True for a byte that a name in code may begin with.
constexpr bool begins_call_name(char c) {
  return is_ascii_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace tagstream
