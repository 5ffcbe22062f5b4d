#pragma once

// In a tool call: it waits for its end, then leaves as one event for each call in it, or as an
// error, or as content. With `call: ["tool"]`:
//
//   <tool>{"name":"f"}</tool>     the call f({})
//   <tool>oops</tool>             the error `invalid_json`, and the bytes as content
//   <tool>{"name":"f"             at the end of the input: content

#include "machine/context.hpp"

namespace tagstream {

class CallPlace {
 public:
  /// Opens the call that `match` begins. Bytes from `start` on lead to it.
  static Next enter(Context& context, const Match& match, std::uint64_t start,
                    std::string_view name);
  static Next step(Context& context, bool at_end);

  /// The call ends: what was in it comes out.
  static Next end(Context& context);
  /// The events of the call are out, and reading goes on at `end`.
  static void leave(Context& context, std::uint64_t end);

 private:
  static Next end_as_content(Context& context, std::uint64_t end);
  static Next read_as_text(Context& context);
  static Next overflow(Context& context, std::uint64_t bound);
  static Next unclosed(Context& context);
};

/// After a call: blanks and separators that may belong to what follows. They are markup before a
/// wrapper's closer, they belong to the call that follows a separator, and are content before all
/// else.
class Between {
 public:
  void enter(std::uint64_t at) {
    at_ = at;
    has_separator_ = false;
  }
  Next step(Context& context, bool at_end);

 private:
  std::uint64_t at_ = 0;  // read up to here
  bool has_separator_ = false;
};

}  // namespace tagstream
