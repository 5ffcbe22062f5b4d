#pragma once

// Finds the dialects that have the lines of a format. The format
//
//   <think>REASONING</think>
//   <tool_call>{"name": "NAME", "arguments": ARGUMENTS}</tool_call>
//
// is written by qwen3, whose line of calls has line ends inside the tags, and by hermes, which has
// no others.

#include <string_view>
#include <vector>

#include "tagstream/dialect.hpp"

namespace tagstream::notation {

/// The dialects that have all ways of writing that stand in `format`. Blanks, and the dots of a
/// repetition, do not count, nor what stands around an answer. The first is the one that has the
/// most of the lines with ANSWER, then one that starts in reasoning as the format does, then the
/// one with the fewest other lines.
[[nodiscard]] std::vector<const Dialect*> dialects_that_write(std::string_view format);

}  // namespace tagstream::notation
