#pragma once

// Looks ahead from a call in the fence with which the answer begins. The fence is layout if it is
// the whole answer: only blanks may follow it, and a control token. Else it shows an example
// (R376).
//
//   ```\n<t>{"name":"f"}</t>\n```\n            `whole`: the call counts
//   ```\n<t>{"name":"f"}</t>\n```\nLike so.    `part`: the call is text
//
// Until that is decided the call waits, and all that follows it. Nothing is read as a call here:
// the fence ends at its first closing line, though the line may stand in the body of a call.

#include <cstdint>

#include "lex/control_token.hpp"
#include "lex/fences.hpp"
#include "lex/segment.hpp"

namespace tagstream {

class FenceAhead {
 public:
  enum class Fence : std::uint8_t { unknown, whole, part };

  /// @param fences  the state at the call: in the fence
  explicit FenceAhead(const Fences& fences) : fences_(fences), begin_(fences.position()) {}

  /// Reads on, to the end of the segment or to the byte that decides.
  /// @param longest  a fence that is not decided in this many bytes from the call on is a `part`
  /// @param longest_token  the longest control token, in bytes
  Fence look(const Segment& segment, bool at_end, std::uint64_t longest,
             std::uint64_t longest_token, LexerCounters& counters);

 private:
  Fence look_behind(const Segment& segment, bool at_end, std::uint64_t longest_token,
                    LexerCounters& counters);

  Fences fences_;
  std::uint64_t begin_;             // of the call
  std::uint64_t blanks_until_ = 0;  // after the fence only blanks stand up to here; 0: still in it
  ControlToken token_;
};

}  // namespace tagstream
