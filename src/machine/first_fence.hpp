#pragma once

// The place at the first call in the code fence with which the answer begins. An answer may stand
// in such a fence, and so may an example of a call. Only the text after the fence tells them apart:
//
//   ```\n<tool>{"name":"f"}</tool>\n```              the call f: nothing follows
//   ```\n<tool>{"name":"f"}</tool>\n```\nSo it is.   content: text follows
//
// A call may hold fences of its own, so the end of the fence is only known after its calls were
// read. A copy of the machine reads them, and its events are dropped. Meanwhile this class holds
// the bytes: until the copy has found a call, text after the fence, or the end of the input.

#include <cstdint>
#include <memory>
#include <span>

#include "machine/context.hpp"
#include "tagstream/event.hpp"

namespace tagstream {

class Machine;

class FirstFence {
 public:
  /// @param match  the opener that waits
  /// @param ahead  the copy, in which the opener counts
  FirstFence(const Match& match, std::unique_ptr<Machine> ahead);
  FirstFence(const FirstFence&) = delete;
  FirstFence& operator=(const FirstFence&) = delete;
  ~FirstFence();

  [[nodiscard]] const Match& opener() const { return match_; }
  Next step(Context& context, bool at_end);

  /// True if the opener may stand in an example, so that the place must be entered.
  [[nodiscard]] static bool is_before(const Context& context, const Match& match);

 private:
  void overflow(Context& context) const;
  enum class Behind : std::uint8_t { unknown, call, text };
  [[nodiscard]] Behind find(std::span<const Event> events);

  Match match_;
  std::unique_ptr<Machine> ahead_;
  std::uint64_t examined_before_;  // by the machine that was copied
  std::uint64_t text_until_ = 0;   // one past the last byte of content that is no blank
};

}  // namespace tagstream
