#pragma once

// A part of messages: the name of a string that does not end in its call. In hermes:
//
//   <tool_call>{"a": "oops}</tool_call> {"b     the string `"oops}` never ends
//   <tool_call>{"a": "oops}                     the input ends inside a call, in the string
//   `"oops}`

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/text.hpp"
#include "lex/segment.hpp"

namespace tagstream {

/// Names the string that begins at `begin`, with its quote, and has not ended at `end`.
[[nodiscard]] inline std::string open_string(const Segment& segment, std::uint64_t begin,
                                             std::uint64_t end) {
  constexpr std::uint64_t most_bytes = 40;
  const std::string_view text = segment.slice(begin, std::min(begin + most_bytes + 1, end));
  return joined({"the string ", in_backticks(text, most_bytes)});
}

}  // namespace tagstream
