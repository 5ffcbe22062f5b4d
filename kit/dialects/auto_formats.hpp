#pragma once

// The formats that the dialect `auto` reads: those that families write with markers of their own.
// Several families write different bodies between the same tags; there the first bytes of the body
// decide. By `auto`,
//
//   <tool_call>{"name": "f", "arguments": {}}</tool_call>      is a call, as hermes writes it
//   [TOOL_CALLS]f[ARGS]{}                                      is a call, as mistral writes it
//   call:f{a:1}<tool_call|>                                    is a call of gemma4
//   {"name": "f", "parameters": {}}                            is content: no marker

#include <vector>

#include "formats/family_format.hpp"

namespace tagstream {

struct AutoFormats {
  ReasoningFormat reasoning{};  ///< of messages with headers
  ToolFormat tools{};           ///< of messages with headers
  std::vector<ReasoningFormat> spans{};
  std::vector<ToolFormat> calls{};
  std::vector<CallFormat> without_openers{};  ///< of `calls`: their opener may be missing
  WordList drop{};                            ///< tokens to drop, beside those of `spans`
};

/// @lifetime the program's
[[nodiscard]] const AutoFormats& auto_formats();

}  // namespace tagstream
